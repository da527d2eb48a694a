package records

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// mostKnown is how many links of a page are kept for each name of keywords.
const mostKnown = 100

// maxSaid is how much of a link's text is looked through, in bytes: links may lie in links.
const maxSaid = 4096

// Links returns the addresses of a page that the Keywords know, under each of their names:
// those of links and images with a keyword in their text, their title or alt, that of an image in
// the link, or their address. Case and spaces do not count in texts. The addresses are in the order of the
// page, each once and 100 at most, resolved as those of [List.Read].
func (h *Harvest) Links(url string, page []byte) map[string][]string {
	if len(h.Keywords) == 0 {
		return nil
	}
	o := markup.ReadOutline(page)
	base := regions.Base(o, url)
	var out map[string][]string
	for i := range o.Elements {
		e := int32(i)
		place := "href"
		switch o.Elements[i].Tag {
		case markup.TagA, tagArea:
		case tagImg:
			place = "src"
		default:
			continue
		}
		written, ok := o.AttributeOf(e, place)
		if !ok {
			continue
		}
		address := regions.Address(base, written)
		if address == "" {
			continue
		}
		from, to := o.SpanOf(e).Bounds()
		text := [][]byte{bytes.ToLower(o.Text[from:min(to, from+maxSaid)])}
		said := func(e int32) {
			for _, name := range []string{"title", "alt"} {
				if value, ok := o.AttributeOf(e, name); ok {
					text = append(text, bytes.ToLower(markup.Fold(value)))
				}
			}
		}
		said(e)
		for inside := range o.Inside(e) {
			if o.Elements[inside].Tag == tagImg {
				said(inside)
			}
		}
		for name, keywords := range h.Keywords {
			if known := out[name]; len(known) < mostKnown && !slices.Contains(known, address) && knows(keywords, text, address) {
				if out == nil {
					out = map[string][]string{}
				}
				out[name] = append(known, address)
			}
		}
	}
	return out
}

// knows reports whether any of the keywords is in a text or in the address.
func knows(keywords []string, texts [][]byte, address string) bool {
	address = strings.ToLower(address)
	return slices.ContainsFunc(keywords, func(k string) bool {
		word := bytes.ToLower(markup.Fold(k))
		return len(word) > 0 && (strings.Contains(address, string(word)) ||
			slices.ContainsFunc(texts, func(t []byte) bool { return bytes.Contains(t, word) }))
	})
}

var tagImg, tagArea = markup.TagOf("img"), markup.TagOf("area")
