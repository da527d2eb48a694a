package weburl

import "strings"

// secretValues returns where the secret values of a URL are. In a text no name is at
// the beginning.
func secretValues(raw string, text bool) (found []span) {
	if strings.IndexByte(raw, '=') < 0 && strings.IndexByte(raw, '%') < 0 {
		return nil
	}
	const outside = -1
	name, opener, part := 0, byte('&'), byte('/')
	if text {
		name = outside
	}
	value, ends, most := outside, "", 0 // delimiters that are encoded at most so often
	over := func(end int) {
		if value != outside && value < end {
			found = append(found, span{value, end, valueMask})
		}
		value = outside
	}
	for i := 0; i < len(raw); {
		c, depth, next := charAt(raw, i)
		if value != outside && depth <= most && strings.IndexByte(ends, c) >= 0 {
			over(i)
		}
		switch {
		case isOpener(c):
			if depth == 0 && (c == '#' || c == '?' && part == '/') {
				part = c
			}
			name, opener = next, c
		case c == '=' && name != outside:
			if isSecret(decodedName(raw[name:i])) {
				behind := delimiters(part, opener)
				if value == outside {
					value, ends, most = next, behind, depth
				} else if most = min(most, depth); len(behind) < len(ends) {
					ends = behind // a secret within a secret that goes on behind it
				}
			}
			name = outside
		}
		i = next
	}
	over(len(raw))
	return found
}

// isOpener reports whether a name may stand behind a character.
func isOpener(c byte) bool { return c == '?' || c == '&' || c == ';' || c == '#' || c == '/' }

// delimiters returns what ends a value, by the part of the URL that it is in,
// begun by '/', '?' or '#', and by what stands before its name. A semicolon is
// part of a value unless there is one before the name. It has to be percent-encoded no
// more often than the equals sign.
func delimiters(part, opener byte) string {
	switch {
	case part == '/' && (opener == '/' || opener == ';'):
		return "/?#;&"
	case part != '#' && opener == ';':
		return "&#;"
	case part != '#':
		return "&#"
	case opener == ';':
		return "&;"
	}
	return "&"
}

// charAt returns the character at i, how often it is percent-encoded, and where
// the next one begins. Of %2541 it makes an A, encoded twice.
func charAt(s string, i int) (c byte, depth, next int) {
	if s[i] != '%' {
		return s[i], 0, i + 1
	}
	j := i + 1
	for strings.HasPrefix(s[j:], "25") && isEscape(s, j+2) {
		j += 2
		depth++
	}
	if !isEscape(s, j) {
		return '%', depth, j
	}
	return byte(hexValue(s[j])<<4 | hexValue(s[j+1])), depth + 1, j + 2
}

// isEscape reports whether there are two hexadecimal digits at i.
func isEscape(s string, i int) bool {
	return i+2 <= len(s) && hexValue(s[i]) >= 0 && hexValue(s[i+1]) >= 0
}

// decodedName returns a name as charAt reads it, without the white space that
// browsers take out of URLs.
func decodedName(name string) string {
	if !strings.ContainsAny(name, "%\t\n\r") {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		var c byte
		if c, _, i = charAt(name, i); c != '\t' && c != '\n' && c != '\r' {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isSecret reports whether the value of a parameter of a name is a secret.
func isSecret(name string) bool {
	if names, ok := lowered(name); ok && secretNames[names] {
		return true
	}
	for i := 0; i < len(name); {
		if !isLetter(name[i]) {
			i++
			continue
		}
		begin := i
		for i < len(name) && isLetter(name[i]) {
			i++
		}
		if isSecretRun(name[begin:i]) {
			return true
		}
	}
	return false
}

// isSecretRun reports whether letters without anything between them name a
// secret: as one word, or as one of those that upper-case letters begin.
// JSESSIONID is one word, AWSAccessKeyId is AWS, Access, Key and Id.
func isSecretRun(run string) bool {
	if isSecretWord(run) {
		return true
	}
	begin := 0
	for i := 1; i < len(run); i++ {
		if isUpper(run[i]) && (!isUpper(run[i-1]) || i+1 < len(run) && !isUpper(run[i+1])) {
			if isSecretWord(run[begin:i]) {
				return true
			}
			begin = i
		}
	}
	return begin > 0 && isSecretWord(run[begin:])
}

func isSecretWord(word string) bool {
	for _, end := range secretEndings {
		if at := len(word) - len(end); at >= 0 && strings.EqualFold(word[at:], end) {
			return true
		}
	}
	for _, begin := range secretBeginnings {
		if len(word) >= len(begin) && strings.EqualFold(word[:len(begin)], begin) {
			return true
		}
	}
	lower, ok := lowered(word)
	return ok && secretWords[lower]
}

// lowered returns a word in lower case unless it is too long to be listed.
func lowered(word string) (string, bool) {
	const longest = 16
	if len(word) > longest {
		return "", false
	}
	return strings.ToLower(word), true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
