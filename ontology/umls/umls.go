// Package umls reads the Unified Medical Language System of the U.S. National
// Library of Medicine, the ontology of the thesis.
//
// A [Dir] is a Metathesaurus release on disk in the Rich Release Format. It
// answers a topic by scanning the files, so that memory depends on the question
// and not on the release; [Dir.Load] reads it whole. A [Client] queries the UTS REST
// service. Both are an ontology.Store, an ontology.Suggester and an
// ontology.Ontology. [ReadKSS] reads what the service of the thesis's time
// answered (thesis 3.4.3.2, Figures 10 to 13).
//
// Concepts have their CUI as identifier and the codes of their sources (a MeSH
// descriptor's D002644, a SNOMED CT identifier) as further ones.
package umls

import "strings"

// Any means all languages in Dir.Languages and Client.Languages.
const Any = "*"

// language returns the BCP 47 tag of a language of the Metathesaurus, which
// are bibliographic codes of ISO 639-2 ("ENG", "FRE", "SCR").
func language(lat string) string {
	switch lat {
	case "ENG":
		return "en"
	case "ARA":
		return "ar"
	case "BAQ":
		return "eu"
	case "CHI":
		return "zh"
	case "CZE":
		return "cs"
	case "DAN":
		return "da"
	case "DUT":
		return "nl"
	case "EST":
		return "et"
	case "FIN":
		return "fi"
	case "FRE":
		return "fr"
	case "GER":
		return "de"
	case "GRE":
		return "el"
	case "HEB":
		return "he"
	case "HUN":
		return "hu"
	case "ITA":
		return "it"
	case "JPN":
		return "ja"
	case "KOR":
		return "ko"
	case "LAV":
		return "lv"
	case "NOR":
		return "no"
	case "POL":
		return "pl"
	case "POR":
		return "pt"
	case "RUS":
		return "ru"
	case "SCR":
		return "hr"
	case "SPA":
		return "es"
	case "SWE":
		return "sv"
	case "TUR":
		return "tr"
	case "UKR":
		return "uk"
	}
	return strings.ToLower(lat)
}

// wants reports whether a language is among the wanted ones: English if these
// are none.
func wants(wanted []string, tag string) bool {
	if len(wanted) == 0 {
		return tag == "en"
	}
	for _, w := range wanted {
		base, _, _ := strings.Cut(w, "-")
		if w == Any || strings.EqualFold(base, tag) {
			return true
		}
	}
	return false
}
