package httphead

import "bytes"

// A head is what scan has found.
type head struct {
	kind   kind
	status int
}

type kind uint8

const (
	odd      kind = iota // not complete, or net/http refuses it
	doubtful             // net/http accepts it: a length together with chunks (RFC 9112, 6.3)
	clean
)

const switching = 101 // the status behind which another protocol is spoken

// scan looks at the head that an answer begins with. A header whose name has a space
// before the colon is odd, too: net/http keeps it under a name that nobody looks for.
func scan(answer []byte) head {
	line, rest, ok := cutLine(answer)
	h := head{status: statusOf(line)}
	if !ok || h.status < 0 {
		return head{}
	}
	var length []byte
	chunked := false
	for first := true; ; first = false {
		if line, rest, ok = cutLine(rest); !ok {
			return head{}
		}
		if len(line) == 0 {
			break
		}
		if isSpace(line[0]) { // goes on with the value of the line before
			if first || !all(line, inValue) {
				return head{}
			}
			continue
		}
		colon := bytes.IndexByte(line, ':')
		if colon <= 0 || isSpace(line[colon-1]) || !all(line[:colon], inName) || !all(line[colon+1:], inValue) {
			return head{}
		}
		switch value := line[colon+1:]; framingOf(line[:colon]) {
		case contentLength:
			value = bytes.Trim(value, " \t")
			if len(value) == 0 || !all(value, inNumber) || length != nil && !bytes.Equal(value, length) {
				return head{}
			}
			length = value
		case transferEncoding:
			if chunked || !bytes.EqualFold(bytes.Trim(value, " \t"), []byte("chunked")) {
				return head{}
			}
			chunked = true
		}
	}
	h.kind = clean
	if chunked && length != nil {
		h.kind = doubtful
	}
	return h
}

// statusOf returns the status in a line that net/http takes for a status line, -1 of
// any other.
func statusOf(line []byte) int {
	const version = len("HTTP/1.1")
	if len(line) <= version || string(line[:5]) != "HTTP/" || line[6] != '.' || line[version] != ' ' ||
		!all(line[5:6], inNumber) || !all(line[7:8], inNumber) {
		return -1
	}
	code, _, _ := bytes.Cut(bytes.TrimLeft(line[version:], " "), []byte(" "))
	if len(code) != 3 || !all(code, inNumber) {
		return -1
	}
	return number(code)
}

func number(digits []byte) (n int) {
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

// The headers that say where an answer ends.
const (
	neither = iota
	contentLength
	transferEncoding
)

func framingOf(name []byte) int {
	switch {
	case len(name) == len("Content-Length") && startsFold(name, "Content-Length"):
		return contentLength
	case len(name) == len("Transfer-Encoding") && startsFold(name, "Transfer-Encoding"):
		return transferEncoding
	}
	return neither
}

// headEnd returns the length of the head that an answer begins with, 0 if it is not
// complete. Nothing before from ends it.
func headEnd(answer []byte, from int) int {
	for from = max(from, junk); from < len(answer); {
		at := bytes.IndexByte(answer[from:], '\n')
		if at < 0 {
			break
		}
		from += at + 1
		switch rest := answer[from:]; {
		case bytes.HasPrefix(rest, []byte("\n")):
			return from + 1
		case bytes.HasPrefix(rest, []byte("\r\n")):
			return from + 2
		}
	}
	return 0
}

// cutLine returns the first line of a text without its end, and what follows it.
func cutLine(text []byte) (line, rest []byte, ok bool) {
	if line, rest, ok = bytes.Cut(text, []byte("\n")); ok {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	return line, rest, ok
}

func startsFold(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && bytes.EqualFold(text[:len(prefix)], []byte(prefix))
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// Where a byte may occur.
const (
	inName    uint8 = 1 << iota // of a header, as net/http has it: tokens and spaces
	inValue                     // of a header, as net/http has it
	inNumber                    // of decimal digits
	inVersion                   // behind HTTP, as Chromium has it
)

// all reports whether all bytes of a text may occur at a place.
func all(text []byte, place uint8) bool {
	for _, c := range text {
		if places[c]&place == 0 {
			return false
		}
	}
	return true
}

var places = func() (in [256]uint8) {
	for c := range in {
		if c >= ' ' && c != 0x7f || c == '\t' {
			in[c] |= inValue
		}
		if '0' <= c && c <= '9' {
			in[c] |= inName | inNumber | inVersion
		}
		if 'a' <= c|0x20 && c|0x20 <= 'z' {
			in[c] |= inName
		}
	}
	for _, c := range []byte(" !#$%&'*+-.^_`|~") {
		in[c] |= inName
	}
	for _, c := range []byte("/.,sS") {
		in[c] |= inVersion
	}
	return in
}()
