package dom

import (
	"errors"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Reader reads pages within limits, which hold before anything is built.
type Reader struct {
	MaxURL   int      // the longest URL in bytes, its fragment aside; 0 means DefaultMaxURL, and weburl.MaxLength is the most
	MaxLinks int      // how many <a> elements are links, the first ones; 0 means DefaultMaxLinks, below 0 all
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
	Anchors   []Anchor // <a> elements in document order, those without href too
	Canonical string   // the href of the first <link rel=canonical> that has one
	Metas     []Meta

	base        *weburl.URL // nil if nothing can be resolved
	maxURL      int
	encodeQuery func(string) []byte
	normalize   func(string) string
}

// An Anchor is one <a> element.
type Anchor struct {
	Href     string // as written
	NoFollow bool   // rel has nofollow
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
	based bool // a <base> with an href has been seen
}

func (r Reader) newTags(pageURL string) tagReader {
	if r.MaxURL <= 0 {
		r.MaxURL = DefaultMaxURL
	}
	r.MaxURL = min(r.MaxURL, weburl.MaxLength)
	if r.MaxLinks == 0 {
		r.MaxLinks = DefaultMaxLinks
	}
	t := tagReader{Reader: r, Tags: Tags{maxURL: r.MaxURL, encodeQuery: r.EncodeQuery, normalize: r.Normalize}}
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

// mayHaveMore reports whether the page may have one more link.
func (t *tagReader) mayHaveMore() bool { return t.MaxLinks < 0 || len(t.Anchors) < t.MaxLinks }

func (t *tagReader) anchor(href, rel string) {
	t.Anchors = append(t.Anchors, Anchor{href, HasToken(rel, "nofollow")})
}

func (t *tagReader) link(href, rel string) {
	if t.Canonical == "" && HasToken(rel, "canonical") {
		t.Canonical = href
	}
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

// element reads an element of a tree.
func (t *tagReader) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Base:
		if href, ok := attribute(n.Attr, "href"); ok && n.Namespace == "" {
			t.setBase(href)
		}
	case atom.Link:
		t.link(Attribute(n.Attr, "href"), Attribute(n.Attr, "rel"))
	case atom.Meta:
		t.meta(Attribute(n.Attr, "name"), Attribute(n.Attr, "http-equiv"), Attribute(n.Attr, "content"))
	}
}

var (
	hrefRel = [3]string{"href", "rel"}
	ofMeta  = [3]string{"name", "http-equiv", "content"}
)

// tag reads a start tag of a scanner.
func (t *tagReader) tag(s *Scanner) {
	switch s.Tag {
	case atom.Base:
		if v := s.values(&hrefRel); v[0] != nil {
			t.setBase(string(v[0]))
		}
	case atom.Link:
		if v := s.values(&hrefRel); t.Canonical == "" {
			t.link(string(v[0]), string(v[1]))
		}
	case atom.Meta:
		v := s.values(&ofMeta)
		t.meta(string(v[0]), string(v[1]), string(v[2]))
	case atom.A:
		if t.mayHaveMore() {
			v := s.values(&hrefRel)
			t.anchor(string(v[0]), string(v[1]))
		}
	}
}

// ScanTags reads a page's tags alone, at a fraction of the cost of Scan, whose
// Tags they are.
func (r Reader) ScanTags(src []byte, pageURL string) Tags {
	t := r.newTags(pageURL)
	for s := NewScanner(src); s.Next(); {
		if s.Type == html.StartTagToken && s.Hidden == 0 {
			t.tag(s)
		}
	}
	return t.Tags
}
