package layout

import (
	"slices"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Initial returns the first ASCII letter of an item in lower case, 0 if it has none,
// and utf8.RuneSelf if another character, which may be a letter, comes before.
func (p *Page) Initial(i int32) byte {
	for _, r := range p.RunsOf(i) {
		for k := 0; k < len(r.Node.Data); k++ {
			switch c := r.Node.Data[k]; {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				return c | 0x20
			case c >= utf8.RuneSelf:
				return utf8.RuneSelf
			}
		}
	}
	return 0
}

// MayBegin is false if an item's text surely does not begin with words: it is compared
// as far as the first word and ASCII go.
func (p *Page) MayBegin(i int32, start string) bool {
	k := 0
	for _, r := range p.RunsOf(i) {
		for at := 0; at < len(r.Node.Data); at++ {
			c := r.Node.Data[at]
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			switch {
			case c >= utf8.RuneSelf && k == 0 && words.SignAhead(r.Node.Data[at:]) > 0:
				at += words.SignAhead(r.Node.Data[at:]) - 1
			case c >= utf8.RuneSelf || k == len(start) || start[k] == ' ' || start[k] == '#' || start[k] >= utf8.RuneSelf:
				return true
			case letter && c|0x20 == start[k]:
				k++
			case letter || k > 0:
				return false
			}
		}
	}
	return k == len(start)
}

// MayBeginWith is false if an item's text surely begins with none of some words.
func (p *Page) MayBeginWith(i int32, o *words.Openings) bool {
	starts := o.All
	if initial := p.Initial(i); initial != utf8.RuneSelf {
		starts = o.ByInitial[initial]
	}
	return slices.ContainsFunc(starts, func(w string) bool { return p.MayBegin(i, w) })
}
