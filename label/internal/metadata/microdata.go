package metadata

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// maxMetas bounds the metas, and the names of microdata, that are read.
const maxMetas = 20000

// microdata is what the first article of a page says of itself in <meta itemprop> and in elements.
type microdata struct {
	zones.Values
	item  int32 // the element of the article, None for properties of no item
	found bool
}

// property reads a property, of an element with a text.
func (m *microdata) property(p *layout.Page, n int32, text []layout.TextNode) {
	properties := strings.Fields(p.Value(n, "itemprop"))
	headline, author := slices.Contains(properties, "headline"), slices.Contains(properties, "author")
	if !headline && !author || len(m.Authors) == maxMetas {
		return
	}
	item := itemAround(p, n)
	if m.found && item != m.item || !isMainItem(p, item) {
		return
	}
	value := p.Value(n, "content")
	if value == "" && author {
		value = nameIn(p, n)
	}
	if value == "" {
		value = shortText(text)
	}
	switch {
	case headline && m.Title == "":
		m.Title = value
	case author && len(value) < 200:
		if name := people.CleanName(value); people.PlausibleName(name) {
			m.Authors = append(m.Authors, name)
		}
	}
	m.item, m.found = item, m.found || m.Title != "" || m.Authors != nil
}

// itemAround returns the element of the item that a property is of, None if it is of none.
func itemAround(p *layout.Page, n int32) int32 {
	for n = p.Nodes[n].Parent; n != page.None; n = p.Nodes[n].Parent {
		if _, ok := p.Attr(n, "itemscope"); ok {
			break
		}
	}
	return n
}

// isMainItem reports whether an item may be the article of its page: one of a type of articles, and no part
// of another, as what it cites and its comments are.
func isMainItem(p *layout.Page, item int32) bool {
	if item == page.None {
		return true
	}
	for property := range strings.FieldsSeq(p.Value(item, "itemprop")) {
		if !strings.HasPrefix(property, "main") { // mainEntity, mainEntityOfPage
			return false
		}
	}
	kinds := strings.Fields(p.Value(item, "itemtype"))
	return len(kinds) == 0 || slices.ContainsFunc(kinds, func(kind string) bool {
		kind = kind[strings.LastIndexByte(kind, '/')+1:]
		return isArticle(kind) || kind == "CreativeWork" || kind == "WebPage"
	})
}

// isArticle reports whether a type of schema.org is one of articles.
func isArticle(name string) bool {
	return name == "BlogPosting" || name == "Report" || name == "Thesis" || strings.HasSuffix(name, "Article")
}

// nameIn returns the name of an author that is an item of its own, "" if it has none.
func nameIn(p *layout.Page, n int32) string {
	const most = 100 // nodes of an author
	if _, ok := p.Attr(n, "itemscope"); !ok || p.Nodes[n].End-n > most {
		return ""
	}
	for c := n + 1; c < p.Nodes[n].End; c++ {
		if p.Nodes[c].Type != page.ElementNode || p.Value(c, "itemprop") != "name" || itemAround(p, c) != n {
			continue
		}
		if value := p.Value(c, "content"); value != "" {
			return value
		}
		var name strings.Builder
		for t := c + 1; t < p.Nodes[c].End; t++ {
			if p.Nodes[t].Type == page.TextNode {
				name.WriteString(p.Nodes[t].Data)
			}
		}
		return words.Collapse(name.String())
	}
	return ""
}

// shortText returns the beginning of a text.
func shortText(text []layout.TextNode) string {
	const maxTitle = 1000 // bytes
	var w words.Writer
	layout.Write(&w, text, maxTitle, maxTitle)
	return strings.ToValidUTF8(string(w.Text), "")
}
