package fetch

import (
	"context"
	"net/http"
)

// A Validator is that of package fetch.
type Validator struct{ ETag, LastModified string }

// Known returns the validator of a URL, the zero value for none.
type Known func(ctx context.Context, url string) (Validator, error)

// ask makes a request conditional (RFC 9110, 13.1).
func (v Validator) ask(h http.Header) {
	if v.ETag != "" {
		h.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		h.Set("If-Modified-Since", v.LastModified)
	}
}
