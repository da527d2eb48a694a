package label

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// tongue counts the short words of texts: articles, prepositions, pronouns, which
// tell their language.
type tongue struct {
	bag            // of words by their letters, 21 bits each
	word    uint64 // the one that is being read
	letters int    // of it
}

// longestShort is the length in letters of the words that are counted.
const longestShort = 3

// read counts the words of a text. The last goes on in the next text.
func (t *tongue) read(text string) {
	word, letters := t.word, t.letters
	for i := 0; i < len(text); {
		low, n := latin(text, i)
		c := rune(low)
		switch {
		case n == 0:
			if c, n = utf8.DecodeRuneInString(text[i:]); zeroWidth(c) {
				i += n
				continue
			}
			if c = unicode.ToLower(c); notWord(c) {
				c = 0
			}
		case c <= '9' && c != 0 && letters == 0:
			letters = longestShort // a number
		}
		i += n
		if c == 0 {
			t.count(word, letters)
			word, letters = 0, 0
			continue
		}
		word = word<<21 | uint64(c)
		if letters++; letters > longestShort { // the rest does not count
			for i < len(text) && inWords[text[i]] != 0 {
				i++
			}
		}
	}
	t.word, t.letters = word, letters
}

// end ends the word that is being read.
func (t *tongue) end() {
	t.count(t.word, t.letters)
	t.word, t.letters = 0, 0
}

// count counts a word if it is short.
func (t *tongue) count(word uint64, letters int) {
	if 0 < letters && letters <= longestShort {
		t.add(word)
	}
}

// Languages are told from so many bytes of a text and of the rest of its page.
const (
	sampledText = 2000
	sampledPage = 4000
)

// tongueOf returns the tongue of the beginning of a text.
func tongueOf(text string) *tongue {
	t := &tongue{}
	t.read(text[:min(len(text), sampledText)])
	t.end()
	return t
}

func (t *tongue) size() float64 {
	n := 0.0
	for _, c := range t.slots {
		n += c.n
	}
	return n
}

// like returns the cosine of two tongues.
func (t *tongue) like(o *tongue) float64 {
	dot, a, b := 0.0, 0.0, 0.0
	for _, c := range t.slots {
		if c.n > 0 && o.used > 0 {
			dot += c.n * o.find(c.number).n
		}
		a += c.n * c.n
	}
	for _, c := range o.slots {
		b += c.n * c.n
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(a*b)
}

// tongueBut returns the tongue of the lines of a page that are not left out, of long
// pages that of some lines from all parts: menus and references may be in another
// language.
func (p *page) tongueBut(left []bool) *tongue {
	all := int64(0)
	for k := range p.lined {
		if !left[k] {
			all += int64(p.lined[k].size)
		}
	}
	out := &tongue{}
	passed, read := int64(0), int64(0)
	for k := range p.lined {
		l := &p.lined[k]
		if left[k] {
			continue
		}
		if passed += int64(l.size); read*all > passed*sampledPage {
			continue
		}
		read += int64(l.size)
		for _, r := range p.runsOf(l.top) {
			out.read(r.node.Data)
			if r.spaced {
				out.end()
			}
		}
		out.end()
	}
	return out
}

// minTongue is the number of short words from which on a language is known.
const minTongue = 20

// speak lowers the votes for texts in another language than the rest of the page.
func (b *ballot) speak(p *page) {
	if len(b.votes) < 2 {
		return
	}
	left := make([]bool, len(p.lined))
	for i := range b.votes {
		for _, k := range b.votes[i].lines {
			left[k] = true
		}
	}
	rest := p.tongueBut(left)
	if rest.size() < minTongue {
		return
	}
	likes := make([]float64, len(b.votes))
	best := 0.0
	for i := range b.votes {
		likes[i] = tongueOf(b.votes[i].content.text).like(rest)
		best = max(best, likes[i])
	}
	for i := range b.votes {
		r := likes[i] / max(best, 0.01)
		b.votes[i].weight *= r * r
		if r < otherTongue {
			b.votes[i].plaus *= r
		}
	}
}

// otherTongue is the likeness to the page's language, as a share of the best, below
// which a text is in another language.
const otherTongue = 0.7

// ownTongue reports whether the abstract of each page is in the language of the
// rest of the page.
func ownTongue(pages []*taughtPage) bool {
	const least = 0.5 // cosine
	n := 0
	for _, t := range pages {
		if t.values.Abstract == "" || len(t.clusters[Abstract]) == 0 {
			continue
		}
		left := make([]bool, len(t.lined))
		for _, k := range t.clusters[Abstract][0] {
			left[k] = true
		}
		own, rest := tongueOf(t.values.Abstract), t.tongueBut(left)
		if rest.size() < minTongue || own.like(rest) < least {
			return false
		}
		n++
	}
	return n > 0
}
