package metadata

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// documents returns the objects and lists of a script of JSON-LD. Those that are not JSON, read as leniently
// as objectsIn does, are left out.
func documents(script string) []any {
	if !strings.Contains(script, `"`) {
		script = html.UnescapeString(script) // escaped as text is
	}
	var out []any
	for _, object := range objectsIn(script) {
		var doc any
		if json.Unmarshal(object, &doc) == nil {
			out = append(out, doc)
		}
	}
	return out
}

// objectsIn returns the outermost objects and lists of a script, each without what generators of pages leave
// in and around JSON: comments, marks of CDATA, semicolons, commas before a bracket, line ends and
// unknown escapes in texts.
func objectsIn(script string) [][]byte {
	var out [][]byte
	var b []byte
	depth, comma := 0, false
	for i := 0; i < len(script); {
		if n := besideJSON(script[i:]); n > 0 {
			i += n
			continue
		}
		c := script[i]
		i++
		switch {
		case depth == 0 && c != '{' && c != '[':
			continue
		case c == ',':
			comma = true
			continue
		case c == '}' || c == ']':
			comma = false
		}
		if comma {
			b, comma = append(b, ','), false
		}
		b = append(b, c)
		switch c {
		case '"':
			n := 0
			b, n = appendText(b, script[i:])
			i += n
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				out, b = append(out, b), nil
			}
		}
	}
	return out
}

// cdata are the marks in which scripts are hidden from old readers.
var cdata = []string{"<![CDATA[", "]]>", "<!--", "-->"}

// besideJSON returns the length of the white space, the comment or the mark that a script begins with outside its
// texts, 0 if it begins with JSON.
func besideJSON(s string) int {
	rest := strings.TrimLeft(s, " \t\r\n\ufeff\u00a0")
	if len(rest) < len(s) {
		return len(s) - len(rest)
	}
	marked := func(s string) int {
		if i := slices.IndexFunc(cdata, func(mark string) bool { return strings.HasPrefix(s, mark) }); i >= 0 {
			return len(cdata[i])
		}
		return 0
	}
	end := ""
	switch {
	case strings.HasPrefix(s, "//"):
		if marked(strings.TrimLeft(s[2:], " ")) > 0 {
			return 2
		}
		end = "\n"
	case strings.HasPrefix(s, "/*"):
		end = "*/"
	default:
		return marked(s)
	}
	if i := strings.Index(s[2:], end); i >= 0 {
		return 2 + i + len(end)
	}
	return len(s)
}

// appendText appends a text up to the sign that ends it, and returns where that is.
func appendText(b []byte, s string) ([]byte, int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return append(b, c), i + 1
		case c < ' ':
			b = append(b, ' ')
		case c == '\\' && i+1 < len(s) && strings.IndexByte(`"\/bfnrtu`, s[i+1]) >= 0:
			b = append(b, c, s[i+1])
			i++
		case c == '\\':
		default:
			b = append(b, c)
		}
	}
	return b, len(s)
}
