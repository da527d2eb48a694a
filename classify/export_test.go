package classify

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"slices"
)

// BruteForce is Classify by comparing with every example: the obvious way.
func (m *NearestNeighbor) BruteForce(l Link) Classification {
	if len(m.examples) == 0 {
		return m.Classify(l)
	}
	v := m.Mode.Vector(l)
	found := make([]nearest, len(m.index.classes))
	for k := range found {
		found[k] = nearest{distance: far, example: -1}
	}
	for e, ex := range m.examples {
		var sum int32
		for c, comp := range m.Mode.components() {
			by := m.distance()
			if comp.words {
				by = DistanceJaccard
			}
			sum += comp.weight * by.parts(v[c], ex.vector[c])
		}
		m.index.meet(found, int32(e), sum, leaveNone)
	}
	return m.classification(m.index.decide(found))
}

// Shares is what is usual at journals.
type Shares = usualShares

// SharesOf counts what share a clue's values have in the articles and in the
// other links of a journal's pages, each page alike.
func SharesOf(pages [][]Example) *Shares {
	var out Shares
	for j := range out {
		out[j] = map[string]count{}
	}
	var m NearestNeighbor
	for _, examples := range pages {
		links := make([]Link, len(examples))
		var all count
		for i, e := range examples {
			links[i] = e.Link
			all[place(e.Class)]++
		}
		r := m.read(links)
		m.known.remember(r)
		for i, e := range examples {
			class := place(e.Class)
			for j, value := range r.clues[i] {
				n := out[j][value]
				n[class] += 1 / all[class] / float64(len(pages))
				out[j][value] = n
			}
		}
	}
	return &out
}

// Usual makes one of the shares of some journals, each alike.
func Usual(journals []*Shares) *Shares {
	var out Shares
	for j := range out {
		out[j] = map[string]count{}
		var sum count
		for _, journal := range journals {
			for value, n := range journal[j] {
				k := out[j][value]
				out[j][value] = count{k[0] + n[0], k[1] + n[1]}
				sum[0] += n[0]
				sum[1] += n[1]
			}
		}
		for value, n := range out[j] {
			out[j][value] = count{n[0] / sum[0], n[1] / sum[1]}
		}
	}
	return &out
}

// WithShares gives a model other usual shares than the package's.
func WithShares(m *NearestNeighbor, shares *usualShares) *NearestNeighbor {
	m.shares = shares
	return m
}

// FormatShares writes shares as a Go file of the package, with three digits.
func FormatShares(shares *usualShares) []byte {
	var b bytes.Buffer
	b.WriteString("package classify\n\n// usual is measured on eleven journals, each and each of its pages alike:\n// go test ./classify -run TestUsual -update writes it.\nvar usual = usualShares{\n")
	for j, values := range shares {
		fmt.Fprintf(&b, "{ // %s\n", clueNames[j])
		for _, value := range slices.Sorted(maps.Keys(values)) {
			if n := values[value]; max(n[0], n[1]) >= 0.0005 {
				fmt.Fprintf(&b, "%q: {%.3f, %.3f},\n", value, n[0], n[1])
			}
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	src, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return src
}
