package label

import "strings"

// maxSuffix bounds the words behind a title in its element: of a track or a year, "(Short paper)".
const maxSuffix = 5

// closing returns the sign before the words of an item that are behind a place in the visible
// text, such as "(" of "Beans (Short paper)"; none if no sign or no word is there.
func (t *tokenizedPage) closing(i, at int32) string {
	if len(t.inside(interval{at, t.items[i].to})) == 0 {
		return ""
	}
	var behind strings.Builder
	for _, x := range t.pieces(i) {
		if from := max(0, at-x.at); from < int32(len(x.text)) {
			behind.WriteString(x.text[from:])
		}
	}
	text := behind.String()
	sign, _ := lastSign(text[:len(text)-len(strings.TrimLeftFunc(text, notWord))])
	return sign
}

// closes returns the sign behind the title in a site.
func (s *annotatedPage) closes(at site) string {
	if at.parts == nil {
		return ""
	}
	return s.words.closing(at.last, at.parts[0].to)
}

// commonClosing returns the sign behind the titles of all pages, none if they differ.
func commonClosing(pages []*taughtPage) string {
	sign := ""
	for i, t := range pages {
		c := t.closes(t.places[Title][0])
		if i > 0 && c != sign {
			return ""
		}
		sign = c
	}
	return sign
}

// lastSign returns the last separator of a text and where it begins, -1 if there is none.
func lastSign(s string) (sign string, at int) {
	at = -1
	for i := range len(s) {
		if b, n := separatorAt(s, i); n > 0 && b != '&' {
			sign, at = string(b), i
		}
	}
	return sign, at
}

// withoutClosing takes what stands behind a title in its element from its text.
func (m *matcher) withoutClosing(text string) string {
	for end := len(text); m.Closes != ""; {
		sign, at := lastSign(text[:end])
		if at <= 0 || len(words(text[at:])) > maxSuffix {
			break
		}
		if sign == m.Closes {
			return strings.TrimSpace(text[:at])
		}
		end = at
	}
	return text
}
