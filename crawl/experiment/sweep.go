package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/template"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A Sweep is one strategy with one of its parameters at several values, each an
// entrant of its own.
type Sweep struct {
	Parameter string       // what the values are of
	Points    []SweepPoint // by value
}

// A SweepPoint is an entrant and the value that it has of the parameter.
type SweepPoint struct {
	Value    float64 // of the parameter
	Strategy string  // name of the entrant
}

// summaries returns the results of the points, in their order.
func (r *Results) sweep(s Sweep) ([]Summary, error) {
	byName := map[string]Summary{}
	for _, summary := range r.Summaries() {
		byName[summary.Strategy] = summary
	}
	all := make([]Summary, len(s.Points))
	for i, p := range s.Points {
		if err := sweepable(s.Parameter, p.Value); err != nil {
			return nil, err
		}
		summary, ok := byName[p.Strategy]
		if !ok {
			return nil, fmt.Errorf("experiment: sweep of %s: no entrant is called %q", s.Parameter, p.Strategy)
		}
		all[i] = summary
	}
	return all, nil
}

// sweepable fails if a value of a parameter has no place on an axis.
func sweepable(parameter string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("experiment: sweep of %s: the value %v: want a finite number", parameter, v)
	}
	return nil
}

// WriteSweepCSV writes one row a value: the AUC, the target recall and the harvest
// rate, each with its interval over topics.
func (r *Results) WriteSweepCSV(w io.Writer, s Sweep) error {
	all, err := r.sweep(s)
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

var sweepDrawing = template.Must(template.New("").Funcs(drawable).ParseFS(templates, "sweep.svg.tmpl", "websweep.svg.tmpl", "chart.css"))

// sweepMark is a value of the parameter in the drawing: its mean and the ends of its
// interval.
type sweepMark struct {
	X, Y, Low, High float64
	Text            string
}

// WriteSweepSVG draws the AUC against the parameter, with intervals over topics.
func (r *Results) WriteSweepSVG(w io.Writer, s Sweep) error {
	all, err := r.sweep(s)
	if err != nil {
		return err
	}
	least, most, top := math.Inf(1), math.Inf(-1), 0.1
	for i, p := range s.Points {
		least, most = min(least, p.Value), max(most, p.Value)
		if _, high := all[i].AUC.Ends(); !math.IsNaN(high) {
			top = max(top, high)
		}
	}
	c := chart{
		Width: 640, Height: 360, Left: 64, Right: 620, Top: 28, Bottom: 306, Class: "wide",
		Title: "AUC of target recall by " + s.Parameter, YName: "AUC of target recall", top: min(1, math.Ceil(top*10-1e-9)/10),
	}
	x := func(v float64) float64 {
		if most == least {
			return float64(c.Left+c.Right) / 2
		}
		return legible.Tenth(float64(c.Left) + 20 + (v-least)/(most-least)*float64(c.Right-c.Left-40))
	}
	c.yTicks()
	var marks []sweepMark
	var path strings.Builder
	for i, p := range s.Points {
		e := all[i].AUC
		if math.IsNaN(e.Mean) {
			continue
		}
		low, high := e.Ends()
		text := strconv.FormatFloat(p.Value, 'g', -1, 64)
		c.XTicks = append(c.XTicks, tick{x(p.Value), text})
		marks = append(marks, sweepMark{x(p.Value), c.y(e.Mean), c.y(low), c.y(high), fmt.Sprintf("%s: %s", text, e)})
		path.WriteString(command(path.Len() == 0) + point(x(p.Value), c.y(e.Mean)))
	}
	return sweepDrawing.ExecuteTemplate(w, "sweep.svg.tmpl", map[string]any{"Chart": c, "Marks": marks, "Path": path.String(), "Parameter": s.Parameter})
}
