package markup

import (
	"errors"
	"fmt"
	"sort"
	"sync"
)

// errNoPage is the error for pages that hold no element at all, or none given.
var errNoPage = errors.New("bartree: no page with an element")

// A Page is a page with what has been read of it.
type Page struct {
	Print   *Fingerprint
	Outline *Outline // nil of one that Forget returned

	labels map[int32]string // where the first elements of the features are, by the offsets of their start tags
	words  *TagSketch
}

// ReadPages reads pages. The error wraps errNoPage.
func ReadPages(pages [][]byte) ([]*Page, error) {
	return readPages(pages, func(p *Page) *Page { return p })
}

// LearnPages is ReadPages and forgets the outline of each page: it takes ten times the page.
func LearnPages(pages [][]byte) ([]*Page, error) { return readPages(pages, (*Page).Forget) }

var scanners = sync.Pool{New: func() any { return new(Scanner) }}

func readPages(pages [][]byte, keep func(*Page) *Page) ([]*Page, error) {
	if len(pages) == 0 {
		return nil, errNoPage
	}
	s := scanners.Get().(*Scanner)
	defer scanners.Put(s)
	var read []*Page
	for i, src := range pages {
		f, o := s.Scan(src).clone(), ReadOutline(src)
		if f.Elements == 0 || len(o.Elements) == 0 {
			return nil, fmt.Errorf("%w: page %d of %d, %d bytes", errNoPage, i+1, len(pages), len(src))
		}
		f.References = references(o.tree)
		read = append(read, keep(&Page{Print: f, Outline: o}))
	}
	return read, nil
}

// Forget returns the page without its outline: what a template is learned from.
func (p *Page) Forget() *Page {
	if p.Outline == nil {
		return p
	}
	var of []*Feature
	for i := range p.Print.Features {
		if ft := &p.Print.Features[i]; ft.From != FromPath {
			of = append(of, ft)
		}
	}
	words := p.Words()
	return &Page{Print: p.Print, labels: p.Labels(of), words: &words}
}

// Labels returns the paths of the elements that features of the page are first on, by the offset of
// their start tags.
func (p *Page) Labels(of []*Feature) map[int32]string {
	if p.Outline == nil || len(of) == 0 {
		return p.labels
	}
	at := make(map[int32]string, len(of))
	for _, ft := range of {
		at[ft.Pos] = ""
	}
	o := p.Outline
	for i := range o.Elements {
		pos := int32(o.Elements[i].Pos)
		if _, ok := at[pos]; ok {
			at[pos] = o.Way(int32(i))
		}
	}
	for pos, way := range at {
		if way == "" { // a tag that made no element: the one before it did
			i := sort.Search(len(o.Elements), func(i int) bool { return o.Elements[i].Pos > int(pos) })
			at[pos] = o.Way(int32(max(0, i-1)))
		}
	}
	return at
}

// Words returns which words the page has.
func (p *Page) Words() TagSketch {
	if p.words == nil {
		words := p.Outline.sketchWords()
		p.words = &words
	}
	return *p.words
}
