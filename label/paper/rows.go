package paper

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// A LevelPattern holds the levels of a row's nodes joined by dots, such as
// "3.4.5"; the root element HTML has level 1 (Le and Thoma 2003,
// section 3).
type LevelPattern string

// A TagPattern holds the names of a row's elements in upper case joined by
// dots, such as "P.STRONG.NOBR". FONT carries its face, color and size, as in
// "FONT[,,-1]".
type TagPattern string

// A Row is one line of the paper's Figure 2: a run of elements, each inside the
// one before, or one text. The text of TITLE stands on its element's row.
type Row struct {
	Level LevelPattern // of the elements down to it
	Tag   TagPattern   // "" for a text
	Text  string       // "" for elements; white space collapsed
	Node  *html.Node   // the text, or the last element
}

// Rows returns the level- and tag-patterns of a page in document order
// (Le and Thoma 2003, sections 4.2 and 4.3). Elements that the profile leaves out don't
// show, but the levels count them: those in the list of step 5 by "html4", and the
// elements too that came later by "html5". Another profile is an error. It fails with [ErrTooDeep] or [ErrTooLarge].
// The cost is linear in the page.
func Rows(root *html.Node, profile string) ([]Row, error) {
	if profile != "html4" && profile != "html5" {
		return nil, fmt.Errorf("label: profile %q, want html4 or html5", profile)
	}
	available, err := normalize(root, profile == "html5")
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	b := rowBuilder{available: available}
	err = walk(root, b.enter, b.leave)
	return b.rows, err
}

type rowBuilder struct {
	available map[*html.Node]bool // what normalize leaves
	rows      []Row
	level     int
	last      *html.Node // of the row of elements that may still grow
}

func (b *rowBuilder) enter(n *html.Node) dom.Way {
	switch {
	case n.Type == html.TextNode:
		if b.available[n] {
			b.text(n)
		}
		return dom.Over
	case n.Type == html.ElementNode:
		if silent(n) {
			return dom.Over
		}
		b.level++
		if b.available[n] {
			b.element(n)
		}
	}
	return dom.Into
}

func (b *rowBuilder) leave(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	b.level--
	if n == b.last {
		b.last = nil
	}
}

func (b *rowBuilder) text(n *html.Node) {
	text := strings.Join(strings.Fields(n.Data), " ")
	if n.Parent != nil && n.Parent.Data == "title" && b.last == n.Parent {
		b.rows[len(b.rows)-1].Text = text
	} else {
		b.rows = append(b.rows, Row{Level: LevelPattern(strconv.Itoa(b.level + 1)), Text: text, Node: n})
	}
	b.last = nil
}

func (b *rowBuilder) element(n *html.Node) {
	level, tag := strconv.Itoa(b.level), tagName(n)
	if b.last == nil || b.last.Data == "html" || b.last.Data == "head" || b.last.Data == "body" {
		b.rows = append(b.rows, Row{Level: LevelPattern(level), Tag: TagPattern(tag), Node: n})
	} else {
		row := &b.rows[len(b.rows)-1]
		row.Level += LevelPattern("." + level)
		row.Tag += TagPattern("." + tag)
		row.Node = n
	}
	b.last = n
}

func tagName(n *html.Node) string {
	name := strings.ToUpper(n.Data)
	if name == "FONT" {
		return name + "[" + dom.Attribute(n.Attr, "face") + "," + dom.Attribute(n.Attr, "color") + "," + dom.Attribute(n.Attr, "size") + "]"
	}
	return name
}

// Names returns the pattern without the attributes of FONT: what patterns are
// compared by.
func (t TagPattern) Names() TagPattern {
	if strings.IndexByte(string(t), '[') < 0 {
		return t
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(t); i++ {
		switch {
		case t[i] == '[':
			depth++
		case t[i] == ']' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(t[i])
		}
	}
	return TagPattern(b.String())
}

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
