// Package undeclared tells the encoding of text that declares none, by its form alone:
// whether its bytes are characters of an encoding, and whether letters, case, marks and signs
// then stand together as they do in words.
package undeclared

import "bytes"

// maxSample is how many bytes are looked at closely: the first that are not ASCII, with up
// to three around each run of them.
const maxSample = 4 << 10

// Encoding returns the name, in lower case, that the Encoding Standard has for the encoding that
// explains a text best: "windows-1252" if no other does better, "utf-8" also for a text
// that is broken here and there. Between languages that explain it equally well the one of the
// top-level domain counts, as "hu"; "" is none.
func Encoding(text []byte, domain string) string {
	s := sample(text)
	if len(s) == 0 && isISO2022JP(text) {
		return "iso-2022-jp"
	}
	name, best := "windows-1252", max(0, singleBytes()[0].score(s, domain, 0))
	for _, e := range multiBytes {
		if n := e.score(s, best); n > best {
			name, best = e.name, n
		}
	}
	for _, e := range singleBytes()[1:] {
		if n := e.score(s, domain, best); n > best {
			name, best = e.name, n
		}
	}
	return name
}

// sample returns the bytes of a text that are not ASCII. Each run of them comes with the byte before
// it, the two behind it, the first of which may end a character, and a space.
func sample(text []byte) []byte {
	var s []byte
	for i := 0; i < len(text) && len(s) < maxSample; {
		if text[i] < 0x80 {
			i++
			continue
		}
		start := max(0, i-1)
		for ascii := 0; i < len(text) && i-start < maxSample && ascii < 2; i++ {
			ascii++
			if text[i] >= 0x80 {
				ascii = 0
			}
		}
		s = append(append(s, text[start:i]...), ' ')
	}
	return s[:min(len(s), maxSample)]
}

// isISO2022JP reports whether a text of ASCII has characters of two bytes between the first escape
// sequence that begins such and one that ends them.
func isISO2022JP(text []byte) bool {
	at := bytes.Index(text, []byte("\x1b$"))
	if at < 0 || at+2 >= len(text) || text[at+2] != 'B' && text[at+2] != '@' {
		return false
	}
	pair := text[at+3:]
	for len(pair) >= 2 && isGraphic(pair[0]) && isGraphic(pair[1]) {
		pair = pair[2:]
	}
	return bytes.HasPrefix(pair, []byte("\x1b("))
}

func isGraphic(b byte) bool { return b > ' ' && b < 0x7f }
