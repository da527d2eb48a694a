package label

import (
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// namedAffiliations returns the outermost elements of what was read that have
// "affiliation" or "institution" in a class, id or property.
func namedAffiliations(p *layout.Page) []int32 {
	const longest, most = 4000, 100 // bytes of one, elements
	var out []int32
	for i := int32(0); int(i) < len(p.Items) && len(out) < most; i++ {
		it := &p.Items[i]
		if it.Empty() || it.Segment() || it.To-it.From > longest || !layout.IsNamed(it.Node, "ffiliation", "nstitution") {
			continue
		}
		out = append(out, i)
		i = it.End - 1
	}
	return out
}

// labelledAffiliations returns the lines of what was read that begin with "Affiliation:".
func labelledAffiliations(p *layout.Page) []int32 {
	const longest, most = 4000, 100 // bytes of one, lines
	const enough = len("author affiliation(s): ") + 1
	var out []int32
	p.LayLines()
	for k := range p.Lines {
		l := &p.Lines[k]
		if len(out) < most && l.Size <= longest && p.Initial(l.Top) == 'a' && people.AffiliationLabel.MatchString(p.Beginning(l.Top, enough)) {
			out = append(out, l.Top)
		}
	}
	return out
}

// begunBy returns the longest text that begins a line with the first words of another, as sites
// describe a page by the beginning of its abstract.
func (p *tokenizedPage) begunBy(start string) (layout.Region, bool) {
	const fewest, most = 8, 16 // words
	ws := words.Of(start)
	if len(ws) <= fewest {
		return layout.Region{}, false
	}
	var best layout.Region
	longest := int32(minTeaser)
	for _, v := range p.find(ws[:min(len(ws)-1, most)]) { // the last word may be cut
		k := p.LineAt(v.From)
		if k == len(p.Lines) || len(p.inside(layout.Interval{From: p.Items[p.Lines[k].Top].From, To: v.From})) > 0 {
			continue
		}
		r := layout.Region{First: p.Lines[k].Top, Last: p.Lines[k].Top}
		for n := p.NextTo(r.First); n >= 0; n = p.NextTo(n) {
			if p.Items[n].Empty() {
				continue
			}
			if !abstracts.Continues(p.CutPage.Page, r.First, n) {
				break
			}
			r.Last = n
		}
		if n := p.Items[r.Last].To - p.Items[r.First].From; n > longest {
			best, longest = r, n
		}
	}
	return best, longest > minTeaser
}
