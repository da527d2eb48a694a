package markup

import (
	"bytes"
	"slices"
)

// maxReferences is how many references of one page are kept.
const maxReferences = 256

// references returns digests of what a page refers to that belongs to the
// template rather than to the content, each once and sorted: the URLs of stylesheets and
// scripts, without query and the steps to a directory above, the generator, the names
// of other meta elements and the relations of other links. A new version of a
// template nearly always comes with another stylesheet or script. Comments and
// what is no markup, such as the contents of scripts and text areas, are skipped. Time is linear in the page.
func references(page []byte) []uint64 {
	var out []uint64
	var key []byte
	for len(page) > 0 && len(out) < maxReferences {
		i := bytes.IndexByte(page, '<')
		if i < 0 {
			break
		}
		page = page[i+1:]
		if bytes.HasPrefix(page, []byte("!--")) {
			_, page, _ = bytes.Cut(page[1:], []byte("-->")) // <!--> is a whole comment
			continue
		}
		n := 0
		for n < len(page) && n < 8 && isLetter(page[n]) {
			n++
		}
		if n == 0 {
			continue
		}
		name := ""
		if n == len(page) || ends[page[n]]&endsName != 0 {
			name = referring(page[:n])
		}
		var tag []byte
		tag, page = cutTag(page[n:])
		if key = reference(key[:0], name, tag); len(key) > 0 {
			out = append(out, rawHash(0, key))
		}
		if name != "" && name != "link" && name != "meta" {
			page = afterRaw(page, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// referring returns the name of a tag in lower case if the tag refers to something or begins what
// is no markup; else "".
func referring(tag []byte) string {
	for _, name := range []string{"link", "meta", "script", "style", "textarea", "title", "xmp", "iframe"} {
		if len(name) == len(tag) && bytes.EqualFold([]byte(name), tag) {
			return name
		}
	}
	return ""
}

// afterRaw returns what follows the contents of a script or the like: its end tag.
func afterRaw(b []byte, name string) []byte {
	for rest := b; ; {
		i := bytes.Index(rest, []byte("</"))
		if i < 0 {
			return nil
		}
		rest = rest[i:]
		if len(rest) >= 2+len(name) && bytes.EqualFold(rest[2:2+len(name)], []byte(name)) {
			return rest
		}
		rest = rest[2:]
	}
}

// cutTag cuts b after the '>' that ends the tag whose attributes it begins with.
// At most maxTag bytes are read for them.
func cutTag(b []byte) (attributes, rest []byte) {
	quote, last := byte(0), byte(0) // last is the byte before, spaces left out
	for i, c := range b[:min(len(b), maxTag)] {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case last == '=' && (c == '"' || c == '\''):
			quote = c
		case c == '>':
			return b[:i], b[i+1:]
		}
		if !isSpace(c) {
			last = c
		}
	}
	return nil, b[min(len(b), maxTag):]
}

// reference appends the text that a reference is known by; nothing if the
// element has none.
func reference(key []byte, name string, attributes []byte) []byte {
	switch name {
	case "script":
		if src := attributeOf(attributes, "src"); len(src) > 0 {
			key = append(append(key, "script "...), resource(src)...)
		}
	case "link":
		rel := bytes.ToLower(attributeOf(attributes, "rel"))
		switch {
		case bytes.Contains(rel, []byte("stylesheet")):
			key = append(append(key, "style "...), resource(attributeOf(attributes, "href"))...)
		case len(rel) > 0:
			key = append(append(key, "link "...), rel...)
		}
	case "meta":
		for _, by := range []string{"name", "property", "http-equiv"} {
			if v := bytes.ToLower(attributeOf(attributes, by)); len(v) > 0 {
				key = append(append(key, "meta "...), v...)
				if string(v) == "generator" {
					key = append(append(key, ' '), attributeOf(attributes, "content")...)
				}
				break
			}
		}
	}
	return key
}

// attributeOf returns the first value that an attribute of that name has, as written.
func attributeOf(b []byte, name string) []byte {
	for key, value := range attributesIn(b) {
		if value != nil && bytes.EqualFold(key, []byte(name)) {
			return value
		}
	}
	return nil
}

// resource returns a URL as it is the same on pages in different directories: without
// query and fragment, and without the steps to a directory above.
func resource(url []byte) []byte {
	if i := bytes.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	for {
		rest, ok := bytes.CutPrefix(url, []byte("./"))
		if !ok {
			rest, ok = bytes.CutPrefix(url, []byte("../"))
		}
		if !ok {
			return url
		}
		url = rest
	}
}
