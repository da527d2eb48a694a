package patterns

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// ReadAffiliations reads one affiliation an element, a line, or a mark.
func (m *Matcher) ReadAffiliations(p *layout.Page, zone []int32) zones.Content {
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
