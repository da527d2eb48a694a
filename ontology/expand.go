package ontology

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/internal/vocabulary"
)

// An Expansion says which related concepts a Topic includes. The zero value is
// the thesis's (3.3, 5): synonyms, the parents, and the siblings of rank 0.
type Expansion struct {
	Parents    int      // levels of broader concepts, as Partial; 0 means 1, None none, All all
	NoSiblings bool     // leaves the other children of the parents out, which are Contextual
	Children   int      // levels of narrower concepts with their synonyms; All for all
	ChildrenAs Relation // Synonym or Partial; 0 means Synonym

	Terms     int      // most terms, the nearest ones first; 0 means all
	Languages []string // only names in these, and names without one; empty means all
	Sources   []string // only names from these vocabularies, and names without one; empty means all
	Types     []string // only related concepts of one of these semantic types; empty means all
}

const (
	All  = -1 // as many levels as there are, as crawl.NoLimit
	None = -2 // no level, as crawl.None
)

// check returns an error about a number that means nothing.
func (x Expansion) check() error {
	switch {
	case x.Parents < None:
		return fmt.Errorf("ontology: Expansion.Parents is %d: want more than 0, 0 for 1, All or None", x.Parents)
	case x.Children < None:
		return fmt.Errorf("ontology: Expansion.Children is %d: want 0 or more, or All", x.Children)
	case x.ChildrenAs > Partial:
		return fmt.Errorf("ontology: Expansion.ChildrenAs is %v: want Synonym or Partial", x.ChildrenAs)
	case x.Terms < 0:
		return fmt.Errorf("ontology: Expansion.Terms is %d: want more than 0, or 0 for all", x.Terms)
	}
	return nil
}

// Expand returns the topic of a name or an identifier. Its terms are, in this
// order: the name as given, the other names of its concept, the
// narrower concepts level by level, the broader ones level by level, and the
// siblings; each phrase once, with its nearest relation. Names of one ASCII character
// are left out, but for the name as given. The store is called once a level. The error for a name that the store lacks is an *UnknownTopicError.
func Expand(ctx context.Context, s Store, name string, x Expansion) (Topic, error) {
	if s == nil {
		return Topic{}, errors.New("ontology: no Store to look a topic up in")
	}
	if err := x.check(); err != nil {
		return Topic{}, err
	}
	e := expander{Expansion: x, store: s, seen: map[string]int{}}
	c, err := e.find(ctx, name)
	if err != nil {
		return Topic{}, err
	}
	e.topic = Topic{Name: name, ID: c.ID}
	exact := name
	if c.hasID(name) {
		exact = e.label(c)
		e.topic.Name = cmp.Or(exact, name)
	}
	e.add(exact, Exact, c.ID)
	e.addNames(c, Synonym)

	as := x.ChildrenAs
	if as == Exact {
		as = Synonym
	}
	narrower := func(c *Concept) []string { return c.Children }
	if err := e.walk(ctx, c, x.Children, narrower, func(n *Concept) { e.addNames(n, as) }); err != nil {
		return Topic{}, err
	}
	levels := x.Parents
	if levels == 0 {
		levels = 1
	}
	broader := func(c *Concept) []string { return c.Parents }
	if err := e.walk(ctx, c, levels, broader, func(p *Concept) { e.add(e.label(p), Partial, p.ID) }); err != nil {
		return Topic{}, err
	}
	if !x.NoSiblings {
		if err := e.siblings(ctx, c); err != nil {
			return Topic{}, err
		}
	}
	e.cut()
	return e.topic, nil
}

// expander collects terms, each once, with the nearest of its relations.
type expander struct {
	Expansion
	store Store
	topic Topic
	seen  map[string]int // normal form to place in Terms
}

// find returns the concept that a name means.
func (e *expander) find(ctx context.Context, name string) (*Concept, error) {
	ids, err := e.store.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	found, err := e.store.Concepts(ctx, ids[:min(1, len(ids))])
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		return &found[0], nil
	}
	unknown := &UnknownTopicError{Name: name}
	if s, ok := e.store.(suggester); ok {
		if unknown.Nearest, err = s.Nearest(ctx, name); err != nil {
			return nil, err
		}
	}
	return nil, unknown
}

// walk calls visit with the concepts that steps of next lead to from a concept, breadth
// first, each concept once. Cycles end it.
func (e *expander) walk(ctx context.Context, from *Concept, depth int, next func(*Concept) []string, visit func(*Concept)) error {
	seen := map[string]bool{from.ID: true}
	at := []Concept{*from}
	if depth == All {
		depth = math.MaxInt
	}
	for range depth {
		var ids []string
		for i := range at {
			for _, id := range next(&at[i]) {
				if !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
		if len(ids) == 0 {
			return nil
		}
		var err error
		if at, err = e.concepts(ctx, ids); err != nil {
			return err
		}
		for i := range at {
			if e.typed(&at[i]) {
				visit(&at[i])
			}
		}
	}
	return nil
}

// siblings adds the other children of the parents.
func (e *expander) siblings(ctx context.Context, c *Concept) error {
	parents, err := e.concepts(ctx, c.Parents)
	if err != nil {
		return err
	}
	var ids []string
	for _, p := range parents {
		ids = append(ids, p.Children...)
	}
	ids = slices.DeleteFunc(unique(ids), func(id string) bool { return id == c.ID })
	siblings, err := e.concepts(ctx, ids)
	if err != nil {
		return err
	}
	for i := range siblings {
		if e.typed(&siblings[i]) {
			e.add(e.label(&siblings[i]), Contextual, siblings[i].ID)
		}
	}
	return nil
}

// concepts returns the store's concepts that are not obsolete.
func (e *expander) concepts(ctx context.Context, ids []string) ([]Concept, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := e.store.Concepts(ctx, ids)
	return slices.DeleteFunc(found, func(c Concept) bool { return c.Obsolete }), err
}

// typed reports whether a related concept is of a type that is wanted.
func (e *expander) typed(c *Concept) bool {
	return len(e.Types) == 0 || slices.ContainsFunc(c.Types, func(t string) bool { return slices.Contains(e.Types, t) })
}

// wanted reports whether a name is in a language and from a source that are
// wanted.
func (e *expander) wanted(language, source string) bool {
	return (len(e.Sources) == 0 || source == "" || slices.Contains(e.Sources, source)) &&
		(len(e.Languages) == 0 || language == "" ||
			slices.ContainsFunc(e.Languages, func(want string) bool { return vocabulary.InLanguage(language, want) }))
}

// label returns the name of a related concept for a topic: its preferred one
// or, if that is not wanted, the first that is; "" if none is.
func (e *expander) label(c *Concept) string {
	if c.Name != "" && e.wanted(c.Language, c.Source) {
		return c.Name
	}
	for _, n := range c.Names {
		if n.Relation <= Synonym && e.wanted(n.Language, n.Source) {
			return n.Text
		}
	}
	return ""
}

// addNames adds all names of a concept. Names that are broader than it stay
// Partial.
func (e *expander) addNames(c *Concept, as Relation) {
	if e.wanted(c.Language, c.Source) {
		e.add(c.Name, as, c.ID)
	}
	for _, n := range c.Names {
		if e.wanted(n.Language, n.Source) {
			e.add(n.Text, max(as, n.Relation), c.ID)
		}
	}
}

func (e *expander) add(text string, r Relation, concept string) {
	if r != Exact && len(phrase.Normalize(text)) == 1 {
		return // on a page a letter may be anything: a vitamin, a language, an item of a list
	}
	e.topic.Terms = addTerm(e.topic.Terms, e.seen, Term{Text: text, Relation: r, Concept: concept})
}

// cut keeps the nearest terms if there are more than wanted.
func (e *expander) cut() {
	terms := e.topic.Terms
	if e.Terms <= 0 || len(terms) <= e.Terms {
		return
	}
	byRelation := func(a, b Term) int { return int(a.Relation) - int(b.Relation) }
	slices.SortStableFunc(terms, byRelation)
	e.topic.Terms = slices.Clip(terms[:e.Terms])
}
