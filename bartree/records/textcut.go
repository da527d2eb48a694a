package records

import (
	"bytes"
	"strings"
)

// A textCut is where a part is in a text that several parts share, such as
// "Tides - M. Okafor - 2020": between marks, or words where there are none.
type textCut struct {
	Left  string `json:"left,omitempty"`  // what ends right before the part; empty for the text's start
	Skip  int    `json:"skip,omitempty"`  // how many like it come before that
	Right string `json:"right,omitempty"` // what begins right after it; without it the part ends with the text
}

// cutIn describes text[from:to] in text[start:end]; nil if it is all of that.
func (c *children) cutIn(start, from, to, end int) *textCut {
	start, end = c.trim(start, end)
	if start >= from && to >= end {
		return nil
	}
	before, after := c.Text[start:max(start, from)], c.Text[to:max(to, end)]
	t := &textCut{Left: lastMark(before), Right: firstMark(after)}
	if len(t.Left)+len(t.Right) > maxLabelText {
		return nil
	}
	if t.Left != "" {
		t.Skip = max(0, bytes.Count(before, []byte(t.Left))-1)
	}
	return t
}

// lastMark returns the marks at the end of a text, with the word before them if they
// are nothing but space, or a colon.
func lastMark(text []byte) string {
	words := bytes.TrimRightFunc(text, notInWord)
	if mark := text[len(words):]; len(bytes.TrimSpace(mark)) == 0 || bytes.Contains(mark, []byte(":")) {
		words = bytes.TrimRightFunc(words, inWord)
	}
	return strings.ToValidUTF8(string(text[len(words):]), "")
}

// firstMark returns the marks at the start of a text, with the word after them if they
// are nothing but space.
func firstMark(text []byte) string {
	words := bytes.TrimLeftFunc(text, notInWord)
	if mark := text[:len(text)-len(words)]; len(bytes.TrimSpace(mark)) == 0 {
		words = bytes.TrimLeftFunc(words, inWord)
	}
	return strings.ToValidUTF8(string(text[:len(text)-len(words)]), "")
}

// in returns where the part is in a text.
func (t *textCut) in(text []byte) (from, to int, ok bool) {
	for n := 0; t.Left != "" && n <= t.Skip; n++ {
		i := bytes.Index(text[from:], []byte(t.Left))
		if i < 0 {
			return 0, 0, false
		}
		from += i + len(t.Left)
	}
	to = len(text)
	if i := bytes.Index(text[from:], []byte(t.Right)); t.Right != "" && i >= 0 {
		to = from + i
	}
	return from, to, true
}

// maxLabelText is how long the text before or after a part may be that is kept as
// its label, in bytes.
const maxLabelText = 200
