package phrase

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// This file is the rules of the package comment written down a second time,
// slowly and without sharing code with the package.

// A naiveWord is a word as the naive tokeniser sees it.
type naiveWord struct {
	text       string
	start, end int
	before     boundary
}

// A char is one character of a text that is not ignored.
type char struct {
	r          rune
	start, end int
}

func (c char) is(set string) bool { return strings.ContainsRune(set, c.r) }

func naiveIgnored(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

func naiveLone(r rune) bool {
	return unicode.IsLetter(r) && (strings.ContainsRune("ーｰﾞﾟ", r) ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

func naiveLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func naiveFold(word string) string {
	word = norm.NFC.String(word)
	word = strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return r
		}
		orbit := []rune{r}
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			orbit = append(orbit, o)
		}
		slices.Sort(orbit)
		for _, o := range orbit {
			if lower := unicode.ToLower(o); unicode.IsUpper(o) && slices.Contains(orbit, lower) {
				return lower
			}
		}
		return orbit[0]
	}, word)
	return norm.NFC.String(word)
}

// naiveWords cuts a text into words.
func naiveWords(text string) []naiveWord {
	var chars []char
	for i, r := range text {
		end := len(text)
		for j := range text[i:] {
			if j > 0 {
				end = i + j
				break
			}
		}
		if !naiveIgnored(r) {
			chars = append(chars, char{r, i, end})
		}
	}
	var words []naiveWord
	gap := 0 // where the characters since the last word begin
	for i := 0; i < len(chars); {
		if !naiveLetter(chars[i].r) {
			i++
			continue
		}
		j := i + 1
		for j < len(chars) && (unicode.IsMark(chars[j].r) ||
			!naiveLone(chars[i].r) && naiveLetter(chars[j].r) && !naiveLone(chars[j].r)) {
			j++
		}
		var b strings.Builder
		for _, c := range chars[i:j] {
			b.WriteRune(c.r)
		}
		w := naiveWord{naiveFold(b.String()), chars[i].start, chars[j-1].end, naiveBoundary(chars[gap:i], chars[i].r)}
		possessive := gap > 0 && i == gap+1 && chars[gap].is("'’") && w.text == "s"
		if !possessive {
			words = append(words, w)
		}
		i, gap = j, j
	}
	return words
}

// naiveBoundary says what lies in a gap between words.
func naiveBoundary(gap []char, next rune) boundary {
	found := within
	for i, c := range gap {
		rest := gap[i+1:]
		if c.r == '\u2029' {
			return block
		}
		for j, d := range rest {
			if c.r == '\n' && d.r == '\n' {
				return block
			}
			if !unicode.IsSpace(d.r) || j == len(rest) {
				break
			}
		}
		if c.is("。！？｡") {
			found = sentence
		}
		if c.is(".!?…") {
			for len(rest) > 0 && (rest[0].is("\"'") || unicode.In(rest[0].r, unicode.Pe, unicode.Pf)) {
				rest = rest[1:]
			}
			small := unicode.IsLower(next) || unicode.IsDigit(next)
			if len(rest) > 0 && unicode.IsSpace(rest[0].r) && !(c.r == '.' && small) {
				found = sentence
			}
		}
	}
	return found
}

// naivePhrase is a term with an id.
type naivePhrase struct {
	id    uint32
	words []naiveWord
}

// naiveSet returns the phrases that a Builder accepts, with the id of the first
// of those that have the same words. All spellings stay, for their boundaries.
func naiveSet(phrases []string) (set []naivePhrase) {
next:
	for i, text := range phrases {
		words := naiveWords(text)
		if len(words) == 0 || len(words) > MaxWords {
			continue
		}
		for _, w := range words {
			if len(w.text) > MaxWordBytes {
				continue next
			}
		}
		id := uint32(i)
		for _, p := range set {
			if slices.EqualFunc(p.words, words, func(a, b naiveWord) bool { return a.text == b.text }) {
				id = p.id
				break
			}
		}
		set = append(set, naivePhrase{id, words})
	}
	return set
}

// naiveMatch tries every phrase at every word.
func naiveMatch(set []naivePhrase, text string) (hits []Hit) {
	words := naiveWords(text)
	for i := 0; i < len(words); {
		best := 0
		var id uint32
		for _, p := range set {
			if len(p.words) > best && (naiveFits(p, words[i:], true) || naiveFits(p, words[i:], false)) {
				best, id = len(p.words), p.id
			}
		}
		if best == 0 {
			i++
			continue
		}
		hits = append(hits, Hit{id, words[i].start, words[i+best-1].end})
		i += best
	}
	return hits
}

// naiveEach tries every phrase at every word and takes all.
func naiveEach(set []naivePhrase, text string) (hits []Hit) {
	words := naiveWords(text)
	for i := range words {
		for n := 1; n <= len(words)-i; n++ {
			for _, p := range set {
				if len(p.words) == n && (naiveFits(p, words[i:], true) || naiveFits(p, words[i:], false)) {
					hits = append(hits, Hit{p.id, words[i].start, words[i+n-1].end})
					break
				}
			}
		}
	}
	return hits
}

// naiveFits reports whether a phrase stands at the start of words, with all
// its sentence ends or with none.
func naiveFits(p naivePhrase, words []naiveWord, ends bool) bool {
	if len(p.words) > len(words) {
		return false
	}
	for i, w := range p.words {
		if w.text != words[i].text {
			return false
		}
		want := within
		if ends && w.before == sentence {
			want = sentence
		}
		if i > 0 && words[i].before != want {
			return false
		}
	}
	return true
}
