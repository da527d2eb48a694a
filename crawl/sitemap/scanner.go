package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A scanner cuts a document into tags and text.
type scanner struct {
	*input
	raw  []byte // scratch space for a tag
	sink *text  // where text goes; nil drops it
}

var errTagTooLong = errors.New("more than 64 KiB in a tag")

// next reads up to a tag and returns it, good until the next call. Text on the
// way goes to s.sink. Comments, declarations and processing instructions are
// skipped, whatever their length.
//
// The error is io.EOF between tags and io.ErrUnexpectedEOF within one, of which
// tag.end is set if it is known.
func (s *scanner) next() (tag, error) {
	for {
		if err := s.text(); err != nil {
			return tag{}, err
		}
		c, err := s.in.ReadByte()
		if err != nil {
			return tag{}, unexpected(err)
		}
		switch {
		case c == '!':
			err = s.declaration()
		case c == '?':
			err = s.until('?', 1, nil)
		case c == '/' || isNameStart(c):
			s.in.UnreadByte() // cannot fail after ReadByte
			return s.tag()
		default:
			s.in.UnreadByte()
			if s.sink != nil {
				s.sink.addByte('<')
			}
		}
		if err != nil {
			return tag{}, err
		}
	}
}

// text reads text up to and with the next '<'.
func (s *scanner) text() error {
	from := 0
	if s.sink != nil {
		from = len(s.sink.bytes)
	}
	for {
		chunk, err := s.in.ReadSlice('<')
		s.line += bytes.Count(chunk, []byte("\n"))
		if s.sink != nil {
			s.sink.add(bytes.TrimSuffix(chunk, []byte("<")))
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if s.sink != nil {
			s.sink.bytes = s.sink.bytes[:from+len(unescape(s.sink.bytes[from:]))]
		}
		return err
	}
}

// declaration skips what begins with "<!", but for a CDATA section, which is
// text.
func (s *scanner) declaration() error {
	head, err := s.in.Peek(len("[CDATA["))
	switch {
	case bytes.HasPrefix(head, []byte("--")):
		s.in.Discard(len("--"))
		return s.until('-', 2, nil)
	case string(head) == "[CDATA[":
		s.in.Discard(len(head))
		return s.until(']', 2, s.sink)
	case len(head) == 0:
		return unexpected(err)
	}
	return s.doctype()
}

// doctype skips up to the '>' that ends the declaration, not one of those
// inside it.
func (s *scanner) doctype() error {
	depth, quote := 0, byte(0)
	for {
		c, err := s.readByte()
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
			if head, _ := s.in.Peek(3); string(head) == "!--" {
				s.in.Discard(len(head))
				if err := s.until('-', 2, nil); err != nil {
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
func (s *scanner) until(c byte, n int, sink *text) error {
	run := 0 // of c, not in the sink yet; at most n
	for {
		b, err := s.readByte()
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

// tag reads a tag behind its '<'. A '>' in quotes does not end it.
func (s *scanner) tag() (tag, error) {
	s.raw = s.raw[:0]
	quote := byte(0)
	for {
		chunk, err := s.in.ReadSlice('>')
		s.line += bytes.Count(chunk, []byte("\n"))
		raw := chunk
		if len(s.raw) > 0 || err != nil {
			s.raw = append(s.raw, chunk...)
			raw = s.raw
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
		case len(s.raw) == 0:
			s.raw = append(s.raw, chunk...)
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
