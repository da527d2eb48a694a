package skos

import (
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

// compact returns the identifier that OBO has for an IRI (OBO 1.4, 5.9):
// "DOID:8659" for "http://purl.obolibrary.org/obo/DOID_8659". Others stay as
// they are.
func compact(iri string) string {
	rest, ok := strings.CutPrefix(iri, oboNS)
	if !ok || strings.ContainsAny(rest, "/#") {
		return iri
	}
	i := strings.LastIndexByte(rest, '_')
	if i <= 0 || i == len(rest)-1 {
		return iri
	}
	return rest[:i] + ":" + rest[i+1:]
}

// expand returns the IRI of an identifier of OBO, and others as they are.
func expand(id string) string {
	prefix, local, ok := strings.Cut(id, ":")
	if !ok || strings.HasPrefix(local, "//") {
		return id
	}
	return oboNS + prefix + "_" + local
}

// lastPart returns what an IRI names, without the place of it.
func lastPart(iri string) string { return iri[strings.LastIndexAny(iri, "#/")+1:] }

// spelled returns the name that the last part of an IRI spells: "Fresh Fruit" for
// "FreshFruit", "" for an identifier such as "GO_0008150". What OWL, RDFS and RDF
// define themselves names nothing.
func spelled(iri string) string {
	for _, namespace := range [...]string{owlNS, rdfsNS, rdf.Namespace} {
		if strings.HasPrefix(iri, namespace) {
			return ""
		}
	}
	part := []rune(lastPart(iri))
	var name strings.Builder
	for i, r := range part {
		switch {
		case r == '_':
			r = ' '
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r):
			return ""
		case unicode.IsUpper(r) && i > 0 && startsWord(part, i):
			name.WriteByte(' ')
		}
		name.WriteRune(r)
	}
	return strings.TrimSpace(name.String())
}

// startsWord reports whether the upper-case letter at i begins a word in camel case.
func startsWord(part []rune, i int) bool {
	next := i+1 < len(part) && unicode.IsLower(part[i+1])
	return unicode.IsLower(part[i-1]) || unicode.IsUpper(part[i-1]) && next
}
