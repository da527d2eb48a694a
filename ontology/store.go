package ontology

import (
	"context"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Store answers what [Expand] asks of an ontology: a Graph, a compiled file,
// a UMLS release or service.
type Store interface {
	// Find returns the identifiers of the concepts that a name or an identifier
	// means, the best first; none is no error. Identifiers may have the
	// ontology's name before them ("MESH:D002644"). Case and punctuation of
	// names do not matter, nor do plurals and the order of words if nothing has
	// the name as it is. Concepts come in the order of the name's senses where
	// these are told, and else those that prefer the name first. Obsolete ones
	// are left out.
	Find(ctx context.Context, name string) ([]string, error)

	// Concepts returns the concepts of identifiers in their order, with their
	// parents and children. Unknown ones are left out.
	Concepts(ctx context.Context, ids []string) ([]Concept, error)
}

// A Suggester is a Store that names what comes near a name that it lacks.
type Suggester interface {
	// Nearest returns a few names, the nearest first.
	Nearest(ctx context.Context, name string) ([]string, error)
}

// Loose returns the form in which names are compared that differ in number or
// in the order of words: the English stems of its words, sorted, with single
// spaces between.
func Loose(name string) string {
	var stems []string
	for w := range phrase.Words(name) {
		stems = append(stems, English(string(w.Text)))
	}
	slices.Sort(stems)
	return strings.Join(stems, " ")
}

// English returns the stem of a lower-case English word (Porter's second
// algorithm).
func English(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}
