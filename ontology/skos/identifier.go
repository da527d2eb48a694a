package skos

import "strings"

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
