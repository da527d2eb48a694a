package markup

import "sort"

// maxTagsBetween is how many tags beside a part of a region are compared.
const maxTagsBetween = 32

// TagFrom returns the first tag at an offset of the page or after it.
func (o *Outline) TagFrom(pos int) int {
	return sort.Search(len(o.Tags), func(i int) bool { return o.Tags[i].Pos >= pos })
}

// TagsBetween returns the tags between two offsets of the page, at most maxTagsBetween.
func (o *Outline) TagsBetween(from, to int) []string {
	tags := []string{}
	for _, m := range o.Tags[o.TagFrom(from):] {
		if m.Pos >= to || len(tags) == maxTagsBetween {
			break
		}
		if m.Kind&Phrasing == 0 {
			tags = append(tags, string(nameOf(o.Page[m.Pos:min(m.end, len(o.Page))])))
		}
	}
	return tags
}

// nameOf returns the name of a tag as written, "div" or "/div".
func nameOf(tag []byte) []byte {
	var name []byte
	for i := 1; i < len(tag) && len(name) < maxLabel; i++ {
		c := tag[i]
		if c != '/' && ends[c]&endsName != 0 || c == '/' && i > 1 {
			break
		}
		name = append(name, lower(c))
	}
	return validUTF8(name)
}
