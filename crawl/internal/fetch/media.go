package fetch

import (
	"bufio"
	"io"
	"net/http"
	"strings"

	"github.com/lokman-crawler/lokman/internal/contenttype"
)

// A Wanted says what is wanted of an answer's body.
type Wanted struct {
	limit  int64                       // in bytes
	wants  func(mediaType string) bool // nil for all
	errors bool                        // those of answers that are neither pages nor redirects too
}

// Pages returns what is wanted of pages.
func (f *Fetcher) Pages() Wanted {
	wants := f.Bodies
	if wants == nil {
		wants = isText
	}
	return Wanted{f.Limits.Body, wants, f.ErrorBodies}
}

// isText is the default of Crawler.Bodies: what has no text for a strategy, and is large.
func isText(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	return kind != "image" && kind != "audio" && kind != "video" && kind != "font"
}

// sniffLen is how many bytes tell what a body is (http.DetectContentType), and all that
// is read of one that is not wanted.
const sniffLen = 512

// of returns how many bytes of an answer are read, if any are. It may look at the
// beginning of the body.
func (r Wanted) of(resp *http.Response) (limit int64, ok bool) {
	if resp.StatusCode/100 != 2 {
		redirects := isRedirect(resp.StatusCode) && resp.Header.Get("Location") != ""
		return r.limit, r.errors && resp.StatusCode >= 300 && resp.StatusCode != http.StatusNotModified && !redirects
	}
	if r.wants == nil {
		return r.limit, true
	}
	mediaType, _ := contenttype.Of(resp.Header)
	if mediaType == "" && resp.Header.Get("Content-Encoding") == "" {
		peeked := bufio.NewReaderSize(resp.Body, sniffLen)
		start, _ := peeked.Peek(sniffLen) // an error comes again with the rest
		mediaType, _, _ = strings.Cut(http.DetectContentType(start), ";")
		resp.Body = struct {
			io.Reader
			io.Closer
		}{peeked, resp.Body}
	}
	if r.wants(mediaType) || r.limit >= 0 && r.limit < sniffLen {
		return r.limit, true
	}
	return sniffLen, true
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}
