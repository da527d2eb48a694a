package bartree

import (
	"bytes"
	"encoding/binary"
)

// readPlain reads text and tags of the form that nearly all have, as long as
// nothing but the fingerprint is asked for, and returns how many bytes it read.
// It stops before any other tag and near the end of b. readMarkup reads all
// that it reads, in twice the time.
func (l *lexer) readPlain(b []byte, from int, to *builder) int {
	i := from
	for to.over == 0 && to.foreign == 0 {
		if len(b)-i < 2+wordLen {
			break
		}
		if n := firstIn(binary.LittleEndian.Uint64(b[i:]), '<'); n < wordLen {
			i += n
		} else if n = bytes.IndexByte(b[i+wordLen:], '<'); n >= 0 {
			i += wordLen + n
		} else {
			return len(b) - from
		}
		m := b[i:min(len(b), i+maxTag)]
		if len(m) < 2+wordLen {
			break
		}
		if m[1] == '/' {
			v, n := wordAt(m, 2)
			if n == wordLen || m[2+n] != '>' || !to.closeInnermost(hashWord(v, n)) {
				break
			}
			i += 2 + n + 1
			continue
		}
		n := to.readPlainTag(m, l.pos+i)
		if n == 0 {
			break
		}
		i += n
	}
	return i - from
}

// readPlainTag reads a start tag that has no raw content and whose attributes
// have no value or one that follows its '=' at once. It returns the tag's
// length, 0 for any other.
func (s *builder) readPlainTag(m []byte, pos int) int {
	v, n := wordAt(m, 1)
	for n < wordLen && ends[m[1+n]]&endsName == 0 { // h1
		n++
	}
	if n == wordLen || !isLetter(m[1]) {
		return 0
	}
	tag := hashWord(v, n)
	kind := kindOf(tag)
	if kind&(raw|foreign|outer) != 0 || len(s.frames)+implied > maxDepth || !s.body && !s.inHead(kind) {
		return 0
	}
	at, class := plainAttributes(m, 1+n)
	if at == 0 {
		return 0
	}
	s.now = pos
	if kind&implies != 0 {
		s.closeImplied(tag, kind, pos)
	}
	n = len(s.frames)
	s.open(tag, kind, pos, class)
	if kind&void != 0 {
		s.popTo(n)
	}
	return at + 1
}

// implied is room for a cell, the two elements that it may imply above it, and
// the limit itself.
const implied = 4

// inHead reports whether an element of a kind goes into the head that is open.
func (s *builder) inHead(kind kind) bool {
	return kind&headOnly != 0 && len(s.frames) == 2 && s.frames[1].tag == tagHead
}

// plainAttributes reads the attributes that follow a tag's name and returns
// where the tag's '>' stands and the first class; 0 if they are not plain or m
// ends too soon.
func plainAttributes(m []byte, at int) (end int, class []byte) {
	hasClass := false
	for at+wordLen+2 <= len(m) || at < len(m) && m[at] == '>' {
		switch c := m[at]; {
		case c == '>':
			return at, class
		case c == '/' || ends[c]&space != 0:
			at++
			continue
		case c == '=':
			return 0, nil
		}
		v, n := wordAt(m, at)
		mayBeClass := n == len("class") && m[at+n] == '='
		for at += n; at < len(m)-2 && ends[m[at]] == 0; at++ {
		}
		next := m[at+1]
		switch {
		case m[at] == '>' || m[at] == '/' || m[at] != '=' && next != '=' && ends[next]&space == 0:
			continue // no value
		case m[at] != '=':
			return 0, nil
		}
		value, quoted := at+1, next == '"' || next == '\''
		switch {
		case quoted:
			value++
			size := bytes.IndexByte(m[value:], next)
			if size < 0 {
				return 0, nil
			}
			at = value + size
		case ends[next] != 0:
			return 0, nil
		default:
			for at = value; at < len(m) && m[at] != '>' && ends[m[at]]&space == 0; at++ {
			}
		}
		if mayBeClass && !hasClass && lowerWord(v, n) == wordClass {
			class, hasClass = m[value:at:at], true
		}
		if quoted {
			at++
		}
	}
	return 0, nil
}
