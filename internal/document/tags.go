package document

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Reader reads pages within limits, which hold before anything is built.
type Reader struct {
	MaxURL   int      // the longest URL in bytes, its fragment aside; 0 means DefaultMaxURL, and weburl.MaxLength is the most
	MaxLinks int      // how many links are read, the first ones; 0 means DefaultMaxLinks, -1 all and less none
	Kinds    []string // kinds of links to read besides <a> elements
	Metas    []string // names of the metas to keep; those with http-equiv=refresh are kept too

	// EncodeQuery, if set, gives the bytes of a URL's query that goes beyond ASCII: those
	// of the page's encoding (URL Standard, 4.4), where that is not UTF-8.
	EncodeQuery func(query string) []byte

	// Normalize, if set, gives a link the URL by which the page it leads to is known.
	Normalize func(canonical string) string
}

// Defaults of a Reader.
const (
	DefaultMaxURL   = 2048 // as the sitemaps protocol has it
	DefaultMaxLinks = 10_000
)

// Tags are what a page's tags say, those in hidden elements aside.
type Tags struct {
	Anchors []Anchor // links in document order, <a> elements without href too
	Unread  int      // how many links are beyond Reader.MaxLinks
	Metas   []Meta

	// Canonicals are the hrefs of the <link rel=canonical> in the head, each once and at
	// most maxCanonicals. Elsewhere anybody might have written them who may write into the
	// page.
	Canonicals []string

	page        *page.Page
	base        *weburl.URL // nil if nothing can be resolved
	maxURL      int
	encodeQuery func(string) []byte
	normalize   func(string) string
}

// An Anchor is one link.
type Anchor struct {
	Href     string // as written
	NoFollow bool   // rel has nofollow
	kind     kinds  // one; 0 for an <a> element of none
	node     int32
}

// A Meta is a <meta> element.
type Meta struct{ Name, Equiv, Content string }

// URL returns the canonical URL of what the page refers to, as Reader.Normalize has it,
// "" if it is no http or https URL or is too long.
func (t *Tags) URL(ref string) string {
	if t.base == nil || ref == "" {
		return ""
	}
	url, err := t.base.CanonicalIn(ref, t.maxURL, t.encodeQuery)
	if err != nil {
		return ""
	}
	if t.normalize != nil {
		return t.normalize(url)
	}
	return url
}

// tagReader gathers Tags.
type tagReader struct {
	Reader
	Tags
	kinds   kinds
	based   bool // a <base> with an href has been seen
	shadows int  // declarative shadow roots around the element or text
}

func (r Reader) newTags(p *page.Page, pageURL string) tagReader {
	if r.MaxURL <= 0 {
		r.MaxURL = DefaultMaxURL
	}
	r.MaxURL = min(r.MaxURL, weburl.MaxLength)
	if r.MaxLinks == 0 {
		r.MaxLinks = DefaultMaxLinks
	}
	t := tagReader{Reader: r, kinds: kindsOf(r.Kinds), Tags: Tags{page: p, maxURL: r.MaxURL, encodeQuery: r.EncodeQuery, normalize: r.Normalize}}
	if u, err := weburl.Parse(pageURL); err == nil {
		t.base = u
	}
	return t
}

// setBase takes the href of a <base>. The first that has one counts, an empty
// one too, which is the page's URL, and one that is no URL is ignored (page.HTML
// Standard, 4.2.3). If it is too long, nothing can be resolved. It counts for
// what comes before it too.
func (t *tagReader) setBase(href string) {
	if t.based || t.base == nil {
		return
	}
	t.based = true
	u, err := t.base.ResolveIn(href, t.maxURL, t.encodeQuery)
	switch {
	case err == nil:
		t.base = u
	case errors.Is(err, weburl.ErrTooLong):
		t.base = nil
	}
}

// mayHaveMore reports whether one more link is read, and counts it otherwise.
func (t *tagReader) mayHaveMore() bool {
	more := t.MaxLinks == -1 || len(t.Anchors) < t.MaxLinks
	if !more {
		t.Unread++
	}
	return more
}

func (t *tagReader) anchor(i int32, href, rel string, kind kinds) {
	if t.Anchors == nil {
		t.Anchors = make([]Anchor, 0, 16)
	}
	t.Anchors = append(t.Anchors, Anchor{href, page.HasToken(rel, "nofollow"), kind, i})
}

// other reads a link that is no <a> element, if its kind is asked for.
func (t *tagReader) other(i int32, href, rel string, kind kinds) {
	if t.kinds&kind != 0 && href != "" && t.mayHaveMore() {
		t.anchor(i, href, rel, kind)
	}
}

// maxCanonicals bounds how many spellings of its canonical URL a page may have.
const maxCanonicals = 10

// link reads a <link>. A canonical one with a language, a medium or a type names a version
// of the page for others (Google, "How to specify a canonical URL").
func (t *tagReader) link(i int32) {
	l := t.relationOf(i)
	if parent := t.page.Nodes[i].Parent; parent != page.None && t.page.Nodes[parent].Atom == atom.Head &&
		len(t.Canonicals) < maxCanonicals && l.href != "" && l.canonical() && !slices.Contains(t.Canonicals, l.href) {
		t.Canonicals = append(t.Canonicals, l.href)
	}
	t.other(i, l.href, l.rel, l.kind(t.kinds))
}

// wants reports whether a meta is one to keep.
func (t *tagReader) wants(name, equiv string) bool {
	if strings.EqualFold(equiv, "refresh") {
		return true
	}
	for _, n := range t.Reader.Metas {
		if strings.EqualFold(name, n) {
			return true
		}
	}
	return false
}

// maxMetas bounds the metas that are kept.
const maxMetas = 10_000

// element reads an element other than <a>.
func (t *tagReader) element(i int32) {
	p := t.page
	n := &p.Nodes[i]
	if n.Space != page.HTML {
		return
	}
	switch n.Atom {
	case atom.Area:
		if t.kinds&linkArea != 0 {
			t.other(i, p.Value(i, "href"), p.Value(i, "rel"), linkArea)
		}
	case atom.Frame, atom.Iframe:
		if _, own := p.Attr(i, "srcdoc"); t.kinds&linkFrame != 0 && !own {
			t.other(i, p.Value(i, "src"), "", linkFrame)
		}
	}
	if t.shadows > 0 {
		return
	}
	switch n.Atom {
	case atom.Base:
		if href, ok := p.Attr(i, "href"); ok {
			t.setBase(href)
		}
	case atom.Link:
		t.link(i)
	case atom.Meta:
		if name, equiv := p.Value(i, "name"), p.Value(i, "http-equiv"); len(t.Tags.Metas) < maxMetas && t.wants(name, equiv) {
			t.Tags.Metas = append(t.Tags.Metas, Meta{name, equiv, p.Value(i, "content")})
		}
	}
}

// TagsOf reads the tags of a page in UTF-8 alone, at half the cost of Document, whose Tags they are.
func (r Reader) TagsOf(src []byte, pageURL string) (t Tags) {
	page.Look(src, true, func(p *page.Page) {
		t = r.Tags(p, pageURL)
		t.keep()
	})
	return t
}

// keep copies the strings that the tags have of their page.
func (t *Tags) keep() {
	each := func(do func(*string)) {
		for i := range t.Anchors {
			do(&t.Anchors[i].Href)
		}
		for i := range t.Metas {
			m := &t.Metas[i]
			do(&m.Name)
			do(&m.Equiv)
			do(&m.Content)
		}
		for i := range t.Canonicals {
			do(&t.Canonicals[i])
		}
	}
	var all strings.Builder
	size := 0
	each(func(s *string) { size += len(*s) })
	all.Grow(size)
	each(func(s *string) {
		from := all.Len()
		all.WriteString(*s)
		*s = all.String()[from:]
	})
	t.page = nil
}

// Tags reads the tags of a page alone.
func (r Reader) Tags(p *page.Page, pageURL string) Tags {
	t := r.newTags(p, pageURL)
	for i := int32(0); int(i) < len(p.Nodes); {
		n := &p.Nodes[i]
		if n.Type != page.ElementNode {
			i++
			continue
		}
		t.element(i)
		switch hidden := p.Hidden(i); {
		case hidden:
			i = n.End
			continue
		case n.Atom == atom.Template:
			t.shadows++
		case n.Atom == atom.A && t.mayHaveMore():
			l := t.relationOf(i)
			t.anchor(i, l.href, l.rel, l.kind(t.kinds))
		}
		i++
	}
	return t.Tags
}
