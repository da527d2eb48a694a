package lex

import "strings"

// scriptState is where the content of a script stands with what hides its end tag
// (HTML Standard, 13.2.5.15 to 13.2.5.31).
type scriptState uint8

const (
	scriptData    scriptState = iota
	escaped                   // after <!--: a <script in it hides the next </script
	doubleEscaped             // after that
)

// scriptEnd returns where the end tag of a script begins.
func scriptEnd(src string, at int) int {
	state, dashes := scriptData, 0
	for at < len(src) {
		if state == scriptData || dashes == 0 {
			stops := "<-"
			if state == scriptData {
				stops = "<"
			}
			i := strings.IndexAny(src[at:], stops)
			if i < 0 {
				break
			}
			at += i
		}
		c := src[at]
		at++
		switch {
		case state == scriptData:
			if strings.HasPrefix(src[at:], "!--") {
				at += 3
				state, dashes = escaped, 2
			} else if strings.HasPrefix(src[at:], "/") && closes(src[at+1:], "script") {
				return at - 1
			}
			continue
		case c == '-':
			dashes++
			continue
		case c == '>' && dashes >= 2:
			state = scriptData
		case c == '<' && state == escaped:
			switch rest := src[at:]; {
			case rest == "":
			case rest[0] == '/':
				if closes(rest[1:], "script") {
					return at - 1
				}
				at++
			case !isLetter(rest[0]):
				state = scriptData
			case closes(rest, "script"):
				at += len("script") + 1
				state = doubleEscaped
			}
		case c == '<' && strings.HasPrefix(src[at:], "/") && closes(src[at+1:], "script"):
			at += len("/script>")
			state = escaped
		}
		dashes = 0
	}
	return len(src)
}
