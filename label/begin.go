package label

import (
	"slices"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// initial returns the first ASCII letter of an item in lower case, 0 if it has none,
// and utf8.RuneSelf if another character, which may be a letter, comes before.
func (p *page) initial(i int32) byte {
	for _, r := range p.runsOf(i) {
		for k := 0; k < len(r.node.Data); k++ {
			switch c := r.node.Data[k]; {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				return c | 0x20
			case c >= utf8.RuneSelf:
				return utf8.RuneSelf
			}
		}
	}
	return 0
}

// mayBegin is false if an item's text surely does not begin with words: it is compared
// as far as the first word and ASCII go.
func (p *page) mayBegin(i int32, start string) bool {
	k := 0
	for _, r := range p.runsOf(i) {
		for at := 0; at < len(r.node.Data); at++ {
			c := r.node.Data[at]
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			switch {
			case c >= utf8.RuneSelf && k == 0 && words.SignAhead(r.node.Data[at:]) > 0:
				at += words.SignAhead(r.node.Data[at:]) - 1
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

// mayBeginWith is false if an item's text surely begins with none of some words.
func (p *page) mayBeginWith(i int32, o *words.Openings) bool {
	starts := o.All
	if initial := p.initial(i); initial != utf8.RuneSelf {
		starts = o.ByInitial[initial]
	}
	return slices.ContainsFunc(starts, func(w string) bool { return p.mayBegin(i, w) })
}
