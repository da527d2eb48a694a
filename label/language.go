package label

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// language counts the short words of texts: articles, prepositions, pronouns, which
// tell their language.
type language struct {
	bag            // of words by their letters, 21 bits each
	word    uint64 // the one that is being read
	letters int    // of it
}

// longestShort is the length in letters of the words that are counted.
const longestShort = 3

// read counts the words of a text. The last goes on in the next text.
func (t *language) read(text string) {
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
func (t *language) end() {
	t.count(t.word, t.letters)
	t.word, t.letters = 0, 0
}

// count counts a word if it is short.
func (t *language) count(word uint64, letters int) {
	if 0 < letters && letters <= longestShort {
		t.add(word)
	}
}

// Languages are told from so many bytes of a text and of the rest of its page.
const (
	sampledText = 2000
	sampledPage = 4000
)

// languageOf returns the language of the beginning of a text.
func languageOf(text string) *language {
	t := &language{}
	t.read(text[:min(len(text), sampledText)])
	t.end()
	return t
}

func (t *language) size() float64 {
	n := 0.0
	for _, c := range t.slots {
		n += c.n
	}
	return n
}

// like returns the cosine of two tongues.
func (t *language) like(o *language) float64 {
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

// languageWithout returns the language of the lines of a page that are not left out, of long
// pages that of some lines from all parts: menus and references may be in another
// language.
func (p *page) languageWithout(left []bool) *language {
	all := int64(0)
	for k := range p.lined {
		if !left[k] {
			all += int64(p.lined[k].size)
		}
	}
	out := &language{}
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

// minShortWords is the number of short words from which on a language is known.
const minShortWords = 20

// penalizeOtherLanguages lowers the votes for texts in another language than the rest of the page.
func (b *ballot) penalizeOtherLanguages(p *page) {
	if len(b.votes) < 2 {
		return
	}
	left := make([]bool, len(p.lined))
	for i := range b.votes {
		for _, k := range b.votes[i].lines {
			left[k] = true
		}
	}
	rest := p.languageWithout(left)
	if rest.size() < minShortWords {
		return
	}
	likes := make([]float64, len(b.votes))
	best := 0.0
	for i := range b.votes {
		likes[i] = languageOf(b.votes[i].content.text).like(rest)
		best = max(best, likes[i])
	}
	for i := range b.votes {
		r := likes[i] / max(best, 0.01)
		b.votes[i].weight *= r * r
		if r < otherLanguage {
			b.votes[i].plaus *= r
		}
	}
}

// otherLanguage is the likeness to the page's language, as a share of the best, below
// which a text is in another language.
const otherLanguage = 0.7

// sameLanguage reports whether the abstract of each page is in the language of the
// rest of the page.
func sameLanguage(pages []*trainingPage) bool {
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
		own, rest := languageOf(t.values.Abstract), t.languageWithout(left)
		if rest.size() < minShortWords || own.like(rest) < least {
			return false
		}
		n++
	}
	return n > 0
}
