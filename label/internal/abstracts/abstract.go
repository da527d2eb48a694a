// Package abstracts tells abstracts and their headings from other text, in the languages that journals use.
package abstracts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Of cuts the heading from the beginning of a text, and from its end keywords,
// references and, if the text begins with a heading, a second abstract, given where its rows begin.
func Of(text string, rows []int) string {
	from := 0
	opens := false // by a heading of an abstract
	for k, at := range rows {
		row := text[at:]
		if k+1 < len(rows) {
			row = text[at : rows[k+1]-1]
		}
		switch {
		case keywords(row), ListsReferences(row), opens && at > from && heads(row):
			return WithoutHeading(strings.TrimSpace(text[from:at]))
		case at > from:
		case heads(row):
			opens = true
			if len(row) < longestHeading && HeadingText(row) && k+1 < len(rows) {
				from = rows[k+1]
			}
		case len(row) < longestHeading: // of a part
			opens = false
		}
	}
	return WithoutHeading(text[from:])
}

// MinWords is the least number of words of an abstract.
const MinWords = 12

// ListsReferences reports whether a text is a bibliography or its heading: "References to
// beans are rare" is neither.
func ListsReferences(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	first = strings.TrimRight(first, ":.")
	if !strings.EqualFold(first, "references") && !strings.EqualFold(first, "bibliography") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsLower(r)
}

// keywordHeadings are the first words of the headings of keywords.
var keywordHeadings = []string{"keywords", "keyword", "schlüsselwörter", "palabras", "mots", "关键词", "key", "index"}

// keywords reports whether a row lists keywords.
func keywords(text string) bool {
	if r, _ := utf8.DecodeRuneInString(text); !strings.ContainsRune("kKiIsSpPmM关", r) || !words.MayOpen(text, keywordHeadings) {
		return false
	}
	ws := words.Of(text[:min(len(text), 60)])
	switch {
	case len(ws) == 0 || !slices.Contains(keywordHeadings, ws[0]):
		return false
	case ws[0] == "key" || ws[0] == "index":
		return len(ws) > 1 && (ws[1] == "words" || ws[1] == "terms")
	}
	return true
}
