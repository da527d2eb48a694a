package words

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// Language counts the short words of texts: articles, prepositions, pronouns, which
// tell their language.
type Language struct {
	bag            // of words by their letters, 21 bits each
	word    uint64 // the one that is being read
	letters int    // of it
}

// longestShort is the length in letters of the words that are counted.
const longestShort = 3

// Read counts the words of a text. The last goes on in the next text.
func (t *Language) Read(text string) {
	word, letters := t.word, t.letters
	for i := 0; i < len(text); {
		low, n := latin(text, i)
		c := rune(low)
		switch {
		case n == 0:
			if c, n = utf8.DecodeRuneInString(text[i:]); ZeroWidth(c) {
				i += n
				continue
			}
			if c = unicode.ToLower(c); Outside(c) {
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
			for i < len(text) && InWords[text[i]] != 0 {
				i++
			}
		}
	}
	t.word, t.letters = word, letters
}

// End ends the word that is being read.
func (t *Language) End() {
	t.count(t.word, t.letters)
	t.word, t.letters = 0, 0
}

// count counts a word if it is short.
func (t *Language) count(word uint64, letters int) {
	if 0 < letters && letters <= longestShort {
		t.add(word)
	}
}

// Languages are told from so many bytes of a text and of the rest of its page.
const (
	sampledText = 2000
	SampledPage = 4000
)

// LanguageOf returns the language of the beginning of a text.
func LanguageOf(text string) *Language {
	t := &Language{}
	t.Read(text[:min(len(text), sampledText)])
	t.End()
	return t
}

// Size returns how many short words were counted.
func (t *Language) Size() float64 {
	n := 0.0
	for _, c := range t.slots {
		n += c.n
	}
	return n
}

// Like returns the cosine of two languages.
func (t *Language) Like(o *Language) float64 {
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
