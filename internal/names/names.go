// Package names says which names and identifiers of an ontology's concepts are
// equal, and how concepts that share one are ranked. The graph, the compiled file
// and the UMLS reader find concepts by the same rules, those of this package.
package names

import (
	"math"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Loose returns the form that names have in common which differ only in number or
// in the order of words: the English stems of its words, sorted, with single
// spaces between.
func Loose(name string) string {
	var stems []string
	for w := range phrase.Words(name) {
		stems = append(stems, Stem(string(w.Text)))
	}
	slices.Sort(stems)
	return strings.Join(stems, " ")
}

// Stem returns the stem of a lower-case English word (Porter's second
// algorithm). A word that is too long to be part of a phrase stays as it is: the
// stemmer's time is quadratic.
func Stem(word string) string {
	if len(word) > phrase.MaxWordBytes {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// Rank orders the concepts that have a name: by their sense of it, from 1; if that
// is not known, 0, those that prefer the name come before the others.
func Rank(sense int, preferred bool) uint16 {
	switch {
	case sense > 0:
		return uint16(min(sense, math.MaxUint16))
	case preferred:
		return 0
	}
	return math.MaxUint16
}

// WithoutPrefix returns an identifier without its prefix, the name of its ontology:
// "D002644" of "MESH:D002644", or "" if it has none.
func WithoutPrefix(id string) string {
	prefix, rest, ok := strings.Cut(id, ":")
	if !ok || prefix == "" || strings.HasPrefix(rest, "//") {
		return ""
	}
	return rest
}
