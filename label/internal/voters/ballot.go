package voters

import (
	"math"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Ballot collects votes.
type Ballot struct {
	Label zones.Label
	Votes []Vote
	Total float64 // of all weights, once there is a winner
}

// Vote is what some voters say a zone is.
type Vote struct {
	Content zones.Content
	keys    []uint64 // of names, once they were needed
	Lines   []int
	Rule    bool    // the patterns say so
	Weight  float64 // of all that say it
	Kinds   []KindVote
	Best    float64 // the greatest weight of one
	Share   float64 // of all votes
	Plaus   float64 // from 0 to 1, how far the content is what the zone should hold
}

// KindVote is the greatest weight of the voters of a kind.
type KindVote struct {
	Kind   string
	weight float64
}

// Begin makes a ballot that of a label, in the memory of the last one.
func (b *Ballot) Begin(name zones.Label) {
	clear(b.Votes)
	b.Label, b.Votes = name, b.Votes[:0]
}

// Cast adds a vote of a kind of voters to those for the same.
func (b *Ballot) Cast(v Vote, kind string) {
	for i := range b.Votes {
		o := &b.Votes[i]
		if b.same(o, &v) {
			o.add(kind, v.Weight)
			o.Rule = o.Rule || v.Rule
			o.Best = math.Max(o.Best, v.Best)
			o.Plaus = math.Max(o.Plaus, v.Plaus)
			if o.Lines == nil {
				o.Lines = v.Lines
			}
			return
		}
	}
	v.add(kind, v.Weight)
	b.Votes = append(b.Votes, v)
}

// add counts a voter of a kind.
func (v *Vote) add(kind string, weight float64) {
	for i := range v.Kinds {
		if k := &v.Kinds[i]; k.Kind == kind {
			k.weight = max(k.weight, weight)
			return
		}
	}
	if v.Kinds == nil {
		v.Kinds = make([]KindVote, 0, 4) // most votes have no more
	}
	v.Kinds = append(v.Kinds, KindVote{kind, weight})
}

// Count adds up what its kinds of voters weigh.
func (v *Vote) Count() float64 {
	sum := 0.0
	for _, k := range v.Kinds {
		sum += k.weight
	}
	return sum
}

// Told says from 0 to 1 how sure the parts of a list are. Voters that read lines in one way share its errors, so that
// their agreement proves the place alone; the two ways prove the parts if they agree. A grammar knows how near the next
// reading was. The rules do not of names; affiliations they read as whole lines.
func (v *Vote) Told(name zones.Label) float64 {
	const byRules = 0.85
	grammar, rules := 0, 0
	for _, k := range v.Kinds {
		if strings.HasSuffix(k.Kind, byGrammar) {
			grammar++
		} else {
			rules++
		}
	}
	switch {
	case rules == 0:
		return 1 / (1 + math.Exp(-v.Content.Clear))
	case grammar == 0 && name == zones.Authors:
		return byRules
	}
	return 1
}

// same reports whether two votes are for the same reading.
func (b *Ballot) same(v, o *Vote) bool {
	if v.Content.Text == o.Content.Text && len(v.Content.Items) == len(o.Content.Items) {
		return true
	}
	if b.Label == zones.Affiliations && len(v.Content.Items) != len(o.Content.Items) {
		return false
	}
	if b.Label != zones.Authors {
		return words.Same(v.Content.Text, o.Content.Text)
	}
	for _, x := range []*Vote{v, o} {
		if x.keys == nil {
			x.keys = people.KeysOf(x.Content.Items)
		}
	}
	return people.SameNames(v.keys, o.keys)
}

// Agreed reports whether so many kinds of voters have said the same, and none
// anything else, that the others need not be asked: more of an abstract, which may
// stand on a page in several languages, and never on authors cut short.
func (b *Ballot) Agreed() bool {
	enough := 2
	if b.Label == zones.Abstract {
		enough = 4
	}
	return len(b.Votes) == 1 && len(b.Votes[0].Kinds) >= enough && (b.Label != zones.Authors || b.Votes[0].Plaus > CutShortForm)
}

// Winner returns the vote with the greatest weight; of equals, the first.
func (b *Ballot) Winner() (Vote, bool) {
	best := -1
	b.Total = 0
	for i := range b.Votes {
		b.Total += b.Votes[i].Weight
		if best < 0 || b.Votes[i].Weight > b.Votes[best].Weight {
			best = i
		}
	}
	if best < 0 || b.Votes[best].Weight <= 0 {
		return Vote{}, false
	}
	return b.Votes[best], true
}

// Split returns the vote for the most items that have the words of the winner's, with the votes for
// these words together: grammars split "A; B" where it was learnt, whole lines do not.
func (b *Ballot) Split(won Vote) Vote {
	best, sum := won, 0.0
	for _, v := range b.Votes {
		if !words.Same(v.Content.Text, won.Content.Text) {
			continue
		}
		sum += v.Weight
		if len(v.Content.Items) > len(best.Content.Items) && v.Weight >= LongerShare*won.Weight {
			best = v
		}
	}
	best.Weight = sum
	return best
}

// LongerShare is the least share of the winner's votes that a longer list has.
const LongerShare = 0.4

// CutShortForm is the form, 0 to 1, of authors whose list ends in "et al.".
const CutShortForm = 0.2

// LanguageWithout returns the language of the lines of a page that are not left out, of long
// pages that of some lines from all parts: menus and references may be in another
// language.
func LanguageWithout(p *layout.Page, left []bool) *words.Language {
	all := int64(0)
	for k := range p.Lines {
		if !left[k] {
			all += int64(p.Lines[k].Size)
		}
	}
	out := &words.Language{}
	passed, read := int64(0), int64(0)
	for k := range p.Lines {
		l := &p.Lines[k]
		if left[k] {
			continue
		}
		if passed += int64(l.Size); read*all > passed*words.SampledPage {
			continue
		}
		read += int64(l.Size)
		for _, r := range p.TextsOf(l.Top) {
			out.Read(r.Text)
			if r.Spaced {
				out.End()
			}
		}
		out.End()
	}
	return out
}

// MinShortWords is the number of short words from which on a language is known.
const MinShortWords = 20

// PenalizeOtherLanguages lowers the votes for texts in another language than the rest of the page.
func (b *Ballot) PenalizeOtherLanguages(p *layout.Page) {
	if len(b.Votes) < 2 {
		return
	}
	left := make([]bool, len(p.Lines))
	for i := range b.Votes {
		for _, k := range b.Votes[i].Lines {
			left[k] = true
		}
	}
	rest := LanguageWithout(p, left)
	if rest.Size() < MinShortWords {
		return
	}
	likes := make([]float64, len(b.Votes))
	best := 0.0
	for i := range b.Votes {
		likes[i] = words.LanguageOf(b.Votes[i].Content.Text).Like(rest)
		best = max(best, likes[i])
	}
	for i := range b.Votes {
		r := likes[i] / max(best, 0.01)
		b.Votes[i].Weight *= r * r
		if r < otherLanguage {
			b.Votes[i].Plaus *= r
		}
	}
}

// otherLanguage is the likeness to the page's language, as a share of the best, below
// which a text is in another language.
const otherLanguage = 0.7
