package figures

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// An element of a generated template.
type element struct {
	tag, class string
	text       string // its own, the same on each page
	repeats    bool   // one to four times a page: content
	content    uint64 // what it is on a page follows from this and the page's seed
	region     bool   // its text is the region's
	kids       []*element
}

// A source is a generated template: the elements from html down to that of the
// region, with others beside them on each level below the body.
type source struct {
	root *element
	path []*element
}

var (
	blocks = []string{"div", "section", "article", "main"}
	frames = []string{"div", "nav", "header", "aside", "footer"}
)

func pick(r *rand.Rand, of []string) string { return of[r.IntN(len(of))] }

// newSource makes up a template whose region is at depth d_max.
func newSource(r *rand.Rand, depth int) *source {
	body := &element{tag: "body"}
	s := &source{root: &element{tag: "html", kids: []*element{{tag: "head", kids: []*element{{tag: "title", text: "A page"}}}, body}}}
	s.path = []*element{s.root, body}
	for d := 3; d <= depth; d++ {
		above := s.path[len(s.path)-1]
		for range r.IntN(3) {
			above.kids = append(above.kids, newFrame(r))
		}
		next := &element{tag: pick(r, blocks), class: fmt.Sprintf("level%d", d), region: d == depth}
		above.kids = append(above.kids, next)
		if r.IntN(4) == 0 {
			above.kids = append(above.kids, newContent(r))
		}
		for range r.IntN(3) {
			above.kids = append(above.kids, newFrame(r))
		}
		s.path = append(s.path, next)
	}
	return s
}

// newFrame makes up an element with a few inside it.
func newFrame(r *rand.Rand) *element {
	e := &element{tag: pick(r, frames), class: fmt.Sprintf("frame%d", r.IntN(1000)), text: "Frame"}
	for range r.IntN(3) {
		e.kids = append(e.kids, newContent(r))
	}
	return e
}

func newContent(r *rand.Rand) *element { return &element{tag: "p", repeats: true, content: r.Uint64()} }

var words = strings.Fields("tide harbour stone bread oven swift dusk evening count valley flour crust wall year minute")

func sentence(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = words[r.IntN(len(words))]
	}
	return strings.Join(out, " ") + "."
}

// page renders a page; equal seeds give equal content, whatever the template.
func (s *source) page(seed uint64, region string) []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n")
	s.root.render(&b, seed, region)
	return []byte(b.String())
}

func (e *element) render(b *strings.Builder, seed uint64, region string) {
	r := rand.New(rand.NewPCG(seed, e.content))
	times := 1
	if e.repeats {
		times += r.IntN(4)
	}
	for range times {
		fmt.Fprintf(b, "<%s", e.tag)
		if e.class != "" {
			fmt.Fprintf(b, " class=%q", e.class)
		}
		b.WriteString(">")
		switch {
		case e.region:
			b.WriteString(region)
		case e.repeats:
			b.WriteString(sentence(r, 12))
		default:
			b.WriteString(e.text)
		}
		for _, k := range e.kids {
			k.render(b, seed, region)
		}
		fmt.Fprintf(b, "</%s>\n", e.tag)
	}
}

func (s *source) clone() *source {
	c := &source{}
	on := map[*element]*element{}
	var clone func(e *element) *element
	clone = func(e *element) *element {
		twin := *e
		twin.kids = nil
		for _, k := range e.kids {
			twin.kids = append(twin.kids, clone(k))
		}
		on[e] = &twin
		return &twin
	}
	c.root = clone(s.root)
	for _, e := range s.path {
		c.path = append(c.path, on[e])
	}
	return c
}

// change makes one to three random changes, each on a random level of the path.
func (s *source) change(r *rand.Rand) {
	for range 1 + r.IntN(3) {
		for !changes[r.IntN(len(changes))](r, s, 2+r.IntN(len(s.path)-2)) {
		}
	}
}

// changes are the kinds of changes, all as likely. Each is made at level d of the path, an
// index, and reports whether it could be.
var changes = []func(r *rand.Rand, s *source, d int) bool{
	func(r *rand.Rand, s *source, d int) bool { // an element inserted beside the path
		above := s.path[d-1]
		above.kids = slices.Insert(above.kids, r.IntN(len(above.kids)+1), newFrame(r))
		return true
	},
	func(r *rand.Rand, s *source, d int) bool { // one removed
		above := s.path[d-1]
		i := r.IntN(len(above.kids))
		if above.kids[i] == s.path[d] {
			return false
		}
		above.kids = slices.Delete(above.kids, i, i+1)
		return true
	},
	func(r *rand.Rand, s *source, d int) bool { // two on a level change places
		kids := s.path[d-1].kids
		i, k := r.IntN(len(kids)), r.IntN(len(kids))
		kids[i], kids[k] = kids[k], kids[i]
		return i != k
	},
	func(r *rand.Rand, s *source, d int) bool { // one moves to another level
		from, to := s.path[d-1], s.path[1+r.IntN(len(s.path)-2)]
		i := r.IntN(len(from.kids))
		if from == to || from.kids[i] == s.path[d] {
			return false
		}
		e := from.kids[i]
		from.kids = slices.Delete(from.kids, i, i+1)
		to.kids = slices.Insert(to.kids, r.IntN(len(to.kids)+1), e)
		return true
	},
	func(r *rand.Rand, s *source, d int) bool { // a div round an element of the path
		above := s.path[d-1]
		div := &element{tag: "div", class: "wrapper", kids: []*element{s.path[d]}}
		above.kids[slices.Index(above.kids, s.path[d])] = div
		s.path = slices.Insert(s.path, d, div)
		return true
	},
	func(r *rand.Rand, s *source, d int) bool { // an element of the path renamed
		tag := s.path[d].tag
		s.path[d].tag = pick(r, blocks)
		return tag != s.path[d].tag
	},
}
