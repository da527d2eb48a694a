package label

import (
	"strings"

	"golang.org/x/net/html"
)

// namedAffiliations returns the outermost elements of what was read that have
// "affiliation" or "institution" in a class or id.
func (p *page) namedAffiliations() []int32 {
	const longest, most = 4000, 100 // bytes of one, elements
	var out []int32
	for i := int32(0); int(i) < len(p.items) && len(out) < most; i++ {
		it := &p.items[i]
		if it.empty() || it.segment() || it.to-it.from > longest || !isNamed(it.node, "affiliation", "institution") {
			continue
		}
		out = append(out, i)
		i = it.end - 1
	}
	return out
}

// namedAbstract returns the first element that has "abstract" in a class or id and as
// much text as an abstract.
func (p *page) namedAbstract() (region, bool) {
	const longest = 10_000 // bytes
	for i := range p.items {
		it := &p.items[i]
		if it.empty() || it.segment() || it.to-it.from > longest || !isNamed(it.node, "abstract") {
			continue
		}
		if r, ok := p.worthy(region{int32(i), int32(i)}); ok {
			return r, true
		}
	}
	return region{}, false
}

// isNamed reports whether a class or id of an element has one of some words in it.
func isNamed(n *html.Node, names ...string) bool {
	for _, word := range markWords(n) {
		word = strings.ToLower(word)
		for _, name := range names {
			if strings.Contains(word, name) {
				return true
			}
		}
	}
	return false
}
