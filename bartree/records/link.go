package records

import (
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A linked page is one whose links are resolved.
type linked struct {
	*children
	own  *weburl.URL // the page's; nil if it is not known
	base *weburl.URL // nil: links as written
}

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
	if c.Elements[e].Tag != markup.TagA {
		return false
	}
	_, ok := c.AttributeOf(e, "href")
	return ok
}

// nearestLink returns the link to an address that is nearest to text[from:to], -1
// for none.
func (c *children) nearestLink(s segment, from, to int, address string) int32 {
	best, least := int32(-1), len(c.Text)+1
	for _, k := range c.in(s) {
		for e, end := k, c.after(k); e < end; e++ {
			x := &c.Elements[e]
			far := max(from-x.TextEnd, x.Seen-to, 0)
			if far >= least {
				continue
			}
			if href, ok := c.AttributeOf(e, "href"); ok && href == address {
				best, least = e, far
			}
		}
	}
	return best
}

// linkOf returns the link of a part: in it, or round it.
func (c *children) linkOf(s segment, v value, a *attribute) int32 {
	if a.Link {
		if len(v.elements) > 0 {
			return v.elements[0]
		}
		return -1
	}
	if e := c.linkIn(v.elements); e >= 0 {
		return e
	}
	for e := v.inside.parent; e >= 0; e = c.Elements[e].Parent {
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
func (r *linked) address(e int32) string {
	href, ok := r.AttributeOf(e, "href")
	if !ok {
		return ""
	}
	return regions.Address(r.base, href)
}

const maxAddress = regions.MaxAddress

// base returns a page's URL, and what its links are relative to.
func (c *children) base(url string) (page, base *weburl.URL, err error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return nil, nil, fmt.Errorf("bartree: URL of the page %s: %w", excerpt.Quote(weburl.Redact(url)), err)
	}
	return u, regions.Base(c.Outline, url), nil
}

// leadsOn reports whether a link leads to another page than the one it is on, as far as that is known.
func (r *linked) leadsOn(e int32) bool {
	href, _ := r.AttributeOf(e, "href")
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
