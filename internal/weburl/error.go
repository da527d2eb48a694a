package weburl

import (
	"errors"
	"strconv"
	"strings"
)

// Reasons to refuse a URL, found with errors.Is.
var (
	ErrTooLong  = errors.New("too long")
	ErrScheme   = errors.New("scheme is not http or https")
	ErrRelative = errors.New("relative without a base")
	ErrHost     = errors.New("invalid host")
	ErrPort     = errors.New("invalid port")
)

// An Error says which URL was refused and why.
type Error struct {
	// URL is the text that was refused, with credentials struck out and
	// cut to a length fit for logs. Its query is whole.
	URL string
	// Err is or wraps one of the reasons of this package.
	Err error
}

// Error names the URL, redacted, and the reason.
func (e *Error) Error() string { return strconv.Quote(Redact(e.URL)) + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// maxErrorURL bounds the part of a refused URL that an Error repeats.
const maxErrorURL = 256

func refuse(raw string, reason error) error {
	return &Error{URL: withoutCredentials(raw), Err: reason}
}

// withoutCredentials strikes out everything between the scheme and the last '@'. That is
// more than the credentials of a well-formed URL, on purpose: in a malformed
// one, such as a password with a bare slash, their end cannot be found.
func withoutCredentials(raw string) string {
	kept, rest := "", raw
	if at := strings.LastIndexByte(raw, '@'); at >= 0 {
		for _, scheme := range []string{"http://", "https://"} {
			if strings.HasPrefix(raw, scheme) {
				kept = scheme
			}
		}
		kept += userMask
		rest = raw[at:]
	}
	if len(rest) > maxErrorURL {
		rest = rest[:maxErrorURL] + "..."
	}
	return kept + rest
}
