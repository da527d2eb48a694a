package labelling

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

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
	_, common := layout.CommonMarks(q.Node, layout.Marks(p.Node), ".#@")
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
