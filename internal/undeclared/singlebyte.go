package undeclared

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// A singleByte is an encoding of one byte a character.
type singleByte struct {
	name      string
	class     [256]class
	alphabets []alphabet // of languages that are written in Latin letters
}

// An alphabet has the letters beyond ASCII of a language.
type alphabet struct {
	domains []string // the top-level ones of its countries
	letters [256]bool
}

// A class is a script and what a character is in it.
type class uint8

const (
	other     class = iota // no letter
	undefined              // no character
	usual                  // a sign as texts have it beside words
	joiner                 // one that may stand within a word
	latin
	cyrillic
	greek
	hebrew
	arabic
	thai
	script class = 0xf
)

const (
	upper class = 0x10 << iota
	lower
	combining
	final // ends a word
)

// isWord reports whether a character is part of a word.
func (c class) isWord() bool { return c&script >= latin }

const (
	usualSigns = "«»“”„‚‘‹›–—…•†‡‰€™¡£¥§©ª®°±²³µ¹º¼½¾¿×÷"
	joiners    = "’·־׳״\u00a0\u00ad\u200c\u200d\u200e\u200f"
	finals     = "ךםןףץςةى"
)

func classOf(r rune) class {
	switch {
	case r < 0x80 && !unicode.IsLetter(r), strings.ContainsRune(joiners, r):
		return joiner
	case strings.ContainsRune(usualSigns, r):
		return usual
	case r == unicode.ReplacementChar, r >= 0x80 && r < 0xa0:
		return undefined
	case !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r):
		return other
	}
	c := latin
	for i, t := range []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai} {
		if unicode.Is(t, r) {
			c = cyrillic + class(i)
		}
	}
	switch {
	case r >= 0x64b && r < 0x653: // vowels, which more scripts have
		c = arabic | combining
	case unicode.Is(unicode.Mn, r):
		c |= combining
	case unicode.IsUpper(r):
		c |= upper
	case unicode.IsLower(r):
		c |= lower
	}
	if strings.ContainsRune(finals, r) {
		c |= final
	}
	return c
}

// Languages: the top-level domains of their countries and their letters beyond ASCII, in lower case. Those
// of the West have letters of each other's names, which their pages are full of.
var (
	western = []string{"äöüßàáçèéêñóô", "àâçèéêëîïôœùûüÿáäíñóö", "áéíñóúüàäçèö", "àèéìíîòóùúáäçêñôöü", "àáâãçéêíóôõúüèñ", "áàâäçèéêëíïîñóôöúü",
		"åäöéàáæçñøü", "æøåäáéêñòóôöü", "àçèéíïòóúüáñö", "áæðéíóöþúý", "äöõüšžåé", "çëâé"}
	central = []string{"cz áčďéěíňóřšťúůýž", "sk áäčďéíĺľňóôŕšťúýž", "pl ąćęłńóśźż", "hu áéíóöőúüű", "hr si ba čćđšž", "ro ăâîşţ", "äöüß"}
)

// singleBytes are in the order in which they count if they explain a text equally well.
var singleBytes = sync.OnceValue(func() []*singleByte {
	return []*singleByte{
		newSingleByte("windows-1252", charmap.Windows1252, western...),
		newSingleByte("windows-1250", charmap.Windows1250, central...),
		newSingleByte("iso-8859-2", charmap.ISO8859_2, central...),
		newSingleByte("windows-1257", charmap.Windows1257, "lt ąčęėįšųūž", "lv āčēģīķļņšūž", "ee äõöüšž"),
		newSingleByte("windows-1254", charmap.Windows1254, "tr çğıöşü"),
		newSingleByte("windows-1258", charmap.Windows1258, "ăâđêôơưàáèéìíòóùúý"),
		newSingleByte("windows-1255", charmap.Windows1255),
		newSingleByte("iso-8859-8", charmap.ISO8859_8),
		newSingleByte("windows-1251", charmap.Windows1251),
		newSingleByte("koi8-r", charmap.KOI8R),
		newSingleByte("koi8-u", charmap.KOI8U),
		newSingleByte("windows-1253", charmap.Windows1253),
		newSingleByte("iso-8859-7", charmap.ISO8859_7),
		newSingleByte("iso-8859-5", charmap.ISO8859_5),
		newSingleByte("ibm866", charmap.CodePage866),
		newSingleByte("windows-1256", charmap.Windows1256),
		newSingleByte("iso-8859-6", charmap.ISO8859_6),
		newSingleByte("windows-874", charmap.Windows874),
	}
})

func newSingleByte(name string, m *charmap.Charmap, alphabets ...string) *singleByte {
	e := &singleByte{name: name, alphabets: make([]alphabet, len(alphabets))}
	for b := range 256 {
		r := m.DecodeByte(byte(b))
		e.class[b] = classOf(r)
		for i, a := range alphabets {
			words := strings.Fields(a)
			last := len(words) - 1
			e.alphabets[i].domains = words[:last]
			e.alphabets[i].letters[b] = strings.ContainsRune(words[last], unicode.ToLower(r))
		}
	}
	return e
}

// score returns the points of a sample, at most two a byte and one more, or some number up
// to least if they are no more. The one is for letters of a language of the domain's countries.
func (e *singleByte) score(s []byte, domain string, least int) int {
	n := 0
	var letters [256]int // Latin ones
	all := 0
	prev, prevByte := joiner, byte(' ')
	for i, b := range s {
		c := e.class[b]
		if b >= 0x80 || prevByte >= 0x80 {
			next := i+1 < len(s) && e.class[s[i+1]].isWord()
			n += points(prev, c, next, b >= 0x80)
			if b >= 0x80 && c&(script|combining) == latin {
				letters[b]++
				all++
				if prevByte >= 0x80 && prev.isWord() {
					n-- // Latin words have few letters beyond ASCII
				}
			}
			if n+2*(len(s)-i) < least {
				return n
			}
		}
		prev, prevByte = c, b
	}
	foreign, local := all, 0
	for _, a := range e.alphabets {
		f, kinds := 0, 0
		for b, count := range letters {
			switch {
			case !a.letters[b]:
				f += count
			case count > 0:
				kinds++
			}
		}
		if f < foreign {
			foreign, local = f, 0
		}
		if f == foreign && kinds > 1 && slices.Contains(a.domains, domain) {
			local = 1
		}
	}
	return n - 4*foreign + local
}

// points says what a character tells, by what comes before it and whether a letter comes
// behind it. ASCII tells something only where it does not fit.
func points(prev, c class, next, beyondASCII bool) int {
	const good, wrong = 2, -6
	inside, inWord := prev.isWord() && next, prev.isWord() || next
	switch {
	case c == undefined:
		return bad
	case c.isWord() && prev.isWord() && prev&script != c&script,
		prev&lower != 0 && c&upper != 0,
		c&combining != 0 && !prev.isWord(),
		(c == other || c == usual) && inside:
		return wrong
	case c.isWord() && prev&final != 0:
		return rare
	case !beyondASCII:
		return 0
	case c == thai && inWord, // all of whose places are letters in other encodings
		c&^final >= hebrew && c&^final <= arabic && !prev.isWord() && next:
		return 1
	case (c == usual || c == joiner) && !inside,
		c&script == latin,
		c.isWord() && prev&script == c&script && prev&c&upper == 0:
		return good
	}
	return 0
}
