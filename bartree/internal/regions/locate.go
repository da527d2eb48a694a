package regions

import (
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/locate"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// errUncertain is the error when no element of a page is clearly the region: the crawl of
// the page should be deferred and a person asked, as with [ErrMissing], which it matches.
var errUncertain = Missing("no element is clearly the region")

// A Location is an element that was found for a region.
type Location struct {
	Text       string  `json:"text"`             // of the region
	How        string  `json:"how"`              // "path", "text", "parts" or "votes"
	Confidence float64 `json:"confidence"`       // 0 to 1
	Margin     float64 `json:"margin,omitempty"` // over the next best, for votes
	Path       string  `json:"path"`             // the element, for people
}

// Votes: how much each property that is as before adds.
const (
	voteClass    = 3.0 // class and id tokens
	voteTag      = 1.0
	votePath     = 2.0 // longest common subsequence of the tags from the root
	voteParent   = 2.0 // the parent's class tokens
	voteSiblings = 1.0
	votePosition = 0.5
	voteShape    = 2.0 // of the text
	voteBefore   = 2.0 // the text directly before

	acceptVotes  = 0.5  // least share of the votes, 0 to 1
	acceptMargin = 0.1  // least lead over the next best, as a share of the votes
	acceptShape  = 0.25 // least likeness of the text's shape, 0 to 1

	maxCandidates = 2000 // elements that are voted on
	maxCompared   = 64   // children of a parent that are compared with the siblings
)

// Locate finds a region on a page: at the end of its path; if the path is gone, where the
// text of the marked page is, if that is one place; else by votes, if one element has at least
// half of them, a tenth more than the next, and text of the region's shape; else at the end of
// the path with other classes on one element, if that leads to one place.
func (p *Place) Locate(o *markup.Outline) (l Location, element int32, err error) {
	if e := p.find(o); e >= 0 {
		return LocationOf(o, e, "path", 1, 1), e, nil
	}
	if holders, starts := o.Find([]byte(p.Text)); len(holders) > 0 && !p.Ambiguous {
		best, only := bestOccurrence(o, holders, len(p.Text), nil)
		if only && p.fits(o, holders[best]) {
			l := LocationOf(o, holders[best], "text", 1, 1)
			l.Text = string(o.Text[starts[best] : starts[best]+len(p.Text)])
			return l, holders[best], nil
		}
	}
	l, element, err = p.vote(o)
	if err != nil {
		if e := p.findRenamed(o); e >= 0 {
			return LocationOf(o, e, "path", p.votes(o, e, o.SpanOf(e)), 1), e, nil
		}
	}
	return l, element, err
}

// fits reports whether an element that holds the region's text may be where the region is: it has
// no other text if the region's element had none, and is a heading if that was one. A text that
// names the region and a menu's entry are not.
func (p *Place) fits(o *markup.Outline, e int32) bool {
	r := o.SpanOf(e)
	return (p.Whole != p.Shape || r.End-r.Start == len(p.Text)) && (p.Heading == 0 || o.Heading(e) >= 0)
}

// findRenamed goes down the path as find does, but on one level to an element with
// other classes, new ones, the only child with its tag. It returns where that leads if one
// level alone is otherwise and there is text of the region's shape; else -1.
func (p *Place) findRenamed(o *markup.Outline) int32 {
	e, depth := p.descend(o)
	if depth == 0 || depth >= len(p.Levels) {
		return -1
	}
	other := *p
	other.Levels = slices.Clone(p.Levels)
	only := int32(-1)
	for i := range o.Inside(e) {
		if c := &o.Elements[i]; c.Parent == e && uint64(c.Tag) == p.Levels[depth].Name {
			if only >= 0 {
				return -1
			}
			only = i
		}
	}
	if only < 0 || p.Levels[depth].knows(o.Elements[only].Sig) {
		return -1
	}
	other.Levels[depth].Sig = o.Elements[only].Sig
	found := other.find(o)
	if found < 0 {
		return -1
	}
	if r := o.SpanOf(found); shapeOf(o.Text[r.Start:r.End]).like(p.Whole) < acceptShape {
		return -1
	}
	return found
}

// LocationOf describes an element where the region is, with all of its text.
func LocationOf(o *markup.Outline, e int32, how string, confidence, margin float64) Location {
	return Location{Text: o.TextOf(e), How: how, Confidence: confidence, Margin: margin, Path: o.Way(e)}
}

// vote compares the region with each element that shares a class, an id or its
// tag and its parent's tag with it. What is all the text of a heading is looked for as that:
// what is in one changes more often.
func (p *Place) vote(o *markup.Outline) (l Location, element int32, err error) {
	if 0 < p.Heading && p.Heading < len(p.Levels) {
		heading := *p
		heading.ID, heading.Levels = "", p.Levels[:p.Heading]
		p = &heading
	}
	var lead locate.Lead[markup.Range] // an element and its wrapper have the same
	asked := 0
	for i := range o.Elements {
		r := markup.Range{Start: o.Elements[i].Seen, End: o.Elements[i].TextEnd}
		if r.Start >= r.End || asked == maxCandidates || !p.eligible(o, int32(i)) {
			continue
		}
		asked++
		if lead.Add(r, p.votes(o, int32(i), r)) {
			element = int32(i)
		}
	}
	if lead.Votes >= acceptVotes && lead.Margin() >= acceptMargin {
		l = LocationOf(o, element, "votes", lead.Votes, lead.Margin())
		if shapeOf([]byte(l.Text)).like(p.Shape) >= acceptShape {
			return l, element, nil
		}
	}
	return Location{Confidence: lead.Votes, Margin: lead.Margin()}, -1, errUncertain
}

func (p *Place) eligible(o *markup.Outline, i int32) bool {
	e := &o.Elements[i]
	region := p.Levels[len(p.Levels)-1]
	if shareClass(e.Class, region.Class) || p.ID != "" && o.ID(i) == p.ID {
		return true
	}
	if p.Heading > 0 && e.Kind&markup.Heading != 0 {
		return true
	}
	if e.Tag != markup.Tag(region.Name) {
		return false
	}
	if before := strings.TrimSpace(p.Before); before != "" && strings.HasSuffix(string(o.Text[max(0, e.Seen-len(p.Before)-1):e.Seen]), before) {
		return true
	}
	return len(p.Levels) < 2 || e.Parent >= 0 && o.Elements[e.Parent].Tag == markup.Tag(p.Levels[len(p.Levels)-2].Name)
}

// votes returns the share of the votes that a text in an element gets, 0 to 1.
// Properties that the region did not have, such as a class, do not count.
func (p *Place) votes(o *markup.Outline, i int32, r markup.Range) float64 {
	e := &o.Elements[i]
	n := len(p.Levels)
	region := p.Levels[n-1]
	var a locate.Agreement
	if region.Class != "" || p.ID != "" {
		a.Add(voteClass, overlap(e.Class+" #"+o.ID(i), region.Class+" #"+p.ID))
	}
	a.Has(voteTag, e.Tag == markup.Tag(region.Name))
	a.Add(votePath, commonTags(o, o.Path(i), p.Levels))
	if n > 1 && p.Levels[n-2].Class != "" {
		above := ""
		if e.Parent >= 0 {
			above = o.Elements[e.Parent].Class
		}
		a.Add(voteParent, overlap(above, p.Levels[n-2].Class))
	}
	a.Add(voteSiblings, siblingsLike(o, e, region))
	a.Add(votePosition, 1-math.Abs(float64(r.Start)/float64(max(1, len(o.Text)))-p.Position))
	a.Add(voteShape, shapeOf(o.Text[r.Start:r.End]).like(p.Shape))
	if words := strings.TrimSpace(p.Before); words != "" {
		a.Add(voteBefore, commonEnd(words, strings.TrimSpace(textBefore(o, r.Start))))
	}
	return a.Share()
}

// overlap is |A∩B|/|A∪B| of the words of two texts.
func overlap(a, b string) float64 {
	seen := map[string]int{}
	for w := range strings.FieldsSeq(a) {
		seen[w] |= 1
	}
	for w := range strings.FieldsSeq(b) {
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

// commonTags is twice the length of the longest common subsequence of the tags
// of two paths, over the sum of their lengths.
func commonTags(o *markup.Outline, path []int32, levels []pathLevel) float64 {
	row := make([]int, len(levels)+1)
	for _, e := range path {
		diagonal := 0
		for k := range levels {
			up := row[k+1]
			if o.Elements[e].Tag == markup.Tag(levels[k].Name) {
				row[k+1] = diagonal + 1
			} else {
				row[k+1] = max(row[k+1], row[k])
			}
			diagonal = up
		}
	}
	return 2 * float64(row[len(levels)]) / float64(len(path)+len(levels))
}

// siblingsLike is the share of the element's siblings that the region had too.
func siblingsLike(o *markup.Outline, e *markup.Element, b pathLevel) float64 {
	if e.Parent < 0 {
		return 0
	}
	known, n := 0, 0
	for i := range o.Inside(e.Parent) {
		if n == maxCompared {
			break
		}
		if o.Elements[i].Parent == e.Parent {
			n++
			if b.knows(o.Elements[i].Sig) {
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
