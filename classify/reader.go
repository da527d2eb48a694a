package classify

import (
	"errors"
	"iter"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Reader reads pages with limits, which hold before anything is built: a
// long base URL and many short links would otherwise make hundreds of megabytes
// of a page of some kilobytes. Its zero value has the defaults.
type Reader struct {
	// MaxURL is the longest URL of a link in bytes, its fragment aside. 0 means
	// DefaultMaxURL; more than 8,192 means that. The links of a page whose base
	// URL is longer have no URL.
	MaxURL int

	// MaxLinks is how many <a> elements are links, the first in document order.
	// 0 means DefaultMaxLinks, less than 0 means all.
	MaxLinks int
}

// Defaults of a Reader.
const (
	DefaultMaxURL   = 2048 // as the sitemaps protocol has it
	DefaultMaxLinks = 10_000
)

// NewDocument is Document of the zero Reader.
func NewDocument(root *html.Node, pageURL string) Document {
	return Reader{}.Document(root, pageURL)
}

// ScanDocument is Scan of the zero Reader.
func ScanDocument(src []byte, pageURL string) Document { return Reader{}.Scan(src, pageURL) }

// LinkURLs is LinkURLs of the zero Reader.
func LinkURLs(src []byte, pageURL string) iter.Seq[string] { return Reader{}.LinkURLs(src, pageURL) }

func (r Reader) maxURL() int {
	if r.MaxURL <= 0 {
		return DefaultMaxURL
	}
	return min(r.MaxURL, weburl.MaxLength)
}

// room reports whether a page with n links may have one more.
func (r Reader) room(n int) bool {
	if r.MaxLinks == 0 {
		return n < DefaultMaxLinks
	}
	return r.MaxLinks < 0 || n < r.MaxLinks
}

// base returns what the links of a page are resolved against, nil if they
// cannot be.
func (r Reader) base(page *weburl.URL, href string) *weburl.URL {
	u, err := page.ResolveMax(href, r.maxURL())
	switch {
	case err == nil:
		return u
	case errors.Is(err, weburl.ErrTooLong):
		return nil
	}
	return page // HTML Standard, 4.2.3: a base that is no URL is ignored
}

// resolve returns the canonical URL of a link, "" if it has none.
func (r Reader) resolve(base *weburl.URL, href string) string {
	if base == nil || href == "" {
		return ""
	}
	u, err := base.ResolveMax(href, r.maxURL())
	if err != nil {
		return ""
	}
	return u.Canonical()
}
