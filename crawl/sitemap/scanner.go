package sitemap

import (
	"bufio"
	"bytes"
	"io"
)

// A tag is the start or the end of an element.
type tag struct {
	name  []byte // without prefix, in lower case
	attrs []byte // as written
	end   bool   // </name>
	empty bool   // <name/>
}

// next reads up to a tag and returns it, good until the next call. Text on the
// way goes to d.sink. Comments, declarations and processing instructions are
// skipped, whatever their length.
//
// The error is io.EOF between tags and io.ErrUnexpectedEOF within one, of which
// tag.end is told if it can be.
func (d *document) next() (tag, error) {
	for {
		if err := d.text(); err != nil {
			return tag{}, err
		}
		c, err := d.in.ReadByte()
		if err != nil {
			return tag{}, unexpected(err)
		}
		switch {
		case c == '!':
			err = d.declaration()
		case c == '?':
			err = d.until('?', 1, nil)
		case c == '/' || isNameStart(c):
			d.in.UnreadByte() // cannot fail after ReadByte
			return d.tag()
		default:
			d.in.UnreadByte()
			if d.sink != nil {
				d.sink.addByte('<')
			}
		}
		if err != nil {
			return tag{}, err
		}
	}
}

// text reads text up to and with the next '<'.
func (d *document) text() error {
	from := 0
	if d.sink != nil {
		from = len(d.sink.bytes)
	}
	for {
		chunk, err := d.in.ReadSlice('<')
		d.line += bytes.Count(chunk, []byte("\n"))
		if d.sink != nil {
			d.sink.add(bytes.TrimSuffix(chunk, []byte("<")))
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if d.sink != nil {
			d.sink.bytes = d.sink.bytes[:from+len(unescape(d.sink.bytes[from:]))]
		}
		return err
	}
}

// declaration skips what begins with "<!", but for a CDATA section, which is
// text.
func (d *document) declaration() error {
	head, err := d.in.Peek(len("[CDATA["))
	switch {
	case bytes.HasPrefix(head, []byte("--")):
		d.in.Discard(len("--"))
		return d.until('-', 2, nil)
	case string(head) == "[CDATA[":
		d.in.Discard(len(head))
		return d.until(']', 2, d.sink)
	case len(head) == 0:
		return unexpected(err)
	}
	return d.doctype()
}

// doctype skips up to the '>' that ends the declaration, not one of those
// inside it.
func (d *document) doctype() error {
	depth, quote := 0, byte(0)
	for {
		c, err := d.readByte()
		switch {
		case err != nil:
			return err
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			if head, _ := d.in.Peek(3); string(head) == "!--" {
				d.in.Discard(len(head))
				if err := d.until('-', 2, nil); err != nil {
					return err
				}
				continue
			}
			depth++
		case c == '>':
			if depth == 0 {
				return nil
			}
			depth--
		}
	}
}

// until reads up to n times c and a '>' behind them. What is before goes to the
// sink if there is one.
func (d *document) until(c byte, n int, sink *text) error {
	run := 0 // of c, not in the sink yet; at most n
	for {
		b, err := d.readByte()
		if err != nil {
			return err
		}
		switch {
		case b == c && run < n:
			run++
			continue
		case b == '>' && run == n:
			return nil
		}
		if sink != nil && b != c {
			sink.add(bytes.Repeat([]byte{c}, run))
		}
		if sink != nil {
			sink.addByte(b)
		}
		if b != c {
			run = 0
		}
	}
}

func (d *document) readByte() (byte, error) {
	c, err := d.in.ReadByte()
	if c == '\n' {
		d.line++
	}
	return c, unexpected(err)
}

// tag reads a tag behind its '<'. A '>' in quotes does not end it.
func (d *document) tag() (tag, error) {
	d.raw = d.raw[:0]
	quote := byte(0)
	for {
		chunk, err := d.in.ReadSlice('>')
		d.line += bytes.Count(chunk, []byte("\n"))
		raw := chunk
		if len(d.raw) > 0 || err != nil {
			d.raw = append(d.raw, chunk...)
			raw = d.raw
		}
		if len(raw) > maxTag {
			return tag{}, errTagTooLong
		}
		end := len(raw) > 0 && raw[0] == '/'
		if !end {
			quote = openQuote(chunk, quote)
		}
		switch {
		case err == nil && quote == 0:
			return parseTag(raw[:len(raw)-1]), nil
		case err != nil && err != bufio.ErrBufferFull:
			return tag{end: end}, unexpected(err)
		case len(d.raw) == 0:
			d.raw = append(d.raw, chunk...)
		}
	}
}

// openQuote returns the quote that is open behind chunk, given the one that is
// open before it; 0 for none.
func openQuote(chunk []byte, quote byte) byte {
	for _, c := range chunk {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote
}

// unexpected makes an end of the file one that should not be there.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
