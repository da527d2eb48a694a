package pdf

import (
	"net/http"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// Adaptive is a strategy to which a PDF file is a page of its text. Embed another strategy to do
// the same with that: all its other methods come with it.
type Adaptive struct {
	*strategy.Adaptive
	Reader *Reader
}

// Value implements crawl.Strategy. A file that cannot be read is a page without text.
func (a Adaptive) Value(p *crawl.Page) crawl.Valuation {
	if p.MediaType() != "application/pdf" {
		return a.Adaptive.Value(p)
	}
	text, _ := a.Reader.Text(p.Context(), p.Body)
	return a.Adaptive.Value(&crawl.Page{
		URL: p.URL, Parent: p.Parent, Depth: p.Depth, LinkValue: p.LinkValue, Note: p.Note, Status: p.Status,
		Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, Body: []byte(text),
	})
}
