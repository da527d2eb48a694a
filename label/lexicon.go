package label

import (
	"slices"
	"strings"
)

// wordSet is a set of words by their hashes.
type wordSet struct{ bag }

// wordSetOf returns the words of a text, each between white space.
func wordSetOf(text string) *wordSet {
	var set wordSet
	for w := range strings.FieldsSeq(text) {
		set.add(wordHash(w))
	}
	return &set
}

func (s *wordSet) has(word uint64) bool { return s.find(word).n > 0 }

// hasAny reports whether some words are in the set.
func (s *wordSet) hasAny(words []uint64) bool { return slices.ContainsFunc(words, s.has) }

// institutionWords are words that affiliations have.
var institutionWords = wordSetOf(`
	university universität université universidad universidade università universiteit department departamento
	département dipartimento institute institut instituto istituto hospital hôpital college school faculty faculté
	facultad laboratory laboratories centre center academy clinic inc gmbh ltd ministry lab labs research foundation
	corporation corp company llc association society museum library agency council trust technologies technology
	institution polytechnic politecnico politécnica école escola escuela hochschule akademie observatory universitat
	uniwersytet univerzita universitas üniversitesi universitet университет институт centro group team sciences`)

// namesInstitution reports whether a text has such a word.
func namesInstitution(s string) bool {
	var few [16]uint64
	return institutionWords.hasAny(appendWordHashes(few[:0], s))
}

// namelessWords are words of author lists that are in no name.
var namelessWords = wordSetOf(`
	corresponding author authors email e-mail affiliations affiliation contributed equally university department
	institute pdf bibtex download abstract contact orcid profile google scholar pubmed search volume issue pages
	published year doi view show more about article information home journal keywords edited editor received accepted
	copyright hospital school mail et`)
