package bartree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// node is an element of a generated template. Text with a %d in it is filled
// with content that differs from page to page.
type node struct {
	tag, class string
	text       string
	repeat     bool // stands 1 to 6 times a page: content
	kids       []*node
}

// layout is a generated template: way are the elements down to the region.
type layout struct {
	root *node
	way  []*node
	side *node // off the way
}

const words = "tide harbour stone bread oven swift dusk evening count valley flour crust wall year minute"

func sentence(r *rand.Rand, n int) string {
	all := strings.Fields(words)
	out := make([]string, n)
	for i := range out {
		out[i] = all[r.IntN(len(all))]
	}
	return strings.Join(out, " ") + "."
}

// newLayout makes up a template whose region stands 6 to 12 deep, with frame
// elements before and after it on each level.
func newLayout(r *rand.Rand) layout {
	var l layout
	l.root = &node{tag: "html"}
	body := &node{tag: "body"}
	l.root.kids = []*node{{tag: "head", kids: []*node{{tag: "title", text: "A page"}}}, body}
	l.way = []*node{l.root, body}
	l.side = &node{tag: "div", class: "sidebar", kids: []*node{
		{tag: "h3", text: "More"},
		{tag: "ul", class: "links", kids: []*node{{tag: "li", repeat: true, text: "link"}}},
		{tag: "div", class: "advert", kids: []*node{{tag: "img"}}},
	}}
	at := body
	depth := 4 + r.IntN(7)
	for d := range depth {
		next := &node{tag: pick(r, "div", "section", "article", "main"), class: fmt.Sprintf("level%c", 'a'+d)}
		before := r.IntN(3) + 1
		for i := range before {
			at.kids = append(at.kids, &node{tag: pick(r, "div", "nav", "header"), class: fmt.Sprintf("before%c%c", 'a'+d, 'a'+i), text: "frame"})
		}
		at.kids = append(at.kids, next)
		for i := range r.IntN(3) + 1 {
			at.kids = append(at.kids, &node{tag: pick(r, "div", "aside", "footer"), class: fmt.Sprintf("after%c%c", 'a'+d, 'a'+i), text: "frame"})
		}
		if d == 0 {
			at.kids = append(at.kids, l.side)
		}
		l.way = append(l.way, next)
		at = next
	}
	at.kids = append(at.kids, &node{tag: "h2", text: "Abstract"}, &node{tag: "p", class: "abstract", text: "REGION"}, &node{tag: "p", repeat: true, text: "more"})
	l.way = append(l.way, at.kids[len(at.kids)-2])
	return l
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// page renders the template with a region's text and other content.
func (l layout) page(r *rand.Rand, region string) []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n")
	l.root.render(&b, r, region, 1+r.IntN(6))
	return []byte(b.String())
}

func (n *node) render(b *strings.Builder, r *rand.Rand, region string, times int) {
	once := 1
	if n.repeat {
		once = times
	}
	for range once {
		b.WriteString("<" + n.tag)
		if n.class != "" {
			fmt.Fprintf(b, ` class="%s"`, n.class)
		}
		b.WriteString(">")
		switch {
		case n.tag == "img":
			return
		case n.text == "REGION":
			b.WriteString(region)
		case n.text == "frame" || n.text == "Abstract" || n.text == "More":
			b.WriteString(n.text)
		case n.text != "":
			b.WriteString(sentence(r, 3+r.IntN(9)))
		}
		for _, k := range n.kids {
			k.render(b, r, region, times)
		}
		b.WriteString("</" + n.tag + ">\n")
	}
}

// clone copies a layout, so that it can be changed.
func (l layout) clone() layout {
	twin := map[*node]*node{}
	var clone func(n *node) *node
	clone = func(n *node) *node {
		m := *n
		m.kids = nil
		for _, k := range n.kids {
			m.kids = append(m.kids, clone(k))
		}
		twin[n] = &m
		return &m
	}
	c := layout{root: clone(l.root)}
	for _, w := range l.way {
		c.way = append(c.way, twin[w])
	}
	c.side = twin[l.side]
	return c
}

// change is one kind of change of a template.
type change struct {
	name string
	kind string // what Where must be; "" if the change is off the way
	side string
	make func(r *rand.Rand, l layout) (depth int) // the first depth that differs
}

var changes = []change{
	{"balanced banner before path node", "inserted", "upper", func(r *rand.Rand, l layout) int { return l.banner(r, 0) }},
	{"balanced banner after path node", "inserted", "lower", func(r *rand.Rand, l layout) int { return l.banner(r, 1) }},
	{"wrapper div round path node", "wrapped", "path", func(r *rand.Rand, l layout) int {
		d := l.inner(r)
		parent := l.root.parentOf(l.way[d])
		parent.kids[parent.indexOf(l.way[d])] = &node{tag: "div", class: "wrapper", kids: []*node{l.way[d]}}
		return d + 1
	}},
	{"class renamed", "renamed", "path", func(r *rand.Rand, l layout) int {
		d := l.inner(r)
		l.way[d].class = "renamed"
		return d + 1
	}},
	{"tag renamed", "renamed", "path", func(r *rand.Rand, l layout) int {
		d := l.inner(r)
		if d == len(l.way)-1 {
			d--
		}
		l.way[d].tag = map[string]string{"div": "section", "section": "article", "article": "main", "main": "div"}[l.way[d].tag]
		return d + 1
	}},
	{"siblings reordered", "reordered", "", func(r *rand.Rand, l layout) int {
		for {
			d := 2 + r.IntN(len(l.way)-3)
			parent := l.root.parentOf(l.way[d])
			k := parent.kids
			at := parent.indexOf(l.way[d])
			if len(k) == 1 {
				continue // a wrapper
			}
			other := r.IntN(len(k))
			if other == at || k[other].repeat {
				continue
			}
			k[at], k[other] = k[other], k[at]
			return d + 1
		}
	}},
	{"sidebar restructured (off path)", "", "", func(r *rand.Rand, l layout) int {
		l.side.kids = []*node{{tag: "section", class: "cards", kids: []*node{{tag: "div", class: "card", repeat: true, text: "x"}, {tag: "form", kids: []*node{{tag: "input"}}}}}}
		return 0
	}},
}

// inner picks a level of the way below the body.
func (l layout) inner(r *rand.Rand) int { return 2 + r.IntN(len(l.way)-2) }

func (l layout) banner(r *rand.Rand, after int) int {
	d := l.inner(r)
	parent := l.root.parentOf(l.way[d])
	at := parent.indexOf(l.way[d]) + after
	banner := &node{tag: "div", class: "banner", kids: []*node{{tag: "a", text: "frame"}}}
	parent.kids = append(parent.kids[:at:at], append([]*node{banner}, parent.kids[at:]...)...)
	return d + 1
}

func (n *node) indexOf(kid *node) int {
	for i, k := range n.kids {
		if k == kid {
			return i
		}
	}
	return -1
}

func (n *node) parentOf(kid *node) *node {
	for _, k := range n.kids {
		if k == kid {
			return n
		}
		if p := k.parentOf(kid); p != nil {
			return p
		}
	}
	return nil
}
