package metadata

import (
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// completeAffiliations takes affiliations as the page has them, and those that the metadata lack
// from the elements that are named so, or the lines that say so, or those of the authors and
// behind them, where the page names the most.
func completeAffiliations(v *zones.Values, p *tokens.Tokenized) {
	if len(v.Affiliations) > 0 {
		v.Affiliations = asWritten(p, v.Affiliations, v.Authors)
		return
	}
	m, authors := patterns.Patternless(), people.NewAuthors(v.Authors)
	read := func(zone []int32) []string {
		var out []string
		for _, s := range m.ReadAffiliations(p.Page, zone).Items {
			out = append(out, authors.Between(s)...)
		}
		return zones.Distinct(out)
	}
	v.Affiliations = read(NamedAffiliations(p.CutPage.Page))
	if len(v.Affiliations) == 0 {
		v.Affiliations = read(LabelledAffiliations(p.CutPage.Page))
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = besideAuthors(p, v, false)
		if others := besideAuthors(p, v, true); len(others) > len(v.Affiliations) {
			v.Affiliations = others
		}
	}
}
