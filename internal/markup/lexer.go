package markup

import "bytes"

// A token is one tag.
type token struct {
	tag   Tag
	kind  kind
	pos   int    // offset of '<' in the page
	class []byte // value of class, quotes removed
	self  bool   // written <x/>
}

// read reads all tags of a page as browsers do (HTML standard, 13.2.5).
func (s *Scanner) read(b []byte) {
	for i := 0; i < len(b); {
		if s.plain() {
			if n := s.readPlain(b, i); n > 0 {
				i += n
				continue
			}
		}
		n := bytes.IndexByte(b[i:], '<')
		if n < 0 {
			return
		}
		i = s.readMarkup(b, i+n)
	}
}

// readMarkup reads from a '<' and returns where what it reads ends.
func (s *Scanner) readMarkup(b []byte, i int) int {
	m := b[i+1:]
	switch {
	case len(m) == 0:
	case isLetter(m[0]):
		return s.readTag(b, i, 1)
	case m[0] == '/' && len(m) > 1 && isLetter(m[1]):
		return s.readTag(b, i, 2)
	case bytes.HasPrefix(m, []byte("!--")):
		return i + 4 + commentLen(b[i+4:])
	case m[0] == '!' || m[0] == '?' || m[0] == '/':
		if m[0] == '!' && len(m) > 1 && m[1]|0x20 == 'd' {
			s.quirks = false
		}
		if n := bytes.IndexByte(m[1:], '>'); n >= 0 {
			return i + 3 + n
		}
		return len(b)
	}
	return i + 1
}

// commentLen returns the length of the rest of a comment, up to --> or --!>.
func commentLen(b []byte) int {
	dashes := 2 // <!--> is a whole comment
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '-':
			dashes = min(dashes+1, 2)
		case c == '>' && dashes == 2:
			return i + 1
		case c == '!' && dashes == 2:
			// still at the end, if '>' follows
		default:
			dashes = 0
			n := bytes.IndexByte(b[i:], '-')
			if n < 0 {
				return len(b)
			}
			i += max(n-1, 0)
		}
	}
	return len(b)
}

// readTag reads the tag at b[i], whose name starts at an offset of it, and the content of an element
// that is text. It returns where that ends; a tag that is unfinished at the end of the page is none.
func (s *Scanner) readTag(b []byte, i, offset int) int {
	name := b[i+offset:]
	n := 0
	for n < len(name) && ends[name[n]]&endsName == 0 {
		n++
	}
	name = name[:n]
	class, end := readAttributes(b, i+offset+n)
	if end == 0 {
		return len(b)
	}
	tag := hashTag(name)
	t := token{tag: tag, kind: kindOf(tag), pos: i, class: class, self: b[end-2] == '/'}
	if offset == 2 {
		s.endTag(&t)
		return end
	}
	text := t.kind&raw != 0 && s.foreign == 0
	s.startTag(&t)
	switch {
	case !text:
		return end
	case t.tag == tagPlaintext:
		return len(b)
	}
	return endTagOf(b, end, name)
}

// readAttributes goes through the attributes from b[at] on. It returns the first class and the offset
// after the '>' of the tag, 0 if the page ends before.
func readAttributes(b []byte, at int) (class []byte, end int) {
	known := false
	for {
		for at < len(b) && ends[b[at]]&(space|endsName) != 0 && b[at] != '>' {
			at++
		}
		if at == len(b) {
			return nil, 0
		}
		if b[at] == '>' {
			return class, at + 1
		}
		from := at
		for at++; at < len(b) && ends[b[at]] == 0; { // the first byte of a name may be '='
			at++
		}
		key := b[from:at]
		at = afterSpace(b, at)
		var value []byte
		if at < len(b) && b[at] == '=' {
			at = afterSpace(b, at+1)
			if value, at = readValue(b, at); at > len(b) {
				return nil, 0
			}
		}
		if !known && len(key) == len("class") && bytes.EqualFold(key, []byte("class")) {
			class, known = value, true
		}
	}
}

// readValue reads the value of an attribute at b[at] and returns where it ends, more than the
// length of b if the page ends before.
func readValue(b []byte, at int) (value []byte, end int) {
	if at == len(b) {
		return nil, at
	}
	if quote := b[at]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(b[at+1:], quote)
		if n < 0 {
			return nil, len(b) + 1
		}
		return b[at+1 : at+1+n], at + n + 2
	}
	end = at
	for end < len(b) && b[end] != '>' && !isSpace(b[end]) {
		end++
	}
	return b[at:end], end
}

func afterSpace(b []byte, at int) int {
	for at < len(b) && isSpace(b[at]) {
		at++
	}
	return at
}

// endTagOf returns where the end tag begins of an element whose content is text.
func endTagOf(b []byte, at int, name []byte) int {
	for {
		n := bytes.Index(b[at:], []byte("</"))
		if n < 0 {
			return len(b)
		}
		at += n
		if rest := b[at+2:]; len(rest) > len(name) && bytes.EqualFold(rest[:len(name)], name) && ends[rest[len(name)]]&endsName != 0 {
			return at
		}
		at += 2
	}
}
