package content

import (
	"bytes"
	"iter"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// Listed yields what the page lists if it is a sitemap in XML or a feed.
func (c *Content) Listed() iter.Seq[sitemap.Entry] {
	return func(yield func(sitemap.Entry) bool) {
		start := bytes.TrimLeft(bytes.TrimPrefix(c.Body, []byte("\ufeff")), " \t\r\n")
		if len(start) == 0 || start[0] != '<' && start[0] != '{' && !bytes.HasPrefix(c.Body, gzipped) || c.isHTML() {
			return // each line of a text would be a URL
		}
		for e, err := range sitemap.Read(bytes.NewReader(c.Body), c.URL, sitemap.Limits{}) {
			if err == nil && c.Known != nil {
				e.URL, err = c.Known(e.URL)
			}
			if err == nil && !yield(e) {
				return
			}
		}
	}
}

var gzipped = []byte{0x1f, 0x8b}
