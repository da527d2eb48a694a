package markup

import "bytes"

// readPlain reads text and tags of the most common form and returns how many
// bytes it read. It stops before any other tag and near the end of b. It is a
// fast path: readMarkup gives the same result in twice the time.
func (s *Scanner) readPlain(b []byte, from int) int {
	i := from
	for len(b)-i >= wordLen+leastPlain {
		n := firstIn(wordAt(b, i), '<')
		if n == wordLen {
			if n = bytes.IndexByte(b[i+wordLen:], '<'); n < 0 {
				return len(b) - from
			}
			n += wordLen
			if len(b)-i-n < leastPlain {
				return i + n - from
			}
		}
		i += n
		next := 0
		if b[i+1] == '/' {
			next = s.readPlainEnd(b, i+2)
		} else {
			next = s.readPlainTag(b, i+1, i)
		}
		if next == 0 {
			break
		}
		i = next
	}
	return i - from
}

// leastPlain is the length of "</", a word and the byte after it.
const leastPlain = 2 + wordLen + 1

// plain reports whether readPlain gives the same result as readMarkup, which
// readPlain itself does not change.
func (s *Scanner) plain() bool {
	return !s.long && s.over == 0 && s.foreign == 0
}

// readPlainEnd reads an end tag whose name starts at b[at]. It returns where
// the tag ends, 0 if it is none or has a long name or anything but a name.
func (s *Scanner) readPlainEnd(b []byte, at int) int {
	name, n := nameAt(b, at)
	if n == wordLen || b[at+n] != '>' || !isLetter(b[at]) {
		return 0
	}
	tag := hashWord(name, n)
	if top := len(s.frames) - 1; top >= 2 && s.frames[top].Tag == tag && tag != tagP {
		s.frames = s.frames[:top]
	} else {
		s.close(tag, kindOf(tag))
	}
	return at + n + 1
}

// readPlainTag reads a start tag whose name starts at b[at], that has no raw
// content and whose attributes have no value or one directly after its '='.
// It returns where the tag ends, 0 if it is another.
func (s *Scanner) readPlainTag(b []byte, at, pos int) int {
	name, n := nameAt(b, at)
	end := at + n
	if n == wordLen || ends[b[end]]&endsName == 0 || !isLetter(b[at]) {
		return 0
	}
	tag := hashWord(name, n)
	kind := kindOf(tag)
	if kind&(raw|foreign|outer) != 0 || len(s.frames)+implied > MaxDepth || !s.body && !s.inHead(kind) {
		return 0
	}
	from, to := 0, 0
	if b[end] != '>' {
		if end, from, to = plainAttributes(b, end); end == 0 {
			return 0
		}
	}
	if kind&implies != 0 {
		s.closeImplied(tag, kind, pos)
	}
	n = len(s.frames)
	s.open(tag, kind, pos, b[from:to])
	if kind&Void != 0 {
		s.frames = s.frames[:n]
	}
	return end + 1
}

// implied counts a table cell, the two elements that it may imply above it, and
// the limit itself.
const implied = 4

// inHead reports whether an element of a kind goes into the head that is open.
func (s *Scanner) inHead(kind kind) bool {
	return kind&headOnly != 0 && len(s.frames) == 2 && s.frames[1].Tag == TagHead
}

// plainAttributes reads the attributes from b[at] on, where a tag's name ends.
// It returns the offset of the tag's '>', 0 if the attributes are not plain or b
// ends too soon, and where the first class starts and ends. Outside of values
// only '=' and '>' matter: the name before a '=' says whether the value is a
// class.
func plainAttributes(b []byte, at int) (end, from, to int) {
	first := at
	for i := at; len(b)-i >= leastPlain; {
		n := firstSign(wordAt(b, i))
		i += n
		if n == wordLen {
			continue
		}
		if b[i] == '>' {
			return i, from, to
		}
		if b[i] != '=' || i == at || ends[b[i-1]] != 0 {
			break
		}
		value, stop, next := i+1, 0, 0
		switch quote := b[value]; {
		case quote == '"' || quote == '\'':
			value++
			n := bytes.IndexByte(b[value:], quote)
			if n < 0 {
				return 0, 0, 0
			}
			stop = value + n
			next = stop + 1
		case quote == '>' || isSpace(quote):
			return 0, 0, 0
		default:
			for stop = value; stop < len(b) && b[stop] != '>' && !isSpace(b[stop]); stop++ {
			}
			next = stop
		}
		if b[i-1]|0x20 == 's' && from == 0 && endsInClass(b, at, i) {
			if namesClass(b, first, i-len("class")) {
				return 0, 0, 0 // perhaps one without a value
			}
			from, to = value, stop
		}
		if next < len(b) && b[next] == '>' { // as most tags end
			return next, from, to
		}
		at, i = next, next
	}
	return 0, 0, 0
}

// endsInClass reports whether the last name in b[at:end] is class. A word
// follows b[end-5].
func endsInClass(b []byte, at, end int) bool {
	start := end - len("class")
	return start >= at && lowerWord(wordAt(b, start), len("class")) == wordClass && (start == at || ends[b[start-1]] != 0)
}

// namesClass reports whether b[at:end] has the word class. A word follows b[end].
func namesClass(b []byte, at, end int) bool {
	for ; at < end-len("class"); at++ {
		if b[at]|0x20 == 'c' && lowerWord(wordAt(b, at), len("class")) == wordClass {
			return true
		}
	}
	return false
}
