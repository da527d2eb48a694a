package obo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// token returns the next token.
func (p *graphParser) token() (json.Token, error) {
	p.src.pass(p.dec.InputOffset())
	t, err := p.dec.Token()
	if err != nil {
		return nil, p.failed(err)
	}
	if d, ok := t.(json.Delim); ok {
		if d == '{' || d == '[' {
			p.depth++
		} else {
			p.depth--
		}
		if p.depth > maxDepth {
			return nil, p.expected(fmt.Sprintf("at most %d levels of JSON", maxDepth), "")
		}
	}
	return t, nil
}

// text reads a string; a number, a truth value and null are empty ones.
func (p *graphParser) text() (string, error) {
	t, err := p.token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		err = p.expected("a string", fmt.Sprint(t))
		if _, nested := t.(json.Delim); nested {
			return "", err
		}
		p.collector.mend(err)
	}
	return s, nil
}

// object reads an object. Field has to read the value of each key.
func (p *graphParser) object(field func(key string) error) error {
	if err := p.delim('{', "an object"); err != nil {
		return err
	}
	for p.dec.More() {
		key, err := p.text()
		if err != nil {
			return err
		}
		if err := field(key); err != nil {
			return err
		}
	}
	return p.delim('}', "the end of an object")
}

// array reads an array. Element has to read each of its values.
func (p *graphParser) array(element func() error) error {
	if err := p.delim('[', "an array"); err != nil {
		return err
	}
	for p.dec.More() {
		if err := element(); err != nil {
			return err
		}
	}
	return p.delim(']', "the end of an array")
}

func (p *graphParser) delim(want json.Delim, what string) error {
	t, err := p.token()
	if err == nil && t != want {
		err = p.expected(what, fmt.Sprint(t))
	}
	return err
}

// skip reads a value of any kind.
func (p *graphParser) skip() error {
	outside := p.depth
	for {
		if _, err := p.token(); err != nil || p.depth <= outside {
			return err
		}
	}
}

// expected is the error for a token that is not what it should be.
func (p *graphParser) expected(want, got string) error {
	p.src.pass(p.dec.InputOffset())
	return p.src.expected(want, got)
}

// failed is the error for what the decoder could not read.
func (p *graphParser) failed(err error) error {
	switch reading := p.src.err; {
	case reading == errTooLong:
		return p.expected(fmt.Sprintf("a string of at most %d bytes", maxLine), "")
	case reading == errNotUTF8:
		return p.expected("UTF-8", "")
	case reading != nil && reading != io.EOF:
		p.src.pass(p.dec.InputOffset())
		return fmt.Errorf("after line %d: %w", p.src.line, reading)
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		p.src.pass(p.src.read)
		return p.src.expected("the rest of the document", "the end of the file")
	}
	// The decoder counts the bytes of its errors in another way than its
	// offsets. The error is after what it has read and what may precede a value.
	rest, _ := io.ReadAll(io.LimitReader(p.dec.Buffered(), 4096))
	space := len(rest) - len(strings.TrimLeft(string(rest), " \t\r\n,:"))
	p.src.pass(p.dec.InputOffset() + int64(space))
	got := err.Error()
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		got = string(rest[space:min(len(rest), space+80)])
	}
	return p.src.expected("JSON", got)
}
