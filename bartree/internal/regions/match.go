package regions

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// errPart is the error when a part of a region can be found by its text but not
// by the tags beside it: other pages could not be read.
var errPart = errors.New("bartree: part cannot be read by the tags beside it")

// A Match is a region, and its parts, as found on a page.
type Match struct {
	Element int32
	Text    markup.Range
	Parts   map[string]markup.Range
	Rules   map[string]Rule
}

// matchIn finds the parts of a region in an element by their texts.
func matchIn(o *markup.Outline, e int32, text markup.Range, parts map[string]string) (Match, error) {
	s := Match{Element: e, Text: text}
	if len(parts) == 0 {
		return s, nil
	}
	pieces := piecesOf(o, e)
	var err error
	if s.Parts, err = rangesOf(o, parts, text, pieces); err != nil {
		return s, err
	}
	s.Rules = partsAt(o, s.Parts, pieces)
	return s, nil
}

// NewPlace describes the place of a region and of its parts; others are other pages of
// the template. The error wraps [errPart] if a part could not be read on the page
// itself.
func NewPlace(o *markup.Outline, s Match, others ...*markup.Outline) (*Place, error) {
	s.Element = plain(o, s.Element, others)
	p := placeOf(o, s.Element, s.Text)
	if len(s.Parts) == 0 {
		return p, nil
	}
	pieces := piecesOf(o, s.Element)
	p.Parts = map[string]*Place{}
	for name, r := range s.Parts {
		if at := partPlace(o, r, s.Element, pieces, others); at != nil {
			p.Parts[name] = at
		}
	}
	again, _ := elections(o, p, s.Element, s.Rules, true)
	for _, name := range slices.Sorted(maps.Keys(s.Parts)) {
		r := s.Parts[name]
		if again[name].Best == r {
			continue
		}
		delete(p.Parts, name)
		if at, ok := readPart(o, s.Rules[name], pieces); !ok || at != r {
			return nil, fmt.Errorf("%w: part %q: %s", errPart, name, excerpt.Quote(string(o.Text[r.Start:r.End])))
		}
	}
	return p, nil
}

// Readable returns an error, which wraps [errPart], about a part that is read on none of the other
// pages where the region is, or, without such a page, that is between words of a sentence: nothing
// shows where it begins and ends on another page.
func (p *Place) Readable(s Match, others ...*markup.Outline) error {
	with, read := 0, map[string]bool{}
	for _, o := range others {
		if found, err := MatchAt(o, p, s.Rules); found.Parts != nil && !errors.Is(err, ErrBlank) {
			with++
			for name := range found.Parts {
				read[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Rules)) {
		switch rule := s.Rules[name]; {
		case with > 0 && !read[name]:
			return fmt.Errorf("%w: part %q: on none of the other pages", errPart, name)
		case with == 0 && rule.inSentence():
			return fmt.Errorf("%w: part %q: between %s and %s", errPart, name, excerpt.Quote(rule.Before), excerpt.Quote(rule.After))
		}
	}
	return nil
}

// MatchAt finds a region at the end of its path and its parts. The error, which
// wraps [ErrMissing], says that there is no text, or names the first part that is not
// there; the others are returned.
func MatchAt(o *markup.Outline, p *Place, rules map[string]Rule) (Match, error) {
	e := p.find(o)
	if e < 0 {
		return Match{}, fmt.Errorf("%w: no element at its path", ErrMissing)
	}
	s := Match{Element: e, Text: o.SpanOf(e), Parts: map[string]markup.Range{}, Rules: rules}
	if o.IsBlank(s.Text) {
		return s, ErrBlank
	}
	won, missing := elections(o, p, e, rules, true)
	for name, w := range won {
		s.Parts[name] = w.Best
	}
	if len(missing) > 0 {
		return s, fmt.Errorf("%w: part %q", ErrMissing, missing[0])
	}
	return s, nil
}

// Read returns the texts of a region and of its parts, and the links of these by the URL of
// the page.
func Read(o *markup.Outline, s Match, url string) Text {
	r := Text{Text: string(o.Text[s.Text.Start:min(s.Text.End, s.Text.Start+markup.MaxText)])}
	r.Text = strings.TrimSpace(strings.ToValidUTF8(r.Text, ""))
	if len(s.Rules) > 0 {
		r.Parts = map[string]string{}
		for name, at := range s.Parts {
			r.Parts[name] = string(o.Text[at.Start:at.End])
		}
		r.Links = linksOf(o, s.Element, s.Parts, url)
	}
	return r
}

// MatchText finds a region by its text, if that is in one place.
func MatchText(o *markup.Outline, region Text) (Match, bool) {
	text := markup.Fold(region.Text)
	holders, starts := o.Find(text)
	if len(starts) == 0 {
		return Match{}, false
	}
	best, only := bestOccurrence(o, holders, len(text), nil)
	if !only {
		return Match{}, false
	}
	s, err := matchIn(o, holders[best], markup.Range{Start: starts[best], End: starts[best] + len(text)}, region.Parts)
	return s, err == nil
}

// MatchParts finds a region by the texts of its parts: the one element of the
// body that has all of them and has none inside it that does.
func MatchParts(o *markup.Outline, parts map[string]string) (Match, bool) {
	has := make([]int, len(o.Elements))  // parts in an element
	last := make([]int, len(o.Elements)) // the last one counted
	for n, name := range slices.Sorted(maps.Keys(parts)) {
		holders, _ := o.Find(markup.Fold(parts[name]))
		if len(holders) == 0 {
			return Match{}, false
		}
		for _, e := range holders {
			if path := o.Path(e); len(path) > 1 && o.Elements[path[1]].Tag == markup.TagHead {
				continue
			}
			for ; e >= 0 && last[e] <= n; e = o.Elements[e].Parent {
				last[e] = n + 1
				has[e]++
			}
		}
	}
	found, inside := int32(-1), int32(-1)
	for i := len(o.Elements) - 1; i >= 0; i-- { // the children of an element before it
		switch e := int32(i); {
		case has[i] < len(parts) || len(parts) == 0:
		case e == inside: // an element inside it has them
			inside = o.Elements[i].Parent
		case found >= 0:
			return Match{}, false
		default:
			found, inside = e, o.Elements[i].Parent
		}
	}
	if found < 0 {
		return Match{}, false
	}
	s, err := matchIn(o, found, o.SpanOf(found), parts)
	return s, err == nil
}

// A Text is the text of a region of interest, and the texts and links of its parts, each
// under the name of an attribute. Focus says which of several places of the text is meant.
type Text struct {
	Text  string
	Parts map[string]string
	Links map[string]string
	Focus int
}

// Find finds a region by its text alone. Of several places of the text that at the end of old is
// taken, the signatures on the path to the region at an earlier look; then, if whole is set, an
// element that has only this text. It is ambiguous if that does not decide. Without old the
// region's Focus decides first. The error wraps [ErrMissing].
func Find(o *markup.Outline, region Text, old []uint64, whole bool) (s Match, ambiguous bool, err error) {
	text := markup.Fold(region.Text)
	if len(text) == 0 || len(text) > markup.MaxText {
		return s, false, fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(text), markup.MaxText)
	}
	holders, starts := o.Find(text)
	if len(starts) == 0 {
		return s, false, fmt.Errorf("%w: %s", ErrMissing, excerpt.Quote(region.Text))
	}
	length := 0
	if whole {
		length = len(text)
	}
	best, only := bestOccurrence(o, holders, length, old)
	if region.Focus != 0 && old == nil {
		if region.Focus < 0 || region.Focus > len(starts) {
			return s, false, Missing(fmt.Sprintf("place %d of the text: it is in %d", region.Focus, len(starts)))
		}
		best, only = region.Focus-1, true
	}
	s, err = matchIn(o, holders[best], markup.Range{Start: starts[best], End: starts[best] + len(text)}, region.Parts)
	return s, !only, err
}

// MatchByVotes finds a region by its place and the parts in it by votes. The error
// wraps [errUncertain], or [ErrMissing] if there is no text.
func MatchByVotes(o *markup.Outline, p *Place, rules map[string]Rule) (Match, Location, error) {
	l, element, err := p.Locate(o)
	if err != nil {
		return Match{}, l, err
	}
	s := Match{Element: element, Text: o.SpanOf(element)}
	switch {
	case o.IsBlank(s.Text):
		return s, l, ErrBlank
	case len(rules) == 0:
		return s, l, nil
	}
	won, missing := elections(o, p, s.Element, rules, false)
	if len(missing) > 0 {
		return s, l, fmt.Errorf("%w: part %q", errUncertain, missing[0])
	}
	s.Parts = map[string]markup.Range{}
	for name, w := range won {
		s.Parts[name] = w.Best
		l.Confidence, l.Margin = min(l.Confidence, w.Votes), min(l.Margin, w.Margin())
	}
	s.Rules = partsAt(o, s.Parts, piecesOf(o, s.Element))
	return s, l, nil
}
