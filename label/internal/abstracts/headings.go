package abstracts

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// abstractHeadings are the words that abstracts are headed by.
var abstractHeadings = []string{"abstract", "summary", "synopsis", "abstracts", "résumé", "resume", "resumen", "resumo", "zusammenfassung",
	"riassunto", "sommario", "samenvatting", "аннотация", "анотація", "анотация", "резюме", "annotatsiya", "abstrak", "abstrakt", "apstrakt",
	"streszczenie", "sažetak", "povzetek", "rezumat", "resum", "özet", "öz", "sammendrag", "sammanfattning", "tiivistelmä", "περίληψη",
	"摘要", "抄録", "要旨", "초록", "چکیده", "ملخص", "الملخص"}

// abstractOpenings are the same, to be looked for at the beginning of lines.
var abstractOpenings = words.NewOpenings(abstractHeadings)

// summaryHeadings are those of them that also head something shorter.
var summaryHeadings = []string{"summary", "synopsis", "riassunto", "sommario", "samenvatting", "zusammenfassung"}

// OnlyHeading reports whether words are one or two headings of abstracts.
func OnlyHeading(ws []string) bool {
	for _, w := range ws {
		if !slices.Contains(abstractHeadings, w) {
			return false
		}
	}
	return len(ws) < 3
}

// HeadingText reports whether a text heads an abstract.
func HeadingText(s string) bool {
	if !words.MayOpen(s, abstractHeadings) {
		return false
	}
	ws := words.Of(s)
	return len(ws) > 0 && OnlyHeading(ws)
}

// longestHeading is the length, in bytes, from which on a row is text and no heading.
const longestHeading = 60

// heads reports whether a row is the heading of an abstract, perhaps with its language,
// or begins with one and a colon.
func heads(row string) bool {
	heading, _, _ := strings.Cut(row[:min(len(row), longestHeading)], ":")
	if len(heading) == longestHeading || !words.MayOpen(heading, abstractHeadings) {
		return false
	}
	ws := words.Of(heading)
	return len(ws) > 0 && len(ws) <= 2 && slices.Contains(abstractHeadings, ws[0])
}

// WithoutHeading takes "Abstract:" away from the beginning of a text.
func WithoutHeading(s string) string {
	const longest = 40 // bytes of a heading
	i := strings.IndexFunc(s[:min(len(s), longest)], func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 || !slices.Contains(abstractHeadings, strings.ToLower(s[:i])) {
		return s
	}
	rest := strings.TrimLeft(s[i:], " ")
	cut := strings.TrimLeft(rest, ".:：—–-― ")
	if cut != rest || s[:i] == strings.ToUpper(s[:i]) || words.StartsUpper(rest) {
		return cut
	}
	return s
}
