package bartree

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sort"
)

// A Part is the place of an attribute inside a region: the tags directly before
// and after its text, and what else is between those tags.
type Part struct {
	Prefix []string `json:"prefix"` // "div", "/p": those since the text before
	Suffix []string `json:"suffix"` // those after the text
	Nth    int      `json:"nth"`    // which text in the region has that prefix, from 0
	// Before and After are the text between the tags that is not the attribute's,
	// such as a label.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// A piece is a text between two runs of tags.
type piece struct {
	textRange
	prefix, suffix []string
}

// A textRange is a range of offsets in an outline's text.
type textRange struct{ start, end int }

func (r textRange) bounds() (start, end int) { return r.start, r.end }

func (r textRange) overlaps(s textRange) bool { return r.start < s.end && s.start < r.end }

// trimmed returns the range without space at its ends.
func (o *outline) trimmed(r textRange) textRange {
	for r.start < r.end && o.text[r.start] == ' ' {
		r.start++
	}
	for r.start < r.end && o.text[r.end-1] == ' ' {
		r.end--
	}
	return r
}

// rangesOf finds the parts of a region in a range of the text. The error wraps
// [ErrMissing] if one is not there.
func (o *outline) rangesOf(parts map[string]string, in textRange, pieces []piece) (map[string]textRange, error) {
	ranges := make(map[string]textRange, len(parts))
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		r, ok := o.rangeOf(fold(parts[name]), in, pieces)
		if !ok {
			return nil, fmt.Errorf("%w: part %q: %s", ErrMissing, name, quoteShort(parts[name]))
		}
		ranges[name] = r
	}
	return ranges, nil
}

// rangeOf finds a text: the first time that nothing else is between the tags
// beside it, else the first time.
func (o *outline) rangeOf(want []byte, in textRange, pieces []piece) (first textRange, ok bool) {
	for from, n := in.start, 0; len(want) > 0 && n < maxFound; n++ {
		i := bytes.Index(o.text[from:in.end], want)
		if i < 0 {
			break
		}
		r := textRange{from + i, from + i + len(want)}
		if !ok {
			first, ok = r, true
		}
		if o.whole(r, pieces) {
			return r, true
		}
		from = r.end
	}
	return first, ok
}

// whole reports whether a range is whole pieces.
func (o *outline) whole(r textRange, pieces []piece) bool {
	first, last := covering(pieces, r)
	return last < len(pieces) && o.trimmed(textRange{pieces[first].start, pieces[last].end}) == r
}

// covering returns the first and the last of the pieces that a range is in.
func covering(pieces []piece, r textRange) (first, last int) {
	first = sort.Search(len(pieces), func(i int) bool { return pieces[i].end > r.start })
	last = sort.Search(len(pieces), func(i int) bool { return pieces[i].end >= r.end })
	return first, last
}

// partsAt describes where the parts are among the pieces of their region.
func (o *outline) partsAt(ranges map[string]textRange, pieces []piece) map[string]Part {
	if len(ranges) == 0 {
		return nil
	}
	parts := make(map[string]Part, len(ranges))
	for name, r := range ranges {
		first, last := covering(pieces, r)
		part := Part{
			Prefix: pieces[first].prefix, Suffix: pieces[last].suffix,
			Before: o.words(textRange{pieces[first].start, r.start}),
			After:  o.words(textRange{r.end, pieces[last].end}),
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

func (o *outline) words(r textRange) string {
	r = o.trimmed(r)
	return string(o.text[r.start:r.end])
}

// pieces cuts a range of the text at the tags in it.
func (o *outline) pieces(in textRange) []piece {
	if in.start >= in.end {
		return nil
	}
	var out []piece
	k := o.tagFrom(int(o.at[in.start]))
	start := in.start
	for i := in.start + 1; i < in.end; i++ {
		border := false
		for k < len(o.tags) && o.tags[k].pos < int(o.at[i]) {
			border = border || o.tags[k].kind&phrasing == 0
			k++
		}
		if border {
			out = append(out, piece{textRange: textRange{start, i}})
			start = i
		}
	}
	out = append(out, piece{textRange: textRange{start, in.end}})
	for i := range out[1:] {
		between := o.run(int(o.at[out[i].end-1]), int(o.at[out[i+1].start]))
		out[i].suffix, out[i+1].prefix = between, between
	}
	return out
}

// Extract reads a region and its parts from a page that has the template of a
// tree: the text of the element that the bars lead to. It returns false if the
// path does not exist on the page. Parts that are not where the tree has them are
// left out.
func Extract(page []byte, t *BarTree) (Region, bool) {
	o := outlineOf(page)
	e := o.follow(t.Bars)
	if e < 0 {
		return Region{}, false
	}
	return o.extract(e, t.Parts), true
}

func (o *outline) extract(e int32, parts map[string]Part) Region {
	r := Region{Text: o.textOf(e)}
	if r.Text == "" || len(parts) == 0 {
		return r
	}
	r.Parts = map[string]string{}
	pieces := o.pieces(o.spanOf(o.layoutOf(e)))
	for name, part := range parts {
		if at, ok := o.readPart(part, pieces); ok {
			r.Parts[name] = string(o.text[at.start:at.end])
		}
	}
	return r
}

// readPart returns where a part is. It ends before the tags that followed it
// where it was learned, or with the region if it begins in the last piece.
func (o *outline) readPart(part Part, pieces []piece) (at textRange, ok bool) {
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
	return o.without(textRange{pieces[first].start, pieces[last].end}, part.Before, part.After)
}

// without returns a range without the words at its ends, and whether they are
// there and anything between them.
func (o *outline) without(r textRange, before, after string) (textRange, bool) {
	r = o.trimmed(r)
	text := o.text[r.start:r.end]
	if !bytes.HasPrefix(text, []byte(before)) || !bytes.HasSuffix(text, []byte(after)) || len(text) <= len(before)+len(after) {
		return r, false
	}
	r = o.trimmed(textRange{r.start + len(before), r.end - len(after)})
	return r, r.start < r.end
}

// follow goes down the path that bars describe: on each level to the child with
// the tag and classes, the one at the index if several have them. It returns
// -1 where there is none.
func (o *outline) follow(bars []Bar) int32 {
	if len(o.elements) == 0 || len(bars) == 0 {
		return -1
	}
	at := int32(0)
	for _, b := range bars[1:] {
		next, index := int32(-1), 0
		for i := at + 1; int(i) < len(o.elements) && o.elements[i].pos < o.elements[at].end; i++ {
			e := &o.elements[i]
			if e.kind&phrasing != 0 || o.layoutParent(i) != at {
				continue
			}
			if e.is(b) && (next < 0 || index == b.Index) {
				next = i
			}
			index++
		}
		if next < 0 {
			return -1
		}
		at = next
	}
	return at
}
