package dom

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

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
}

// A Meta is a <meta> element.
type Meta struct{ Name, Equiv, Content string }

// URL returns the canonical URL of what the page refers to, as Reader.Normalize has it,
// "" if it is no http or https URL or is too long.
func (t *Tags) URL(ref string) string {
	if t.base == nil || ref == "" {
		return ""
	}
	u, err := t.base.ResolveIn(ref, t.maxURL, t.encodeQuery)
	if err != nil {
		return ""
	}
	if t.normalize != nil {
		return t.normalize(u.Canonical())
	}
	return u.Canonical()
}

// tagReader gathers Tags.
type tagReader struct {
	Reader
	Tags
	kinds   kinds
	based   bool // a <base> with an href has been seen
	shadows int  // declarative shadow roots around the element or text, unless tags alone are read
}

func (r Reader) newTags(pageURL string) tagReader {
	if r.MaxURL <= 0 {
		r.MaxURL = DefaultMaxURL
	}
	r.MaxURL = min(r.MaxURL, weburl.MaxLength)
	if r.MaxLinks == 0 {
		r.MaxLinks = DefaultMaxLinks
	}
	t := tagReader{Reader: r, kinds: kindsOf(r.Kinds), Tags: Tags{maxURL: r.MaxURL, encodeQuery: r.EncodeQuery, normalize: r.Normalize}}
	if u, err := weburl.Parse(pageURL); err == nil {
		t.base = u
	}
	return t
}

// setBase takes the href of a <base>. The first that has one counts, an empty
// one too, which is the page's URL, and one that is no URL is ignored (HTML
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

func (t *tagReader) anchor(href, rel string, kind kinds) {
	t.Anchors = append(t.Anchors, Anchor{href, HasToken(rel, "nofollow"), kind})
}

// other reads a link that is no <a> element, if its kind is asked for.
func (t *tagReader) other(href, rel string, kind kinds) {
	if t.kinds&kind != 0 && href != "" && t.mayHaveMore() {
		t.anchor(href, rel, kind)
	}
}

// maxCanonicals bounds how many spellings of its canonical URL a page may have.
const maxCanonicals = 10

// link reads a <link>. A canonical one with a language, a medium or a type names a version
// of the page for others (Google, "How to specify a canonical URL").
func (t *tagReader) link(l relation, inHead bool) {
	if inHead && len(t.Canonicals) < maxCanonicals && l.href != "" && l.canonical() && !slices.Contains(t.Canonicals, l.href) {
		t.Canonicals = append(t.Canonicals, l.href)
	}
	t.other(l.href, l.rel, l.kind(t.kinds))
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

func (t *tagReader) meta(name, equiv, content string) {
	if len(t.Tags.Metas) < maxMetas && t.wants(name, equiv) {
		t.Tags.Metas = append(t.Tags.Metas, Meta{name, equiv, content})
	}
}

// element reads an element of a tree, other than <a>.
func (t *tagReader) element(n *html.Node) {
	if n.Namespace != "" {
		return
	}
	switch n.DataAtom {
	case atom.Area:
		t.other(Attribute(n.Attr, "href"), Attribute(n.Attr, "rel"), linkArea)
	case atom.Frame, atom.Iframe:
		if _, own := attribute(n.Attr, "", "srcdoc"); !own {
			t.other(Attribute(n.Attr, "src"), "", linkFrame)
		}
	}
	if t.shadows > 0 {
		return
	}
	switch n.DataAtom {
	case atom.Base:
		if href, ok := attribute(n.Attr, "", "href"); ok {
			t.setBase(href)
		}
	case atom.Link:
		t.link(relationOf(n, t.kinds), n.Parent != nil && n.Parent.DataAtom == atom.Head)
	case atom.Meta:
		t.meta(Attribute(n.Attr, "name"), Attribute(n.Attr, "http-equiv"), Attribute(n.Attr, "content"))
	}
}

var (
	ofFrame = []string{"src", "srcdoc"}
	ofMeta  = []string{"name", "http-equiv", "content"}
)

// tag reads a start tag of a scanner, other than <a>.
func (t *tagReader) tag(s *Scanner) {
	if s.Drawing() {
		return
	}
	switch s.Tag {
	case atom.Area:
		if t.kinds&linkArea != 0 {
			l := s.relation(t.kinds)
			t.other(l.href, l.rel, linkArea)
		}
	case atom.Frame, atom.Iframe:
		var v [2][]byte
		if s.values(ofFrame, v[:]); v[1] == nil {
			t.other(string(v[0]), "", linkFrame)
		}
	}
	if s.Shadows > 0 {
		return
	}
	switch s.Tag {
	case atom.Base:
		var v [1][]byte
		if s.values(relationKeys[:1], v[:]); v[0] != nil {
			t.setBase(string(v[0]))
		}
	case atom.Link:
		t.link(s.relation(t.kinds), !s.Body)
	case atom.Meta:
		var v [3][]byte
		s.values(ofMeta, v[:])
		t.meta(string(v[0]), string(v[1]), string(v[2]))
	}
}

// scanned reports whether a scanner is at the start tag of an element that says something:
// one that is not hidden, or a frame.
func scanned(s *Scanner) bool {
	return s.Type == html.StartTagToken && (s.Hidden == 0 || s.Hidden == atom.Iframe && s.Tag == atom.Iframe)
}

// ScanTags reads a page's tags alone, at a fraction of the cost of Scan, whose
// Tags they are.
func (r Reader) ScanTags(src []byte, pageURL string) Tags {
	t := r.newTags(pageURL)
	for s := NewScanner(src); s.Next(); {
		switch {
		case !scanned(s):
		case s.Tag != atom.A:
			t.tag(s)
		case t.mayHaveMore():
			l := s.relation(t.kinds)
			t.anchor(l.href, l.rel, l.kind(t.kinds))
		}
	}
	return t.Tags
}
