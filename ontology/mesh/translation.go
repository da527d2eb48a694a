package mesh

import (
	"strings"

	"golang.org/x/text/language"
)

const english = "en"

// languageOf returns the language of a code such as "ger", in BCP 47, "" if there
// is none. The NLM's code of Croatian is no longer one of ISO 639.
func languageOf(code string) string {
	if code == "scr" {
		return "hr"
	}
	tag, err := language.Parse(code)
	if err != nil {
		return ""
	}
	return tag.String()
}

// termLanguage returns the language of a term in a file of a language, by its
// identifier: translations have the English terms, which begin with T, and their own
// ("ger0000003").
func termLanguage(ui, file string) string {
	switch code := strings.TrimRight(ui, "0123456789"); {
	case file == "" || code == "":
		return file
	case code == "T":
		return english
	case len(code) == 3:
		if own := languageOf(code); own != "" {
			return own
		}
	}
	return file
}

// stringLanguage returns the language of an element with a name by the element's,
// and whether it is one: most files have String, the French one StringFR and
// StringUS.
func stringLanguage(element, file string) (string, bool) {
	switch element {
	case "String":
		return file, true
	case "StringFR":
		return "fr", true
	case "StringUS":
		return english, true
	}
	return "", false
}

// splitHeading parts the heading of a translation from the English one, which is in
// brackets behind it: "Schlachthöfe[Abattoirs]".
func splitHeading(heading, file string) (own, original string) {
	if file == "" || file == english || !strings.HasSuffix(heading, "]") {
		return heading, ""
	}
	depth := 0
	for i := len(heading) - 1; i > 0; i-- {
		switch heading[i] {
		case ']':
			depth++
		case '[':
			depth--
		}
		if depth == 0 {
			return strings.TrimSpace(heading[:i]), heading[i+1 : len(heading)-1]
		}
	}
	return heading, ""
}
