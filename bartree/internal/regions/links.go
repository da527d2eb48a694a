package regions

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// MaxAddress is how long an address may be, in bytes.
const MaxAddress = 2048

// Base returns what the links of a page are relative to, by its URL and its base element;
// nil without a URL, or with a wrong one.
func Base(o *markup.Outline, url string) *weburl.URL {
	u, err := weburl.Parse(url)
	if err != nil {
		return nil
	}
	for i := range o.Elements {
		if o.Elements[i].Tag != tagBase {
			continue
		}
		if href, ok := o.AttributeOf(int32(i), "href"); ok {
			if base, err := u.ResolveMax(href, MaxAddress); err == nil {
				return base
			}
			break
		}
	}
	return u
}

var tagBase = markup.TagOf("base")

// Address returns an address on a page, as written without a base; "" if it is no http URL
// or too long.
func Address(base *weburl.URL, href string) string {
	if len(href) > MaxAddress {
		return ""
	}
	if base == nil {
		return strings.ToValidUTF8(href, "\uFFFD")
	}
	u, err := base.ResolveMax(href, MaxAddress)
	if err != nil {
		return ""
	}
	return u.String()
}

// linksOf returns the address of the first link in, or round, each part of the region in an element.
func linksOf(o *markup.Outline, region int32, parts map[string]markup.Range, url string) map[string]string {
	var out map[string]string
	base := Base(o, url)
	add := func(e int32) {
		if o.Elements[e].Tag != markup.TagA {
			return
		}
		for name, at := range parts {
			if _, ok := out[name]; ok || !o.SpanOf(e).Overlaps(at) {
				continue
			}
			if href, ok := o.AttributeOf(e, "href"); ok {
				if address := Address(base, href); address != "" {
					if out == nil {
						out = map[string]string{}
					}
					out[name] = address
				}
			}
		}
	}
	for e := range o.Inside(region) {
		add(e)
	}
	for _, e := range o.Path(region) {
		add(e)
	}
	return out
}
