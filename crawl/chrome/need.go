package chrome

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// What Renderer.Always says about pages that need their scripts.
const (
	littleText = 200  // letters and digits
	littleMore = 1000 // with a <noscript> that asks for JavaScript
	fewLinks   = 5
)

var (
	errNoScripts = errors.New("it has no scripts")
	errHasText   = errors.New("it has text or links without its scripts")
)

// plainEnough returns why a page is good as it is, nil if it needs its scripts.
// The cost is linear in the page.
func plainEnough(src []byte) error {
	w := look(src)
	switch {
	case w.scripts == 0:
		return errNoScripts
	case w.letters < littleText && w.links < fewLinks, w.letters < littleMore && w.asks, w.empty:
		return nil
	}
	return errHasText
}

// looks is what a page has to show without its scripts.
type looks struct {
	scripts, letters, links int
	asks                    bool // a <noscript> asks for JavaScript
	empty                   bool // an application's place is empty
}

func look(src []byte) (w looks) {
	p := page.Scan(src)
	for i := int32(0); int(i) < len(p.Nodes); i++ {
		switch n := &p.Nodes[i]; {
		case n.Type == page.TextNode:
			w.letters += letters(n.Data)
		case n.Type != page.ElementNode:
		case p.Hidden(i):
			w.hidden(p, i)
			i = n.End - 1
		case n.Atom == atom.Title:
			i = n.End - 1
		case n.Atom == atom.A:
			if document.Target(p, i) != "" {
				w.links++
			}
		case isPlace(p.Value(i, "id")):
			w.empty = w.empty || isEmpty(p, i)
		}
	}
	return w
}

// hidden reads an element that is not shown.
func (w *looks) hidden(p *page.Page, i int32) {
	switch n := &p.Nodes[i]; n.Atom {
	case atom.Script:
		if isScript(p.Value(i, "type")) {
			w.scripts++
		}
	case atom.Noscript:
		w.asks = w.asks || n.End > i+1 && strings.Contains(strings.ToLower(p.Nodes[i+1].Data), "javascript")
	}
}

// isEmpty reports whether no element and no letter is in an element.
func isEmpty(p *page.Page, i int32) bool {
	return !slices.ContainsFunc(p.Nodes[i+1:p.Nodes[i].End], func(n page.Node) bool {
		return n.Type == page.ElementNode || n.Type == page.TextNode && letters(n.Data) > 0
	})
}

// isPlace reports whether an id is one that frameworks put pages into: React,
// Vue, Angular, Next, Nuxt, Gatsby, Svelte, Ember.
func isPlace(id string) bool {
	switch strings.ToLower(id) {
	case "root", "app", "app-root", "react-root", "__next", "__nuxt", "___gatsby", "svelte", "ember-app", "main-app":
		return true
	}
	return false
}

// isScript reports whether a <script> of a type is run and not data.
func isScript(kind string) bool {
	kind = strings.ToLower(kind)
	return kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript")
}

func letters(text string) (n int) {
	for _, c := range text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			n++
		}
	}
	return n
}
