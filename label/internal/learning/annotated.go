package learning

import (
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

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

// closes returns the sign behind the title in a site.
func (s *annotatedPage) closes(at tokens.Site) string {
	if at.Parts == nil {
		return ""
	}
	return s.Closing(at.Last, at.Parts[0].To)
}
