// Package sweep shows how strategies do by the value of a parameter, of a strategy or of the web.
package sweep

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/template"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A Sweep is one strategy with one of its parameters at several values, each an
// entrant of its own.
type Sweep struct {
	Parameter string  // what the values are of
	Points    []Point // by value
}

// A Point is an entrant and the value that it has of the parameter.
type Point struct {
	Value    float64 // of the parameter
	Strategy string  // name of the entrant
}

// summaries returns the results of the points, in their order.
func (s Sweep) summaries(r *experiment.Results) ([]experiment.Summary, error) {
	byName := map[string]experiment.Summary{}
	for _, summary := range r.Summaries() {
		byName[summary.Strategy] = summary
	}
	all := make([]experiment.Summary, len(s.Points))
	for i, p := range s.Points {
		if err := sweepable(s.Parameter, p.Value); err != nil {
			return nil, err
		}
		summary, ok := byName[p.Strategy]
		if !ok {
			return nil, fmt.Errorf("sweep of %s: no entrant is called %q", s.Parameter, p.Strategy)
		}
		all[i] = summary
	}
	return all, nil
}

// sweepable fails if a value of a parameter has no place on an axis.
func sweepable(parameter string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("sweep of %s: the value %v: want a finite number", parameter, v)
	}
	return nil
}

// WriteCSV writes one row a value: the AUC, the target recall and the harvest
// rate, each with its interval over topics.
func (s Sweep) WriteCSV(w io.Writer, r *experiment.Results) error {
	all, err := s.summaries(r)
	if err != nil {
		return err
	}
	row := []string{legible.Cell(s.Parameter), "strategy"}
	for _, name := range []string{"auc", "target_recall", "harvest_rate"} {
		row = append(row, name, name+"_low", name+"_high")
	}
	rows := [][]string{append(row, "pages", "requests", "dry")}
	for i, p := range s.Points {
		row := []string{strconv.FormatFloat(p.Value, 'g', -1, 64), legible.Cell(p.Strategy)}
		for _, e := range []stats.Estimate{all[i].AUC, all[i].TargetRecall, all[i].HarvestRate} {
			row = append(row, legible.DecimalCell(e.Mean), legible.DecimalCell(e.Low), legible.DecimalCell(e.High))
		}
		rows = append(rows, append(row, legible.DecimalCell(all[i].Pages.Mean), legible.DecimalCell(all[i].Requests.Mean), strconv.Itoa(all[i].Dry)))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

//go:embed sweep.svg.tmpl websweep.svg.tmpl
var templates embed.FS

var drawing = template.Must(template.Must(template.New("chart.css").Funcs(template.FuncMap{"esc": legible.EscapeXML}).Parse(legible.ChartCSS)).
	ParseFS(templates, "sweep.svg.tmpl", "websweep.svg.tmpl"))

// mark is a value of the parameter in the drawing: its mean and the ends of its
// interval.
type mark struct {
	X, Y, Low, High float64
	Text            string
}

// WriteSVG draws the AUC against the parameter, with intervals over topics.
func (s Sweep) WriteSVG(w io.Writer, r *experiment.Results) error {
	all, err := s.summaries(r)
	if err != nil {
		return err
	}
	least, most, top := math.Inf(1), math.Inf(-1), 0.0
	for i, p := range s.Points {
		least, most = min(least, p.Value), max(most, p.Value)
		if _, high := all[i].AUC.Ends(); !math.IsNaN(high) {
			top = max(top, high)
		}
	}
	c := legible.Chart{
		Plot: legible.Plot{Width: 640, Height: 360, Left: 64, Right: 620, Top: 28, Bottom: 306}, Class: "wide",
		Title: "AUC of target recall by " + s.Parameter, YName: "AUC of target recall", High: legible.Ceiling(top),
	}
	x := func(v float64) float64 {
		if most == least {
			return float64(c.Left+c.Right) / 2
		}
		return legible.Tenth(float64(c.Left) + 20 + (v-least)/(most-least)*float64(c.Right-c.Left-40))
	}
	c.MarkY()
	var marks []mark
	for i, p := range s.Points {
		e := all[i].AUC
		if math.IsNaN(e.Mean) {
			continue
		}
		low, high := e.Ends()
		text := strconv.FormatFloat(p.Value, 'g', -1, 64)
		c.XTicks = append(c.XTicks, legible.Tick{At: x(p.Value), Text: text})
		marks = append(marks, mark{x(p.Value), c.At(e.Mean), c.At(low), c.At(high), fmt.Sprintf("%s: %s", text, e)})
	}
	path, _, _ := legible.Path(len(marks), func(i int) (x, y float64) { return marks[i].X, marks[i].Y })
	return drawing.ExecuteTemplate(w, "sweep.svg.tmpl", map[string]any{"Chart": c, "Marks": marks, "Path": path, "Parameter": s.Parameter})
}
