package selector

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// A step is one compound of a selector: what an element is, and whether it is a child of what the
// step before picks or anywhere inside it.
type step struct {
	tag   string // "" for any
	id    string
	class [2]string
	prop  string // of itemprop
	nth   int    // among the siblings of its tag, from 1; 0 for any
	child bool
}

func (s step) css() string {
	out := s.tag
	if s.id != "" {
		out += "#" + s.id
	}
	for _, c := range s.class {
		if c != "" {
			out += "." + c
		}
	}
	if s.prop != "" {
		out += `[itemprop="` + s.prop + `"]`
	}
	if s.nth > 0 {
		out += ":nth-of-type(" + strconv.Itoa(s.nth) + ")"
	}
	return out
}

func (s step) xpath() string {
	out := s.tag
	if out == "" {
		out = "*"
	}
	if s.nth > 0 { // of all siblings of the tag, so before what else is said of it
		out += "[" + strconv.Itoa(s.nth) + "]"
	}
	if s.id != "" {
		out += "[@id='" + s.id + "']"
	}
	for _, c := range s.class {
		if c != "" {
			out += fmt.Sprintf("[contains(concat(' ', normalize-space(@class), ' '), ' %s ')]", c)
		}
	}
	if s.prop != "" {
		out += "[@itemprop='" + s.prop + "']"
	}
	return out
}

// forms returns the steps that an element may be picked by, without its place: the more
// telling ones first.
func (p *Page) forms(i int32) []step {
	n := &p.tree.Nodes[i]
	if n.Type != page.ElementNode || n.Space != page.HTML || !plain(n.Data) {
		return nil
	}
	var out []step
	if id := p.tree.Value(i, "id"); plain(id) && !strings.ContainsAny(id, "0123456789") {
		out = append(out, step{id: id})
	}
	if prop := p.tree.Value(i, "itemprop"); plain(prop) {
		out = append(out, step{tag: n.Data, prop: prop})
	}
	var classes []string
	for c := range strings.FieldsSeq(p.tree.Value(i, "class")) {
		if plain(c) && len(classes) < maxClasses {
			classes = append(classes, c)
		}
	}
	for _, c := range classes {
		out = append(out, step{tag: n.Data, class: [2]string{c}})
	}
	for k, c := range classes {
		for _, d := range classes[k+1:] {
			out = append(out, step{tag: n.Data, class: [2]string{c, d}})
		}
	}
	return append(out, step{tag: n.Data})
}

// maxClasses is how many classes of an element are looked at.
const maxClasses = 4

// plain reports whether a name needs no escape in CSS.
func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// nth returns the place of an element among its siblings of the same tag, from 1.
func (p *Page) nth(i int32) int {
	if p.places[i] == 0 {
		n := &p.tree.Nodes[i]
		count := map[string]int32{}
		for k := n.Parent + 1; k < p.tree.Nodes[n.Parent].End; k = p.tree.Nodes[k].End {
			if sib := &p.tree.Nodes[k]; sib.Type == page.ElementNode {
				count[sib.Data]++
				p.places[k] = count[sib.Data]
			}
		}
	}
	return int(p.places[i])
}

// matches returns which nodes of a page a step picks, wherever they are.
func (p *Page) matches(s step) []bool {
	s.child = false
	if m, ok := p.matched[s]; ok {
		return m
	}
	m := make([]bool, len(p.tree.Nodes))
	a := atom.Lookup([]byte(s.tag))
	for i := range p.tree.Nodes {
		n := &p.tree.Nodes[i]
		m[i] = n.Type == page.ElementNode && (a == 0 || n.Atom == a) && p.is(int32(i), s)
	}
	p.matched[s] = m
	return m
}

func (p *Page) is(i int32, s step) bool {
	if s.tag != "" && p.tree.Nodes[i].Data != s.tag || s.nth > 0 && p.nth(i) != s.nth {
		return false
	}
	if s.id != "" && p.tree.Value(i, "id") != s.id || s.prop != "" && p.tree.Value(i, "itemprop") != s.prop {
		return false
	}
	for _, c := range s.class {
		if c != "" && !hasClass(p.tree.Value(i, "class"), c) {
			return false
		}
	}
	return true
}

func hasClass(list, class string) bool {
	for c := range strings.FieldsSeq(list) {
		if c == class {
			return true
		}
	}
	return false
}

// pick returns the elements in one that steps pick, in document order; more than most are not
// looked for.
func (p *Page) pick(in int32, steps []step, most int) []int32 {
	last := len(steps) - 1
	ms := make([][]bool, len(steps))
	for k, s := range steps {
		ms[k] = p.matches(s)
	}
	var out []int32
	for i := in + 1; i < p.tree.Nodes[in].End && len(out) <= most; i++ {
		if ms[last][i] && p.above(in, i, steps, ms, last) {
			out = append(out, i)
		}
	}
	return out
}

// above reports whether the elements around one, which step k picks, are picked by the steps
// before that.
func (p *Page) above(in, i int32, steps []step, ms [][]bool, k int) bool {
	if k == 0 {
		return true
	}
	for up := p.tree.Nodes[i].Parent; up > in; up = p.tree.Nodes[up].Parent {
		if ms[k-1][up] && p.above(in, up, steps, ms, k-1) {
			return true
		}
		if steps[k].child {
			return false
		}
	}
	return false
}
