package content

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/contenttype"
)

// MediaType returns the type of a body.
func MediaType(h http.Header, body []byte) string {
	if t, _ := contenttype.Of(h); t != "" {
		return t
	}
	t, _, _ := strings.Cut(http.DetectContentType(body), ";")
	return t
}

// IsHTML reports whether a body is an HTML page, perhaps one in XML.
func IsHTML(h http.Header, body []byte) bool {
	if MediaType(h, body) == "text/html" {
		return true
	}
	_, ok := isXHTML(h, body)
	return ok
}

// isXHTML reports whether a page is in XML, and the prefix of its names, "" for none.
func isXHTML(h http.Header, body []byte) (prefix string, ok bool) {
	switch MediaType(h, body) {
	case "application/xhtml+xml":
		prefix, _ = xhtmlRoot(body)
		return prefix, true
	case "text/xml", "application/xml":
		return xhtmlRoot(body)
	}
	return "", false
}

// maxProlog bounds what is read of an XML document to find its root element.
const maxProlog = 64 << 10

var endOfSubset = regexp.MustCompile(`\][ \t\r\n]*>`)

// xhtmlRoot reports whether an XML document has a root element in the namespace of
// XHTML, and the prefix of its name with the colon, "" for none.
func xhtmlRoot(body []byte) (prefix string, ok bool) {
	text := body[:min(len(body), maxProlog)]
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		text = bytes.ReplaceAll(text[2:], []byte{0}, nil) // UTF-16, of which ASCII is enough here
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for {
		text = text[count(text, isSpace):]
		end := ">"
		switch {
		case bytes.HasPrefix(text, []byte("<?")):
			end = "?>"
		case bytes.HasPrefix(text, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(text, []byte("<!")):
			if at := bytes.IndexAny(text, "[>"); at >= 0 && text[at] == '[' {
				subset := endOfSubset.FindIndex(text)
				if subset == nil {
					return "", false
				}
				text = text[subset[1]-1:]
			}
		case bytes.HasPrefix(text, []byte("<")):
			return inXHTML(text)
		default:
			return "", false
		}
		at := bytes.Index(text, []byte(end))
		if at < 0 {
			return "", false
		}
		text = text[at+len(end):]
	}
}

// inXHTML reports whether the start tag that a text begins with puts its element into
// the namespace of XHTML, and the prefix of its name.
func inXHTML(text []byte) (prefix string, ok bool) {
	i := 1 + count(text[1:], isNameByte)
	space := "xmlns"
	if name, _, prefixed := bytes.Cut(text[1:i], []byte(":")); prefixed {
		prefix = string(name) + ":"
		space += ":" + string(name)
	}
	for {
		i += count(text[i:], isSpace)
		n := attribute(text[i:])
		if n == 0 {
			return "", false
		}
		name, value, _ := bytes.Cut(text[i:i+n], []byte("="))
		if value = bytes.TrimSpace(value); string(bytes.TrimSpace(name)) == space {
			return prefix, string(value[1:len(value)-1]) == "http://www.w3.org/1999/xhtml"
		}
		i += n
	}
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
