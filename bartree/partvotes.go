package bartree

import (
	"fmt"
	"maps"
	"slices"
)

// sightVotes finds a region by its place and the parts in it by votes. The error
// wraps [ErrUncertain], or [ErrMissing] if there is no text.
func (o *outline) sightVotes(p *place, rules map[string]Part) (sighting, Location, error) {
	l, err := p.locate(o)
	if err != nil {
		return sighting{}, l, err
	}
	s := sighting{element: l.element, roi: o.spanOf(l.element)}
	switch {
	case o.isBlank(s.roi):
		return s, l, errBlank
	case len(rules) == 0:
		return s, l, nil
	}
	won, missing := o.elections(p, s.element, rules, false)
	if len(missing) > 0 {
		return s, l, fmt.Errorf("%w: part %q", ErrUncertain, missing[0])
	}
	s.parts = map[string]textRange{}
	for name, w := range won {
		s.parts[name] = w.at
		l.Confidence, l.Margin = min(l.Confidence, w.votes), min(l.Margin, w.votes-w.second)
	}
	s.rules = o.partsAt(s.parts, o.piecesOf(s.element))
	return s, l, nil
}

// An election is the outcome of the votes for a part.
type election struct {
	at            textRange
	votes, second float64 // 0 to 1
	accepted      bool
}

// lead is how clearly the text was elected.
func (e election) lead() float64 { return e.votes - e.second }

// elections finds the parts of a region that is in an element: each is the text
// that gets the most votes for it apart from those that are taken for other
// parts; that with the most votes is the first. Parts without a place are found by
// the tags beside them, if the template holds. Missing are the names of the
// others, sorted. Time is linear in the parts, at most maxCandidates each.
func (o *outline) elections(p *place, region int32, rules map[string]Part, held bool) (won map[string]election, missing []string) {
	pieces := o.piecesOf(region)
	candidates := o.candidates(region, pieces)
	won = make(map[string]election, len(rules))
	var open []*poll
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		byTags, ok := o.readPart(rules[name], pieces)
		switch at := p.Parts[name]; {
		case at != nil:
			c := &poll{name: name, place: at, held: held, ballots: o.ballots(at, candidates, held)}
			if held {
				c.byTags, c.atPath = byTags, o.atPath(at)
			}
			open = append(open, c)
		case ok && held:
			won[name] = election{at: byTags, votes: 1, accepted: true}
		default:
			missing = append(missing, name)
		}
	}
	for len(open) > 0 {
		best := -1
		var clearest election
		for i, c := range open {
			if e := o.elect(c, won); e.accepted && (best < 0 || e.votes > clearest.votes) {
				best, clearest = i, e
			}
		}
		if best < 0 {
			break
		}
		won[open[best].name] = clearest
		open = slices.Delete(open, best, best+1)
	}
	for _, c := range open {
		missing = append(missing, c.name)
	}
	slices.Sort(missing)
	return won, missing
}

// A poll is what an election for a part goes by.
type poll struct {
	name           string
	place          *place
	held           bool // the template holds
	byTags, atPath textRange
	ballots        []ballot
}

// A ballot is a text that may be the part, and its votes.
type ballot struct {
	textRange
	votes float64
}

// ballots counts the votes that each candidate gets for a part, without the label
// and the note beside it, which must be there in a template that holds.
func (o *outline) ballots(p *place, candidates []candidate, held bool) []ballot {
	var out []ballot
	for _, c := range candidates {
		at := c.textRange
		if cut, ok := o.without(at, p.Label, p.Note); ok {
			at = cut
		} else if held {
			continue
		}
		out = append(out, ballot{at, p.votes(o, c.element, at)})
	}
	return out
}

// A candidate is a text of a region that may be a part, and an element that holds
// it.
type candidate struct {
	textRange
	element int32
}

// candidates returns the texts of the elements in a region, and those between two
// tags that have no element of their own; at most maxCandidates.
func (o *outline) candidates(region int32, pieces []piece) []candidate {
	var out []candidate
	seen := map[textRange]bool{}
	for i := region; int(i) < len(o.elements) && (i == region || o.elements[i].depth > o.elements[region].depth); i++ {
		if r := o.trimmed(o.spanOf(i)); r.start < r.end && len(out) < maxCandidates {
			seen[r] = true
			out = append(out, candidate{r, i})
		}
	}
	for _, p := range pieces {
		if r := o.trimmed(p.textRange); r.start < r.end && !seen[r] && len(out) < maxCandidates {
			out = append(out, candidate{r, o.holder(r.start, r.end)})
		}
	}
	return out
}

// elect finds the text that gets the most votes for a part, apart from what is
// taken. It is accepted with at least half of the votes, if it leads clearly and has
// the shape of the part; in a template that holds, if two are true of these and
// of its being where the path or the tags beside the part lead.
func (o *outline) elect(c *poll, taken map[string]election) election {
	var e election
	for _, b := range c.ballots {
		if overlapsAny(b.textRange, taken) {
			continue
		}
		switch {
		case b.textRange == e.at:
			e.votes = max(e.votes, b.votes)
		case b.votes > e.votes:
			e.at, e.votes, e.second = b.textRange, b.votes, e.votes
		case b.votes > e.second:
			e.second = b.votes
		}
	}
	if e.votes < acceptVotes {
		return e
	}
	clear := e.lead() >= acceptMargin
	shaped := shapeOf(o.text[e.at.start:e.at.end]).like(c.place.Shape) >= acceptShape
	e.accepted = clear && shaped
	if c.held {
		e.accepted = count(clear, shaped, e.at == c.byTags, e.at == c.atPath) >= 2
	}
	return e
}

// count returns how many are true.
func count(these ...bool) int {
	n := 0
	for _, is := range these {
		if is {
			n++
		}
	}
	return n
}

// atPath returns the text of a part at the end of its path.
func (o *outline) atPath(p *place) textRange {
	i := p.find(o)
	if i < 0 {
		return textRange{}
	}
	r, _ := o.without(o.spanOf(i), p.Label, p.Note)
	return r
}

func overlapsAny(r textRange, taken map[string]election) bool {
	for _, t := range taken {
		if r.overlaps(t.at) {
			return true
		}
	}
	return false
}

// partPlace describes the place of a part of a region: the deepest element that
// holds the part and no more words than a label and a note, or, if that is an
// element inside a line, the outermost one up to the block. A label or note that
// the deepest has not must be on the other pages, too, so that content is not
// taken for one. nil if there is no such element.
func (o *outline) partPlace(r textRange, region int32, pieces []piece, more []*outline) *place {
	var best *place
	for e := o.holder(r.start, r.end); e > region; e = o.elements[e].parent {
		all := o.spanOf(e)
		label, note := o.words(textRange{all.start, r.start}), o.words(textRange{r.end, all.end})
		if len(label) > maxBefore || len(note) > maxBefore {
			break
		}
		if best == nil || label+note == best.Label+best.Note || labelled(more, o.elements[e].sig, label, note) {
			best = o.placeOf(e, r)
			best.Label, best.Note, best.Before = label, note, label
		}
		if !o.elements[e].inline() {
			break
		}
	}
	if best == nil {
		return nil
	}
	for d := range best.Levels[:len(best.Levels)-1] {
		best.Levels[d].Siblings = nil
	}
	if first, _ := covering(pieces, r); first > 0 && best.Label == "" {
		best.Before = o.words(pieces[first-1].textRange)
	}
	if len(best.Before) > maxBefore {
		best.Before = ""
	}
	return best
}

// labelled reports whether each page has an element of a signature with a label
// before its words and a note after them.
func labelled(pages []*outline, sig uint64, label, note string) bool {
	for _, o := range pages {
		found := false
		for i := range o.elements {
			if o.elements[i].sig != sig {
				continue
			}
			if _, found = o.without(o.spanOf(int32(i)), label, note); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return len(pages) > 0
}
