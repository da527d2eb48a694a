package records

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// occurrences returns where a text is in a segment, a number of them at most: where it
// begins and ends at tags if there are such places, else where it cuts no word.
func (c *children) occurrences(s segment, want []byte, most int) []int {
	var whole, words []int
	for from := max(s.from, c.shown); from < s.to && len(whole) < most; {
		i := bytes.Index(c.Text[from:s.to], want)
		if i < 0 {
			break
		}
		i += from
		from = i + len(want)
		switch left, right := c.border(i), c.border(from); {
		case left == noBorder || right == noBorder:
		case left == tagBorder && right == tagBorder:
			whole = append(whole, i)
		case len(words) < most:
			words = append(words, i)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return words
}

// maxTried is how many places of a text are looked at for one that cuts no word.
const maxTried = 64

// occurrence returns the first place of a text in text[from:to], or the last, one that cuts
// no word if there is such, -1 for none.
func (c *children) occurrence(from, to int, want []byte, last bool) int {
	search := bytes.Index
	if last {
		search = bytes.LastIndex
	}
	found := -1
	for n := 0; n < maxTried && from < to; n++ {
		i := search(c.Text[from:to], want)
		if i < 0 {
			break
		}
		i += from
		if c.border(i) != noBorder && c.border(i+len(want)) != noBorder {
			return i
		}
		if found < 0 {
			found = i
		}
		if last {
			to = i
		} else {
			from = i + len(want)
		}
	}
	return found
}

// What is between text[i-1] and text[i].
const (
	noBorder   = iota // inside a word
	wordBorder        // a mark or space
	tagBorder         // a tag, or an end of the text
)

func (c *children) border(i int) int {
	if i == 0 || i >= len(c.Text) {
		return tagBorder
	}
	left, right := i-1, i
	for left > 0 && c.Text[left] == ' ' {
		left--
	}
	for right < len(c.Text)-1 && c.Text[right] == ' ' {
		right++
	}
	if c.HasTag(c.At[left], c.At[right]) {
		return tagBorder
	}
	if left == i-1 && right == i {
		before, _ := utf8.DecodeLastRune(c.Text[:i])
		after, _ := utf8.DecodeRune(c.Text[i:])
		if inWord(before) && inWord(after) {
			return noBorder
		}
	}
	return wordBorder
}

// inWord reports whether a character is one of a word, the marks on a letter too.
func inWord(r rune) bool { return isWord(r) || unicode.IsMark(r) }

func notInWord(r rune) bool { return !inWord(r) }
