package label

import (
	"slices"
	"strings"
)

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

// besideAuthors returns the lines that name an institution and are of an author, or the first ones
// behind such a line: at the first or the last mentions of the authors. Lines with the title are
// left out, as citations are such.
func (p *tokenizedPage) besideAuthors(v *Values, last bool) []int32 {
	const skipped, longest = 4, 300 // lines before the first, bytes of one for each author
	authors := v.Authors[:min(len(v.Authors), maxFound)]
	cited := p.linesOfTitle(v.Title)
	naming := p.linesNaming(authors, cited, last)
	var out []int32
	for i, k := range naming {
		end, found := len(p.lined), false
		if i+1 < len(naming) {
			end = naming[i+1]
		}
		for n := k; n < end && len(out) < maxLines; n++ {
			if l := &p.lined[n]; l.size <= longest*int32(len(authors)) && !cited[n] && p.placed(n) {
				out, found = append(out, l.top), true
			} else if n >= k+skipped || found {
				break
			}
		}
	}
	return out
}

func (p *tokenizedPage) linesOfTitle(title string) map[int]bool {
	out := map[int]bool{}
	for _, at := range p.find(words(title)) {
		out[p.lineAt(at.from)] = true
	}
	return out
}

// linesNaming returns the lines of the first or the last mentions of the authors.
func (p *tokenizedPage) linesNaming(authors []string, cited map[int]bool, last bool) []int {
	var out []int
	for _, name := range authors {
		found := p.findName(name)
		if last {
			slices.Reverse(found)
		}
		for _, at := range found {
			if k := p.lineAt(at.from); k < len(p.lined) && !cited[k] {
				out = append(out, k)
				break
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// placed reports whether a line names an institution and is no running text.
func (p *page) placed(k int) bool {
	text := p.text(p.lined[k].top)
	return namesInstitution(text) && !running(text)
}
