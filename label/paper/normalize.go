package paper

import (
	"errors"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

var droppedHTML4 = setOf(`a acronym address applet area base basefont bdo bgsound blockquote button caption code col
	colgroup comment custom dd del dfn dir div dl dt embed fieldset form frame frameset iframe img input ins isindex label
	legend li link map marquee menu meta noframes noscript object ol optgroup option param plaintext q rt ruby samp
	script select span style tbody td textarea tfoot th thead tr ul var xml xmp`)

var droppedHTML5 = setOf(`section article header footer main nav aside figure figcaption picture source svg template dialog
	details summary time data mark wbr slot video audio canvas`)

// drops reports whether step 5 leaves an element out, of a list for HTML5 too.
// Elements of other vocabularies, known by a hyphen or a prefix, are the paper's CUSTOM.
func drops(n *html.Node, html5 bool) bool {
	if droppedHTML4[n.Data] || strings.ContainsAny(n.Data, "-:") {
		return true
	}
	return html5 && (n.Namespace == "svg" || droppedHTML5[n.Data])
}

func setOf(names string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(names) {
		out[n] = true
	}
	return out
}

// normalize carries out steps 1 to 7 (Le and Thoma 2003, section 4.2) and returns
// the nodes that are available; the others are the paper's "not-used".
func normalize(root *html.Node, html5 bool) (map[*html.Node]bool, error) {
	available := map[*html.Node]bool{}
	var open []frame
	table := 0 // how many TABLEs are open
	err := walk(root, func(n *html.Node) dom.Way {
		if n.Type == html.TextNode {
			if words.Blank(n.Data) { // step 6
				return dom.Over
			}
			available[n] = true // step 4
			for i := len(open) - 1; i >= 0 && !open[i].text; i-- {
				open[i].text = true
			}
			return dom.Over
		}
		if n.Type == html.ElementNode && silent(n) {
			return dom.Over
		}
		var f frame
		if n.Type == html.ElementNode {
			f.heading = layout.Heading(n) > 0                      // step 2
			f.kept = f.heading || (table == 0 && !drops(n, html5)) // steps 3 and 5
			f.always = n.Data == "html" || n.Data == "head" || n.Data == "title" || n.Data == "body"
			if n.Data == "table" {
				table++
			}
		}
		open = append(open, f)
		return dom.Into
	}, func(n *html.Node) {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		if n.Type == html.ElementNode && n.Data == "table" {
			table--
		}
		if f.kept && (f.text || f.heading || f.always) { // step 7
			available[n] = true
		}
	})
	return available, err
}

// frame is an open element.
type frame struct {
	kept, heading, always bool
	text                  bool // holds text that is not blank
}

// walk visits a tree within the bounds of this package.
func walk(root *html.Node, enter func(*html.Node) dom.Way, leave func(*html.Node)) error {
	if root == nil {
		return layout.ErrNoPage
	}
	err := dom.Walk(root, dom.Bounds{Nodes: layout.MaxNodes, Depth: layout.MaxDepth}, enter, leave)
	switch {
	case errors.Is(err, dom.ErrNodes):
		return layout.ErrTooLarge
	case errors.Is(err, dom.ErrDepth):
		return layout.ErrTooDeep
	}
	return err
}

// silent reports whether an element's text is no text of the paper's tree: what
// is hidden, and what is typed into forms, as the paper drops those elements.
func silent(n *html.Node) bool {
	return dom.Hidden(n) || n.DataAtom == atom.Textarea || n.DataAtom == atom.Select
}
