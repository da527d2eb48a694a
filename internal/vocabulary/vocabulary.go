// Package vocabulary says what the readers of ontologies agree on: which
// language a name is in and how another vocabulary is referred to.
package vocabulary

import "strings"

// InLanguage reports whether a language is the wanted one or a variety of it, as
// en-GB is of en.
func InLanguage(language, want string) bool {
	return len(language) >= len(want) && strings.EqualFold(language[:len(want)], want) &&
		(len(language) == len(want) || language[len(want)] == '-' || language[len(want)] == '_')
}

// Of returns the part of an identifier that those of one vocabulary have in common:
// "DOID:" of DOID:8659, "http://e/trees#" of http://e/trees#ash.
func Of(id string) string { return id[:strings.LastIndexAny(id, "#/:_")+1] }

// WantMissing says of a file that lacks what it names of its own vocabulary that it may
// have been cut short between two statements, where no syntax shows it.
func WantMissing(vocabulary string) string {
	return "all parents and children in " + vocabulary + "... to be here; the file may have been cut short, or be a part of one"
}

// Xref returns a reference to another vocabulary as a concept is looked up by
// it, "" if it has no prefix: identifiers of MeSH and UMLS lose theirs.
func Xref(ref string) string {
	prefix, id, ok := strings.Cut(ref, ":")
	if !ok {
		return ""
	}
	for _, known := range [...]string{"UMLS_CUI", "UMLS", "MESH", "MSH"} {
		if strings.EqualFold(prefix, known) {
			return id
		}
	}
	return ref
}
