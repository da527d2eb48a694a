package paper

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
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
	p := page.Of(root)
	rows, _, err := rowsOf(p, profile)
	return rows, err
}

// rowsOf returns the rows of a page with the numbers of their nodes.
func rowsOf(p *page.Page, profile string) (rows []Row, nodes []int32, err error) {
	if profile != "html4" && profile != "html5" {
		return nil, nil, fmt.Errorf("label: profile %q, want html4 or html5", profile)
	}
	states, err := normalize(p, profile == "html5")
	if err != nil {
		return nil, nil, fmt.Errorf("label: %w", err)
	}
	b := rowBuilder{Page: p, last: page.None}
	for i := range states {
		if !states[i].available() {
			continue
		}
		n, level := int32(i), int(states[i].level)
		if b.last != page.None && n >= p.Nodes[b.last].End {
			b.last = page.None
		}
		if p.Nodes[n].Type == page.TextNode {
			b.text(n, level)
		} else {
			b.element(n, level)
		}
	}
	return b.rows, b.nodes, nil
}

type rowBuilder struct {
	*page.Page
	rows  []Row
	nodes []int32 // of the rows
	last  int32   // of the row of elements that may still grow
}

func (b *rowBuilder) text(n int32, level int) {
	text := strings.Join(strings.Fields(b.Nodes[n].Data), " ")
	if up := b.Nodes[n].Parent; up != page.None && b.Nodes[up].Data == "title" && b.last == up {
		b.rows[len(b.rows)-1].Text = text
	} else {
		b.add(n, Row{Level: LevelPattern(strconv.Itoa(level)), Text: text})
	}
	b.last = page.None
}

func (b *rowBuilder) add(n int32, r Row) {
	r.Node = b.DOMNode(n)
	b.rows, b.nodes = append(b.rows, r), append(b.nodes, n)
}

func (b *rowBuilder) element(n int32, at int) {
	level, tag := strconv.Itoa(at), b.tagName(n)
	if b.last == page.None || slices.Contains([]string{"html", "head", "body"}, b.Nodes[b.last].Data) {
		b.add(n, Row{Level: LevelPattern(level), Tag: TagPattern(tag)})
	} else {
		k := len(b.rows) - 1
		row := &b.rows[k]
		row.Level += LevelPattern("." + level)
		row.Tag += TagPattern("." + tag)
		row.Node, b.nodes[k] = b.DOMNode(n), n
	}
	b.last = n
}

func (b *rowBuilder) tagName(n int32) string {
	name := strings.ToUpper(b.Nodes[n].Data)
	if name == "FONT" {
		return name + "[" + b.Value(n, "face") + "," + b.Value(n, "color") + "," + b.Value(n, "size") + "]"
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
func drops(n *page.Node, html5 bool) bool {
	if droppedHTML4[n.Data] || strings.ContainsAny(n.Data, "-:") {
		return true
	}
	return html5 && (n.Space == page.SVG || droppedHTML5[n.Data])
}

func setOf(names string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(names) {
		out[n] = true
	}
	return out
}

// A state is what the steps 1 to 7 say of a node.
type state struct {
	level, depth int32 // of elements and of nodes
	inTable      bool
	kept, always bool
	text         bool // it is a text that is not blank or holds one
}

// available reports whether a node is not the paper's "not-used" (step 7).
func (s *state) available() bool { return s.kept && (s.text || s.always) }

// normalize carries out steps 1 to 7 (Le and Thoma 2003, section 4.2).
func normalize(p *page.Page, html5 bool) ([]state, error) {
	if len(p.Nodes) == 0 {
		return nil, layout.ErrNoPage
	}
	states := make([]state, len(p.Nodes))
	visited := 0
	for i := int32(0); int(i) < len(states); i++ {
		n, s := &p.Nodes[i], &states[i]
		if visited++; visited > layout.MaxNodes {
			return nil, layout.ErrTooLarge
		}
		if n.Parent != page.None {
			up := &states[n.Parent]
			s.level, s.depth, s.inTable = up.level, up.depth+1, up.inTable || p.Nodes[n.Parent].Atom == atom.Table
		}
		if s.depth > layout.MaxDepth {
			return nil, layout.ErrTooDeep
		}
		switch n.Type {
		case page.TextNode:
			s.level++
			if words.Blank(n.Data) { // step 6
				break
			}
			s.kept = true // step 4
			for k := i; k != page.None && !states[k].text; k = p.Nodes[k].Parent {
				states[k].text = true
			}
		case page.ElementNode:
			if silent(p, i) {
				i = n.End - 1
				break
			}
			s.level++
			heading := layout.Heading(n) > 0                   // step 2
			s.kept = heading || !s.inTable && !drops(n, html5) // steps 3 and 5
			s.always = heading || slices.Contains([]string{"html", "head", "title", "body"}, n.Data)
		}
	}
	return states, nil
}

// silent reports whether an element's text is no text of the paper's tree: what
// is hidden, and what is typed into forms, as the paper drops those elements.
func silent(p *page.Page, n int32) bool {
	return p.Hidden(n) || p.Nodes[n].Atom == atom.Textarea || p.Nodes[n].Atom == atom.Select
}
