package robots

import "strings"

// dictionary reads a Dictionary of RFC 9651, 4.2.2. Of a member that is a token it returns the
// token, of any other "". It reports false where the syntax is wrong.
func dictionary(s string) (members map[string]string, ok bool) {
	d := scanner{strings.Trim(s, " ")}
	for d.rest != "" {
		key := d.key()
		if key == "" {
			return nil, false
		}
		item := ""
		if d.take('=') {
			if item, ok = d.itemOrList(); !ok {
				return nil, false
			}
		}
		if !d.parameters() {
			return nil, false
		}
		if members == nil {
			members = make(map[string]string)
		}
		members[key] = item
		d.skip(" \t")
		if d.rest == "" {
			break
		}
		if !d.take(',') {
			return nil, false
		}
		if d.skip(" \t"); d.rest == "" {
			return nil, false
		}
	}
	return members, true
}

// A scanner reads a structured field.
type scanner struct{ rest string }

func (d *scanner) skip(chars string) { d.rest = strings.TrimLeft(d.rest, chars) }

func (d *scanner) take(c byte) bool {
	if d.rest == "" || d.rest[0] != c {
		return false
	}
	d.rest = d.rest[1:]
	return true
}

// run takes octets as long as they are wanted.
func (d *scanner) run(wanted func(c byte) bool) string {
	n := 0
	for n < len(d.rest) && wanted(d.rest[n]) {
		n++
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func (d *scanner) key() string {
	if d.rest == "" || !isLower(d.rest[0]) && d.rest[0] != '*' {
		return ""
	}
	return d.run(func(c byte) bool { return isLower(c) || isDigit(c) || strings.IndexByte("_-.*", c) >= 0 })
}

// parameters takes those of an item or list.
func (d *scanner) parameters() bool {
	for d.take(';') {
		d.skip(" ")
		if d.key() == "" {
			return false
		}
		if d.take('=') {
			if _, ok := d.item(); !ok {
				return false
			}
		}
	}
	return true
}

// itemOrList takes an item, or an inner list.
func (d *scanner) itemOrList() (token string, ok bool) {
	if !d.take('(') {
		return d.item()
	}
	for {
		d.skip(" ")
		if d.take(')') {
			return "", true
		}
		if _, ok := d.item(); !ok || !d.parameters() || d.rest == "" || d.rest[0] != ' ' && d.rest[0] != ')' {
			return "", false
		}
	}
}

// item takes a bare item, and returns what it is if that is a token.
func (d *scanner) item() (token string, ok bool) {
	if d.rest == "" {
		return "", false
	}
	switch c := d.rest[0]; {
	case isLetter(c) || c == '*':
		return d.run(func(c byte) bool {
			return isLetter(c) || isDigit(c) || strings.IndexByte("!#$%&'*+-.^_`|~:/", c) >= 0
		}), true
	case c == '"':
		return "", d.text(true)
	case c == '%':
		d.take('%')
		return "", d.text(false)
	case c == '?':
		d.take('?')
		return "", d.take('0') || d.take('1')
	case c == ':':
		d.take(':')
		d.run(func(c byte) bool { return isLetter(c) || isDigit(c) || strings.IndexByte("+/=", c) >= 0 })
		return "", d.take(':')
	default:
		d.take('@')
		d.take('-')
		return "", d.number()
	}
}

// text takes a string, in which a backslash may quote, or a display string.
func (d *scanner) text(quotes bool) bool {
	if !d.take('"') {
		return false
	}
	for {
		d.run(func(c byte) bool { return ' ' <= c && c <= '~' && c != '"' && (c != '\\' || !quotes) })
		if !quotes || !d.take('\\') {
			return d.take('"')
		}
		if !d.take('"') && !d.take('\\') {
			return false
		}
	}
}

func (d *scanner) number() bool {
	whole := d.run(isDigit)
	if d.take('.') {
		fraction := d.run(isDigit)
		return 0 < len(whole) && len(whole) <= 12 && 0 < len(fraction) && len(fraction) <= 3
	}
	return 0 < len(whole) && len(whole) <= 15
}
