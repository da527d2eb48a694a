package regions

import (
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/internal/locate"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// An election is the outcome of the votes for a part: the text that was elected.
type election = locate.Lead[markup.Range]

// elections finds the parts of a region that is in an element: each is the text
// that gets the most votes for it apart from those that are taken for other
// parts; that with the most votes is the first. Parts without a place are found by
// the tags beside them, if the template holds. Missing are the names of the
// others, sorted. Time is linear in the parts, at most maxCandidates each.
func elections(o *markup.Outline, p *Place, region int32, rules map[string]Rule, held bool) (won map[string]election, missing []string) {
	pieces := piecesOf(o, region)
	candidates := partCandidates(o, region, pieces)
	won = make(map[string]election, len(rules))
	var open []*poll
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		byTags, ok := readPart(o, rules[name], pieces)
		switch at := p.Parts[name]; {
		case at != nil:
			c := &poll{name: name, place: at, held: held, ballots: countVotes(o, at, candidates, held)}
			if held {
				c.byTags, c.atPath = byTags, atPath(o, at)
			}
			open = append(open, c)
		case ok && held:
			won[name] = election{Best: byTags, Votes: 1}
		default:
			missing = append(missing, name)
		}
	}
	for len(open) > 0 {
		best := -1
		var clearest election
		for i, c := range open {
			if e, ok := elect(o, c, won); ok && (best < 0 || e.Votes > clearest.Votes) {
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
	place          *Place
	held           bool // the template holds
	byTags, atPath markup.Range
	ballots        []ballot
}

// A ballot is a text that may be the part, and its votes.
type ballot struct {
	markup.Range
	votes float64
}

// countVotes counts the votes that each candidate gets for a part, without the label
// and the note beside it, which must be there in a template that holds.
func countVotes(o *markup.Outline, p *Place, candidates []candidate, held bool) []ballot {
	var out []ballot
	for _, c := range candidates {
		at := c.Range
		if cut, ok := strip(o, at, p.Label, p.Note); ok {
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
	markup.Range
	element int32
}

// partCandidates returns the texts of the elements in a region, and those between two
// tags that have no element of their own; at most maxCandidates.
func partCandidates(o *markup.Outline, region int32, pieces []piece) []candidate {
	var out []candidate
	seen := map[markup.Range]bool{}
	for i := region; int(i) < len(o.Elements) && (i == region || o.Elements[i].Depth > o.Elements[region].Depth); i++ {
		if r := o.Trimmed(o.SpanOf(i)); r.Start < r.End && len(out) < maxCandidates {
			seen[r] = true
			out = append(out, candidate{r, i})
		}
	}
	for _, p := range pieces {
		if r := o.Trimmed(p.Range); r.Start < r.End && !seen[r] && len(out) < maxCandidates {
			out = append(out, candidate{r, o.Holder(r.Start, r.End)})
		}
	}
	return out
}

// elect finds the text that gets the most votes for a part, apart from what is
// taken. It is accepted with at least half of the votes, if it leads clearly and has
// the shape of the part; in a template that holds, if two are true of these and
// of its being where the path or the tags beside the part lead.
func elect(o *markup.Outline, c *poll, taken map[string]election) (e election, accepted bool) {
	for _, b := range c.ballots {
		if !overlapsAny(b.Range, taken) {
			e.Add(b.Range, b.votes)
		}
	}
	if e.Votes < acceptVotes {
		return e, false
	}
	var a locate.Agreement
	a.Has(1, e.Margin() >= acceptMargin)
	a.Has(1, shapeOf(o.Text[e.Best.Start:e.Best.End]).like(c.place.Shape) >= acceptShape)
	if !c.held {
		return e, a.Share() == 1
	}
	a.Has(1, e.Best == c.byTags)
	a.Has(1, e.Best == c.atPath)
	return e, a.Share() >= 0.5
}

// atPath returns the text of a part at the end of its path.
func atPath(o *markup.Outline, p *Place) markup.Range {
	i := p.find(o)
	if i < 0 {
		return markup.Range{}
	}
	r, _ := strip(o, o.SpanOf(i), p.Label, p.Note)
	return r
}

func overlapsAny(r markup.Range, taken map[string]election) bool {
	for _, t := range taken {
		if r.Overlaps(t.Best) {
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
func partPlace(o *markup.Outline, r markup.Range, region int32, pieces []piece, more []*markup.Outline) *Place {
	var best *Place
	for e := o.Holder(r.Start, r.End); e > region; e = o.Elements[e].Parent {
		all := o.SpanOf(e)
		label, note := o.Words(markup.Range{Start: all.Start, End: r.Start}), o.Words(markup.Range{Start: r.End, End: all.End})
		if len(label) > maxBefore || len(note) > maxBefore {
			break
		}
		if best == nil || label+note == best.Label+best.Note || labelled(more, o.Elements[e].Sig, label, note) {
			best = placeOf(o, e, r)
			best.Label, best.Note, best.Before = label, note, label
		}
		if !o.Elements[e].Inline() {
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
		best.Before = o.Words(pieces[first-1].Range)
	}
	if len(best.Before) > maxBefore {
		best.Before = ""
	}
	return best
}

// labelled reports whether each page has an element of a signature with a label
// before its words and a note after them.
func labelled(pages []*markup.Outline, sig uint64, label, note string) bool {
	for _, o := range pages {
		found := false
		for i := range o.Elements {
			if o.Elements[i].Sig != sig {
				continue
			}
			if _, found = strip(o, o.SpanOf(int32(i)), label, note); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return len(pages) > 0
}
