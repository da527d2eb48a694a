package label

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// An Example is a page with the values of its zones.
type Example struct {
	Root   *html.Node   // the parsed page
	Values zones.Values // its zones
}

// Learn makes a model of a journal from one page or more. Each value is looked
// for in the visible text; the element that holds it and nothing else becomes a
// pattern, and patterns of several pages become what they have in common. Voters
// are made of the lines that hold the values, each by one property of the page, and
// weighted by how well those of one page read the others. The values come from a
// person, or from the pages themselves by [MetaValues]. Values that aren't on their
// page are left out and are in Model.NotFound; with none at all the error names them
// and wraps [ErrNothingLearnt].
func Learn(examples []Example) (*Model, error) {
	m := &Model{Pages: len(examples)}
	examples, guessed := firm(examples)
	var pages []*annotatedPage
	for i, e := range examples {
		p, err := stretches.New(e.Root)
		if err != nil {
			return nil, fmt.Errorf("example %d: %w", i+1, err)
		}
		pages = append(pages, annotate(p, e.Values))
	}
	m.learnPatterns(pages)
	var training []*trainingPage
	for i, p := range pages {
		t := newTrainingPage(p)
		training = append(training, t)
		m.NotFound = append(m.NotFound, t.missing(i)...)
	}
	if len(m.Zones) == 0 {
		return nil, nothingLearnt(m.NotFound)
	}
	m.Voters = map[zones.Label][]Voter{}
	m.OwnTongue = sameLanguage(training)
	for _, t := range training {
		m.Reach = max(m.Reach, t.reach())
	}
	rules := m.ruleWeights(pages)
	for _, l := range zones.All {
		m.Voters[l] = append([]Voter{{Weight: rules[l]}}, learnVoters(l, training, m.beside(l))...)
		if slices.Contains(guessed, l) {
			m.doubt(l)
		}
	}
	return m, nil
}

// firm drops the guessed values of zones of which another example has firm ones, and returns the zones
// that all examples guess.
func firm(examples []Example) (out []Example, guessed []zones.Label) {
	out = slices.Clone(examples)
	for _, l := range zones.All {
		guesses := func(e Example) bool { return slices.Contains(e.Values.Guessed, l) }
		switch {
		case !slices.ContainsFunc(examples, guesses):
		case slices.ContainsFunc(examples, func(e Example) bool { return !guesses(e) && len(e.Values.Of(l)) > 0 }):
			for i := range out {
				if guesses(out[i]) {
					out[i].Values.Forget(l)
				}
			}
		default:
			guessed = append(guessed, l)
		}
	}
	return out, guessed
}

// guessedShare is the confidence of a zone that is learnt from guesses, as a share of that
// learnt from what is known.
const guessedShare = 0.85

// doubt makes what is learnt of a zone unsure.
func (m *Model) doubt(l zones.Label) {
	for i := range m.Voters[l] {
		m.Voters[l][i].Weight *= guessedShare
	}
}

// ruleWeights says how well the patterns that were learnt from one page read the
// others, for each label, and those of all pages these.
func (m *Model) ruleWeights(pages []*annotatedPage) map[zones.Label]float64 {
	sum, n := map[zones.Label]float64{}, map[zones.Label]float64{}
	read := func(m *Model, o *annotatedPage, name zones.Label) float64 {
		l := labeller{CutPage: o.CutPage, model: m}
		for _, earlier := range zones.All {
			l.find(earlier)
			if earlier == name {
				break
			}
		}
		f := l.of(name)
		if !f.there() {
			return 0
		}
		return agreement(&o.values, name, f.content)
	}
	fit := map[zones.Label]float64{}
	for i, p := range pages {
		own := &Model{Pages: 1}
		own.learnPatterns([]*annotatedPage{p})
		for _, name := range zones.All {
			if len(p.sites[name]) == 0 {
				continue
			}
			fit[name] += read(m, p, name) / float64(having(pages, name))
			for k, o := range pages {
				if len(o.sites[name]) > 0 && (k != i || having(pages, name) == 1) {
					n[name]++
					sum[name] += read(own, o, name)
				}
			}
		}
	}
	for l := range sum {
		sum[l] = max(sum[l]/n[l], ownFit*fit[l])
	}
	return sum
}

// ownFit is how much the reading of the learnt pages counts against that of others:
// enough to decide where these are of different kinds, so that no voter made of one
// reads the others.
const ownFit = 0.7

// having counts the pages on which a value was found.
func having(pages []*annotatedPage, l zones.Label) int {
	n := 0
	for _, p := range pages {
		if len(p.sites[l]) > 0 {
			n++
		}
	}
	return n
}

// learnPatterns learns the patterns of each zone.
func (m *Model) learnPatterns(pages []*annotatedPage) {
	for _, l := range zones.All {
		for left := pages; len(left) > 0; {
			var p patterns.Pattern
			if p, left = learnPattern(l, left); p.Pages > 0 {
				m.add(l, p)
			}
		}
	}
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

// before returns the last zone before an item of a zone.
func (s *annotatedPage) before(l zones.Label, i int32) zones.Label {
	at := s.Items[i].From
	best, to := zones.None, int32(-1)
	for _, k := range zones.All {
		if sites := s.sites[k]; k != l && sites != nil {
			if end := s.Items[sites[0].Last].To; end <= at && end > to {
				best, to = k, end
			}
		}
	}
	return best
}

// learnPattern makes one pattern of the pages whose zones are in the same kind of
// element, the kind that most pages have, and returns the other pages.
func learnPattern(l zones.Label, pages []*annotatedPage) (patterns.Pattern, []*annotatedPage) {
	votes := map[uint64]int{}
	for _, s := range pages {
		seen := map[uint64]bool{}
		for _, r := range s.sites[l] {
			if kind := s.SignatureOf(r.First); !seen[kind] {
				seen[kind] = true
				votes[kind]++
			}
		}
	}
	var kinds []uint64 // those with the most votes, in the order of preference
	most := 0
	for _, s := range pages {
		for _, r := range s.sites[l] {
			kind := s.SignatureOf(r.First)
			if votes[kind] > most {
				kinds, most = nil, votes[kind]
			}
			if votes[kind] == most && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	var best patterns.Pattern
	var left []*annotatedPage
	top := 0.0
	for _, kind := range kinds[:min(len(kinds), maxKinds)] {
		g := groupOf(l, pages, kind)
		if p, score := g.tune(l); score > top+minGain {
			best, left, top = p, g.left, score
		}
	}
	return best, left
}

// maxKinds bounds the elements that are tried for one zone.
const maxKinds = 8

// group is the pages whose zone is in the same kind of element.
type group struct {
	pattern patterns.Pattern // what they have in common
	pages   []*annotatedPage
	sites   []tokens.Site // of each page's zone
	left    []*annotatedPage
}

func groupOf(l zones.Label, pages []*annotatedPage, kind uint64) group {
	var g group
	for _, s := range pages {
		i := slices.IndexFunc(s.sites[l], func(at tokens.Site) bool { return s.SignatureOf(at.First) == kind })
		if i < 0 {
			g.left = append(g.left, s)
			continue
		}
		at := s.sites[l][i]
		p := s.pattern(l, at)
		if g.pages == nil {
			g.pattern = p
		} else {
			g.pattern = patterns.Unify(g.pattern, p)
		}
		g.pages, g.sites = append(g.pages, s), append(g.sites, at)
	}
	return g
}

func (s *annotatedPage) pattern(l zones.Label, at tokens.Site) patterns.Pattern {
	p := patterns.Describe(s.Tokenized.CutPage.Page, at.Region)
	p.After = s.before(l, at.First)
	if k := patterns.RowBefore(s.Tokenized.CutPage.Page, at.First); k >= 0 && s.inZone(k) {
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
