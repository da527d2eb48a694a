package label

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// tongue counts the short words of a text: articles, prepositions,
// pronouns, which tell its language.
type tongue map[uint64]float64

// longestShort is the length in letters of the words that are counted.
const longestShort = 3

// count adds a text.
func count[T string | []byte](t tongue, text T) {
	word, letters := uint64(0), 0
	end := func() {
		if 0 < letters && letters <= longestShort {
			t[word]++
		}
		word, letters = 0, 0
	}
	for _, c := range string(text) {
		switch {
		case 'A' <= c && c <= 'Z':
			c |= 0x20
		case '0' <= c && c <= '9' && letters == 0:
			letters = longestShort // a number
		case c < utf8.RuneSelf && notWord(c):
			end()
			continue
		case c >= utf8.RuneSelf:
			if c = unicode.ToLower(c); notWord(c) {
				end()
				continue
			}
		}
		word = word<<21 | uint64(c) // all of a short one
		letters++
	}
	end()
}

func (t tongue) size() float64 {
	n := 0.0
	for _, c := range t {
		n += c
	}
	return n
}

// like returns the cosine of two tongues.
func (t tongue) like(o tongue) float64 {
	dot, a, b := 0.0, 0.0, 0.0
	for w, n := range t {
		dot += n * o[w]
		a += n * n
	}
	for _, n := range o {
		b += n * n
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(a*b)
}

// tongueBut returns the tongue of the lines of a page that a set leaves out.
func (p *page) tongueBut(left map[int]bool) tongue {
	const most = 100 << 10 // bytes
	out := tongue{}
	bytes := 0
	for k, l := range p.layLines() {
		if left[k] {
			continue
		}
		text := p.written(l.top)
		if bytes += len(text); bytes > most {
			break
		}
		count(out, text)
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
	left := map[int]bool{}
	for _, v := range b.votes {
		for _, k := range v.lines {
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
		own := tongue{}
		count(own, b.votes[i].content.text)
		likes[i] = own.like(rest)
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
		left := map[int]bool{}
		for _, k := range t.clusters[Abstract][0] {
			left[k] = true
		}
		own, rest := tongue{}, t.tongueBut(left)
		count(own, t.values.Abstract)
		if rest.size() < minTongue || own.like(rest) < least {
			return false
		}
		n++
	}
	return n > 0
}
