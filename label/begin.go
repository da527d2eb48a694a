package label

import (
	"slices"
	"strings"
	"unicode/utf8"
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
func (p *page) mayBegin(i int32, words string) bool {
	k := 0
	for _, r := range p.runsOf(i) {
		for at := 0; at < len(r.node.Data); at++ {
			c := r.node.Data[at]
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			switch {
			case c >= utf8.RuneSelf && k == 0 && signAhead(r.node.Data[at:]) > 0:
				at += signAhead(r.node.Data[at:]) - 1
			case c >= utf8.RuneSelf || k == len(words) || words[k] == ' ' || words[k] == '#' || words[k] >= utf8.RuneSelf:
				return true
			case letter && c|0x20 == words[k]:
				k++
			case letter || k > 0:
				return false
			}
		}
	}
	return k == len(words)
}

// openings are words that lines may begin with.
type openings struct {
	all       []string
	byInitial [utf8.RuneSelf][]string // those that begin with ASCII
}

func newOpenings(words []string) *openings {
	o := &openings{all: words}
	for _, w := range words {
		if w[0] < utf8.RuneSelf {
			o.byInitial[w[0]] = append(o.byInitial[w[0]], w)
		}
	}
	return o
}

// mayBeginWith is false if an item's text surely begins with none of some words.
func (p *page) mayBeginWith(i int32, o *openings) bool {
	words := o.all
	if initial := p.initial(i); initial != utf8.RuneSelf {
		words = o.byInitial[initial]
	}
	return slices.ContainsFunc(words, func(w string) bool { return p.mayBegin(i, w) })
}

// mayOpen is false if the first word of a text is surely none of some.
func mayOpen(s string, words []string) bool {
	first := strings.TrimLeftFunc(s, notWord)
	end := 0
	for end < len(first) && first[end] < utf8.RuneSelf && lowered[first[end]] != 0 {
		end++
	}
	return end == len(first) || first[end] >= utf8.RuneSelf ||
		slices.ContainsFunc(words, func(w string) bool { return len(w) == end && strings.EqualFold(w, first[:end]) })
}

// signAhead returns the length of a sign or a space that lines often begin with, which is in no
// word and stays so in NFKC, 0 if a text begins with none.
func signAhead(s string) int {
	switch r, n := utf8.DecodeRuneInString(s); r {
	case '\u00a0', '«', '»', '·', '×', '©', '®', '–', '—', '‘', '’', '“', '”', '•', '…', '✓', '≤', '≥':
		return n
	}
	return 0
}
