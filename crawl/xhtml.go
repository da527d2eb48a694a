package crawl

import (
	"bytes"
	"slices"
)

// markup returns the body as readers of HTML are to read it.
func (p *Page) markup() []byte {
	if p.MediaType() != "application/xhtml+xml" {
		return p.decode()
	}
	return closeEmpty(p.decode())
}

// voidElements have no end tag in HTML.
var voidElements = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}

// closeEmpty gives elements that are closed by their start tags end tags: to HTML the rest
// of the page would be the content of <script/> or <title/>.
func closeEmpty(page []byte) []byte {
	var out []byte
	kept := 0 // what comes before is in out
	for at := bytes.IndexByte(page, '<'); at >= 0; {
		name, length := emptyElement(page[at:])
		if length > 0 && !slices.Contains(voidElements, string(name)) {
			out = append(append(out, page[kept:at+length-len("/>")]...), "></"...)
			out = append(append(out, name...), '>')
			kept = at + length
		}
		at += max(length, 1)
		next := bytes.IndexByte(page[at:], '<')
		if next < 0 {
			break
		}
		at += next
	}
	if out == nil {
		return page
	}
	return append(out, page[kept:]...)
}

// emptyElement returns the name and the length of the tag that a text begins with, if
// that closes its element in the way of XML. It looks no further than to the next '<',
// which no such tag has in it.
func emptyElement(text []byte) (name []byte, length int) {
	i := 1 + count(text[1:], isNameByte)
	name = text[1:i]
	if len(name) == 0 || !isLetter(name[0]) {
		return nil, 0
	}
	for {
		space := count(text[i:], isSpace)
		i += space
		if bytes.HasPrefix(text[i:], []byte("/>")) {
			return name, i + len("/>")
		}
		n := attribute(text[i:])
		if space == 0 || n == 0 {
			return nil, 0
		}
		i += n
	}
}

// attribute returns the length of the attribute in quotation marks that a text begins
// with, 0 if there is none.
func attribute(text []byte) int {
	i := count(text, isNameByte)
	if i == 0 {
		return 0
	}
	i += count(text[i:], isSpace)
	if i == len(text) || text[i] != '=' {
		return 0
	}
	i++
	i += count(text[i:], isSpace)
	if i == len(text) || text[i] != '"' && text[i] != '\'' {
		return 0
	}
	quote := text[i]
	i++
	i += count(text[i:], func(c byte) bool { return c != quote && c != '<' })
	if i == len(text) || text[i] != quote {
		return 0
	}
	return i + 1
}

// count returns how many bytes of a kind a text begins with.
func count(text []byte, kind func(byte) bool) int {
	for i, c := range text {
		if !kind(c) {
			return i
		}
	}
	return len(text)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isNameByte(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '.' || c == ':' || c == '-'
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }
