package markup

import "bytes"

// readTag reads the tag at b[i], whose name starts at offset name of it, and returns its length, 0
// if the page ends before.
func (l *lexer) readTag(b []byte, i, name int, to *Scanner) int {
	m := b[i:]
	full := len(m) >= maxTag
	if full {
		m = m[:maxTag]
	}
	end := 0
	if l.readName(m, name); l.nameEnd > 0 {
		end = l.findTagEnd(m, l.nameEnd)
	}
	if end == 0 && !full {
		return 0
	}
	if end == 0 { // too long: the attributes read so far count
		end = maxTag
		if l.nameEnd == 0 {
			l.nameEnd, l.hash = maxTag, hashTag(m[name:])
		}
		l.emit(m, i, name, end, to)
		end += l.restOfLongTag(b[i+end:])
	} else {
		l.emit(m, i, name, end, to)
	}
	l.endTag()
	return end
}

// endTag resets the lexer for another tag.
func (l *lexer) endTag() {
	l.tag, l.nameEnd, l.hasClass = beforeName, 0, false
}

// readName reads the name of a tag from m[from], and its hash.
func (l *lexer) readName(m []byte, from int) {
	at := from
	for at < len(m) && ends[m[at]]&endsName == 0 {
		at++
	}
	if at < len(m) {
		l.nameEnd, l.hash = at, hashTag(m[from:at])
	}
}

// findTagEnd goes through the attributes from m[at] on and returns the offset after the
// closing '>', 0 if m ends before.
func (l *lexer) findTagEnd(m []byte, at int) int {
	st := l.tag
	for at < len(m) {
		switch st {
		case beforeName:
			for at < len(m) && (isSpace(m[at]) || m[at] == '/') {
				at++
			}
			if at < len(m) {
				if m[at] == '>' {
					return at + 1
				}
				l.key, st = at, inName
				at++ // the first byte of a name may be '='
			}
		case inName:
			for at < len(m) && ends[m[at]] == 0 {
				at++
			}
			if at < len(m) {
				l.keyZ, st = at, afterName
			}
		case afterName:
			switch c := m[at]; {
			case c == '=':
				st = beforeValue
				at++
			case isSpace(c):
				at++
			default:
				l.val = at
				l.attribute(m, at) // without a value
				st = beforeName
			}
		case beforeValue:
			switch c := m[at]; {
			case c == '"':
				l.val, st = at+1, inDouble
			case c == '\'':
				l.val, st = at+1, inSingle
			case c == '>':
				return at + 1
			case !isSpace(c):
				l.val, st = at, inUnquoted
			}
			at++
		case inDouble, inSingle:
			quote := byte('"')
			if st == inSingle {
				quote = '\''
			}
			n := bytes.IndexByte(m[at:], quote)
			if n < 0 {
				at = len(m)
				continue
			}
			at += n
			l.attribute(m, at)
			st = beforeName
			at++
		case inUnquoted:
			for at < len(m) && m[at] != '>' && !isSpace(m[at]) {
				at++
			}
			if at < len(m) {
				l.attribute(m, at)
				st = beforeName
			}
		}
	}
	l.tag = st
	return 0
}

// attribute records the value that ends before m[end] if it is the first class.
func (l *lexer) attribute(m []byte, end int) {
	if k := m[l.key:l.keyZ]; !l.hasClass && len(k) == len("class") && k[0]|0x20 == 'c' && k[1]|0x20 == 'l' && k[2]|0x20 == 'a' && k[3]|0x20 == 's' && k[4]|0x20 == 's' {
		l.class, l.hasClass = [2]int{l.val, end}, true
	}
}

// emit passes on the tag m[:end].
func (l *lexer) emit(m []byte, i, name, end int, to *Scanner) {
	t := &l.tok
	t.pos = i
	t.name = m[name:l.nameEnd]
	t.tag = l.hash
	t.kind = 0
	if len(t.name) <= longestKnown {
		t.kind = kindOf(t.tag)
	}
	t.class = nil
	if l.hasClass {
		t.class = m[l.class[0]:l.class[1]]
	}
	t.self = end >= 2 && m[end-1] == '>' && m[end-2] == '/'
	if name == 2 {
		to.endTag(t)
		return
	}
	rawContent := t.kind&raw != 0 && to.foreign == 0
	to.startTag(t)
	if !rawContent {
		return
	}
	l.state = inRaw
	if t.tag == tagPlaintext {
		l.state = inPlain
	}
	l.rawTag, l.rawLen = t.tag, len(t.name)
	for k := range t.name {
		l.rawName[k] = lower(t.name[k])
	}
}

// restOfLongTag returns the length of the rest of a tag that is longer than maxTag, up to a '>'
// outside quotes.
func (l *lexer) restOfLongTag(b []byte) int {
	at := 0
	l.key, l.keyZ, l.val = 0, 0, 0
	if l.nameEnd == maxTag { // still in the name
		for at < len(b) && ends[b[at]]&endsName == 0 {
			at++
		}
	}
	l.hasClass = true // records no more attributes
	if n := l.findTagEnd(b, at); n > 0 {
		return n
	}
	return len(b)
}
