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
// spaces between. Signs of a script without spaces that touch are one word here, since
// in another order they mean something else.
func Loose(name string) string {
	var stems []string
	var word []byte
	end := -1
	for w := range phrase.Words(name) {
		if w.Start != end && len(word) > 0 {
			stems = append(stems, Stem(string(word)))
			word = word[:0]
		}
		word = append(word, w.Text...)
		end = w.End
	}
	if len(word) > 0 {
		stems = append(stems, Stem(string(word)))
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
// is not known, 0, those that prefer the name come before the others, and those that
// it is broader than last.
func Rank(sense int, preferred, broader bool) uint16 {
	const last = math.MaxUint16
	switch {
	case sense > 0:
		return uint16(min(sense, last-1))
	case preferred:
		return 0
	case broader:
		return last
	}
	return last - 1
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
