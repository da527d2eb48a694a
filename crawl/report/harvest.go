package report

import "github.com/lokman-crawler/lokman/internal/legible"

// A harvestTable compares curves at the checkpoints that any of them reached.
type harvestTable struct {
	After []string // headings: numbers of pages
	Rows  []harvestRow
}

type harvestRow struct {
	Class, Name     string
	Rates           []harvestRate
	Relevant, Pages string
	End             string
}

// A harvestRate is the rate after a number of pages.
type harvestRate struct{ After, Rate string }

func newHarvestTable(curves []Curve) *harvestTable {
	longest := 0
	for _, c := range curves {
		longest = max(longest, c.pages())
	}
	t := new(harvestTable)
	for _, n := range checkpoints {
		if n <= longest {
			t.After = append(t.After, legible.Count(n))
		}
	}
	for i, c := range curves {
		row := harvestRow{Class: curveClass(i), Name: legible.Plain(c.Name, legible.MaxName), End: c.endText(),
			Relevant: legible.Count(c.relevant(c.pages())), Pages: legible.Count(c.pages())}
		for k, n := range checkpoints[:len(t.After)] {
			rate := "–"
			if n <= c.pages() {
				rate = legible.Percent(c.rate(n))
			}
			row.Rates = append(row.Rates, harvestRate{t.After[k], rate})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
