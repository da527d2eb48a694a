package crawl

import (
	"regexp"
	"slices"
)

// markup returns the body as readers of HTML are to read it.
func (p *Page) markup() []byte {
	if p.MediaType() != "application/xhtml+xml" {
		return p.decode()
	}
	return closeEmpty(p.decode())
}

// emptyElement matches an element of XML that is closed by its start tag.
var emptyElement = regexp.MustCompile(`<([A-Za-z][\w.:-]*)(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*/>`)

// voidElements have no end tag in HTML.
var voidElements = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}

// closeEmpty gives elements that are closed by their start tags end tags: to HTML the rest
// of the page would be the content of <script/> or <title/>.
func closeEmpty(page []byte) []byte {
	var out []byte
	rest := page
	for m := emptyElement.FindSubmatchIndex(rest); m != nil; m = emptyElement.FindSubmatchIndex(rest) {
		if name := rest[m[2]:m[3]]; slices.Contains(voidElements, string(name)) {
			out = append(out, rest[:m[1]]...)
		} else {
			out = append(append(out, rest[:m[1]-len("/>")]...), "></"...)
			out = append(append(out, name...), '>')
		}
		rest = rest[m[1]:]
	}
	if out == nil {
		return page
	}
	return append(out, rest...)
}
