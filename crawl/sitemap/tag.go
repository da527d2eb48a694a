package sitemap

import (
	"bytes"
	"errors"
)

var errTagTooLong = errors.New("more than 64 KiB in a tag")

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
	t.name, t.attrs = raw[from:to], raw[to:]
	return t
}

// attribute returns the value of the first attribute of that name, and whether
// there is one.
func attribute(attrs []byte, name string) (string, bool) {
	for {
		attrs = bytes.TrimLeft(attrs, space+"/")
		equals := bytes.IndexByte(attrs, '=')
		if equals < 0 {
			return "", false
		}
		key := bytes.TrimRight(attrs[:equals], space)
		// An attribute without value may stand in front.
		key = key[bytes.LastIndexAny(key, space)+1:]
		var value []byte
		value, attrs = cutValue(bytes.TrimLeft(attrs[equals+1:], space))
		if string(key) == name {
			return string(bytes.Trim(unescape(bytes.Clone(value)), space)), true
		}
	}
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
