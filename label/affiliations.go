package label

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// readAffiliations reads one affiliation an element, a line, or a mark.
func (m *matcher) readAffiliations(p *layout.Page, zone []int32) zones.Content {
	var c zones.Content
	if items := m.itemsInside(p, zone); len(items) > 0 {
		zone = items
	}
	for _, row := range m.rowsOf(p, zone) {
		marked := row[0].IsNote()
		mark := ""
		var parts []layout.Piece
		for _, x := range row {
			if !x.IsNote() {
				parts = append(parts, x)
				continue
			}
			if marked {
				if parts != nil {
					people.AddAffiliation(&c, layout.Join(parts), mark)
					parts, mark = nil, ""
				}
				mark += " " + x.Text
			}
		}
		people.AddAffiliation(&c, layout.Join(parts), strings.TrimSpace(mark))
	}
	people.Apart(&c)
	c.Text = strings.Join(c.Items, "; ")
	return c
}

// completeAffiliations takes affiliations as the page has them, and those that the metadata lack
// from the elements that are named so, or the lines that say so, or those of the authors and
// behind them, where the page names the most.
func completeAffiliations(v *zones.Values, p *tokenizedPage) {
	if len(v.Affiliations) > 0 {
		v.Affiliations = p.asWritten(v.Affiliations, v.Authors)
		return
	}
	m, authors := patternless(), people.NewAuthors(v.Authors)
	read := func(zone []int32) []string {
		var out []string
		for _, s := range m.readAffiliations(p.Page, zone).Items {
			out = append(out, authors.Between(s)...)
		}
		return zones.Distinct(out)
	}
	v.Affiliations = read(namedAffiliations(p.CutPage.Page))
	if len(v.Affiliations) == 0 {
		v.Affiliations = read(labelledAffiliations(p.CutPage.Page))
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = p.besideAuthors(v, false)
		if others := p.besideAuthors(v, true); len(others) > len(v.Affiliations) {
			v.Affiliations = others
		}
	}
}
