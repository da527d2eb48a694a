package label

import "github.com/lokman-crawler/lokman/label/internal/words"

// institutionWords are words that affiliations have.
var institutionWords = words.SetOf(`
	university universität université universidad universidade università universiteit department departamento
	département dipartimento institute institut instituto istituto hospital hôpital college school faculty faculté
	facultad laboratory laboratories centre center academy clinic inc gmbh ltd ministry lab labs research foundation
	corporation corp company llc association society museum library agency council trust technologies technology
	institution polytechnic politecnico politécnica école escola escuela hochschule akademie observatory universitat
	uniwersytet univerzita universitas üniversitesi universitet университет институт centro group team sciences`)

// namesInstitution reports whether a text has such a word.
func namesInstitution(s string) bool {
	var few [16]uint64
	return institutionWords.HasAny(words.AppendHashes(few[:0], s))
}

// namelessWords are words of author lists that are in no name.
var namelessWords = words.SetOf(`
	corresponding author authors email e-mail affiliations affiliation contributed equally university department
	institute pdf bibtex download abstract contact orcid profile google scholar pubmed search volume issue pages
	published year doi view show more about article information home journal keywords edited editor received accepted
	copyright hospital school mail et`)
