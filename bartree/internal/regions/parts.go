package regions

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Rule is the place of an attribute inside a region: the tags directly before
// and after its text, and what else is between those tags.
type Rule struct {
	Prefix []string `json:"prefix"` // "div", "/p": those since the text before
	Suffix []string `json:"suffix"` // those after the text
	Nth    int      `json:"nth"`    // which text in the region has that prefix, from 0
	// Before and After are the text between the tags that is not the attribute's,
	// such as a label.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// inSentence reports whether a part is between words, without a mark, that are more than a label
// and a unit.
func (r Rule) inSentence() bool {
	before, _ := utf8.DecodeLastRuneInString(r.Before)
	after, _ := utf8.DecodeRuneInString(r.After)
	return unicode.IsLetter(before) && unicode.IsLetter(after) && len(strings.Fields(r.Before+" "+r.After)) > 2
}

// A piece is a text between two runs of tags.
type piece struct {
	markup.Range
	prefix, suffix []string
}

// rangesOf finds the parts of a region in a range of the text. The error wraps
// [ErrMissing] if one is not there.
func rangesOf(o *markup.Outline, parts map[string]string, in markup.Range, pieces []piece) (map[string]markup.Range, error) {
	ranges := make(map[string]markup.Range, len(parts))
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		r, ok := rangeOf(o, markup.Fold(parts[name]), in, pieces)
		if !ok {
			return nil, fmt.Errorf("%w: part %q: %s", ErrMissing, name, excerpt.Quote(parts[name]))
		}
		ranges[name] = r
	}
	return ranges, nil
}

// rangeOf finds a text: the first time that nothing else is between the tags
// beside it, else the first time.
func rangeOf(o *markup.Outline, want []byte, in markup.Range, pieces []piece) (first markup.Range, ok bool) {
	for from, n := in.Start, 0; len(want) > 0 && n < markup.MaxFound; n++ {
		i := bytes.Index(o.Text[from:in.End], want)
		if i < 0 {
			break
		}
		r := markup.Range{Start: from + i, End: from + i + len(want)}
		if !ok {
			first, ok = r, true
		}
		if isWhole(o, r, pieces) {
			return r, true
		}
		from = r.End
	}
	return first, ok
}

// isWhole reports whether a range is whole pieces.
func isWhole(o *markup.Outline, r markup.Range, pieces []piece) bool {
	first, last := covering(pieces, r)
	return last < len(pieces) && o.Trimmed(markup.Range{Start: pieces[first].Start, End: pieces[last].End}) == r
}

// covering returns the first and the last of the pieces that a range is in.
func covering(pieces []piece, r markup.Range) (first, last int) {
	first = sort.Search(len(pieces), func(i int) bool { return pieces[i].End > r.Start })
	last = sort.Search(len(pieces), func(i int) bool { return pieces[i].End >= r.End })
	return first, last
}

// partsAt describes where the parts are among the pieces of their region.
func partsAt(o *markup.Outline, ranges map[string]markup.Range, pieces []piece) map[string]Rule {
	if len(ranges) == 0 {
		return nil
	}
	parts := make(map[string]Rule, len(ranges))
	for name, r := range ranges {
		first, last := covering(pieces, r)
		part := Rule{
			Prefix: pieces[first].prefix, Suffix: pieces[last].suffix,
			Before: o.Words(markup.Range{Start: pieces[first].Start, End: r.Start}),
			After:  o.Words(markup.Range{Start: r.End, End: pieces[last].End}),
		}
		for _, p := range pieces[:first] {
			if slices.Equal(p.prefix, part.Prefix) {
				part.Nth++
			}
		}
		parts[name] = part
	}
	return parts
}

// cutAtTags cuts a range of the text at the tags in it.
func cutAtTags(o *markup.Outline, in markup.Range) []piece {
	if in.Start >= in.End {
		return nil
	}
	var out []piece
	tags := o.Tags()
	k := o.TagFrom(int(o.At[in.Start]))
	start := in.Start
	for i := in.Start + 1; i < in.End; i++ {
		border := false
		for k < len(tags) && tags[k].Pos < int(o.At[i]) {
			border = border || tags[k].Kind&markup.Phrasing == 0
			k++
		}
		if border {
			out = append(out, piece{Range: markup.Range{Start: start, End: i}})
			start = i
		}
	}
	out = append(out, piece{Range: markup.Range{Start: start, End: in.End}})
	for i := range out[1:] {
		between := o.TagsBetween(int(o.At[out[i].End-1]), int(o.At[out[i+1].Start]))
		out[i].suffix, out[i+1].prefix = between, between
	}
	return out
}

// ReadParts reads the parts of a region that is in an element by the tags beside them; those
// that are not there are left out.
func ReadParts(o *markup.Outline, e int32, rules map[string]Rule) map[string]string {
	parts := map[string]string{}
	pieces := piecesOf(o, e)
	for name, rule := range rules {
		if at, ok := readPart(o, rule, pieces); ok {
			parts[name] = string(o.Text[at.Start:at.End])
		}
	}
	return parts
}

// readPart returns where a part is. It ends before the tags that followed it
// where it was learned, or with the region if it begins in the last piece.
func readPart(o *markup.Outline, part Rule, pieces []piece) (at markup.Range, ok bool) {
	nth := part.Nth
	first := slices.IndexFunc(pieces, func(p piece) bool {
		if !slices.Equal(p.prefix, part.Prefix) {
			return false
		}
		nth--
		return nth < 0
	})
	if first < 0 {
		return at, false
	}
	last := first
	for last < len(pieces) && !slices.Equal(pieces[last].suffix, part.Suffix) {
		last++
	}
	if last == len(pieces) {
		if first < len(pieces)-1 {
			return at, false
		}
		last = first
	}
	return strip(o, markup.Range{Start: pieces[first].Start, End: pieces[last].End}, part.Before, part.After)
}

// strip returns a range without the words at its ends, and whether they are
// there and anything between them.
func strip(o *markup.Outline, r markup.Range, before, after string) (markup.Range, bool) {
	r = o.Trimmed(r)
	text := o.Text[r.Start:r.End]
	if !bytes.HasPrefix(text, []byte(before)) || !bytes.HasSuffix(text, []byte(after)) || len(text) <= len(before)+len(after) {
		return r, false
	}
	r = o.Trimmed(markup.Range{Start: r.Start + len(before), End: r.End - len(after)})
	return r, r.Start < r.End
}

// piecesOf cuts the text of a region's element.
func piecesOf(o *markup.Outline, e int32) []piece { return cutAtTags(o, o.SpanOf(o.LayoutOf(e))) }

// ErrMissing is the error when a region's text is not on a page: in this case
// the paper defers the crawl of the page and warns a person.
var ErrMissing = errors.New("bartree: the region's text is not on the page")

// Missing is the error for an example that is not on the page as it should be, and
// for a region that nobody marked. It matches [ErrMissing].
type Missing string

func (m Missing) Error() string { return "bartree: " + string(m) }

func (Missing) Is(target error) bool { return target == ErrMissing }

// ErrBlank is the error for a place without text.
var ErrBlank = fmt.Errorf("%w: no text at its place", ErrMissing)
