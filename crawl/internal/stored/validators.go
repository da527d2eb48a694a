// Package stored reads and writes what a crawl keeps.
package stored

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"unicode/utf8"
)

// A Validator is that of a page, as crawl.Validator.
type Validator struct {
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// validatorLength is how many bytes a part of a validator may have. A longer
// one might be more than the server takes in a request.
const validatorLength = 1 << 10

// ValidatorOf returns the validator of an answer.
func ValidatorOf(h http.Header) Validator {
	v := Validator{ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified")}
	if len(v.ETag) > validatorLength {
		v.ETag = ""
	}
	if len(v.LastModified) > validatorLength {
		v.LastModified = ""
	}
	return v
}

// line is a line of what writeValidators returns.
type line struct {
	URL string `json:"url"`
	Validator

	// Bytes is in place of a Validator that is not UTF-8, as JSON has to be.
	Bytes *raw `json:"bytes,omitempty"`
}

// raw are a Validator in base64.
type raw struct {
	ETag         []byte `json:"etag,omitempty"`
	LastModified []byte `json:"last_modified,omitempty"`
}

func newLine(url string, v Validator) line {
	if utf8.ValidString(v.ETag) && utf8.ValidString(v.LastModified) {
		return line{URL: url, Validator: v}
	}
	return line{URL: url, Bytes: &raw{[]byte(v.ETag), []byte(v.LastModified)}}
}

// writeValidators writes validators by their URLs: JSON, one line for each, sorted by URL.
func writeValidators(all map[string]Validator) (*bytes.Buffer, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, url := range slices.Sorted(maps.Keys(all)) {
		if err := enc.Encode(newLine(url, all[url])); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// readValidators reads what writeValidators has written, up to the end of r, and counts its bytes. An error
// names the line.
func readValidators(r io.Reader) (map[string]Validator, int64, error) {
	var n byteCount
	read := make(map[string]Validator)
	dec := json.NewDecoder(io.TeeReader(r, &n))
	for number := 1; ; number++ {
		var l line
		err := dec.Decode(&l)
		if err == io.EOF {
			return read, int64(n), nil
		}
		if err == nil && l.URL == "" {
			err = errors.New("a validator without a url")
		}
		if err != nil {
			return nil, int64(n), fmt.Errorf("line %d: %w", number, err)
		}
		if l.Bytes != nil {
			l.Validator = Validator{string(l.Bytes.ETag), string(l.Bytes.LastModified)}
		}
		read[l.URL] = l.Validator
	}
}

// A byteCount counts what is written to it.
type byteCount int64

func (n *byteCount) Write(b []byte) (int, error) {
	*n += byteCount(len(b))
	return len(b), nil
}
