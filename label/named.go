package label

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// namedAffiliations returns the outermost elements of what was read that have
// "affiliation" or "institution" in a class, id or property.
func (p *page) namedAffiliations() []int32 {
	const longest, most = 4000, 100 // bytes of one, elements
	var out []int32
	for i := int32(0); int(i) < len(p.items) && len(out) < most; i++ {
		it := &p.items[i]
		if it.empty() || it.segment() || it.to-it.from > longest || !isNamed(it.node, "ffiliation", "nstitution") {
			continue
		}
		out = append(out, i)
		i = it.end - 1
	}
	return out
}

// labelledAffiliations returns the lines of what was read that begin with "Affiliation:".
func (p *page) labelledAffiliations() []int32 {
	const longest, most = 4000, 100 // bytes of one, lines
	const enough = len("author affiliation(s): ") + 1
	var out []int32
	p.layLines()
	for k := range p.lined {
		l := &p.lined[k]
		if len(out) < most && l.size <= longest && p.initial(l.top) == 'a' && affiliationLabel.MatchString(p.beginning(l.top, enough)) {
			out = append(out, l.top)
		}
	}
	return out
}

// namedAbstract returns the first element that has "abstract" in a class, id or property and as
// much text as an abstract.
func (p *page) namedAbstract() (region, bool) {
	const longest = 10_000 // bytes
	for i := range p.items {
		it := &p.items[i]
		if it.empty() || it.segment() || it.to-it.from > longest || !isNamed(it.node, "bstract") {
			continue
		}
		if r, ok := p.worthy(region{int32(i), int32(i)}); ok {
			return r, true
		}
	}
	return region{}, false
}

// begunBy returns the longest text that begins a line with the first words of another, as sites
// describe a page by the beginning of its abstract.
func (p *tokenizedPage) begunBy(start string) (region, bool) {
	const fewest, most = 8, 16 // words
	ws := words.Of(start)
	if len(ws) <= fewest {
		return region{}, false
	}
	var best region
	longest := int32(minTeaser)
	for _, v := range p.find(ws[:min(len(ws)-1, most)]) { // the last word may be cut
		k := p.lineAt(v.from)
		if k == len(p.lined) || len(p.inside(interval{p.items[p.lined[k].top].from, v.from})) > 0 {
			continue
		}
		r := region{p.lined[k].top, p.lined[k].top}
		for n := p.next(r.first); n >= 0; n = p.next(n) {
			if p.items[n].empty() {
				continue
			}
			if !p.continues(r.first, n) {
				break
			}
			r.last = n
		}
		if n := p.items[r.last].to - p.items[r.first].from; n > longest {
			best, longest = r, n
		}
	}
	return best, longest > minTeaser
}

// isNamed reports whether a class, id or property of an element has one of some names in it, which
// are given without their first letter, as that may be a capital.
func isNamed(n *html.Node, names ...string) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		if attributeKind(a.Key) == 0 {
			continue
		}
		for _, name := range names {
			if strings.Contains(a.Val, name) {
				return true
			}
		}
	}
	return false
}
