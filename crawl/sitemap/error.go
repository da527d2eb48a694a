package sitemap

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Reasons of an [Error], found with errors.Is. A file cut off has
// io.ErrUnexpectedEOF, and what the reader of the file returned is found too.
var (
	ErrFormat = errors.New("neither sitemap nor feed")
	ErrLimit  = errors.New("over a limit")
)

// An Error says what is wrong with a list.
type Error struct {
	URL     string // of the list, canonical; may be empty
	Line    int    // from 1
	Want    string // what was expected there; may be empty
	Got     string // what was found instead, cut short; may be empty
	Stopped bool   // reading ended there: there may be entries behind it
	Dropped int    // entries of the whole list without a URL that can be used
	Err     error  // the reason; nil for a fault of syntax
}

// Error says where in the list the fault is, and what it is, without the secrets in
// URLs.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("sitemap: ")
	if e.URL != "" {
		b.WriteString(weburl.Redact(e.URL) + ": ")
	}
	fmt.Fprintf(&b, "line %d", e.Line)
	if e.Want != "" {
		b.WriteString(": expected " + e.Want)
	}
	if e.Got != "" {
		fmt.Fprintf(&b, ", found %q", e.Got)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Dropped > 1 {
		fmt.Fprintf(&b, " (%d entries are left out)", e.Dropped)
	}
	return weburl.RedactText(b.String())
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// maxGot bounds the part of the list that an Error repeats, in bytes.
const maxGot = 100

// errBreak ends reading when the caller has enough.
var errBreak = errors.New("the loop was left")
