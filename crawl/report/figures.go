package report

import (
	"html/template"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// view is the report as the template shows it: text and numbers ready to read.
type view struct {
	Title, Program, Ended, Judge string

	Figures  []figure
	Mismatch string // what is wrong if the curve and the pages disagree
	Charts   []chart
	Caption  string
	Harvest  *harvestTable // nil if there is nothing to compare
	Hosts    hostList
	Fresh    freshness
	Pages    []pageLine
	Filters  []filter
	Scale    string // what a value is worth
	Script   template.HTML
	Hash     string // of the script
	Settings [][2]string
	Terms    []termGroup
}

// A figure is one of the key figures at the head of the report.
type figure struct{ Name, Value, Note string }

func newView(r Report) view {
	v := view{
		Title:   legible.Plain(r.Title, legible.MaxTitle),
		Program: legible.Plain(r.Program, legible.MaxName),
		Ended:   legible.Sentence(r.Ended),
		Judge:   legible.Plain(r.Judge, legible.MaxName),
		Terms:   groupTerms(r.Terms),
		Script:  scriptElement, Hash: scriptHash,
	}
	if v.Title == "" {
		v.Title = "Untitled crawl"
	}
	for _, s := range r.Settings {
		v.Settings = append(v.Settings, [2]string{legible.Plain(s[0], legible.MaxName), legible.Plain(s[1], legible.MaxWhy)})
	}
	t := addUp(r.Pages)
	v.Hosts = newHostList(r.Pages, v.Judge != "")
	v.Fresh = newFreshness(r.revisits)
	v.Pages = pageLines(r.Pages, v.Judge != "")
	v.Scale = scale(r.Pages, v.Judge != "")
	v.Filters = filters(t, v.Judge != "")
	if v.Judge == "" {
		v.Figures = append(v.Figures, figure{"Relevance", "not judged", "no person looked at the pages"})
		v.Charts, v.Caption = scoreCharts(r.Pages)
	} else {
		curves := harvestCurves(r)
		own := curves[0]
		v.Figures = append(v.Figures,
			figure{"Harvest rate", own.endText(), own.checkpointText()},
			figure{"Relevant", legible.Count(own.relevant(own.pages())), "of " + legible.Counted(own.pages(), "page", "pages") + " fetched"})
		if own.pages() != t.fetched || own.relevant(own.pages()) != t.relevant {
			v.Mismatch = "The harvest curve counts " + legible.Count(own.relevant(own.pages())) + " relevant of " +
				legible.Counted(own.pages(), "page", "pages") + ", the list of pages " + legible.Count(t.relevant) + " of " + legible.Count(t.fetched) + "."
		}
		v.Charts, v.Caption = harvestCharts(curves)
		if len(curves) > 1 {
			v.Harvest = newHarvestTable(curves)
		}
	}
	v.Figures = append(v.Figures,
		figure{"Fetched", legible.Count(t.fetched), "of " + legible.Counted(len(r.Pages), "URL", "URLs")},
		figure{"Hosts", legible.Count(v.Hosts.Total), ""},
		figure{"Redirects", legible.Count(t.redirects), ""},
		figure{"Failures", legible.Count(t.failed), ""},
		figure{"Downloaded", legible.Size(t.bytes), ""})
	return v
}

// totals adds up what became of the pages.
type totals struct {
	fetched, relevant, unjudged, redirects, failed int
	bytes                                          int64
}

func addUp(pages []Page) totals {
	var t totals
	for _, p := range pages {
		t.bytes += p.Bytes
		switch p.outcome() {
		case fetched:
			t.fetched++
			switch {
			case !p.Judged:
				t.unjudged++
			case p.Relevant:
				t.relevant++
			}
		case redirect:
			t.redirects++
		case failed:
			t.failed++
		}
	}
	return t
}

// outcome is what became of a URL.
type outcome int

const (
	fetched outcome = iota
	redirect
	failed
)

func (p Page) outcome() outcome {
	switch {
	case !p.Failed && p.Status/100 == 2:
		return fetched
	case !p.Failed && p.Status/100 == 3:
		return redirect
	}
	return failed
}
