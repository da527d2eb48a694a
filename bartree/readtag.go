package bartree

import "bytes"

// readTag reads the tag at b[i], whose name starts at offset name of it. It
// goes on where an earlier call on the same tag stopped.
func (l *lexer) readTag(b []byte, i, name int, to *builder) int {
	m := b[i:]
	if l.at == 0 && l.readPlainTag(m, name) {
		l.emit(m, i, name, l.at, to)
		l.endTag()
		return l.tok.end - l.tok.pos
	}
	full := len(m) >= maxTag
	if full {
		m = m[:maxTag]
	}
	if l.nameEnd == 0 {
		l.readName(m, name)
	}
	end := 0
	if l.nameEnd > 0 {
		end = l.findTagEnd(m)
	}
	if end == 0 && !full {
		return 0
	}
	if end == 0 { // too long: what has been read must do
		end = maxTag
		if l.nameEnd == 0 {
			l.nameEnd = maxTag
		}
		l.emit(m, i, name, end, to)
		l.after, l.state = l.state, inLongTag
		return end
	}
	l.emit(m, i, name, end, to)
	l.endTag()
	return end
}

// endTag makes ready for another tag.
func (l *lexer) endTag() {
	l.tag, l.at, l.nameEnd, l.hasClass, l.hasID = beforeName, 0, 0, false, false
}

// readPlainEnd reads an end tag without attributes that closes the innermost
// open element, as most do; it returns 0 for others.
func (l *lexer) readPlainEnd(m []byte, to *builder) int {
	if l.at != 0 || to.find != nil || to.rec != nil {
		return 0
	}
	h := uint64(fnvOffset)
	m = m[:min(len(m), maxTag)]
	for at := 2; at < len(m); at++ {
		c := m[at]
		if ends[c] != 0 {
			if c == '>' && to.closeInnermost(tagHash(h)) {
				return at + 1
			}
			return 0
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		h = (h ^ uint64(c)) * fnvPrime
	}
	return 0
}

// readPlainTag reads a whole tag of the form that nearly all have: attributes
// without a value or with one that follows its '=' at once. It leaves other
// tags, and those that m cuts off, to findTagEnd: the two agree on what both
// read, this one in half the time.
func (l *lexer) readPlainTag(m []byte, from int) bool {
	m = m[:min(len(m), maxTag)]
	at, h := from, uint64(fnvOffset)
	for ; at < len(m) && ends[m[at]]&endsName == 0; at++ {
		c := m[at]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		h = (h ^ uint64(c)) * fnvPrime
	}
	nameEnd := at
	for at < len(m) {
		c := m[at]
		if c == '>' {
			l.hash, l.nameEnd, l.at = h, nameEnd, at+1
			return true
		}
		if c == '/' || ends[c]&space != 0 {
			at++
			continue
		}
		key := at
		at++
		for at < len(m) && ends[m[at]] == 0 {
			at++
		}
		if at+1 >= len(m) {
			break
		}
		if m[at] != '=' {
			if m[at] == '>' || m[at] == '/' || m[at+1] != '=' && ends[m[at+1]] == 0 {
				continue
			}
			break
		}
		keyEnd := at
		val := at + 2
		switch c := m[at+1]; {
		case c == '"' || c == '\'':
			n := bytes.IndexByte(m[val:], c)
			if n < 0 {
				l.hasClass, l.hasID = false, false
				return false
			}
			at = val + n
		case ends[c] != 0:
			l.hasClass, l.hasID = false, false
			return false
		default:
			val--
			for at = val; at < len(m) && m[at] != '>' && ends[m[at]]&space == 0; at++ {
			}
			if at == len(m) {
				l.hasClass, l.hasID = false, false
				return false
			}
		}
		if n := keyEnd - key; n == 5 && m[key]|0x20 == 'c' || n == 2 && m[key]|0x20 == 'i' {
			l.key, l.keyZ, l.val = key, keyEnd, val
			l.attribute(m, at)
		}
		if m[at] != '>' {
			at++
		}
	}
	l.hasClass, l.hasID = false, false
	return false
}

// ends says which bytes end the name of a tag or an attribute; endsKey is set
// for those that end an attribute's name only.
var ends = [256]uint8{'>': endsName, '/': endsName, ' ': endsName | space, '\n': endsName | space, '\t': endsName | space, '\r': endsName | space, '\f': endsName | space, '=': endsKey}

const (
	endsName = 1 << iota
	endsKey
	space
)

func isSpace(c byte) bool { return ends[c]&space != 0 }

// readName reads the name of a tag from m[from], and its hash.
func (l *lexer) readName(m []byte, from int) {
	if l.at == 0 {
		l.at, l.hash = from, fnvOffset
	}
	at, h := l.at, l.hash
	for ; at < len(m); at++ {
		c := m[at]
		if ends[c]&endsName != 0 {
			l.nameEnd = at
			break
		}
		h = (h ^ uint64(lower(c))) * fnvPrime
	}
	l.at, l.hash = at, h
}

// findTagEnd goes through the attributes and returns the offset after the
// closing '>', 0 if m ends before.
func (l *lexer) findTagEnd(m []byte) int {
	at, st := l.at, l.tag
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
	l.at, l.tag = at, st
	return 0
}

// attribute notes the value that ends before m[end] if it is of use.
func (l *lexer) attribute(m []byte, end int) {
	switch k := m[l.key:l.keyZ]; len(k) {
	case 5:
		if !l.hasClass && k[0]|0x20 == 'c' && k[1]|0x20 == 'l' && k[2]|0x20 == 'a' && k[3]|0x20 == 's' && k[4]|0x20 == 's' {
			l.class, l.hasClass = [2]int{l.val, end}, true
		}
	case 2:
		if !l.hasID && k[0]|0x20 == 'i' && k[1]|0x20 == 'd' {
			l.id, l.hasID = [2]int{l.val, end}, true
		}
	}
}

// emit hands over the tag m[:end].
func (l *lexer) emit(m []byte, i, name, end int, to *builder) {
	t := &l.tok
	t.pos, t.end = l.pos+i, l.pos+i+end
	t.name = m[name:l.nameEnd]
	t.tag = tagHash(l.hash)
	t.kind = 0
	if len(t.name) <= longestKnown {
		t.kind = kindOf(t.tag)
	}
	t.class, t.id = nil, nil
	if l.hasClass {
		t.class = m[l.class[0]:l.class[1]]
	}
	if l.hasID {
		t.id = m[l.id[0]:l.id[1]]
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

// skipLongTag skips the rest of a tag that is longer than maxTag, its quotes
// respected.
func (l *lexer) skipLongTag(b []byte) int {
	l.at, l.key, l.keyZ, l.val = 0, 0, 0, 0
	if l.nameEnd == maxTag { // still in the name
		for l.at < len(b) && ends[b[l.at]]&endsName == 0 {
			l.at++
		}
		if l.at == len(b) {
			return len(b)
		}
		l.nameEnd, l.tag = 1, beforeName
	}
	l.hasClass, l.hasID = true, true // notes no more attributes
	n := l.findTagEnd(b)
	if n == 0 {
		return len(b)
	}
	l.endTag()
	l.state = l.after
	return n
}
