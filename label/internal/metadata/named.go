package metadata

import (
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
)

// NamedAffiliations returns the outermost elements of what was read that have
// "affiliation" or "institution" in a class, id or property.
func NamedAffiliations(p *layout.Page) []int32 {
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

// LabelledAffiliations returns the lines of what was read that begin with "Affiliation:".
func LabelledAffiliations(p *layout.Page) []int32 {
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
