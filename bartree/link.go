package bartree

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// linkIn returns the first link in some elements, -1 for none.
func (c *children) linkIn(elements []int32) int32 {
	for _, e := range elements {
		for i, end := e, c.after(e); i < end; i++ {
			if c.isLink(i) {
				return i
			}
		}
	}
	return -1
}

func (c *children) isLink(e int32) bool {
	if c.elements[e].tag != tagA {
		return false
	}
	_, ok := c.attributeOf(e, "href")
	return ok
}

// attributeOf returns an attribute of an element, references decoded and without
// space round it.
func (c *children) attributeOf(e int32, name string) (string, bool) {
	x := &c.elements[e]
	v, ok := attributeIn(c.page[x.pos:min(x.inner, x.pos+maxTag, len(c.page))], name)
	return strings.TrimSpace(html.UnescapeString(string(v))), ok
}

// attributeIn returns the value of the first attribute of a name in a start tag,
// as written.
func attributeIn(tag []byte, name string) (val []byte, ok bool) {
	i := 1
	for i < len(tag) && ends[tag[i]]&endsName == 0 {
		i++
	}
	for i < len(tag) {
		for i < len(tag) && (isSpace(tag[i]) || tag[i] == '/') {
			i++
		}
		start := i
		for i < len(tag) && (i == start || tag[i] != '=') && !isSpace(tag[i]) && tag[i] != '/' && tag[i] != '>' {
			i++
		}
		key := tag[start:i]
		if len(key) == 0 {
			return nil, false
		}
		for i < len(tag) && isSpace(tag[i]) {
			i++
		}
		val = nil
		if i < len(tag) && tag[i] == '=' {
			val, i = attributeValue(tag, i+1)
		}
		if strings.EqualFold(string(key), name) {
			return val, true
		}
	}
	return nil, false
}

// attributeValue returns the value that starts at tag[i] or after space, and the
// offset after it.
func attributeValue(tag []byte, i int) ([]byte, int) {
	for i < len(tag) && isSpace(tag[i]) {
		i++
	}
	if i == len(tag) {
		return nil, i
	}
	start := i
	if quote := tag[i]; quote == '"' || quote == '\'' {
		for i = start + 1; i < len(tag) && tag[i] != quote; i++ {
		}
		return tag[start+1 : i], min(i+1, len(tag))
	}
	for i < len(tag) && !isSpace(tag[i]) && tag[i] != '>' {
		i++
	}
	return tag[start:i], i
}

// nearestLink returns the link to an address that is nearest to text[from:to], -1
// for none.
func (c *children) nearestLink(s stretch, from, to int, address string) int32 {
	best, least := int32(-1), len(c.text)+1
	for _, k := range c.in(s) {
		for e, end := k, c.after(k); e < end; e++ {
			x := &c.elements[e]
			far := max(from-x.textEnd, x.seen-to, 0)
			if far >= least {
				continue
			}
			if href, ok := c.attributeOf(e, "href"); ok && href == address {
				best, least = e, far
			}
		}
	}
	return best
}

// linkOf returns the link of a part: in it, or round it.
func (c *children) linkOf(s stretch, v value, a *attribute) int32 {
	if a.Link {
		if len(v.elements) > 0 {
			return v.elements[0]
		}
		return -1
	}
	if e := c.linkIn(v.elements); e >= 0 {
		return e
	}
	for e := v.inside.parent; e >= 0; e = c.elements[e].parent {
		if c.isLink(e) {
			return e
		}
		if e == s.parent || e == s.top {
			break
		}
	}
	return -1
}

// address returns the address of a link, "" if it is no http URL.
func (r *listReader) address(e int32) string {
	href, ok := r.attributeOf(e, "href")
	if !ok || len(href) > maxAddress {
		return ""
	}
	if r.base == nil {
		return strings.ToValidUTF8(href, "\uFFFD")
	}
	u, err := r.base.ResolveMax(href, maxAddress)
	if err != nil {
		return ""
	}
	return u.String()
}

// maxAddress is how long an address may be, in bytes.
const maxAddress = 2048

// base returns what a page's links are relative to.
func (c *children) base(url string) (*weburl.URL, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("bartree: URL of the page %s", quoteShort(weburl.Redact(url))), err)
	}
	for i := range c.elements {
		if c.elements[i].tag != tagBase {
			continue
		}
		if href, ok := c.attributeOf(int32(i), "href"); ok {
			if base, err := u.ResolveMax(href, maxAddress); err == nil {
				return base, nil
			}
			break
		}
	}
	return u, nil
}

var tagBase = tagOf("base")
