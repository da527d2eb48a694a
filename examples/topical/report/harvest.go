package report

// A harvestTable compares curves at the checkpoints that any of them reached.
type harvestTable struct {
	After []string // headings: numbers of pages
	Rows  []harvestRow
}

type harvestRow struct {
	Class, Name     string
	Rates           []string
	Relevant, Pages string
	End             string
}

func newHarvestTable(curves []Curve) *harvestTable {
	longest := 0
	for _, c := range curves {
		longest = max(longest, c.pages())
	}
	t := new(harvestTable)
	for _, n := range checkpoints {
		if n <= longest {
			t.After = append(t.After, count(n))
		}
	}
	for i, c := range curves {
		row := harvestRow{Class: curveClass(i), Name: plain(c.Name, maxName), End: c.endText(),
			Relevant: count(c.relevant(c.pages())), Pages: count(c.pages())}
		for _, n := range checkpoints[:len(t.After)] {
			rate := "–"
			if n <= c.pages() {
				rate = percent(c.rate(n))
			}
			row.Rates = append(row.Rates, rate)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
