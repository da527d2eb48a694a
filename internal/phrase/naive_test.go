package phrase

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// This file is the rules of the package comment written down a second time,
// slowly and without sharing code with the package.

// A naiveWord is a word as the naive tokeniser sees it.
type naiveWord struct {
	text       string
	start, end int
	before     boundary
	rune       int // where the rune begins that it is a part of, or -1
}

// A char is one character of a text, as it is after compatibility decomposition.
type char struct {
	r          rune
	start, end int  // of what it comes from
	parted     bool // that is a word, or some, by itself
}

func (c char) is(set string) bool { return strings.ContainsRune(set, c.r) }

func naiveIgnored(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == '\u034f'
}

func naiveLone(r rune) bool {
	return unicode.IsLetter(r) && (r == 'ー' ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

func naiveLetter(r rune) bool { return (unicode.IsLetter(r) || unicode.IsNumber(r)) && r != 'ـ' }

func naiveMark(r rune) bool { return unicode.IsMark(r) || r == 'ـ' }

// naiveChars decomposes a text.
func naiveChars(text string) (chars []char) {
	for i, r := range text {
		end := len(text)
		for j := range text[i:] {
			if j > 0 {
				end = i + j
				break
			}
		}
		if naiveIgnored(r) {
			continue
		}
		d := []rune(norm.NFKD.String(string(r)))
		if strings.ContainsRune("™℠🅪🅫🅬\u0e33\u0eb3…。！？｡’", r) || unicode.IsSpace(r) {
			d = []rune{r}
		}
		words, signs := 0, false
		for k, c := range d {
			if k == 0 || naiveLone(c) || naiveLetter(c) && !naiveLetter(d[k-1]) && !naiveMark(d[k-1]) {
				words++
			}
			signs = signs || !naiveLetter(c) && !naiveMark(c)
		}
		if signs && !slices.ContainsFunc(d, naiveLetter) {
			if len(d) > 1 {
				d = []rune{'='}
			}
		}
		for _, c := range d {
			chars = append(chars, char{c, i, end, len(d) > 1 && (signs || words > 1)})
		}
	}
	return chars
}

func naiveFold(word string, f Folding) string {
	if f.Turkish {
		word = strings.ReplaceAll(norm.NFD.String(word), "I", "ı")
		word = strings.NewReplacer("ı\u0307", "i", "i\u0307", "i").Replace(word)
	}
	var b strings.Builder
	base := rune(0)
	for _, r := range norm.NFD.String(word) {
		folded := strings.NewReplacer("æ", "ae", "œ", "oe", "♯", "#", "ـ", "").Replace(strings.ToLower(cases.Fold().String(string(r))))
		greek, latin := unicode.Is(unicode.Greek, base), unicode.In(base, unicode.Latin, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
		switch {
		case !unicode.IsMark(r):
			if f.IgnoreAccents {
				folded = strings.NewReplacer("ø", "o", "ł", "l", "ı", "i").Replace(folded)
			}
			for _, c := range folded {
				base = c
			}
			b.WriteString(folded)
		case r == '\u034f', unicode.Is(unicode.Arabic, r), unicode.Is(unicode.Inherited, r) && 0x64b <= r && r <= 0x670 && !strings.ContainsRune("\u0653\u0654\u0655", r):
		case greek && r == '\u0345':
			b.WriteString("ι")
		case (greek || latin && f.IgnoreAccents) && norm.NFC.PropertiesString(string(r)).CCC() > 0 && !(base == 'и' && r == '\u0306'):
		default:
			b.WriteRune(r)
		}
	}
	word = norm.NFC.String(b.String())
	letters := strings.TrimFunc(word, func(r rune) bool { return r < 'α' || r > 'ω' || r == 'ς' })
	greek := []rune(letters)
	if f.GreekNames && letters != "" && !(len(greek) > 1 && letters == word && !strings.ContainsFunc(word, func(r rune) bool { return r < 'α' || r > 'ω' || r == 'ς' })) {
		unit := len(word) > 2 && strings.HasPrefix(word, "μ") && 'a' <= word[2] && word[2] <= 'z'
		word = strings.TrimPrefix(word, map[bool]string{true: "μ"}[unit])
		for r, name := range map[string]string{"α": "alpha", "β": "beta", "ι": "iota", "μ": "mu", "σ": "sigma", "ω": "omega"} {
			word = strings.ReplaceAll(word, r, name)
		}
		if unit {
			word = "μ" + word
		}
	}
	return word
}

// naiveWords cuts a text into words.
func naiveWords(text string, f Folding) []naiveWord {
	chars := naiveChars(text)
	var words []naiveWord
	gap := 0 // where the characters since the last word begin
	for i := 0; i < len(chars); {
		if !naiveLetter(chars[i].r) {
			i++
			continue
		}
		j := i + 1
		for j < len(chars) && chars[j].parted == chars[i].parted && (!chars[i].parted || chars[j].start == chars[i].start) &&
			(naiveMark(chars[j].r) || !naiveLone(chars[i].r) && naiveLetter(chars[j].r) && !naiveLone(chars[j].r)) {
			j++
		}
		var b strings.Builder
		for _, c := range chars[i:j] {
			b.WriteRune(c.r)
		}
		folded := naiveFold(b.String(), f)
		if !chars[i].parted && !naiveLone(chars[i].r) && j < len(chars) && strings.Trim(folded, "0123456789") != "" {
			n := 0
			for j+n < len(chars) && chars[j+n].r == '+' {
				n++
			}
			switch {
			case n == 0 && chars[j].is("#♯") && len(folded) == 1 && 'a' <= folded[0] && folded[0] <= 'z':
				folded += "#"
				j++
			case n > 1 || n == 1 && (j+1 == len(chars) || !naiveLetter(chars[j+1].r) && !chars[j+1].parted):
				folded += strings.Repeat("+", n)
				j += n
			}
		}
		var before []char
		for _, c := range chars[gap:i] {
			if !c.parted {
				before = append(before, c)
			}
		}
		w := naiveWord{folded, chars[i].start, chars[j-1].end, naiveBoundary(before, chars[i].r), -1}
		if chars[i].parted {
			w.rune = w.start
		}
		possessive := gap > 0 && len(before) == 1 && before[0].is("'’") && w.text == "s"
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
func naiveSet(phrases []string, f Folding) (set []naivePhrase) {
next:
	for i, text := range phrases {
		words := naiveWords(text, f)
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
func naiveMatch(set []naivePhrase, text string, f Folding) (hits []Hit) {
	words := naiveWords(text, f)
	for i := 0; i < len(words); {
		best := 0
		var id uint32
		for _, p := range set {
			if len(p.words) > best && !naiveInside(words, i) && (naiveFits(p, words[i:], true) || naiveFits(p, words[i:], false)) {
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
func naiveEach(set []naivePhrase, text string, f Folding) (hits []Hit) {
	words := naiveWords(text, f)
	for i := range words {
		for n := 1; n <= len(words)-i; n++ {
			for _, p := range set {
				if len(p.words) == n && !naiveInside(words, i) && (naiveFits(p, words[i:], true) || naiveFits(p, words[i:], false)) {
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
	return len(words) == len(p.words) || words[len(p.words)].rune < 0 || words[len(p.words)].rune != words[len(p.words)-1].rune
}

// naiveInside reports whether a word is not the first of the rune that it comes from.
func naiveInside(words []naiveWord, i int) bool {
	return i > 0 && words[i].rune >= 0 && words[i].rune == words[i-1].rune
}
