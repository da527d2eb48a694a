package httphead

import (
	"bytes"
	"errors"
	"fmt"
)

const connectionClose = "Connection: close\r\n\r\n"

// closing returns a head with the wish to close the connection.
func closing(head []byte) []byte {
	head = bytes.TrimSuffix(bytes.TrimSuffix(head, []byte("\n")), []byte("\r"))
	return append(head, connectionClose...)
}

// errSpace says that net/http would not see what contradicts itself.
var errSpace = errors.New("malformed HTTP header: behind a space before a colon it says something else of where the answer ends")

// mend returns a head as browsers read it, with its status, or nil if they do not, or
// if it is not certain where the answer ends. What is no header is left out, and a
// header has one line, with spaces for what no value may have (RFC 9110, 5.5). The
// error is errSpace, of a head that net/http is not to see.
func mend(answer []byte) (mended []byte, status int, err error) {
	line, rest, _ := cutLine(skipJunk(answer))
	mended, status = statusLine(line)
	if mended == nil || bytes.IndexByte(rest, 0) >= 0 {
		return nil, 0, nil
	}
	var f framing
	for len(rest) > 0 {
		line, rest = cutField(rest)
		name, value, ok := bytes.Cut(line, []byte(":"))
		if tight := bytes.TrimRight(name, " \t"); len(tight) < len(name) {
			if name = tight; framingOf(name) != neither {
				err = errSpace
			}
		}
		ok = ok && len(name) > 0 && name[0] != ' ' && all(name, inName)
		value, whole := unfolded(value)
		certain := ok && whole && bytes.IndexByte(name, ' ') < 0
		switch which := framingOf(name); {
		case !certain && mentionsFraming(line), which != neither && !f.add(which, value):
			return nil, 0, err
		case ok && which == neither:
			mended = fmt.Appendf(mended, "%s: %s\r\n", name, value)
		}
	}
	switch {
	case f.chunked && len(f.length) > 0:
		return nil, 0, err
	case f.chunked:
		mended = append(mended, "Transfer-Encoding: chunked\r\n"...)
	case len(f.length) > 0:
		mended = fmt.Appendf(mended, "Content-Length: %s\r\n", f.length)
	}
	return append(mended, connectionClose...), status, nil
}

// junk is how many bytes browsers skip before a status line.
const junk = 4

func skipJunk(answer []byte) []byte {
	for i := range min(junk+1, len(answer)) {
		if startsFold(answer[i:], "HTTP") || startsFold(answer[i:], "ICY ") {
			return answer[i:]
		}
	}
	return nil
}

// statusLine returns a status line as Chromium reads it, nil if it does not: without a
// status it is 200, and a version of no sense is 1.0. ICY is that of radio stations.
func statusLine(line []byte) (mended []byte, status int) {
	if status = statusOf(line); status >= 0 {
		return append(bytes.Clone(line), "\r\n"...), status
	}
	if mentionsFraming(line) || bytes.IndexByte(line, 0) >= 0 {
		return nil, 0
	}
	version, rest := line, []byte(nil)
	if at := bytes.IndexAny(line, " \t"); at >= 0 {
		version, rest = line[:at], bytes.TrimLeft(line[at:], " \t")
	}
	minor := 0
	if startsFold(version, "HTTP") {
		version = version[len("HTTP"):]
		if !all(version, inVersion) {
			return nil, 0
		}
		if len(version) >= len("/1.1") && version[0] == '/' && version[2] == '.' && string(version[1:4]) > "1.0" {
			minor = 1
		}
	} else if !startsFold(version, "ICY") {
		return nil, 0
	}
	reason := bytes.TrimLeft(rest, "0123456789")
	switch digits := rest[:len(rest)-len(reason)]; {
	case len(digits) == 3:
		status = number(digits)
	case len(digits) == 0 && bytes.IndexAny(rest, "+-") != 0: // with a sign it is a status to net/http
		status = 200
	default:
		return nil, 0
	}
	return fmt.Appendf(nil, "HTTP/1.%d %03d %s\r\n", minor, status, bytes.Trim(blanked(reason), " ")), status
}

// cutField returns the first line of a text with those that go on with it, and what
// follows them.
func cutField(text []byte) (field, rest []byte) {
	for rest = text; ; {
		if _, rest, _ = bytes.Cut(rest, []byte("\n")); len(rest) == 0 || !isSpace(rest[0]) {
			return text[:len(text)-len(rest)], rest
		}
	}
}

// unfolded returns a value in one line as net/http does, and whether nothing but the
// space around it has changed.
func unfolded(field []byte) (value []byte, whole bool) {
	lines := bytes.Split(bytes.TrimSuffix(field, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.Trim(line, " \t\r")
	}
	value = bytes.TrimLeft(bytes.Join(lines, []byte(" ")), " ")
	return blanked(value), len(lines) == 1 && all(value, inValue)
}

// blanked returns a text with spaces for the bytes that no value may have.
func blanked(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if places[c]&inValue == 0 {
			text[i] = ' '
		}
	}
	return text
}

// mentionsFraming reports whether a line may be meant to say where the answer ends.
func mentionsFraming(line []byte) bool {
	line = bytes.ToLower(line)
	return bytes.Contains(line, []byte("content-length")) || bytes.Contains(line, []byte("transfer-encoding"))
}

// framing is what the headers say of where an answer ends.
type framing struct {
	length   []byte // digits; empty if it is said not to be known
	measured bool   // whether there is a length
	chunked  bool
}

// add reads a header more, and reports whether it is understood and contradicts none.
// A length may be there several times, and below 0 or without a digit if the server does
// not know it; a coding may be identity, which is none, or chunks, once or more often.
func (f *framing) add(which int, value []byte) bool {
	for one := range bytes.SplitSeq(value, []byte(",")) {
		one = bytes.Trim(one, " \t")
		if which == transferEncoding {
			switch string(bytes.ToLower(one)) {
			case "", "identity":
			case "chunked":
				f.chunked = true
			default:
				return false
			}
			continue
		}
		if !bytes.ContainsAny(one, "0123456789") || one[0] == '-' && all(one[1:], inNumber) {
			one = nil
		}
		if !all(one, inNumber) || f.measured && !bytes.Equal(one, f.length) {
			return false
		}
		f.length, f.measured = one, true
	}
	return true
}
