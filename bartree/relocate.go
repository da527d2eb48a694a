package bartree

import (
	"errors"
	"math"
	"strings"
)

// ErrUncertain is the error when no element of a page is clearly the region:
// its crawl is to be deferred and a person asked, as when the text is gone.
var ErrUncertain = errors.New("bartree: no element is clearly the region")

// A Location is where a region was found on a page.
type Location struct {
	Text       string
	How        string  // "path", "text" or "votes"
	Confidence float64 // 0 to 1
	Margin     float64 // over the next best, for votes
	Path       string  // the element, for people

	element int32
}

// Votes of the relocation: what each thing that is as before adds.
const (
	voteClass    = 3.0 // own class and id tokens
	voteTag      = 1.0
	votePath     = 2.0 // longest common subsequence of the tags from the root
	voteParent   = 2.0 // the parent's class tokens
	voteSiblings = 1.0
	votePosition = 0.5
	voteShape    = 2.0 // of the text
	voteBefore   = 2.0 // the text right before
	voteAll      = voteClass + voteTag + votePath + voteParent + voteSiblings + votePosition + voteShape + voteBefore

	acceptVotes  = 0.5
	acceptMargin = 0.1
	acceptShape  = 0.25
	mostVoters   = 2000 // elements that are voted on
)

// Locate finds the template's region on a page: where the way leads; else, the
// way being gone, where the text of the marked page stands, if in one place;
// else by votes, if one element has at least half of them, a tenth more than
// the next, and text of the region's shape. Otherwise the error wraps
// [ErrUncertain], and [ErrMissing] if no region was marked.
func (t *Template) Locate(page []byte) (Location, error) {
	if t.region == nil {
		return Location{}, ErrMissing
	}
	return t.region.locate(outlineOf(page))
}

func (p *place) locate(o *outline) (Location, error) {
	if e := p.find(o); e >= 0 {
		return o.located(e, "path", 1, 1), nil
	}
	if holders, starts := o.find([]byte(p.Text)); len(holders) > 0 {
		best, ties := o.bestOccurrence(holders, nil)
		if ties == 1 {
			l := o.located(holders[best], "text", 1, 1)
			l.Text = string(o.text[starts[best] : starts[best]+len(p.Text)])
			return l, nil
		}
	}
	return p.vote(o)
}

func (o *outline) located(e int32, how string, confidence, margin float64) Location {
	return Location{Text: o.textOf(e, maxText), How: how, Confidence: confidence, Margin: margin, Path: o.way(e), element: e}
}

// vote asks each element that shares a class, an id or its tag and parent's tag
// with the region's how like it is.
func (p *place) vote(o *outline) (Location, error) {
	best, second := int32(-1), 0.0
	most := 0.0
	asked := 0
	for i := range o.elements {
		e := &o.elements[i]
		if e.seen >= e.textEnd || asked == mostVoters || !p.candidate(o, e) {
			continue
		}
		asked++
		v := p.votes(o, int32(i))
		switch {
		case v > most:
			if best < 0 || !o.sameText(best, int32(i)) {
				second = most
			}
			best, most = int32(i), v
		case v > second && !o.sameText(best, int32(i)):
			second = v
		}
	}
	if best < 0 || most < acceptVotes || most-second < acceptMargin {
		return Location{Confidence: most, Margin: most - second}, ErrUncertain
	}
	l := o.located(best, "votes", most, most-second)
	if shapeOf([]byte(l.Text)).like(p.Shape) < acceptShape {
		return Location{Confidence: most, Margin: most - second}, ErrUncertain
	}
	return l, nil
}

// sameText reports whether two elements hold the same text, as an element and
// the wrapper round it do.
func (o *outline) sameText(a, b int32) bool {
	x, y := &o.elements[a], &o.elements[b]
	return x.seen == y.seen && x.textEnd == y.textEnd
}

func (p *place) candidate(o *outline, e *element) bool {
	own := p.Levels[len(p.Levels)-1]
	if shareClass(e.class, own.Class) || p.ID != "" && string(e.id) == p.ID {
		return true
	}
	if e.tag != tagHash(own.Name) {
		return false
	}
	if before := strings.TrimSpace(p.Before); before != "" && strings.HasSuffix(string(o.text[max(0, e.seen-len(p.Before)-1):e.seen]), before) {
		return true
	}
	return len(p.Levels) < 2 || e.parent >= 0 && o.elements[e.parent].tag == tagHash(p.Levels[len(p.Levels)-2].Name)
}

// votes returns the share of the votes that an element gets, 0 to 1. What the
// region did not have, such as a class, is not asked for.
func (p *place) votes(o *outline, i int32) float64 {
	e := &o.elements[i]
	n := len(p.Levels)
	own := p.Levels[n-1]
	got, all := 0.0, voteAll
	if own.Class == "" && p.ID == "" {
		all -= voteClass
	} else {
		got += voteClass * overlap(string(e.class)+" #"+string(e.id), own.Class+" #"+p.ID)
	}
	if e.tag == tagHash(own.Name) {
		got += voteTag
	}
	path := o.path(i)
	got += votePath * commonTags(o, path, p.Levels)
	if n < 2 || p.Levels[n-2].Class == "" {
		all -= voteParent
	} else if e.parent >= 0 {
		got += voteParent * overlap(string(o.elements[e.parent].class), p.Levels[n-2].Class)
	}
	got += voteSiblings * siblingsLike(o, e, own)
	at := float64(e.seen) / float64(max(1, len(o.text)))
	got += votePosition * (1 - math.Abs(at-p.Position))
	got += voteShape * shapeOf(o.text[e.seen:e.textEnd]).like(p.Shape)
	if words := strings.TrimSpace(p.Before); words == "" {
		all -= voteBefore
	} else {
		got += voteBefore * commonEnd(words, strings.TrimSpace(string(lastRunes(o.text[:e.seen], 40))))
	}
	return got / all
}

// overlap is |A∩B|/|A∪B| of the words of two texts.
func overlap(a, b string) float64 {
	seen := map[string]int{}
	for w := range fields(a) {
		seen[w] |= 1
	}
	for w := range fields(b) {
		seen[w] |= 2
	}
	delete(seen, "#")
	both := 0
	for _, s := range seen {
		if s == 3 {
			both++
		}
	}
	return float64(both) / float64(max(1, len(seen)))
}

// commonTags is twice the longest common subsequence of the tags of two ways,
// over their lengths.
func commonTags(o *outline, path []int32, levels []beside) float64 {
	row := make([]int, len(levels)+1)
	for _, e := range path {
		diagonal := 0
		for k := range levels {
			up := row[k+1]
			if o.elements[e].tag == tagHash(levels[k].Name) {
				row[k+1] = diagonal + 1
			} else {
				row[k+1] = max(row[k+1], row[k])
			}
			diagonal = up
		}
	}
	return 2 * float64(row[len(levels)]) / float64(len(path)+len(levels))
}

// siblingsLike is how much of what stands beside the element stood beside the
// region.
func siblingsLike(o *outline, e *element, b beside) float64 {
	if e.parent < 0 {
		return 0
	}
	known, n := 0, 0
	p := &o.elements[e.parent]
	for i := e.parent + 1; int(i) < len(o.elements) && o.elements[i].depth > p.depth && n < 64; i++ {
		if o.elements[i].parent == e.parent {
			n++
			if b.knows(o.elements[i].sig) {
				known++
			}
		}
	}
	return float64(known) / float64(max(1, n))
}

// commonEnd is the share of a's end that b ends with too.
func commonEnd(a, b string) float64 {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return float64(n) / float64(max(1, len(a)))
}
