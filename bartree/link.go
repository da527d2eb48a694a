package bartree

import (
	"bytes"
	"fmt"
	"html"
	"iter"
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
	tag := bytes.TrimSuffix(c.page[x.pos:min(x.inner, x.pos+maxTag, len(c.page))], []byte(">"))
	for key, value := range attributesIn(tag[min(1+len(x.name), len(tag)):]) {
		if strings.EqualFold(string(key), name) {
			return strings.TrimSpace(html.UnescapeString(string(value))), true
		}
	}
	return "", false
}

// attributesIn yields the attributes in a start tag, given what is between its name and
// its '>': names and values as written, nil for a value that is not there.
func attributesIn(b []byte) iter.Seq2[[]byte, []byte] {
	const spaces = " \t\n\f\r"
	return func(yield func(name, value []byte) bool) {
		for {
			b = bytes.TrimLeft(b, spaces+"/")
			if len(b) == 0 {
				return
			}
			n := 1 // the first byte of a name may be '='
			for n < len(b) && ends[b[n]] == 0 {
				n++
			}
			name := b[:n]
			var value []byte
			if b = bytes.TrimLeft(b[n:], spaces); len(b) > 0 && b[0] == '=' {
				value, b = attributeValue(bytes.TrimLeft(b[1:], spaces))
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// attributeValue cuts the value that b begins with from what follows.
func attributeValue(b []byte) (value, rest []byte) {
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		value, rest, _ = bytes.Cut(b[1:], b[:1])
		return value, rest
	}
	n := 0
	for n < len(b) && !isSpace(b[n]) {
		n++
	}
	return b[:n], b[n:]
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

// base returns a page's URL, and what its links are relative to.
func (c *children) base(url string) (page, base *weburl.URL, err error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return nil, nil, fmt.Errorf("bartree: URL of the page %s: %w", quoteShort(weburl.Redact(url)), err)
	}
	for i := range c.elements {
		if c.elements[i].tag != tagBase {
			continue
		}
		if href, ok := c.attributeOf(int32(i), "href"); ok {
			if base, err := u.ResolveMax(href, maxAddress); err == nil {
				return u, base, nil
			}
			break
		}
	}
	return u, u, nil
}

// leadsOn reports whether a link leads to another page than the one it is on, as far as that is known.
func (r *listReader) leadsOn(e int32) bool {
	href, _ := r.attributeOf(e, "href")
	if href == "" || href[0] == '#' || len(href) >= len(scripted) && strings.EqualFold(href[:len(scripted)], scripted) {
		return false
	}
	if r.own == nil {
		return true
	}
	u, err := r.base.ResolveMax(href, maxAddress)
	return err != nil || u.Canonical() != r.own.Canonical()
}

// scripted is the scheme of links that lead nowhere by themselves.
const scripted = "javascript:"

var tagBase = tagOf("base")
