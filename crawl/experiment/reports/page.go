// Package reports shows the results of an experiment: one HTML page, and curves as SVG.
//
// Like the rest of [github.com/lokman-crawler/lokman/crawl/experiment] it is not frozen: it may change between minor versions.
package reports

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

//go:embed report.html.tmpl report.css
var templates embed.FS

var page = template.Must(template.Must(template.New("chart.css").Parse(legible.ChartCSS)).ParseFS(templates, "report.html.tmpl", "report.css"))

// WriteHTML writes one page that needs nothing else: no script, no network. The
// same results give the same bytes. The settings are the choices that the experiment was made with, each
// a name and a value.
func WriteHTML(w io.Writer, r *experiment.Results, settings [][2]string) error {
	return page.ExecuteTemplate(w, "report.html.tmpl", newView(r, settings))
}

// view is what the page shows.
type view struct {
	Title, Lead string
	Settings    [][2]string
	Strategies  []row
	Figures     []figure
	Topics      []topicRow
	Names       []string // heads of the topics' table
	Matrix      []matrixRow
	Entrants    []string // heads of the matrix
	Pairs       int
	Powerless   string // why no pair can differ significantly; "" if one can
	Skipped     []string
}

// row is a strategy over all topics.
type row struct {
	Rank                        string
	Name                        string
	Reference                   bool
	AUC, Interval               string
	Low, Mean, High             float64 // of the AUC, in percent of the widest
	Recall, Harvest, ExclDepth1 string
	Relevant, Pages, Requests   string
	Dry                         string
}

// figure is a measure's curves.
type figure struct {
	Name, Caption string
	Overview      []plot
	Panels        []plot
}

type topicRow struct {
	Name  string
	Known int
	Cells []topicCell
}

type topicCell struct {
	AUC  string
	Best bool
}

type matrixRow struct {
	Name  string
	Cells []matrixCell
}

type matrixCell struct{ Text, Class, Title string }

func newView(r *experiment.Results, settings [][2]string) view {
	v := view{
		Title:    "Crawling strategies compared",
		Lead:     fmt.Sprintf("%s, %d pages a crawl, from %s seeds", legible.Counted(len(r.Topics), "topic", "topics"), r.Pages, r.Start),
		Settings: settings, Skipped: r.Skipped,
	}
	summaries := r.Summaries()
	widest := 0.0
	for _, s := range summaries {
		if _, high := s.AUC.Ends(); !math.IsNaN(high) {
			widest = max(widest, high)
		}
	}
	place := 0
	for _, s := range summaries {
		low, high := s.AUC.Ends()
		w := row{
			Name: s.Strategy, Reference: isReference(s.Strategy), AUC: three(s.AUC.Mean),
			Interval: interval(s.AUC), Recall: three(s.TargetRecall.Mean),
			Harvest: three(s.HarvestRate.Mean), ExclDepth1: three(s.ExclDepth1.Mean), Relevant: one(s.Relevant.Mean),
			Pages: one(s.Pages.Mean), Requests: one(s.Requests.Mean), Dry: strconv.Itoa(s.Dry),
			Low: share(low, widest), Mean: share(s.AUC.Mean, widest), High: share(high, widest),
		}
		if !w.Reference {
			place++
			w.Rank = strconv.Itoa(place)
		}
		v.Strategies = append(v.Strategies, w)
		v.Names = append(v.Names, s.Strategy)
	}
	for _, m := range []measure{targetRecall, harvestRate} {
		f := figure{Name: m.name}
		f.Overview, f.Panels = charts(r, m)
		v.Figures = append(v.Figures, f)
	}
	v.Figures[0].Caption = "Target recall: the share of the topic’s targets fetched so far."
	v.Figures[1].Caption = "Harvest rate: of the pages fetched so far, the share that is relevant. A crawl that ended early keeps its last rate."
	v.Topics = topicRows(r, v.Names)
	v.matrix(r, summaries)
	return v
}

func topicRows(r *experiment.Results, names []string) []topicRow {
	var rows []topicRow
	for _, topic := range r.Topics {
		t := topicRow{Name: topic}
		best := 0.0
		aucs := make([]float64, len(names))
		for i, name := range names {
			aucs[i] = math.NaN()
			run := r.Run(name, topic)
			if run == nil {
				continue
			}
			t.Known, aucs[i] = run.Known, run.AUC
			if !isReference(name) && run.AUC > best {
				best = run.AUC
			}
		}
		for i, name := range names {
			t.Cells = append(t.Cells, topicCell{three(aucs[i]), aucs[i] == best && !isReference(name) && best > 0})
		}
		rows = append(rows, t)
	}
	return rows
}

// matrix sets the strategies against each other by AUC.
func (v *view) matrix(r *experiment.Results, summaries []experiment.Summary) {
	type pair struct{ a, b string }
	cells := map[pair]matrixCell{}
	for _, c := range r.Comparisons() {
		if c.Family != "pairs" || c.Measure != "auc" {
			continue
		}
		v.Pairs++
		title := fmt.Sprintf("difference %s, p %.4f, after Holm %.4f, Wilcoxon %.4f", c.Difference, c.P, c.Corrected, c.Wilcoxon)
		cells[pair{c.A, c.B}] = differenceCell(c.Difference.Mean, c.Significant, title)
		cells[pair{c.B, c.A}] = differenceCell(-c.Difference.Mean, c.Significant, title)
	}
	v.Powerless = r.Powerless()
	for _, s := range summaries {
		if s.Bound {
			continue
		}
		v.Entrants = append(v.Entrants, s.Strategy)
		w := matrixRow{Name: s.Strategy}
		for _, o := range summaries {
			if !o.Bound {
				w.Cells = append(w.Cells, cells[pair{s.Strategy, o.Strategy}])
			}
		}
		v.Matrix = append(v.Matrix, w)
	}
}

func differenceCell(d float64, significant bool, title string) matrixCell {
	c := matrixCell{Text: fmt.Sprintf("%+.2f", d), Title: title}
	switch {
	case math.IsNaN(d):
		c.Text = "–" // no topic has both
	case !significant:
	case d > 0:
		c.Class = "better"
	default:
		c.Class = "worse"
	}
	return c
}

// interval writes the ends of the interval.
func interval(e stats.Estimate) string {
	if e.Topics < 2 {
		return "–"
	}
	return three(e.Low) + "–" + three(e.High)
}

// share is a part of a whole in percent, to one decimal.
func share(v, of float64) float64 {
	if math.IsNaN(v) || of == 0 {
		return 0
	}
	return legible.Tenth(100 * v / of)
}

func three(v float64) string { return legible.Number(v, 3) }
func one(v float64) string   { return legible.Number(v, 1) }
