package pageclass

import (
	"fmt"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
)

// pageText is what a page's visible text is like.
type pageText struct {
	words, linked int     // outside links, and inside links to other pages
	abstracts     []int32 // the texts that head one
	references    bool    // there is a heading that says so
}

// What full texts have and abstracts have not, in words outside links.
const (
	frameWords = 50  // called a full text by its link or URL
	fewWords   = 600 // with references
	fullWords  = 1000
)

// empty reports whether a page has no text.
func (r pageText) empty() bool { return r.words+r.linked == 0 }

// list reports whether most words of a page that is no full text and has no abstract are
// in links.
func (r pageText) list() bool {
	return r.linked > r.words && r.words < fullWords && len(r.abstracts) == 0
}

// full reports whether a page that is an article's has the full text.
func (r pageText) full() bool {
	return r.words >= fullWords || r.references && r.words >= fewWords
}

// headed reports whether a page has headings of one article.
func (r pageText) headed() bool { return len(r.abstracts) > 0 || r.references }

func (r pageText) marks() string {
	var s string
	if len(r.abstracts) > 0 {
		s += fmt.Sprintf(", abstract's headings: %d", len(r.abstracts))
	}
	if r.references {
		s += ", references"
	}
	return s
}

// readText reads a page without its <nav>. Words in links within the page count neither as
// linked nor as others: a table of contents does not tell an article from a list.
func readText(p *page.Page) pageText {
	var r pageText
	href, linkEnds := "", 0 // of the link around a node
	nodes := nodesOf(p)
	for i := 0; i < len(nodes); i++ {
		n := &nodes[i]
		if i >= linkEnds {
			href = ""
		}
		switch {
		case n.Type == page.TextNode:
			count := anchor.WordCount(n.Data)
			switch {
			case href == "":
				r.words += count
				r.heading(p, int32(i))
			case href[0] != '#':
				r.linked += count
			}
		case n.Type != page.ElementNode:
		case n.Atom == atom.Nav || p.Hidden(int32(i)):
			i = int(n.End) - 1
		case n.Atom == atom.A && href == "":
			href, linkEnds = p.Value(int32(i), "href"), int(n.End)
		}
	}
	return r
}

// heading looks for "Abstract", "References:" or similar headings, alone in
// their element or before a colon.
func (r *pageText) heading(p *page.Page, i int32) {
	text := p.Nodes[i].Data
	if len(text) > 400 && !strings.Contains(text[:60], ":") {
		return
	}
	text, _, _ = strings.Cut(excerpt.Cut(strings.TrimSpace(text), 60), ":")
	words := anchor.Tokens(text)
	for len(words) > 1 && strings.Trim(words[0], "0123456789ivx") == "" {
		words = words[1:] // 5. References
	}
	if len(words) == 0 {
		return
	}
	switch kind := headingKinds()[strings.Join(words, " ")]; {
	case kind == "" || isLabel(p, i):
	case kind == verdict.Abstract:
		r.abstracts = append(r.abstracts, i)
	default:
		r.references = true
	}
}

// isLabel reports whether a text is that of a control, such as a choice of a search form, or
// the head of a column: it heads nothing behind it.
func isLabel(p *page.Page, i int32) bool {
	for at := p.Nodes[i].Parent; at != page.None; at = p.Nodes[at].Parent {
		switch tag := p.Nodes[at].Atom; {
		case tag == atom.Option || tag == atom.Label || tag == atom.Button || tag == atom.Textarea:
			return true
		case tag == atom.Td || tag == atom.Th:
			return isColumnHead(p, at)
		case page.Block(tag):
			return false
		}
	}
	return false
}

// isColumnHead reports whether a cell is one of several in its row and all are labels.
func isColumnHead(p *page.Page, cell int32) bool {
	const longest = 1000 // nodes of a row: each of its cells may ask
	row, cells := p.Nodes[cell].Parent, 0
	if row == page.None || p.Nodes[row].End-row > longest {
		return false
	}
	for at := p.First(row); at != page.None; at = p.Next(at) {
		words := 0
		for i := at; i < p.Nodes[at].End && words <= anchor.LabelWords; i++ {
			if p.Nodes[i].Type == page.TextNode {
				words += anchor.WordCount(p.Nodes[i].Data)
			}
		}
		if words > anchor.LabelWords {
			return false
		}
		if words > 0 {
			cells++
		}
	}
	return cells > 1
}

// headingKinds says about headings in any language whether abstracts or full
// texts have them.
var headingKinds = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	for _, k := range constraint.Keywords {
		for _, h := range k.Abstract {
			kinds[strings.Join(anchor.Tokens(h), " ")] = verdict.Abstract
		}
		for _, h := range k.References {
			kinds[strings.Join(anchor.Tokens(h), " ")] = verdict.FullText
		}
	}
	return kinds
})

const maxPageNodes = 200_000 // of a page that are read for its class

// nodesOf returns the nodes of a page that are read for its class.
func nodesOf(p *page.Page) []page.Node {
	if p == nil {
		return nil
	}
	return p.Nodes[:min(len(p.Nodes), maxPageNodes)]
}

// form is the class of an article's page with this text, "" of a page that has none or more
// words in links than outside.
func (r pageText) form() string {
	switch {
	case r.empty() || r.list():
		return ""
	case r.full():
		return verdict.FullText
	}
	return verdict.Abstract
}
