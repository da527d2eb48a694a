package label

import (
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// elected is the order in which zones are voted on: later ones know where earlier ones are.
var elected = [...]zones.Label{zones.Title, zones.Abstract, zones.Authors, zones.Affiliations}

// A vote counts by the weight of its voter to the power of sharpness: one that
// misread a learnt page counts much less than one that did not. The patterns count
// as much as so many voters.
const (
	sharpness  = 12
	ruleVoters = 2
)

// vote replaces what the patterns found by what the voters agree on.
func (l *labeller) vote() {
	if len(l.model.Voters) == 0 {
		return
	}
	l.LayLines()
	known := bounds{}
	for _, name := range elected {
		rule := l.of(name)
		if v, ok := l.elect(name, rule, known); ok {
			confidence := min(1, v.share*v.best*v.plaus)
			if v.rule {
				rule.zone.Confidence = confidence
			} else {
				*rule = foundZone{zone: l.zone(name, l.Tops(v.lines), v.content, confidence), content: v.content}
			}
		}
		if rule.there() {
			first := l.LineOf(rule.zone.First)
			known[name] = [2]int{first, max(first, l.LineOf(rule.zone.Last+1)-1)}
		}
	}
}

// elect lets the voters of a zone vote.
func (l *labeller) elect(name zones.Label, rule *foundZone, known bounds) (vote, bool) {
	b := &l.ballot
	b.begin(name)
	voters := l.model.compiledVoters()[name]
	for i := range voters {
		c := &voters[i]
		if !l.thorough && (b.agreed() || l.settled(b, c)) {
			break
		}
		if c.Selectors == nil {
			l.voteByPatterns(b, c, rule)
		} else {
			l.voteByVoter(b, c, known)
		}
	}
	for i := range b.votes {
		b.votes[i].weight = b.votes[i].count()
	}
	if name == zones.Abstract && l.model.OwnTongue {
		b.penalizeOtherLanguages(l.Page)
	}
	v, ok := b.winner()
	if !ok {
		return v, false
	}
	against := 0.0
	switch name {
	case zones.Authors, zones.Affiliations:
		if name == zones.Affiliations {
			v = b.split(v)
		}
		if learntSingly(voters) {
			v = l.longer(b, v)
		}
		v = l.withNeighbours(name, v, known)
	case zones.Abstract:
		v = l.withParts(v)
		against = l.unlabelled(voters)
	}
	v.share = v.weight / (b.total + against)
	return v, true
}

// voteByPatterns casts the vote for what the patterns found.
func (l *labeller) voteByPatterns(b *ballot, c *compiledVoter, rule *foundZone) {
	if b.label == zones.Affiliations {
		l.separate(rule)
	}
	lines, x := l.linesOfZone(&rule.zone), rule.content
	whole := len(lines)
	if b.label == zones.Abstract {
		if lines = abstracts.BehindHeading(l.Page, lines); len(lines) < whole {
			x = patterns.ReadLines(l.CutPage.Page, b.label, lines)
		}
	}
	if plaus := l.formed(c, b.label, x, lines); rule.there() && c.votes*plaus > 0 {
		weight := c.votes * (rule.zone.Confidence * plaus)
		b.cast(vote{content: x, lines: lines, rule: len(lines) == whole, weight: weight, best: c.Weight, plaus: plaus}, "rule")
	}
}

// voteByVoter casts the votes for what a voter picks.
func (l *labeller) voteByVoter(b *ballot, c *compiledVoter, known bounds) {
	for _, picked := range c.picks(l.Page, b.label, known, &l.picks) {
		if l.SizeOf(picked) > c.most {
			continue
		}
		if b.label == zones.Abstract {
			picked = abstracts.BehindHeading(l.Page, picked)
		}
		x := l.readOnce(c, b.label, picked)
		lines := x.Among(picked)
		if plaus := c.whole.Plausible(b.label, x) * c.fits(b.label, x) * l.formed(c, b.label, x, lines); c.votes*plaus > 0 {
			b.cast(vote{content: x, lines: lines, weight: c.votes * plaus, best: c.Weight, plaus: plaus}, c.looks)
		}
	}
}

// labelVoters is as how many voters a label that is gone counts.
const labelVoters = 3

// unlabelled returns the votes against an abstract on a page without the label that it stood behind
// on the learnt pages.
func (l *labeller) unlabelled(voters []compiledVoter) float64 {
	gone, there := 0.0, 0.0
	for i := range voters {
		c := &voters[i]
		for k := range c.selectors {
			switch s := &c.selectors[k]; {
			case s.After == "" && s.Opens == "":
			case s.labelled(l.Page):
				there = max(there, c.votes)
			default:
				gone = max(gone, c.votes)
			}
		}
	}
	return labelVoters * max(0, gone-there)
}

// learntSingly reports whether no page that was learnt from had more than one value.
func learntSingly(voters []compiledVoter) bool {
	return len(voters) > 0 && !slices.ContainsFunc(voters, func(c compiledVoter) bool { return c.Selectors != nil && c.Values != 1 })
}

// longerShare is the least share of the winner's votes that a longer list has.
const longerShare = 0.4

// longer returns the longest list that holds what the winner does, with the winner's votes, and
// the winner if there is none: pages with one value do not tell ways of finding all values
// from those of finding the first. A winner found by a label in its line is kept: such a line holds all.
func (l *labeller) longer(b *ballot, won vote) vote {
	if slices.ContainsFunc(won.kinds, func(k kindVote) bool { return strings.HasPrefix(k.kind, "opens") }) {
		return won
	}
	best := won
	for _, v := range b.votes {
		if len(v.content.Items) > len(best.content.Items) && v.weight >= longerShare*won.weight && v.content.Holds(won.content) && l.ofOneKind(b.label, v.content) {
			best = v
		}
	}
	best.weight = won.weight
	return best
}

// split returns the vote for the most items that have the words of the winner's, with the votes for
// these words together: grammars split "A; B" where it was learnt, whole lines do not.
func (b *ballot) split(won vote) vote {
	best, sum := won, 0.0
	for _, v := range b.votes {
		if !words.Same(v.content.Text, won.content.Text) {
			continue
		}
		sum += v.weight
		if len(v.content.Items) > len(best.content.Items) && v.weight >= longerShare*won.weight {
			best = v
		}
	}
	best.weight = sum
	return best
}

// ofOneKind reports whether no author of a list names an institution, and no affiliation is an author.
func (l *labeller) ofOneKind(name zones.Label, x zones.Content) bool {
	return l.foreign(name, x) == 1 && (name != zones.Authors || !slices.ContainsFunc(x.Items, people.NamesInstitution))
}

// settled reports whether a voter and those behind it can change neither the winner
// nor, by much, its share of the votes.
func (l *labeller) settled(b *ballot, next *compiledVoter) bool {
	const much = 0.3 // of the votes that were given
	if b.label == zones.Abstract && l.model.OwnTongue {
		return false
	}
	first, second, all := 0.0, 0.0, 0.0
	for i := range b.votes {
		n := b.votes[i].count()
		first, second, all = max(first, n), max(second, min(first, n)), all+n
	}
	return next.left < min(first-second, much*all)
}

// cachedReading is what lines were read as.
type cachedReading struct {
	label   zones.Label
	reader  *grammar.Reader // nil without a grammar
	lines   []int
	content zones.Content
}

// readOnce reads lines; those that were read before in the same way are not again.
func (l *labeller) readOnce(c *compiledVoter, name zones.Label, picked []int) zones.Content {
	for i := range l.cache {
		if r := &l.cache[i]; r.label == name && r.reader == c.reader && slices.Equal(r.lines, picked) {
			return r.content
		}
	}
	x := l.of(name).content
	if !l.readAlike(c, name, picked) {
		x = c.read(l.CutPage, &l.decoder, name, picked)
	}
	if name == zones.Affiliations {
		x = l.pageAuthors().CutFrom(x)
	}
	l.cache = append(l.cache, cachedReading{name, c.reader, picked, x})
	return x
}

// readAlike reports whether the patterns have read a title or an abstract as a voter would from lines.
func (l *labeller) readAlike(c *compiledVoter, name zones.Label, picked []int) bool {
	f := l.of(name)
	return (name == zones.Title || name == zones.Abstract) && f.matcher != nil && f.matcher.ReadsAs(&c.whole) &&
		slices.EqualFunc(f.items, picked, func(i int32, k int) bool {
			a, b := &l.Items[i], &l.Items[l.Lines[k].Top]
			return a.Run == b.Run && a.RunEnd == b.RunEnd
		})
}

// linesOfZone returns the lines of a zone that the patterns found.
func (l *labeller) linesOfZone(z *Zone) []int {
	first := l.LineOf(z.First)
	end := min(l.LineOf(z.Last+1), first+zones.MaxLines)
	out := slices.Grow([]int(nil), end-first)
	for k := first; k < end; k++ {
		out = append(out, k)
	}
	return out
}

// picks returns what a voter picks; of an abstract also what each of its selectors
// does, as each may be for one language. The lists are valid until the next call.
func (c *compiledVoter) picks(p *layout.Page, name zones.Label, known bounds, m *picks) [][]int {
	m.lists = c.selectors.appendPicks(append(m.lists[:0], nil), p, known, m)
	all, parts := union(m.lists[1:]), m.lists[1:]
	if len(all) == 0 {
		return nil
	}
	if name == zones.Title && c.Lines > 0 {
		all = all[:min(len(all), c.Lines)]
	}
	m.lists[0] = all
	if name != zones.Abstract || len(parts) < 2 {
		return m.lists[:1]
	}
	parts = slices.DeleteFunc(parts, func(part []int) bool { return len(part) == 0 || len(part) >= len(all) })
	return m.lists[:1+len(parts)]
}

// fits is less than 1 for a title or an abstract that is much longer or shorter than
// those that were learnt from.
func (c *compiledVoter) fits(name zones.Label, x zones.Content) float64 {
	w := patterns.UsualWords(name, c.whole.Words)
	if name != zones.Title && name != zones.Abstract || w[1] == 0 {
		return 1
	}
	n := float64(strings.Count(x.Text, " ") + 1)
	r := math.Max(n/float64(w[1]), float64(w[0])/n)
	if r < 2 {
		return 1
	}
	return math.Sqrt(2 / r)
}

// quality says how far the items of a list have the form of such items.
func (c *compiledVoter) quality(name zones.Label, x zones.Content) float64 {
	q := 1.0
	switch name {
	case zones.Authors:
		q = people.Clean(x.Items)
	case zones.Affiliations:
		n := 0
		for _, s := range x.Items {
			if w := 1 + strings.Count(s, " "); 2*w >= c.whole.Words[0] && w <= 3*c.whole.Words[1] && !people.Sentence(s) {
				n++
			}
		}
		q = float64(n) / float64(max(1, len(x.Items)))
	}
	return 0.1 + 0.9*q*q
}

// property is kind without the difference between all lines and a run of them, which
// look at the same elements.
func (v *Voter) property() string { return strings.Replace(v.kind(), "run", "path", 1) }

// kind says by which property of the page a voter picks lines.
func (v *Voter) kind() string {
	s := &v.Selectors[0]
	kind := "path"
	switch {
	case s.After != "":
		kind = "after"
	case s.Opens != "":
		kind = "opens"
	case s.From != "":
		kind = "from"
	case s.Bare && !s.Rooted:
		kind = "name"
	case s.Within:
		kind = "within"
	case s.Run:
		kind = "run"
	}
	if v.Grammar != nil {
		kind += " by grammar"
	}
	return kind
}
