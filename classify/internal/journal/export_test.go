package journal

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// Shares are those of journals.
type Shares = priorShares

// SharesOf counts what share a clue's values have in the articles and in the
// other links of a journal's pages, each page alike.
func SharesOf(pages [][]anchor.Link, classes [][]string) *Shares {
	var out Shares
	for j := range out {
		out[j] = map[string]verdict.Count{}
	}
	var m Model
	for k, links := range pages {
		var all verdict.Count
		for _, class := range classes[k] {
			all[verdict.ClassIndex(class)]++
		}
		r := readPage(links, m.memory.seen)
		m.memory.remember(r)
		for i, class := range classes[k] {
			class := verdict.ClassIndex(class)
			for j, value := range r.clues[i] {
				n := out[j][value]
				n[class] += 1 / all[class] / float64(len(pages))
				out[j][value] = n
			}
		}
	}
	return &out
}

// Prior makes one of the shares of some journals, each alike.
func Prior(journals []*Shares) *Shares {
	var out Shares
	for j := range out {
		out[j] = map[string]verdict.Count{}
		var sum verdict.Count
		for _, journal := range journals {
			for value, n := range journal[j] {
				k := out[j][value]
				out[j][value] = verdict.Count{k[0] + n[0], k[1] + n[1]}
				sum[0] += n[0]
				sum[1] += n[1]
			}
		}
		for value, n := range out[j] {
			out[j][value] = verdict.Count{n[0] / sum[0], n[1] / sum[1]}
		}
	}
	return &out
}

// WithShares gives a model other prior shares than the package's.
func WithShares(m *Model, shares *priorShares) *Model {
	m.shares = shares
	return m
}

// FormatShares writes shares as a Go file of the package, with three digits.
func FormatShares(shares *priorShares) []byte {
	var b bytes.Buffer
	b.WriteString("package journal\n\n// prior is measured on eleven journals, each and each of its pages alike:\n// go test ./classify/internal/journal -run TestPriorShares -update writes it.\nvar prior = priorShares{\n")
	for j, values := range shares {
		var row []string
		for _, value := range slices.Sorted(maps.Keys(values)) {
			if n := values[value]; max(n[0], n[1]) >= 0.0005 {
				row = append(row, fmt.Sprintf("%q: {%.3f, %.3f}", value, n[0], n[1]))
			}
		}
		fmt.Fprintf(&b, "{ // %s\n", clueNames[j])
		for some := range slices.Chunk(row, 4) {
			fmt.Fprintf(&b, "%s,\n", strings.Join(some, ", "))
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
