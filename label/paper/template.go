package paper

import "github.com/lokman-crawler/lokman/label"

// A Template is the document string of a labelled page in paper mode: its
// level- and tag-patterns row by row, with the label of each (Le and Thoma 2003,
// section 4.4).
type Template struct {
	Rows []TemplateRow // in the page's order
}

// A TemplateRow is one row of a Template.
type TemplateRow struct {
	Level LevelPattern // of the row
	Tag   TagPattern   // of a text: of the elements just before it, "" where there are none
	Text  bool         // a text rather than elements
	Label label.Label  // "" for what is in no zone
}

func templateRows(rows []Row) []TemplateRow {
	out := make([]TemplateRow, len(rows))
	for i, r := range rows {
		out[i] = TemplateRow{Level: r.Level, Tag: r.Tag.Names()}
		if r.Tag == "" {
			out[i].Text = true
			if i > 0 && rows[i-1].Tag != "" {
				out[i].Tag = rows[i-1].Tag.Names()
			}
		}
	}
	return out
}
