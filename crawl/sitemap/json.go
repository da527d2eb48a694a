package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A jsonFeed is a JSON Feed (https://www.jsonfeed.org) while it is read: an
// object with an array of objects in "items", which are the entries. Only
// brackets, strings and colons count, so that what else is wrong does no harm.
type jsonFeed struct {
	*listing
	open   []byte // the brackets that are open, outermost first
	name   []byte // of the last member, cut short
	colon  bool   // and what follows is its value
	value  text   // the last string
	known  bool   // it is a feed
	items  bool   // the array of the entries is open
	inItem bool   // and one of them
	entry  draft
}

// How many brackets are open in {"items": [{"url": ""}]}.
const (
	feedDepth = iota + 1
	itemsDepth
	itemDepth
)

func readJSON(l *listing) error {
	d := jsonFeed{listing: l}
	for {
		c, err := d.token()
		if err != nil {
			return d.cut(err)
		}
		if err := d.take(c); err != nil {
			return err
		}
		if len(d.open) == 0 {
			return d.finish()
		}
	}
}

// token returns the next byte that is not white space. If it begins a string,
// that is read.
func (d *jsonFeed) token() (byte, error) {
	if _, err := d.skipSpace(); err != nil {
		return 0, err
	}
	c, err := d.readByte()
	if err != nil || c != '"' {
		return c, err
	}
	d.value.reset()
	for {
		c, err := d.readByte()
		switch {
		case err != nil:
			return 0, err
		case c == '"':
			return c, nil
		case c == '\\':
			if err := d.escape(); err != nil {
				return 0, err
			}
		default:
			d.value.addByte(c)
		}
	}
}

// escape reads what follows a backslash.
func (d *jsonFeed) escape() error {
	c, err := d.readByte()
	if c != 'u' || err != nil {
		if i := strings.IndexByte("bfnrt", c); i >= 0 {
			c = "\b\f\n\r\t"[i]
		}
		d.value.addByte(c)
		return err
	}
	r := d.unit("")
	if utf16.IsSurrogate(r) {
		r = utf16.DecodeRune(r, d.unit(`\u`))
	}
	d.value.add(utf8.AppendRune(nil, r))
	return nil
}

// unit reads a unit of UTF-16 behind a prefix, if it is there.
func (d *jsonFeed) unit(prefix string) rune {
	head, _ := d.in.Peek(len(prefix) + 4)
	digits, ok := bytes.CutPrefix(head, []byte(prefix))
	n, err := strconv.ParseUint(string(digits), 16, 16)
	if !ok || err != nil || len(digits) < 4 {
		return utf8.RuneError
	}
	d.in.Discard(len(head)) // no more than what was peeked at
	return rune(n)
}

func (d *jsonFeed) take(c byte) error {
	switch c {
	case ':', ',':
		d.colon = c == ':'
	case '{', '[':
		return d.start(c)
	case '}', ']':
		return d.end(c)
	case '"':
		d.takeString()
	}
	return nil
}

func (d *jsonFeed) takeString() {
	depth := len(d.open)
	switch {
	case d.open[depth-1] == '{' && !d.colon:
		d.name = append(d.name[:0], d.value.bytes[:min(len(d.value.bytes), maxName)]...)
	case depth == feedDepth && string(d.name) == "version":
		d.known = d.known || bytes.Contains(d.value.bytes, []byte("jsonfeed.org/"))
	case depth == itemDepth && d.inItem:
		if f := jsonField(d.name); f != none {
			d.entry.set(f, &d.value)
		}
	}
	d.colon = false
}

func jsonField(name []byte) field {
	switch string(name) {
	case "url":
		return location
	case "external_url":
		return elsewhere
	case "id":
		return identifier
	case "date_modified":
		return changed
	case "date_published":
		return published
	}
	return none
}

func (d *jsonFeed) start(c byte) error {
	if len(d.open) == maxDepth {
		return d.stop(fmt.Sprintf("at most %d brackets in each other", maxDepth), ErrLimit)
	}
	d.open = append(d.open, c)
	switch len(d.open) {
	case itemsDepth:
		d.items = c == '[' && d.colon && string(d.name) == "items"
		d.known = d.known || d.items
	case itemDepth:
		if d.inItem = d.items && c == '{'; d.inItem {
			if err := d.admit(); err != nil {
				return err
			}
			d.entry = newDraft(d.listing, feed, false)
		}
	}
	d.colon = false
	return nil
}

// end ends the bracket that is open, whichever it is.
func (d *jsonFeed) end(c byte) error {
	if want := d.closing(); c != want {
		d.note(d.line, string(want), string(c), nil)
	}
	d.open = d.open[:len(d.open)-1]
	d.colon = false
	if d.inItem && len(d.open) < itemDepth {
		d.inItem = false
		return d.entry.finish()
	}
	return nil
}

// closing returns the bracket that ends the innermost one.
func (d *jsonFeed) closing() byte {
	if d.open[len(d.open)-1] == '{' {
		return '}'
	}
	return ']'
}

// cut ends reading where token returned err. An entry is handed out if it has
// its URL.
func (d *jsonFeed) cut(err error) error {
	switch err = unexpected(err); {
	case d.inItem && d.entry.from == location:
		if err := d.emit(d.entry.Entry); err != nil {
			return err
		}
	case err == io.ErrUnexpectedEOF && !d.known:
		return d.stop("a JSON Feed", ErrFormat)
	}
	return d.stop(string(d.closing()), err)
}

// finish looks at what is behind the feed.
func (d *jsonFeed) finish() error {
	if !d.known {
		return d.stop("a JSON Feed", ErrFormat)
	}
	switch c, err := d.skipSpace(); {
	case err == nil:
		d.note(d.line, "the end of the feed", string(c), nil)
	case err != io.EOF:
		return d.stop("", err)
	}
	return nil
}
