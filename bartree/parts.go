package bartree

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// A piece is a text between two runs of tags.
type piece struct {
	start, end     int // offsets in the outline's text
	prefix, suffix []string
}

// addParts finds the parts of a region, which is text[from:to].
func (o *outline) addParts(t *BarTree, region Region, from, to int) error {
	if len(region.Parts) == 0 {
		return nil
	}
	pieces := o.pieces(from, to)
	t.Parts = map[string]Part{}
	for _, name := range slices.Sorted(maps.Keys(region.Parts)) {
		want := fold(region.Parts[name])
		i := -1
		if len(want) > 0 {
			i = bytes.Index(o.text[from:to], want)
		}
		if i < 0 {
			return fmt.Errorf("%w: part %q: %s", ErrMissing, name, quoteShort(region.Parts[name]))
		}
		start, end := from+i, from+i+len(want)
		first := slices.IndexFunc(pieces, func(p piece) bool { return p.end > start })
		last := slices.IndexFunc(pieces, func(p piece) bool { return p.end >= end })
		part := Part{Prefix: pieces[first].prefix, Suffix: pieces[last].suffix}
		for _, p := range pieces[:first] {
			if slices.Equal(p.prefix, part.Prefix) {
				part.Nth++
			}
		}
		t.Parts[name] = part
	}
	return nil
}

// pieces cuts text[from:to] at the tags between.
func (o *outline) pieces(from, to int) []piece {
	var out []piece
	k := 0
	for k < len(o.tags) && o.tags[k].pos < int(o.at[from]) {
		k++
	}
	start := from
	cut := func(end int) {
		if end > start {
			out = append(out, piece{start: start, end: end})
		}
		start = end
	}
	for i := from + 1; i < to; i++ {
		border := false
		for k < len(o.tags) && o.tags[k].pos < int(o.at[i]) {
			border = border || o.tags[k].kind&phrasing == 0
			k++
		}
		if border {
			cut(i)
		}
	}
	cut(to)
	for i := range out {
		p := &out[i]
		if i > 0 {
			p.prefix = o.run(int(o.at[out[i-1].end-1]), int(o.at[p.start]))
		}
		if i+1 < len(out) {
			p.suffix = o.run(int(o.at[p.end-1]), int(o.at[out[i+1].start]))
		}
	}
	return out
}

// Extract reads a region and its parts from a page that has the template of a
// tree: the text of the element that the bars lead to. It returns false if the
// path does not exist on the page. Missing parts are left out.
func Extract(page []byte, t *BarTree) (Region, bool) {
	o := outlineOf(page)
	e := o.follow(t.Bars)
	if e < 0 {
		return Region{}, false
	}
	return o.extract(e, t.Parts), true
}

func (o *outline) extract(e int32, parts map[string]Part) Region {
	from, to := o.span(e)
	r := Region{Text: o.textOf(e, maxText)}
	if from == to || len(parts) == 0 {
		return r
	}
	r.Parts = map[string]string{}
	pieces := o.pieces(from, to)
	for name, part := range parts {
		nth := part.Nth
		for i := range pieces {
			if !slices.Equal(pieces[i].prefix, part.Prefix) {
				continue
			}
			if nth > 0 {
				nth--
				continue
			}
			end := i
			for end < len(pieces)-1 && !slices.Equal(pieces[end].suffix, part.Suffix) {
				end++
			}
			r.Parts[name] = string(bytes.TrimSpace(o.text[pieces[i].start:pieces[end].end]))
			break
		}
	}
	return r
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
