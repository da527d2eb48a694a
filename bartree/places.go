package bartree

import "bytes"

// places returns where a text is in a stretch, maxPlaces at most: where it begins
// and ends at tags if there are such places, else where it cuts no word.
func (c *children) places(s stretch, want []byte) []int {
	var whole, words []int
	for from := max(s.from, c.shown); from < s.to && len(whole) < maxPlaces; {
		i := bytes.Index(c.text[from:s.to], want)
		if i < 0 {
			break
		}
		i += from
		from = i + len(want)
		switch left, right := c.border(i), c.border(from); {
		case left == noBorder || right == noBorder:
		case left == tagBorder && right == tagBorder:
			whole = append(whole, i)
		case len(words) < maxPlaces:
			words = append(words, i)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return words
}

// What is between text[i-1] and text[i].
const (
	noBorder   = iota // inside a word
	wordBorder        // a mark or space
	tagBorder         // a tag, or an end of the text
)

func (c *children) border(i int) int {
	if i == 0 || i >= len(c.text) {
		return tagBorder
	}
	left, right := i-1, i
	for left > 0 && c.text[left] == ' ' {
		left--
	}
	for right < len(c.text)-1 && c.text[right] == ' ' {
		right++
	}
	if bytes.IndexByte(c.page[c.at[left]:c.at[right]], '<') >= 0 {
		return tagBorder
	}
	word := func(b byte) bool { return isLetter(b) || '0' <= b && b <= '9' || b >= 0x80 }
	if left == i-1 && right == i && word(c.text[left]) && word(c.text[right]) {
		return noBorder
	}
	return wordBorder
}
