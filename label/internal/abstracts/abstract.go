// Package abstracts tells abstracts and their headings from other text, in the languages that journals use.
package abstracts

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/layout"
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

// headingLanguages are the words that abstracts are headed by, with the languages that have them.
var headingLanguages = map[string]string{
	"abstract": "en", "abstracts": "en", "summary": "en", "synopsis": "en", "résumé": "fr", "resume": "fr", "resumen": "es",
	"resumo": "pt gl", "zusammenfassung": "de", "riassunto": "it", "sommario": "it", "samenvatting": "nl",
	"аннотация": "ru", "анотація": "uk", "анотация": "bg", "резюме": "ru uk bg", "annotatsiya": "uz", "abstrak": "id ms", "abstrakt": "de pl cs sk sv no nb da",
	"apstrakt": "sr hr bs", "streszczenie": "pl", "sažetak": "hr bs sr", "povzetek": "sl", "rezumat": "ro", "resum": "ca", "özet": "tr", "öz": "tr",
	"sammendrag": "no nb nn da", "sammanfattning": "sv", "tiivistelmä": "fi", "περίληψη": "el", "摘要": "zh", "抄録": "ja", "要旨": "ja", "초록": "ko",
	"چکیده": "fa", "ملخص": "ar", "الملخص": "ar",
}

// abstractHeadings are these words.
var abstractHeadings = slices.Sorted(maps.Keys(headingLanguages))

// abstractOpenings are the same, to be looked for at the beginning of lines.
var abstractOpenings = words.NewOpenings(abstractHeadings)

// summaryHeadings are those of them that also head something shorter.
var summaryHeadings = []string{"summary", "synopsis", "riassunto", "sommario", "samenvatting", "zusammenfassung"}

// OnlyHeading reports whether words are one or two headings of abstracts.
func OnlyHeading(ws []string) bool {
	return len(ws) < 3 && !slices.ContainsFunc(ws, func(w string) bool { return !slices.Contains(abstractHeadings, w) })
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

// abstractParts are the parts of structured abstracts, in the order in which they follow, by the
// first words of their headings.
var abstractParts = func() map[string]int {
	out := map[string]int{}
	for part, words := range []string{
		"background context rationale importance contexte justificativa hintergrund",
		"objective objectives aim aims purpose goal goals hypothesis objectif objectifs objetivo objetivos ziel",
		"method methods methodology materials méthode méthodes método métodos methoden methodik",
		"design", "setting", "participants patients subjects", "intervention interventions", "measurements main outcome outcomes",
		"result results findings résultats resultado resultados ergebnisse",
		"discussion", "conclusion conclusions interpretation conclusão conclusões conclusión conclusiones schlussfolgerung schlussfolgerungen",
		"significance limitations implications", "trial registration",
	} {
		for w := range strings.FieldsSeq(words) {
			out[w] = part + 1
		}
	}
	return out
}()

// partOpenings are those words, to be looked for at the beginning of lines.
var partOpenings = words.NewOpenings(slices.Collect(maps.Keys(abstractParts)))

// PartAt returns the part of a structured abstract whose heading a line is or begins with, 0 if
// none, and whether the line has nothing else.
func PartAt(p *layout.Page, k int) (part int, alone bool) {
	const longest = 40 // bytes of a heading
	if !p.MayBeginWith(p.Lines[k].Top, partOpenings) {
		return 0, false
	}
	start := p.Beginning(p.Lines[k].Top, longest)
	ws := words.Of(start)
	if len(ws) == 0 || abstractParts[ws[0]] == 0 {
		return 0, false
	}
	part = abstractParts[ws[0]]
	if p.Lines[k].Size <= longest && !strings.Contains(start, ". ") {
		return part, true
	}
	if end := strings.IndexAny(start, ":."); end < 0 || len(words.Of(start[:end])) > layout.MaxLandmark {
		return 0, false
	}
	return part, false
}

// BehindHeading returns the lines of an abstract without those before its heading, if that is between
// them, as where keywords stand before it in elements of the same kind. Lines that have a heading of
// their own are an abstract in another language.
func BehindHeading(p *layout.Page, lines []int) []int {
	const start = 2 * longestHeading // bytes, in which a heading is
	if len(lines) < 2 {
		return lines
	}
	k := lines[len(lines)-1] - 1
	for k > lines[0] && !headsAt(p, k) {
		k--
	}
	if k == lines[0] || lines[0] > 0 && headsAt(p, lines[0]-1) || heads(p.Beginning(p.Lines[lines[0]].Top, start)) {
		return lines
	}
	i, _ := slices.BinarySearch(lines, k+1)
	return lines[i:]
}

// headsAt reports whether a line is the heading of an abstract and nothing else.
func headsAt(p *layout.Page, k int) bool {
	x := &p.Lines[k]
	return x.Size < longestHeading && p.MayBeginWith(x.Top, abstractOpenings) && HeadingText(p.TextOf(x.Top))
}
