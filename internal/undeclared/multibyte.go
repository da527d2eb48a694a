package undeclared

import "unicode/utf8"

// A multiByte is an encoding with ASCII and characters of several bytes.
type multiByte struct {
	name string
	// rate says what the character that s begins with, which is not ASCII, tells for the
	// encoding, and how many bytes it has.
	rate func(s []byte) (points, length int)
}

// What a character tells. The most is two points a byte.
const (
	bad      = -16 // it is none
	rare     = -2  // texts hardly have it
	mark     = 1   // punctuation, which other encodings have in the same place
	common   = 2
	frequent = 4 // kana, syllables
)

var multiBytes = []multiByte{
	{"utf-8", utf8Char},
	{"shift_jis", shiftJIS},
	{"euc-jp", pairs(eucJP)},
	{"euc-kr", pairs(eucKR)},
	{"big5", pairs(big5)},
	{"gbk", pairs(gbk)},
}

// score returns the points of a sample, or some number up to least if they are no more.
func (e multiByte) score(s []byte, least int) int {
	n := 0
	for i := 0; i < len(s) && n+2*(len(s)-i) > least; {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		points, length := e.rate(s[i:])
		next := min(i+length, len(s))
		before, after := at(s, i-1), at(s, next)
		first, last := isASCIILetter(before), isASCIILetter(after)
		alone := before < utf8.RuneSelf && after < utf8.RuneSelf
		if first && last || s[next-1] < utf8.RuneSelf && (alone || first || last) {
			points = min(points, rare) // rather letters of a Latin word
		}
		n += points
		i = next
	}
	return n
}

// at returns the byte at an index, or a space outside of the sample.
func at(s []byte, i int) byte {
	if i < 0 || i >= len(s) {
		return ' '
	}
	return s[i]
}

func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func utf8Char(s []byte) (points, length int) {
	_, length = utf8.DecodeRune(s)
	if length == 1 {
		return bad / 2, 1 // the rest of the text does not become right by chance
	}
	return 2 * length, length
}

// pairs makes characters of two bytes of what their two bytes tell.
func pairs(rate func(lead, trail byte) int) func([]byte) (points, length int) {
	return func(s []byte) (points, length int) {
		if len(s) < 2 {
			return 0, 1 // cut
		}
		return rate(s[0], s[1]), 2
	}
}

func shiftJIS(s []byte) (points, length int) {
	if s[0] >= 0xa1 && s[0] <= 0xdf {
		return rare, 1 // half a width wide
	}
	return pairs(func(lead, trail byte) int {
		switch {
		case trail < 0x40 || trail == 0x7f || trail > 0xfc, lead == 0x80, lead > 0xfc:
			return bad
		case lead == 0x82 && trail >= 0x9f && trail <= 0xf1, lead == 0x83 && trail <= 0x96:
			return frequent
		case lead == 0x81:
			return mark
		case lead >= 0x88 && lead <= 0x97: // level 1
			return common
		}
		return rare
	})(s)
}

func eucJP(lead, trail byte) int {
	switch {
	case trail < 0xa1 || trail == 0xff, lead < 0xa1 && lead != 0x8e && lead != 0x8f, lead == 0xff:
		return bad
	case lead == 0xa4, lead == 0xa5:
		return frequent
	case lead == 0xa1:
		return mark
	case lead >= 0xb0 && lead <= 0xcf: // level 1
		return common
	}
	return rare
}

func eucKR(lead, trail byte) int {
	switch {
	case lead == 0x80, lead == 0xff, trail < 0x41, trail == 0xff:
		return bad
	case lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1:
		return frequent
	case lead == 0xa1 && trail >= 0xa1:
		return mark
	case lead > 0xc8 && trail >= 0xa1: // Chinese characters
		return 2 * rare
	}
	return rare
}

func big5(lead, trail byte) int {
	switch {
	case lead < 0x87, lead == 0xff, trail < 0x40, trail > 0x7e && trail < 0xa1, trail == 0xff:
		return bad
	case lead >= 0xa4 && lead <= 0xc6 && trail < 0x80: // what the others do not have
		return frequent
	case lead >= 0xa4 && lead <= 0xc6:
		return common
	case lead == 0xa1:
		return mark
	}
	return rare
}

func gbk(lead, trail byte) int {
	switch {
	case lead == 0x80, lead == 0xff, trail < 0x30, trail > 0x39 && trail < 0x40, trail == 0x7f, trail == 0xff:
		return bad
	case lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1: // level 1
		return common + 1
	case lead == 0xa1, lead == 0xa3:
		return mark
	}
	return rare
}
