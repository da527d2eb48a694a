package rdf_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

// isomorphic reports whether two graphs are the same but for the labels of
// their blank nodes. It tries every pairing of nodes that look alike.
func isomorphic(a, b []rdf.Triple) bool {
	m := matcher{graphOf(a), graphOf(b), map[string]string{}, map[string]bool{}}
	if len(m.a.triples) != len(m.b.triples) || len(m.a.blanks) != len(m.b.blanks) {
		return false
	}
	return m.match(0)
}

type graph struct {
	triples map[rdf.Triple]bool
	blanks  []string
	looks   map[string]string
}

func graphOf(triples []rdf.Triple) graph {
	g := graph{triples: map[rdf.Triple]bool{}, looks: map[string]string{}}
	for _, t := range triples {
		t.Object.Language = strings.ToLower(t.Object.Language)
		g.triples[t] = true
		for _, x := range []rdf.Term{t.Subject, t.Object} {
			if x.Kind == rdf.Blank {
				g.looks[x.Value] = ""
			}
		}
	}
	g.blanks = slices.Sorted(maps.Keys(g.looks))
	for range 3 {
		g.refine()
	}
	return g
}

// refine lets a node look like the triples that it stands in.
func (g *graph) refine() {
	around := map[string][]string{}
	look := func(x rdf.Term, self string) string {
		switch {
		case x.Kind != rdf.Blank:
			return fmt.Sprintf("%q", x)
		case x.Value == self:
			return "self"
		}
		return g.looks[x.Value]
	}
	for t := range g.triples {
		for _, x := range []rdf.Term{t.Subject, t.Object} {
			if x.Kind == rdf.Blank {
				around[x.Value] = append(around[x.Value],
					fmt.Sprintf("(%s %s %s)", look(t.Subject, x.Value), t.Predicate, look(t.Object, x.Value)))
			}
		}
	}
	next := map[string]string{}
	for node, lines := range around {
		slices.Sort(lines)
		next[node] = fmt.Sprint(lines)
	}
	g.looks = next
}

type matcher struct {
	a, b graph
	pair map[string]string
	used map[string]bool
}

func (m *matcher) match(n int) bool {
	if n == len(m.a.blanks) {
		for t := range m.a.triples {
			if !m.b.triples[rdf.Triple{Subject: m.to(t.Subject), Predicate: t.Predicate, Object: m.to(t.Object)}] {
				return false
			}
		}
		return true
	}
	node := m.a.blanks[n]
	for _, other := range m.b.blanks {
		if m.used[other] || m.a.looks[node] != m.b.looks[other] {
			continue
		}
		m.pair[node], m.used[other] = other, true
		if m.match(n + 1) {
			return true
		}
		m.used[other] = false
	}
	return false
}

func (m *matcher) to(x rdf.Term) rdf.Term {
	if x.Kind == rdf.Blank {
		x.Value = m.pair[x.Value]
	}
	return x
}

func TestIsomorphic(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"<a:s> <a:p> _:x .", "<a:s> <a:p> _:y .", true},
		{"_:x <a:p> _:y . _:y <a:p> _:x .", "_:b <a:p> _:a . _:a <a:p> _:b .", true},
		{"_:x <a:p> _:y . _:y <a:p> _:x .", "_:x <a:p> _:x . _:y <a:p> _:y .", false},
		{"<a:s> <a:p> _:x, _:y .", "<a:s> <a:p> _:x .", false},
		{"_:x <a:p> 1 . _:y <a:p> 2 .", "_:y <a:p> 1 . _:x <a:p> 2 .", true},
		{"_:x <a:p> 1 , 2 .", "_:y <a:p> 1 . _:x <a:p> 2 .", false},
		{"<a:s> <a:p> 'x'@EN .", "<a:s> <a:p> 'x'@en .", true},
		{"<a:s> <a:p> 'x' .", "<a:s> <a:p> 'x'@en .", false},
	} {
		a, err := collect(rdf.Turtle(strings.NewReader(c.a), "", nil))
		if err != nil {
			t.Fatal(err)
		}
		b, err := collect(rdf.Turtle(strings.NewReader(c.b), "", nil))
		if err != nil {
			t.Fatal(err)
		}
		if got := isomorphic(a, b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func collect(triples rdf.Triples) (all []rdf.Triple, err error) {
	for t, err := range triples {
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
