package label

import "strings"

// listsOthers reports whether a line lists a name beside others: the metadata of some pages name
// one of several authors.
func (p *page) listsOthers(name string) bool {
	t := p.tokenize()
	p.layLines()
	for _, v := range t.findName(name) {
		k := p.lineAt(v.from)
		if k == len(p.lined) {
			continue
		}
		atoms := p.cut(k).stretches
		for i := 1; i < len(atoms); i++ {
			a, b := &atoms[i-1], &atoms[i]
			if isName(a.class) && isName(b.class) && sortOf(strings.Trim(b.sep, "e")) == listSign && (v.from == a.at || v.from == b.at) {
				return true
			}
		}
	}
	return false
}

// besideAuthors returns the lines that name an institution and are of an author, or one of a few
// behind such a line.
func (p *page) besideAuthors(authors []string) []int32 {
	const behind, longest = 4, 300 // lines, bytes of one
	t := p.tokenize()
	p.layLines()
	last, naming := len(p.lined), map[int]bool{}
	for _, name := range authors[:min(len(authors), maxFound)] {
		if found := t.findName(name); len(found) > 0 {
			k := p.lineAt(found[0].from)
			last, naming[k] = min(last, k), true
		}
	}
	var out []int32
	for k := last; k < min(len(p.lined), last+1+behind) && len(out) < maxLines; k++ {
		if naming[k] {
			last = k
		}
		if l := &p.lined[k]; l.size <= longest && namesInstitution(p.text(l.top)) {
			out = append(out, l.top)
		}
	}
	return out
}
