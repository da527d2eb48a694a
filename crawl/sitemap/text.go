package sitemap

import "bytes"

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
