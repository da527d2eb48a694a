package obo

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/ontology"
)

var (
	errTooLong = errors.New("too long")
	errNotUTF8 = errors.New("not UTF-8")
)

// A source is what a JSON decoder reads from. It counts lines, refuses what
// is not UTF-8, which the decoder would replace, and limits the length of a token.
type source struct {
	in       io.Reader
	read     int64 // bytes so far
	begun    int64 // where the token that is being read begins, or the space before it
	line     int   // the line there, from 1
	newlines []int64
	cut      []byte // the first bytes of a rune that ended a read
	err      error  // that ended reading, io.EOF too
}

// Read implements io.Reader. The decoder calls it only if it needs more for the
// token that is being read.
func (s *source) Read(b []byte) (int, error) {
	if s.err == nil && s.read-s.begun > maxLine {
		s.err = errTooLong
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.in.Read(b)
	for i := 0; ; i++ {
		next := bytes.IndexByte(b[i:n], '\n')
		if next < 0 {
			break
		}
		i += next
		s.newlines = append(s.newlines, s.read+int64(i))
	}
	s.read += int64(n)
	if !s.valid(b[:n]) {
		err = errNotUTF8
	}
	s.err = err
	return n, err
}

// valid reports whether a piece goes on in UTF-8 where the last one ended. That
// a text ends within a rune is for the decoder to find.
func (s *source) valid(piece []byte) bool {
	for len(s.cut) > 0 && len(piece) > 0 && !utf8.FullRune(s.cut) {
		s.cut = append(s.cut, piece[0])
		piece = piece[1:]
	}
	if len(s.cut) > 0 && utf8.FullRune(s.cut) {
		if !utf8.Valid(s.cut) {
			return false
		}
		s.cut = s.cut[:0]
	}
	end := len(piece)
	for back := 1; back < utf8.UTFMax && back <= len(piece); back++ {
		if utf8.RuneStart(piece[len(piece)-back]) {
			if !utf8.FullRune(piece[len(piece)-back:]) {
				end = len(piece) - back
			}
			break
		}
	}
	s.cut = append(s.cut, piece[end:]...)
	return utf8.Valid(piece[:end])
}

// pass records that all before an offset has been read.
func (s *source) pass(offset int64) {
	s.begun = offset
	passed := 0
	for passed < len(s.newlines) && s.newlines[passed] < offset {
		passed++
	}
	s.line += passed
	s.newlines = s.newlines[passed:]
	if len(s.newlines) == 0 {
		s.newlines = nil
	}
}

// expected is an error at the line that has been reached.
func (s *source) expected(want, got string) error {
	return &ontology.SyntaxError{Format: "obo", Line: s.line, Want: want, Got: got}
}
