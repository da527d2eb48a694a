package skos

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/rdf"
	"github.com/lokman-crawler/lokman/internal/vocabulary"
	"github.com/lokman-crawler/lokman/ontology"
)

// A builder collects what triples say about the nodes of the RDF graph, as they
// may come in any order, and makes concepts of some at the end.
type builder struct {
	languages []string
	nodes     []node
	at        map[string]int32 // IRI or label to nodes; labels start with "_:"
	last      rdf.Term         // the subject of the triple before
	lastNode  int32
	types     map[string]string
}

type node struct {
	id         string
	concept    bool // by its type
	related    bool // by a broader or narrower concept
	collection bool // or a scheme: never a concept (SKOS S9, S37)
	obsolete   bool
	labelled   bool  // it has a name, wanted or not
	taken      bool  // a concept or term of MeSH, or a synonym, that a concept has
	partOf     bool  // the property
	form       int32 // place in names of the one that a label of SKOS-XL has, from 1
	whole      int32 // the node that a restriction of part_of is about, from 1
	names      []name
	texts      []text
	edges      []edge
}

type name struct {
	text, language string
	role           role
}

// A text is an identifier, a notation, an xref or a type.
type text struct {
	value string
	role  role
}

// code returns what the text finds a concept by if no other concept has it, "" if
// it finds none.
func (t text) code() string {
	switch t.role {
	case notationRole:
		return t.value
	case xrefRole:
		return vocabulary.Xref(t.value)
	}
	return ""
}

// An edge leads to another node.
type edge struct {
	to   int32
	role role
}

func newBuilder(languages []string) *builder {
	return &builder{languages: languages, at: map[string]int32{}, types: map[string]string{}, lastNode: -1}
}

// place returns the node of a term.
func (b *builder) place(t rdf.Term) int32 {
	key := t.Value
	if t.Kind == rdf.Blank {
		key = "_:" + key
	}
	i, ok := b.at[key]
	if !ok {
		i = int32(len(b.nodes))
		b.at[key] = i
		b.nodes = append(b.nodes, node{id: key})
	}
	return i
}

func (b *builder) subject(t rdf.Term) int32 {
	if b.lastNode < 0 || t != b.last {
		b.last, b.lastNode = t, b.place(t)
	}
	return b.lastNode
}

func (b *builder) add(t rdf.Triple) {
	r, ok := roles[t.Predicate]
	if !ok {
		return
	}
	if t.Object.Kind == rdf.Literal {
		b.literal(t, r)
		return
	}
	b.relation(t, r)
}

func (b *builder) literal(t rdf.Triple, r role) {
	text := t.Object.Value
	switch r {
	case preferredRole, labelRole, formRole, synonymRole, broadNameRole:
		if text = strings.TrimSpace(text); text == "" {
			return
		}
		n := &b.nodes[b.subject(t.Subject)]
		n.labelled = true
		n.partOf = n.partOf || text == partLabel
		if !b.wanted(t.Object.Language) {
			return
		}
		n.names = append(n.names, name{text, t.Object.Language, r})
		if r == formRole && n.form == 0 {
			n.form = int32(len(n.names))
		}
	case deprecatedRole:
		if text == "true" || text == "1" {
			b.nodes[b.subject(t.Subject)].obsolete = true
		}
	case replacedRole:
		t.Object = rdf.Term{Value: expand(text)}
		b.relation(t, r)
	case identifierRole, notationRole:
		b.text(t.Subject, r, text)
	case xrefRole:
		// Those of blank nodes say where a statement comes from.
		if t.Subject.Kind == rdf.IRI {
			b.text(t.Subject, r, text)
		}
	case semanticRole:
		b.text(t.Subject, r, b.shared(text))
	}
}

func (b *builder) text(subject rdf.Term, r role, value string) {
	n := &b.nodes[b.subject(subject)]
	n.texts = append(n.texts, text{value, r})
}

// shared returns a type, the same string for all concepts.
func (b *builder) shared(text string) string {
	if known, ok := b.types[text]; ok {
		return known
	}
	b.types[text] = text
	return text
}

func (b *builder) relation(t rdf.Triple, r role) {
	switch r {
	case typeRole:
		concept, known := nodeTypes[t.Object.Value]
		if known && t.Object.Kind == rdf.IRI && t.Subject.Kind == rdf.IRI {
			n := &b.nodes[b.subject(t.Subject)]
			n.concept = n.concept || concept
			n.collection = n.collection || !concept
		}
	case semanticRole:
		b.text(t.Subject, r, b.shared(lastPart(t.Object.Value)))
	case parentRole, childRole, superclassRole, replacedRole, propertyRole, fillerRole,
		preferredNodeRole, synonymNodeRole, meshConceptRole, synonymRole, broadNameRole:
		from, to := b.subject(t.Subject), b.place(t.Object)
		n := &b.nodes[from]
		n.edges = append(n.edges, edge{to, r})
		if r == parentRole || r == childRole {
			n.related, b.nodes[to].related = true, true
		}
	}
}

// wanted reports whether names in a language are kept.
func (b *builder) wanted(language string) bool {
	return len(b.languages) == 0 || language == "" || b.rank(language) < len(b.languages)
}

// rank returns the place of a language among those wanted.
func (b *builder) rank(language string) int {
	for i, want := range b.languages {
		if vocabulary.InLanguage(language, want) {
			return i
		}
	}
	return len(b.languages)
}

// fill adds the concepts to a graph.
func (b *builder) fill(g *ontology.Graph) {
	for i := range b.nodes {
		n := &b.nodes[i]
		n.concept = b.isConcept(n)
		n.whole = b.partWhole(n)
	}
	bearers := b.bearers()
	for i := range b.nodes {
		if b.nodes[i].concept {
			g.Add(b.concept(int32(i), bearers))
		}
	}
	b.replace(g, bearers)
}

// missing yields the parents and children of concepts that the document says nothing of
// though they have identifiers of the same vocabulary.
func (b *builder) missing(yield func(id string) bool) {
	for i := range b.nodes {
		own := vocabulary.Of(b.nodes[i].id)
		for _, e := range b.nodes[i].edges {
			if e.role != parentRole && e.role != childRole && e.role != superclassRole || !b.nodes[i].concept {
				continue
			}
			n := &b.nodes[e.to]
			said := n.concept || n.collection || n.labelled || len(n.edges) > 0 || len(n.texts) > 0
			if !said && !isBlank(n.id) && vocabulary.Of(n.id) == own && !yield(n.id) {
				return
			}
		}
	}
}

func (b *builder) isConcept(n *node) bool {
	return !isTop(n.id) && (n.concept || n.related && !n.collection && !isBlank(n.id) &&
		slices.ContainsFunc(n.names, func(x name) bool { return x.role == preferredRole || x.role == labelRole }))
}

// partWhole returns the node that a restriction of part_of is about, from 1,
// or 0.
func (b *builder) partWhole(n *node) int32 {
	property, of := n.target(propertyRole)
	filler, some := n.target(fillerRole)
	if !of || !some || !isBlank(n.id) {
		return 0
	}
	if p := &b.nodes[property]; p.partOf || p.id == partOf || strings.HasSuffix(p.id, "#part_of") {
		return filler + 1
	}
	return 0
}

// target returns where the only edge of a role leads to.
func (n *node) target(r role) (to int32, ok bool) {
	for _, e := range n.edges {
		if e.role != r {
			continue
		}
		if ok {
			return 0, false
		}
		to, ok = e.to, true
	}
	return to, ok
}

func isBlank(id string) bool { return strings.HasPrefix(id, "_:") }

func (b *builder) concept(i int32, bearers map[string]int32) ontology.Concept {
	n := &b.nodes[i]
	c := ontology.Concept{ID: n.id, Obsolete: n.obsolete}
	b.name(&c, b.allNames(i))
	if c.Name == "" && len(c.Names) == 0 && !n.labelled {
		c.Name = spelled(n.id)
	}
	for _, e := range n.edges {
		switch e.role {
		case parentRole:
			c.Parents = b.appendID(c.Parents, e.to)
		case superclassRole:
			if whole := b.nodes[e.to].whole; whole > 0 {
				e.to = whole - 1
			}
			c.Parents = b.appendID(c.Parents, e.to)
		case childRole:
			c.Children = b.appendID(c.Children, e.to)
		}
	}
	if short := compact(n.id); short != n.id {
		c.AltIDs = append(c.AltIDs, short)
	}
	for _, t := range n.texts {
		switch {
		case t.role == semanticRole:
			c.Types = append(c.Types, t.value)
		case t.role == identifierRole && t.value != "" && t.value != n.id:
			c.AltIDs = append(c.AltIDs, t.value)
		case t.code() != "" && !n.obsolete && bearers[t.code()] == i:
			c.AltIDs = append(c.AltIDs, t.code())
		}
	}
	return c
}

func (b *builder) appendID(ids []string, i int32) []string {
	if id := b.nodes[i].id; !isBlank(id) && !isTop(id) {
		ids = append(ids, id)
	}
	return ids
}

// isTop reports whether a class is the one that all belong to, which says nothing.
func isTop(id string) bool { return id == owlNS+"Thing" || id == rdfsNS+"Resource" }

// ambiguous is the concept of a code that several concepts have.
const ambiguous = -1

// bearers returns the concepts of notations and of references to other
// vocabularies.
func (b *builder) bearers() map[string]int32 {
	bearers := map[string]int32{}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.obsolete || !n.concept {
			continue
		}
		for _, t := range n.texts {
			code := t.code()
			if code == "" {
				continue
			}
			if other, ok := bearers[code]; ok && other != int32(i) {
				bearers[code] = ambiguous
			} else {
				bearers[code] = int32(i)
			}
		}
	}
	return bearers
}

// replace gives the identifiers of obsolete concepts to those that replace
// them, and the notations that no concept has now.
func (b *builder) replace(g *ontology.Graph, bearers map[string]int32) {
	for i := range b.nodes {
		n := &b.nodes[i]
		if !n.concept || !n.obsolete {
			continue
		}
		heir, ok := n.target(replacedRole)
		if !ok || !b.nodes[heir].concept || b.nodes[heir].obsolete {
			continue
		}
		ids := []string{n.id}
		if short := compact(n.id); short != n.id {
			ids = append(ids, short)
		}
		for _, t := range n.texts {
			if _, again := bearers[t.value]; t.role == notationRole && t.value != "" && !again {
				ids = append(ids, t.value)
			}
		}
		g.Add(ontology.Concept{ID: b.nodes[heir].id, AltIDs: ids})
	}
}
