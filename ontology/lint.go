package ontology

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Report lists properties of an ontology that may mislead a scorer or a crawl.
// None of them is an error: published ontologies have them all.
type Report struct {
	Warnings []SyntaxError // see [Graph.Warnings]

	// Ambiguous are normal forms of names that several concepts have, each with the
	// identifiers of these in the order of [Store.Find].
	Ambiguous []struct {
		Name     string
		Concepts []string
	}

	Short  []Term     // names that occur in any text: of fewer than 3 letters and digits; a sign of Han, kana or Hangul counts for two
	Cycles [][]string // identifiers of concepts that are broader than themselves, a list for each cycle

	// Dangling are parents and children that are not there, by their identifiers.
	Dangling []struct{ From, To string }

	Empty []string // identifiers of concepts without a name that has a word

	// Coverage says how much of the sample is made of the ontology's names.
	Coverage struct {
		Words, Covered int // words of the sample, and those that are part of a name
		Names          int // occurrences of names
		Concepts       int // concepts with a name that occurs
	}
}

// shortName is the number of letters and digits below which a name counts as
// short.
const shortName = 3

// shared is one of Report.Ambiguous.
type shared = struct {
	Name     string
	Concepts []string
}

// Lint checks an ontology, and measures how much of a sample of text, which may be
// "", it covers. Obsolete concepts count only as targets of references. It takes
// time in O(names + relations + sample).
func (g *Graph) Lint(sample string) Report {
	r := Report{
		Warnings:  g.Warnings(),
		Ambiguous: g.ambiguous(),
		Short:     g.short(),
		Cycles:    g.cycles(),
		Dangling:  g.dangling(),
		Empty:     g.empty(),
	}
	g.cover(&r, sample)
	return r
}

func (g *Graph) ambiguous() []shared {
	several := map[uint64]bool{} // digests of names
	entries := g.entries(&g.names)
	for i := 1; i < len(entries); i++ {
		if entries[i].digest == entries[i-1].digest {
			several[entries[i].digest] = true
		}
	}
	if len(several) == 0 {
		return nil
	}
	bearers := map[string][]indexEntry{}
	for at, i := range g.added {
		c := &g.nodes[i].Concept
		if c.Obsolete {
			continue
		}
		for key, rank := range g.keys(&g.names, c) {
			if d := digest(key); key != "" && several[d] {
				bearers[key] = append(bearers[key], indexEntry{d, int32(at), rank})
			}
		}
	}
	var all []shared
	for name, entries := range bearers {
		if entries = ordered(entries); len(entries) > 1 {
			all = append(all, shared{name, g.bearers(entries)})
		}
	}
	slices.SortFunc(all, func(a, b shared) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// bearers returns the identifiers of the concepts of entries.
func (g *Graph) bearers(entries []indexEntry) []string {
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = g.nodes[g.added[e.concept]].ID
	}
	return ids
}

// eachName yields the names of concepts that are not obsolete.
func (g *Graph) eachName(yield func(node int32, text string, r Relation) bool) {
	for _, i := range g.added {
		n := g.nodes[i]
		if n.Obsolete {
			continue
		}
		if !yield(i, n.Name, Exact) {
			return
		}
		for _, name := range n.Names {
			if !yield(i, name.Text, name.Relation) {
				return
			}
		}
	}
}

func (g *Graph) short() []Term {
	var all []Term
	g.eachName(func(i int32, text string, r Relation) bool {
		if n := letters(text); n > 0 && n < shortName {
			all = append(all, Term{Text: text, Relation: r, Concept: g.nodes[i].ID})
		}
		return true
	})
	return all
}

// letters returns the number of letters and digits of a name, those of syllables and
// ideographs twice.
func letters(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			n += 2
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			n++
		}
	}
	return n
}

func (g *Graph) empty() []string {
	named := make([]bool, len(g.nodes))
	g.eachName(func(i int32, text string, _ Relation) bool {
		named[i] = named[i] || letters(text) > 0
		return true
	})
	var ids []string
	for _, i := range g.added {
		if !named[i] && !g.nodes[i].Obsolete {
			ids = append(ids, g.nodes[i].ID)
		}
	}
	return ids
}

func (g *Graph) dangling() (all []struct{ From, To string }) {
	for from, to := range g.Dangling {
		all = append(all, struct{ From, To string }{from, to})
	}
	return all
}

// Dangling yields the identifiers of concepts with those of their parents and children
// that are not there.
func (g *Graph) Dangling(yield func(from, to string) bool) {
	gone := func(i int32) bool { return g.nodes[i].rank < 0 }
	for _, i := range g.added {
		n := g.nodes[i]
		if !slices.ContainsFunc(n.parents, gone) && !slices.ContainsFunc(n.children, gone) {
			continue
		}
		for _, to := range unique(slices.Concat(n.parents, n.children)) {
			if gone(to) && !yield(n.ID, g.nodes[to].ID) {
				return
			}
		}
	}
}

// cycles returns the strongly connected components of more than one concept,
// and concepts that are their own parents (Tarjan 1972, without recursion).
func (g *Graph) cycles() [][]string {
	const unseen = 0
	var (
		order  = make([]int32, len(g.nodes)) // in which nodes were met, from 1
		low    = make([]int32, len(g.nodes)) // the earliest node on the stack that is reached
		onPath = make([]bool, len(g.nodes))
		stack  []int32
		met    int32
		found  [][]string
	)
	type visit struct {
		node int32
		next int // place in its parents
	}
	for _, root := range g.added {
		if order[root] != unseen {
			continue
		}
		path := []visit{{root, 0}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			i := v.node
			if v.next == 0 && order[i] == unseen {
				met++
				order[i], low[i] = met, met
				stack, onPath[i] = append(stack, i), true
			}
			if v.next < len(g.nodes[i].parents) {
				p := g.nodes[i].parents[v.next]
				v.next++
				if order[p] == unseen {
					path = append(path, visit{p, 0})
				} else if onPath[p] {
					low[i] = min(low[i], order[p])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				below := path[len(path)-1].node
				low[below] = min(low[below], low[i])
			}
			if low[i] != order[i] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != i {
				at--
			}
			knot := stack[at:]
			for _, n := range knot {
				onPath[n] = false
			}
			if len(knot) > 1 || slices.Contains(g.nodes[i].parents, i) {
				found = append(found, g.ids(knot))
			}
			stack = stack[:at]
		}
	}
	return found
}

// cover measures how much of a sample the names cover.
func (g *Graph) cover(r *Report, sample string) {
	var b phrase.Builder
	byID := map[uint32][]int32{}
	g.eachName(func(i int32, text string, _ Relation) bool {
		if id, ok := b.Add(text, uint32(len(byID))); ok {
			byID[id] = append(byID[id], i)
		}
		return true
	})
	c := &r.Coverage
	c.Words = words(sample)
	concepts := map[int32]bool{}
	for _, h := range b.Build().Match(nil, sample) {
		c.Names++
		c.Covered += words(sample[h.Start:h.End])
		for _, i := range byID[h.ID] {
			concepts[i] = true
		}
	}
	c.Concepts = len(concepts)
}

func words(text string) int {
	n := 0
	for range phrase.Words(text) {
		n++
	}
	return n
}

// String returns each warning and the counts and a few examples of each other kind, a
// line each.
func (r Report) String() string {
	var b strings.Builder
	for i := range r.Warnings {
		fmt.Fprintf(&b, "warning: %v\n", &r.Warnings[i])
	}
	line(&b, "ambiguous names", r.Ambiguous, func(s shared) string {
		return fmt.Sprintf("%q (%s)", s.Name, strings.Join(s.Concepts, ", "))
	})
	line(&b, "short names", r.Short, func(t Term) string { return fmt.Sprintf("%q (%s)", t.Text, t.Concept) })
	line(&b, "cycles", r.Cycles, func(ids []string) string { return strings.Join(ids, " > ") })
	line(&b, "dangling references", r.Dangling, func(d struct{ From, To string }) string { return d.From + " > " + d.To })
	line(&b, "concepts without a name", r.Empty, func(id string) string { return id })
	if c := r.Coverage; c.Words > 0 {
		fmt.Fprintf(&b, "of the sample's %d words %.1f %% are in %d names of %d concepts\n",
			c.Words, 100*float64(c.Covered)/float64(c.Words), c.Names, c.Concepts)
	}
	return b.String()
}

func line[T any](b *strings.Builder, kind string, all []T, text func(T) string) {
	const shown = 3
	fmt.Fprintf(b, "%d %s", len(all), kind)
	for i, v := range all[:min(shown, len(all))] {
		b.WriteString([]string{": ", ", ", ", "}[i] + text(v))
	}
	if len(all) > shown {
		b.WriteString(", ...")
	}
	b.WriteByte('\n')
}
