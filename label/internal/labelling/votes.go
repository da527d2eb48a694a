package labelling

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// elected is the order in which zones are voted on: later ones know where earlier ones are.
var elected = [...]zones.Label{zones.Title, zones.Abstract, zones.Authors, zones.Affiliations}

// vote replaces what the patterns found by what the voters agree on.
func (l *labeller) vote() {
	if len(l.model.Voters) == 0 {
		return
	}
	l.LayLines()
	known := voters.Bounds{}
	for _, name := range elected {
		rule := l.of(name)
		if v, ok := l.elect(name, rule, known); ok {
			place := min(1, v.Share*v.Best*v.Plaus)
			confidence := place * l.told(name, &v)
			if v.Rule {
				rule.zone.Confidence = confidence
			} else {
				*rule = foundZone{zone: l.zone(name, l.Tops(v.Lines), v.Content, confidence), content: v.Content}
			}
			rule.place = place
		}
		if rule.there() {
			first := l.LineOf(rule.zone.First)
			known[name] = [2]int{first, max(first, l.LineOf(rule.zone.Last+1)-1)}
		}
	}
}

// told says from 0 to 1 how sure the parts of a list are. Where the learnt pages had one author each, names alone in two
// lines may be a subtitle and an author.
func (l *labeller) told(name zones.Label, v *voters.Vote) float64 {
	const manyLines = 0.85
	switch {
	case name != zones.Authors && name != zones.Affiliations:
		return 1
	case name == zones.Authors && learntSingly(l.model.compiledVoters()[name]) && l.bareLines(v.Lines):
		return min(manyLines, v.Told(name))
	}
	return v.Told(name)
}

// bareLines reports whether two of some lines follow each other and have one part each.
func (l *labeller) bareLines(lines []int) bool {
	for i := 1; i < len(lines); i++ {
		if lines[i] == lines[i-1]+1 && len(l.Cut(lines[i-1]).Stretches)+len(l.Cut(lines[i]).Stretches) == 2 {
			return true
		}
	}
	return false
}

// elect lets the voters of a zone vote.
func (l *labeller) elect(name zones.Label, rule *foundZone, known voters.Bounds) (voters.Vote, bool) {
	b := &l.ballot
	b.Begin(name)
	voters := l.model.compiledVoters()[name]
	for i := range voters {
		c := &voters[i]
		if !l.thorough && (b.Agreed() || l.settled(b, c)) {
			break
		}
		if c.Selectors == nil {
			l.voteByPatterns(b, c, rule)
		} else {
			l.voteByVoter(b, c, known)
		}
	}
	for i := range b.Votes {
		b.Votes[i].Weight = b.Votes[i].Count()
	}
	if name == zones.Abstract && l.model.SameLanguage {
		b.PenalizeOtherLanguages(l.Page)
	}
	v, ok := b.Winner()
	if !ok {
		return v, false
	}
	against := 0.0
	switch name {
	case zones.Authors, zones.Affiliations:
		if name == zones.Affiliations {
			v = b.Split(v)
		}
		if learntSingly(voters) {
			v = l.longer(b, v)
		}
		v = l.withNeighbours(name, v, known)
	case zones.Abstract:
		v = l.withParts(v)
		against = l.unlabelled(voters)
	}
	v.Share = v.Weight / (b.Total + against)
	return v, true
}

// voteByPatterns casts the vote for what the patterns found.
func (l *labeller) voteByPatterns(b *voters.Ballot, c *voters.Compiled, rule *foundZone) {
	if b.Label == zones.Affiliations {
		l.separate(rule)
	}
	if b.Label == zones.Authors {
		l.withoutWords(rule)
	}
	lines, x := l.linesOfZone(&rule.zone), rule.content
	whole := len(lines)
	if b.Label == zones.Abstract {
		if lines = abstracts.BehindHeading(l.Page, lines); len(lines) < whole {
			x = patterns.ReadLines(l.Page, b.Label, lines)
		}
	}
	if plaus := l.formed(c, b.Label, x, lines); rule.there() && c.Votes*plaus > 0 {
		weight := c.Votes * (rule.zone.Confidence * plaus)
		b.Cast(voters.Vote{Content: x, Lines: lines, Rule: len(lines) == whole, Weight: weight, Best: c.Weight, Plaus: plaus}, "rule")
	}
}

// voteByVoter casts the votes for what a voter picks.
func (l *labeller) voteByVoter(b *voters.Ballot, c *voters.Compiled, known voters.Bounds) {
	for _, picked := range c.Picks(l.Page, b.Label, known, &l.picks) {
		if l.SizeOf(picked) > c.Most {
			continue
		}
		if b.Label == zones.Abstract {
			picked = abstracts.BehindHeading(l.Page, picked)
		}
		x := l.readOnce(c, b.Label, picked)
		lines := x.Among(picked)
		if plaus := c.Whole.Plausible(b.Label, x) * c.Fits(b.Label, x) * l.formed(c, b.Label, x, lines); c.Votes*plaus > 0 {
			b.Cast(voters.Vote{Content: x, Lines: lines, Weight: c.Votes * plaus, Best: c.Weight, Plaus: plaus}, c.Looks)
		}
	}
}

// labelVoters is as how many voters a label that is gone counts.
const labelVoters = 3

// unlabelled returns the votes against an abstract on a page without the label that it stood behind
// on the learnt pages.
func (l *labeller) unlabelled(voters []voters.Compiled) float64 {
	gone, there := 0.0, 0.0
	for i := range voters {
		c := &voters[i]
		for k := range c.Selectors {
			switch s := &c.Selectors[k]; {
			case s.After == "" && s.Opens == "":
			case s.Labelled(l.Page):
				there = max(there, c.Votes)
			default:
				gone = max(gone, c.Votes)
			}
		}
	}
	return labelVoters * max(0, gone-there)
}

// learntSingly reports whether no page that was learnt from had more than one value.
func learntSingly(all []voters.Compiled) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(c voters.Compiled) bool { return c.Selectors != nil && c.Values != 1 })
}

// longer returns the longest list that holds what the winner does, with the winner's votes, and
// the winner if there is none: pages with one value do not tell ways of finding all values
// from those of finding the first. A winner found by a label in its line is kept: such a line holds all.
func (l *labeller) longer(b *voters.Ballot, won voters.Vote) voters.Vote {
	if slices.ContainsFunc(won.Kinds, func(k voters.KindVote) bool { return strings.HasPrefix(k.Kind, "opens") }) {
		return won
	}
	best := won
	for _, v := range b.Votes {
		if len(v.Content.Items) > len(best.Content.Items) && v.Weight >= voters.LongerShare*won.Weight && v.Content.Holds(won.Content) && l.ofOneKind(b.Label, v.Content) {
			best = v
		}
	}
	best.Weight = won.Weight
	return best
}

// settled reports whether a voter and those behind it can change neither the winner
// nor, by much, its share of the votes.
func (l *labeller) settled(b *voters.Ballot, next *voters.Compiled) bool {
	const much = 0.3 // of the votes that were given
	if b.Label == zones.Abstract && l.model.SameLanguage {
		return false
	}
	first, second, all := 0.0, 0.0, 0.0
	for i := range b.Votes {
		n := b.Votes[i].Count()
		first, second, all = max(first, n), max(second, min(first, n)), all+n
	}
	return next.Left < min(first-second, much*all)
}

// withParts returns an abstract that is the first parts of a structured one with those that follow:
// pages whose abstracts have one paragraph do not show how many there are.
func (l *labeller) withParts(v voters.Vote) voters.Vote {
	if len(v.Lines) == 0 {
		return v
	}
	last, lines := 0, slices.Clone(v.Lines)
	if k := lines[0] - 1; k >= 0 {
		if part, alone := abstracts.PartAt(l.Page, k); alone {
			last, lines = part, append([]int{k}, lines...)
		}
	}
	for _, k := range v.Lines {
		if part, _ := abstracts.PartAt(l.Page, k); part > 0 {
			last = part
		}
	}
	found := len(lines)
	for k := lines[found-1] + 1; last > 0 && k < len(l.Lines); k++ {
		part, alone := abstracts.PartAt(l.Page, k)
		if part <= last {
			break
		}
		last, lines = part, append(lines, k)
		if alone && k+1 < len(l.Lines) {
			k++
			lines = append(lines, k)
		}
	}
	if len(lines) == found {
		return v
	}
	v.Content, v.Lines, v.Rule = patterns.ReadLines(l.Page, zones.Abstract, lines), lines, false
	return v
}

// withNeighbours returns a list with the lines right before and behind it that read as such a list
// and are in elements with the name, the parent and a mark of those of the list: the first of
// several entries may have marks that the others lack.
func (l *labeller) withNeighbours(name zones.Label, v voters.Vote, known voters.Bounds) voters.Vote {
	if len(v.Lines) == 0 {
		return v
	}
	first, last := v.Lines[0], v.Lines[len(v.Lines)-1]
	if !l.ofOneList(first, first-1) && !l.ofOneList(last, last+1) {
		return v
	}
	c := l.readerOf(name, v)
	if c == nil {
		return v
	}
	own := l.shareRead(v.Content, v.Lines...)
	before, behind := l.entriesFrom(name, c, known, own, first, -1), l.entriesFrom(name, c, known, own, last, 1)
	slices.Reverse(before)
	if len(before)+len(behind) == 0 {
		return v
	}
	v.Lines = slices.Concat(before, v.Lines, behind)
	v.Content, v.Rule = l.readOnce(c, name, v.Lines), false
	return v
}

// readerOf returns the first voter that reads the lines of a list as it is, nil if none does.
func (l *labeller) readerOf(name zones.Label, v voters.Vote) *voters.Compiled {
	voters := l.model.compiledVoters()[name]
	for i := range voters {
		if c := &voters[i]; c.Selectors != nil && slices.Equal(l.readOnce(c, name, v.Lines).Items, v.Content.Items) {
			return c
		}
	}
	return nil
}

// entriesFrom returns the lines that belong to a list, from its end k in one direction. Of a line that
// only has something like an entry in it, such as "Open Access", less is read than of the list itself.
func (l *labeller) entriesFrom(name zones.Label, c *voters.Compiled, known voters.Bounds, own float64, k, direction int) []int {
	var out []int
	for at := k + direction; l.ofOneList(k, at) && !divide(known, k, at) && len(out) < zones.MaxLines; at += direction {
		x := l.readOnce(c, name, []int{at})
		if len(x.Items) == 0 || name == zones.Authors && people.Clean(x.Items) < 1 || !l.ofOneKind(name, x) || 2*l.shareRead(x, at) < own {
			break
		}
		out = append(out, at)
	}
	return out
}

// shareRead returns the share of the words of lines that are in what was read from them.
func (l *labeller) shareRead(x zones.Content, lines ...int) float64 {
	all := 0
	for _, k := range lines {
		all += len(words.Of(l.TextOf(l.Lines[k].Top)))
	}
	return float64(len(words.Of(strings.Join(x.Items, " ")))) / float64(max(1, all))
}

// ofOneList reports whether a line and another, which there may not be, are in elements of one
// name and parent that have a mark in common.
func (l *labeller) ofOneList(a, b int) bool {
	if b < 0 || b >= len(l.Lines) {
		return false
	}
	x, y := &l.Lines[a], &l.Lines[b]
	p, q := &l.Items[x.Leaf], &l.Items[y.Leaf]
	if x.Leaf == y.Leaf || x.LeafTag != y.LeafTag || p.Parent != q.Parent || p.Segment() {
		return false
	}
	_, common := l.CommonMarks(q.Node, l.Marks(p.Node), ".#@")
	return common > 0
}

// divide reports whether the second of two lines is in a zone that the first is not in.
func divide(b voters.Bounds, first, second int) bool {
	for _, zone := range b {
		if zone[0] <= second && second <= zone[1] && (first < zone[0] || first > zone[1]) {
			return true
		}
	}
	return false
}
