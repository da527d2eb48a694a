package obo

import "bytes"

// quoted takes a double-quoted string off the front of a value.
func quoted(value []byte) (text string, rest []byte, ok bool) {
	if len(value) == 0 || value[0] != '"' {
		return "", nil, false
	}
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '"':
			return unescape(value[1:i]), value[i+1:], true
		}
	}
	return "", nil, false
}

// plain returns an unquoted value without its comment and trailing modifiers.
func plain(value []byte) string {
	return unescape(bytes.TrimSpace(value[:plainEnd(value)]))
}

// plainEnd returns where the trailing modifiers of a value begin, else its
// comment, else its end. Both must follow a space, since names such as "X!Tandem"
// are written unescaped, and only a comment may follow the modifiers, since names
// have braces too.
func plainEnd(value []byte) int {
	modifiers, comment := -1, -1
	var closed, quoted bool
	space := true
	for i := 0; i < len(value); i++ {
		c, first := value[i], space
		space = c == ' ' || c == '\t'
		if c == '\\' {
			i++
		}
		switch {
		case quoted:
			quoted = c != '"'
		case modifiers >= 0 && !closed:
			closed, quoted = c == '}', c == '"'
			if c == '!' && first && comment < 0 {
				comment = i
			}
		case c == '!' && first && closed:
			return modifiers
		case c == '!' && first:
			return i
		case c == '{' && first:
			modifiers, closed = i, false
		case !space:
			modifiers, closed = -1, false
		}
	}
	switch {
	case closed:
		return modifiers
	case comment >= 0:
		return comment
	}
	return len(value)
}

// endsInEscape reports whether a line ends in a backslash that escapes the
// line's end and is not escaped itself.
func endsInEscape(line []byte) bool {
	n := len(line) - len(bytes.TrimRight(line, `\`))
	return n%2 == 1
}

// unescape undoes the backslash escapes of OBO.
func unescape(value []byte) string {
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value)
	}
	var b []byte
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' || i+1 == len(value) {
			b = append(b, value[i])
			continue
		}
		i++
		switch value[i] {
		case 'n':
			b = append(b, '\n')
		case 't':
			b = append(b, '\t')
		case 'W':
			b = append(b, ' ')
		default:
			b = append(b, value[i])
		}
	}
	return string(b)
}
