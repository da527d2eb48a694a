// Package umls reads the Unified Medical Language System of the U.S. National
// Library of Medicine, the ontology of the thesis.
//
// A [Dir] is a Metathesaurus release on disk in the Rich Release Format. It
// answers a topic by scanning the files, so that memory depends on the question
// and not on the release; [Dir.Load] reads it whole. A [Client] queries the UTS REST
// service. Both are an ontology.Store with Nearest and an
// ontology.Ontology. [ReadKSS] reads what the service of the thesis's time
// answered (thesis 3.4.3.2, Figures 10 to 13).
//
// Concepts have their CUI as identifier and the codes of their sources (a MeSH
// descriptor's D002644, a SNOMED CT identifier) as further ones.
package umls

import "strings"

// anyLanguage means all languages in Dir.Languages and Client.Languages.
const anyLanguage = "*"

// language returns the BCP 47 tag of a language of the Metathesaurus, which
// are bibliographic codes of ISO 639-2 ("ENG", "FRE", "SCR").
func language(lat string) string {
	if tag, ok := languageTags[lat]; ok {
		return tag
	}
	return strings.ToLower(lat)
}

// languageTags has the languages of the Metathesaurus, by its codes.
var languageTags = map[string]string{
	"ENG": "en", "ARA": "ar", "BAQ": "eu", "CHI": "zh", "CZE": "cs", "DAN": "da",
	"DUT": "nl", "EST": "et", "FIN": "fi", "FRE": "fr", "GER": "de", "GRE": "el",
	"HEB": "he", "HUN": "hu", "ITA": "it", "JPN": "ja", "KOR": "ko", "LAV": "lv",
	"NOR": "no", "POL": "pl", "POR": "pt", "RUS": "ru", "SCR": "hr", "SPA": "es",
	"SWE": "sv", "TUR": "tr", "UKR": "uk",
}

// wants reports whether a language is among the wanted ones: English if these
// are none.
func wants(wanted []string, tag string) bool {
	if len(wanted) == 0 {
		return tag == "en"
	}
	for _, w := range wanted {
		base, _, _ := strings.Cut(w, "-")
		if w == anyLanguage || strings.EqualFold(base, tag) {
			return true
		}
	}
	return false
}
