package frontier

import (
	"fmt"
	"math"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// An EntryError refuses a push because of one of its entries.
type EntryError struct {
	URL   string // of the entry
	Cause string // what is wrong with it
}

// Error names the URL, without secrets, and the cause.
func (e *EntryError) Error() string {
	return fmt.Sprintf("frontier: push %q: %s", weburl.Redact(e.URL), e.Cause)
}

// Valid returns the *EntryError that a frontier refuses entries with, nil if
// they are fit to be pushed: their URLs are as Entry.URL says and their values
// are finite. It does not check whether the host exists or the rest of the URL
// is canonical.
func Valid(entries ...Entry) error {
	for i := range entries {
		e := &entries[i]
		if cause := flaw(e.URL); cause != "" {
			return &EntryError{e.URL, cause}
		}
		if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) {
			return &EntryError{e.URL, "the value is not a finite number"}
		}
	}
	return nil
}

// flaw says what is wrong with a URL, "" if nothing is.
func flaw(url string) string {
	if url == "" {
		return "the URL is empty"
	}
	rest, ok := strings.CutPrefix(url, "http://")
	if !ok {
		rest, ok = strings.CutPrefix(url, "https://")
	}
	if !ok {
		return "the URL is not an absolute http or https URL; push its canonical form, by crawl/urls or crawl.Canonical"
	}
	if rest == "" || strings.IndexByte("/?#", rest[0]) >= 0 {
		return "the URL has no host"
	}
	for i := range len(rest) {
		if c := rest[i]; c <= ' ' || c == 0x7f {
			return "the URL contains a space or a control character; push its canonical form, by crawl/urls or crawl.Canonical"
		}
	}
	return ""
}

// Valid returns the error that a frontier refuses an outcome with: the *EntryError of
// its links, that its observation is longer than MaxObservation, or that its value is not finite.
func (o Outcome) Valid() error {
	if n := len(o.Observation); n > MaxObservation {
		return fmt.Errorf("frontier: an observation of %d bytes, more than %d", n, MaxObservation)
	}
	if math.IsNaN(o.Value) || math.IsInf(o.Value, 0) {
		return fmt.Errorf("frontier: the value of a page that is due again is not a finite number")
	}
	return Valid(o.Links...)
}
