package learning

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// trainingPage is a page with the lines of its values.
type trainingPage struct {
	*annotatedPage
	parts    map[zones.Label][]tokens.Part
	clusters map[zones.Label][][]int // lines that may be the zone, the likeliest first
	known    voters.Bounds           // of the likeliest
	lines    map[int]grammar.TrainingLine
	split    *tokens.Tokenized // with words that end at the edges of elements
	picks    voters.Picks
	decoder  grammar.Decoder
}

// maxClusters bounds the places of one zone that are tried.
const maxClusters = 4

func newTrainingPage(s *annotatedPage) *trainingPage {
	t := &trainingPage{annotatedPage: s, parts: map[zones.Label][]tokens.Part{}, clusters: map[zones.Label][][]int{}, known: voters.Bounds{}, lines: map[int]grammar.TrainingLine{}}
	s.LayLines()
	for _, l := range zones.All {
		t.parts[l] = t.findParts(l)
	}
	for _, l := range zones.All {
		t.clusters[l] = t.clustersOf(l)
		if c := t.clusters[l]; len(c) > 0 {
			t.known[l] = [2]int{c[0][0], c[0][len(c[0])-1]}
		}
	}
	return t
}

// pick returns the lines that any of some selectors picks.
func (t *trainingPage) pick(lines voters.Picker) []int { return lines.Pick(t.Page, t.known, &t.picks) }

func (t *trainingPage) findParts(l zones.Label) []tokens.Part {
	var out []tokens.Part
	add := func(value int, vs []layout.Interval) {
		for _, v := range vs {
			out = append(out, tokens.Part{Interval: v, Value: value})
		}
	}
	switch l {
	case zones.Title:
		add(0, t.Find(words.Of(t.values.Title)))
	case zones.Authors:
		for i, name := range t.values.Authors {
			vs := t.FindName(name)
			if vs == nil {
				vs = t.apart().FindName(name)
			}
			add(i, vs)
		}
	case zones.Affiliations:
		for i, affiliation := range t.values.Affiliations {
			add(i, append(t.Find(words.Of(affiliation)), t.apart().Find(words.Of(affiliation))...))
		}
	case zones.Abstract:
		if at := t.sites[zones.Abstract]; at != nil {
			add(0, at[0].Parts)
		}
	}
	slices.SortFunc(out, func(a, b tokens.Part) int { return cmp.Compare(a.From, b.From) })
	return out
}

// apart returns the page with words that end at the edges of elements.
func (t *trainingPage) apart() *tokens.Tokenized {
	if t.split == nil {
		t.split = tokens.NewAt(t.CutPage, func(a, b int32) bool { return a != b })
	}
	return t.split
}

// linesIn returns the lines that an interval touches.
func (t *trainingPage) linesIn(v layout.Interval) []int {
	var out []int
	for i := t.LineAt(v.From); i < len(t.Lines) && t.Items[t.Lines[i].Top].From < v.To; i++ {
		out = append(out, i)
	}
	return out
}

// clustersOf returns sets of lines that hold the values of a zone.
func (t *trainingPage) clustersOf(l zones.Label) [][]int {
	var out [][]int
	add := func(lines []int) {
		if len(lines) == 0 || len(lines) > zones.MaxLines || len(out) == maxClusters {
			return
		}
		slices.Sort(lines)
		lines = slices.Compact(lines)
		if !slices.ContainsFunc(out, func(o []int) bool { return slices.Equal(o, lines) }) {
			out = append(out, lines)
		}
	}
	for _, at := range t.sites[l] {
		v := t.IntervalOf(at.Region)
		if l == zones.Title {
			add(t.linesIn(v))
			continue
		}
		var lines []int
		for _, x := range at.Parts {
			lines = append(lines, t.linesIn(x)...)
		}
		add(lines)
	}
	if l == zones.Title || l == zones.Abstract {
		return out
	}
	var all []int
	for _, x := range t.parts[l] {
		all = append(all, t.linesIn(x.Interval)...)
	}
	add(all)
	return out
}

// trainingLine returns a line with the states of its stretches.
func (t *trainingPage) trainingLine(k int) grammar.TrainingLine {
	if out, ok := t.lines[k]; ok {
		return out
	}
	cut := t.Cut(k)
	ss := cut.Stretches
	out := grammar.TrainingLine{Line: cut, States: make([]grammar.State, len(ss)), Values: make([]int, len(ss))}
	for i, a := range ss {
		if a.Class == people.ClassAddress {
			continue
		}
		end := a.At + int32(a.To-a.From)
		best := int32(0)
		for _, l := range []zones.Label{zones.Authors, zones.Affiliations} {
			from, _ := slices.BinarySearchFunc(t.parts[l], a.At-tokens.MaxPart, func(x tokens.Part, at int32) int { return cmp.Compare(x.From, at) })
			for _, x := range t.parts[l][from:] {
				if x.From >= end {
					break
				}
				if n := min(end, x.To) - max(a.At, x.From); n > best && 2*n >= end-a.At {
					best, out.States[i], out.Values[i] = n, grammar.StateOf(l), x.Value
				}
			}
		}
	}
	t.lines[k] = out
	return out
}

// holdsPart reports whether a line holds a value of any zone.
func (t *trainingPage) holdsPart(k int) bool {
	return slices.ContainsFunc(zones.All[:], func(l zones.Label) bool { return t.valueIn(l, k) >= 0 })
}

// valueIn returns where the first value of a zone begins in a line; -1 if there is none.
func (t *trainingPage) valueIn(l zones.Label, k int) int32 {
	it := &t.Items[t.Lines[k].Top]
	for _, x := range t.parts[l] {
		if x.From >= it.From && x.From < it.To {
			return x.From
		}
	}
	return -1
}

// reach returns the end of the last zone of a page in its visible text.
func (t *trainingPage) reach() int {
	end := int32(0)
	for _, l := range zones.All {
		if at := t.sites[l]; at != nil {
			end = max(end, t.Items[at[0].Last].To)
		}
		if b, ok := t.known[l]; ok {
			end = max(end, t.Items[t.Lines[b[1]].Top].To)
		}
	}
	return int(end)
}

// sameLanguage reports whether the abstract of each page is in the language of the
// rest of the page.
func sameLanguage(pages []*trainingPage) bool {
	const least = 0.5 // cosine
	n := 0
	for _, t := range pages {
		if t.values.Abstract == "" || len(t.clusters[zones.Abstract]) == 0 {
			continue
		}
		left := make([]bool, len(t.Lines))
		for _, k := range t.clusters[zones.Abstract][0] {
			left[k] = true
		}
		own, rest := words.LanguageOf(t.values.Abstract), voters.LanguageWithout(t.Page, left)
		if rest.Size() < voters.MinShortWords || own.Like(rest) < least {
			return false
		}
		n++
	}
	return n > 0
}

// agreement returns how far a zone's content agrees with the value, 0 to 1.
func agreement(v *zones.Values, l zones.Label, c zones.Content) float64 {
	switch l {
	case zones.Authors:
		return people.NamesF1(c.Items, v.Authors)
	case zones.Affiliations:
		return words.Overlap(words.Of(strings.Join(c.Items, " ")), words.Of(strings.Join(zones.Distinct(v.Affiliations), " ")))
	}
	return words.Overlap(words.Of(c.Text), words.Of(strings.Join(v.Of(l), " ")))
}

// annotatedPage is a page with the places of its values.
type annotatedPage struct {
	*tokens.Tokenized
	values zones.Values
	sites  map[zones.Label][]tokens.Site // the best first
}

const (
	// minAbstractF1 is the least F1, 0 to 1, of the words of the rows where the
	// abstract was found and the words of the abstract.
	minAbstractF1 = 0.75

	// minGain is how much better a later choice must read the values of the pages
	// than an earlier one, in mean agreement, 0 to 1.
	minGain = 0.01
)

func annotate(p *stretches.CutPage, v zones.Values) *annotatedPage {
	s := &annotatedPage{tokens.New(p), v, map[zones.Label][]tokens.Site{}}
	s.sites[zones.Title] = s.LocateTitle(v.Title)
	after := int32(0)
	if at := s.sites[zones.Title]; at != nil {
		after = p.Items[at[0].Last].To
	}
	s.sites[zones.Authors] = s.LocateAuthors(v.Authors, after)
	if at := s.sites[zones.Authors]; at != nil {
		after = p.Items[at[0].First].From
	}
	s.sites[zones.Affiliations] = s.LocateAffiliations(v.Affiliations, after)
	if at, f1 := s.LocateAbstract(v.Abstract); f1 >= minAbstractF1 {
		s.sites[zones.Abstract] = at
	}
	return s
}

func (s *annotatedPage) pattern(l zones.Label, at tokens.Site) patterns.Pattern {
	p := patterns.Describe(s.Page, at.Region)
	if k := patterns.RowBefore(s.Page, at.First); k >= 0 && s.inZone(k) {
		p.Before = "" // another zone, which differs from page to page
	}
	if p.Opens = s.opens(l, at); p.Opens != "" && (l == zones.Authors || l == zones.Affiliations) {
		p.Ordinal = -1 // an entry of a list opens like the others
	}
	if l == zones.Title {
		p.Closes = s.closes(at)
	}
	for i, v := range s.values.Of(l) {
		n := len(words.Of(v))
		if i == 0 {
			p.Words = [2]int{n, n}
		}
		p.Words = [2]int{min(p.Words[0], n), max(p.Words[1], n)}
	}
	if at.First != at.Last {
		for _, i := range s.ItemsOf(at.Region) {
			if at.Holds(&s.Items[i]) {
				p.Siblings = patterns.UnionSteps(p.Siblings, []layout.Step{s.StepOf(i)})
			}
		}
	}
	return p
}

// opens returns the few words that a zone's element begins with before its
// first part.
func (s *annotatedPage) opens(l zones.Label, at tokens.Site) string {
	if at.Parts == nil {
		return ""
	}
	return s.labelIn(l, layout.Interval{From: s.Items[at.First].From, To: at.Parts[0].From})
}

// labelIn returns the words of an interval before a value of a zone, each without a plural s,
// if they are few; "" if they are marks, as they may stand before names and affiliations.
func (s *annotatedPage) labelIn(l zones.Label, v layout.Interval) string {
	ws := tokens.WordsOf(s.Within(v))
	if len(ws) > layout.MaxLandmark || l != zones.Title && tokens.OnlyMarks(ws) {
		return ""
	}
	return words.Masked(ws)
}

// inZone reports whether an item is part of any zone.
func (s *annotatedPage) inZone(i int32) bool {
	for _, sites := range s.sites {
		if sites != nil {
			if v := s.IntervalOf(sites[0].Region); v.From <= s.Items[i].From && s.Items[i].To <= v.To {
				return true
			}
		}
	}
	return false
}

// closes returns the sign behind the title in a site.
func (s *annotatedPage) closes(at tokens.Site) string {
	if at.Parts == nil {
		return ""
	}
	return s.Closing(at.Last, at.Parts[0].To)
}
