package pageclass

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A Set looks a second time at the pages of one issue or site, as classify.PageSet says.
type Set struct {
	pages []setPage
}

// Add adds a page with its class.
func (s *Set) Add(r Resource, c verdict.Answer) {
	p := setPage{class: c, folder: folderOf(r.URL)}
	if r.Root != nil && c.Class != verdict.PDF {
		p.kinds = kindsOf(r.Root)
		text := readText(r.Root)
		p.form = text.form()
		p.firm = titled(r.Root) || p.form == verdict.FullText && (text.headed() || c.Class == verdict.FullText && decidedBy(c, "link: "))
	}
	s.pages = append(s.pages, p)
}

// Classify returns the classes of the pages in the order in which they were added.
func (s *Set) Classify() []verdict.Answer {
	first := slices.Clone(s.pages)
	common, folders := commonOf(s.pages), foldersOf(s.pages)
	foreign := folders.foreign(common)
	for i := range first {
		p := &first[i]
		against := foreign[p.folder]
		share, why := common.share(p)
		switch {
		case p.isArticle() && why != "" && share < unlike && !p.firm:
			p.class = overruled(p.class, verdict.Unfiled, why)
		case p.isArticle() && against != "" && !p.vouched():
			p.class = overruled(p.class, verdict.Unfiled, against)
		case p.class.Class == verdict.Unfiled && p.form != "" && share >= alike && against == "" && folders.share(p.folder) >= folderShare:
			p.class = overruled(p.class, p.form, why)
		}
	}
	stray := foldersOf(first).stray()
	out := make([]verdict.Answer, len(s.pages))
	for i := range first {
		p := &first[i]
		out[i] = p.class
		if against := stray[p.folder]; p.isArticle() && against != "" && !p.vouched() {
			out[i] = overruled(p.class, verdict.Unfiled, against)
		}
	}
	return out
}

const overruledConfidence = 0.8

// overruled puts evidence for another class before what decided.
func overruled(c verdict.Answer, class, why string) verdict.Answer {
	evidence := []string{"*" + why}
	for _, e := range c.Evidence {
		evidence = append(evidence, strings.TrimPrefix(e, "*"))
	}
	return verdict.Answer{Class: class, Confidence: overruledConfidence, Evidence: evidence}
}

const (
	maxKinds     = 4096 // of a page
	maxClasses   = 1024 // bytes of an element's
	maxKindDepth = 1000 // levels
)

// kindsOf returns the kinds of elements in a page's body, ascending: an element's name and
// classes beside those of its parent, numbers masked.
func kindsOf(root *html.Node) []uint64 {
	seen := map[uint64]bool{}
	open := []uint64{0} // names and classes of the elements around
	enter := func(n *html.Node) dom.Way {
		switch {
		case n.Type == html.DocumentNode:
			open = append(open, 0)
			return dom.Into
		case n.Type != html.ElementNode || n.DataAtom == atom.Head || dom.Hidden(n) || len(seen) >= maxKinds:
			return dom.Over
		}
		h := fnv.New64a()
		io.WriteString(h, lookOfElement(n))
		look := h.Sum64()
		h.Write(binary.LittleEndian.AppendUint64(nil, open[len(open)-1]))
		seen[h.Sum64()] = true
		open = append(open, look)
		return dom.Into
	}
	leave := func(*html.Node) { open = open[:len(open)-1] }
	_ = dom.Walk(root, dom.Bounds{Nodes: maxPageNodes, Depth: maxKindDepth}, enter, leave)
	return slices.Sorted(maps.Keys(seen))
}

// lookOfElement returns an element's name and classes in order. Those of html and body
// say which page it is.
func lookOfElement(n *html.Node) string {
	if n.DataAtom == atom.Html || n.DataAtom == atom.Body {
		return n.Data
	}
	classes := strings.Fields(anchor.MaskDigits(excerpt.Cut(dom.Attribute(n.Attr, "class"), maxClasses)))
	slices.Sort(classes)
	return strings.Join(append([]string{n.Data}, slices.Compact(classes)...), ".")
}

// titled reports whether a page's metas have the title of an article.
func titled(root *html.Node) bool {
	for name, value := range citationMetas(root) {
		if name == "citation_title" && value != "" {
			return true
		}
	}
	return false
}

// folderOf is the shape of a page's URL: the directory that it lies in and the ending of its
// name. A page index.* is that of its directory.
func folderOf(url string) string {
	page, query, _ := strings.Cut(url, "?")
	return targetShape(anchor.WithoutIndex(page) + "?" + query)
}
