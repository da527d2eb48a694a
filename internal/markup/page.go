package markup

import (
	"errors"
	"fmt"
)

// errNoPage is the error for pages that hold no element at all, or none given.
var errNoPage = errors.New("bartree: no page with an element")

// A Page is a page with what has been read of it.
type Page struct {
	bytes []byte
	Print *Fingerprint
	Kept  *Outline // nil unless it is kept for several uses: it takes ten times the page
}

// Outline returns the page's outline: the one that is kept, or one read anew.
func (p *Page) Outline() *Outline {
	if p.Kept != nil {
		return p.Kept
	}
	return ReadOutline(p.bytes)
}

// ReadPages reads the fingerprints of pages. The error wraps errNoPage.
func ReadPages(pages [][]byte) ([]*Page, error) {
	if len(pages) == 0 {
		return nil, errNoPage
	}
	var s Scanner
	var read []*Page
	for i, p := range pages {
		f := s.Scan(p)
		if f.Elements == 0 {
			return nil, fmt.Errorf("%w: page %d of %d, %d bytes", errNoPage, i+1, len(pages), len(p))
		}
		f = f.clone()
		f.References = references(p)
		read = append(read, &Page{bytes: p, Print: f})
	}
	return read, nil
}
