package abstracts

import (
	"maps"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

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
