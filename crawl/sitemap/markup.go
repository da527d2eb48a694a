package sitemap

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A text gathers a value, of which it takes maxText bytes.
type text struct {
	bytes []byte
	full  bool // there was more
}

func (t *text) reset() { t.bytes, t.full = t.bytes[:0], false }

func (t *text) add(b []byte) {
	if room := maxText - len(t.bytes); len(b) > room {
		b, t.full = b[:room], true
	}
	t.bytes = append(t.bytes, b...)
}

func (t *text) addByte(c byte) {
	if len(t.bytes) == maxText {
		t.full = true
		return
	}
	t.bytes = append(t.bytes, c)
}

// trimmed returns the value without the space around it.
func (t *text) trimmed() string { return string(bytes.Trim(t.bytes, space)) }

// maxReference bounds a reference from '&' to ';'. None that is understood is
// longer, but for needless zeros.
const maxReference = 12

// unescape replaces the references in s to characters by their number and by
// the five names of XML, within s. Other references are left as they are, for
// mostly they are the "&" of a URL that should have been escaped. What it puts
// in is never longer than what it replaces.
func unescape(s []byte) []byte {
	in := bytes.IndexByte(s, '&')
	if in < 0 {
		return s
	}
	out := in
	for in < len(s) {
		if s[in] == '&' {
			if r, n := reference(s[in:]); n > 0 {
				out += utf8.EncodeRune(s[out:in+n], r)
				in += n
				continue
			}
		}
		s[out] = s[in]
		out++
		in++
	}
	return s[:out]
}

// reference returns the character that s begins with a reference to, and the
// length of that; 0 if it does not.
func reference(s []byte) (rune, int) {
	end := bytes.IndexByte(s[:min(len(s), maxReference)], ';')
	if end < 0 {
		return 0, 0
	}
	name := string(s[1:end])
	switch name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, 0
	}
	digits, radix := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, radix = digits[1:], 16
	}
	number, err := strconv.ParseUint(digits, radix, 32)
	if err != nil || number == 0 || number > utf8.MaxRune || !utf8.ValidRune(rune(number)) {
		return 0, 0
	}
	return rune(number), end + 1
}

// A tag is the start or the end of an element.
type tag struct {
	prefix []byte // in lower case
	name   []byte // without prefix, in lower case
	attrs  []byte // as written
	end    bool   // </name>
	empty  bool   // <name/>
}

func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
}

// parseTag takes a tag apart, without its '<' and '>'. It changes raw.
func parseTag(raw []byte) tag {
	var t tag
	if len(raw) > 0 && raw[0] == '/' {
		t.end, raw = true, raw[1:]
	} else if n := len(raw) - 1; n >= 0 && raw[n] == '/' {
		t.empty, raw = true, raw[:n]
	}
	from, to := 0, 0
	for ; to < len(raw) && raw[to] != '/' && !isSpace(raw[to]); to++ {
		switch c := raw[to]; {
		case c == ':':
			from = to + 1
		case 'A' <= c && c <= 'Z':
			raw[to] = c + 'a' - 'A'
		}
	}
	t.prefix, t.name, t.attrs = raw[:max(from-1, 0)], raw[from:to], raw[to:]
	return t
}

// attribute returns the value of the first attribute of that name, whatever the
// case of its letters, and whether there is one.
func attribute(attrs []byte, name string) (string, bool) {
	for key, value := range attributes(attrs) {
		if strings.EqualFold(string(key), name) {
			return unescaped(value), true
		}
	}
	return "", false
}

// attributes yields the names and the values, as written, of attributes.
func attributes(attrs []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		for {
			attrs = bytes.TrimLeft(attrs, space+"/")
			equals := bytes.IndexByte(attrs, '=')
			if equals < 0 {
				return
			}
			key := bytes.TrimRight(attrs[:equals], space)
			// An attribute without value may stand in front.
			key = key[bytes.LastIndexAny(key, space)+1:]
			var value []byte
			value, attrs = cutValue(bytes.TrimLeft(attrs[equals+1:], space))
			if !yield(key, value) {
				return
			}
		}
	}
}

// unescaped returns an attribute's value without the space around it.
func unescaped(value []byte) string {
	return string(bytes.Trim(unescape(bytes.Clone(value)), space))
}

// cutValue splits behind a value, which may have quotes around it.
func cutValue(s []byte) (value, rest []byte) {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		value, rest, _ = bytes.Cut(s[1:], s[:1])
		return value, rest
	}
	if i := bytes.IndexAny(s, space); i >= 0 {
		return s[:i], s[i:]
	}
	return s, nil
}

// space is the white space around values.
const space = " \t\r\n\v\f\x00"

func isSpace(c byte) bool { return c <= ' ' && strings.IndexByte(space, c) >= 0 }
