package figures

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"text/template"
)

// A chart is one of the two plots, in the units of the drawing's viewBox.
type chart struct {
	X      int // of its left edge in the drawing
	Title  string
	XTicks []tick
	YTicks []tick
	Lines  []line
}

type tick struct {
	At   float64
	Text string
}

// A line is a curve; its label is at its right end.
type line struct {
	Class, Label string
	Path         string
	LabelY       float64
}

// The plot of a chart.
const (
	plotLeft, plotRight = 46.0, 350.0
	plotTop, plotBottom = 50.0, 300.0
	chartWidth          = 530
	labelHeight         = 16.0
	gridLines           = 5
)

//go:embed figures.svg.tmpl
var drawing string

// writeFile draws Figures 6 and 7 beside each other.
func writeFile(file string, points []point) error {
	times := newChart(0, "Figure 6: milliseconds a page", points, 0, 0,
		curve{"full", "d_max, A_total, P_d, A_d", func(p point) float64 { return p.FullTime }},
		curve{"simple", "d_max, A_total", func(p point) float64 { return p.SimpleTime }})
	seen := newChart(chartWidth, "Figure 7: changes seen, percent", points, 50, 100,
		curve{"template", "Template.Judge", func(p point) float64 { return 100 * p.Template }},
		curve{"all", "with delta", func(p point) float64 { return 100 * p.All }},
		curve{"full", "d_max, A_total, P_d, A_d", func(p point) float64 { return 100 * p.Full }},
		curve{"simple", "d_max, A_total", func(p point) float64 { return 100 * p.Simple }})
	t, err := template.New("figures").Parse(drawing)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := t.Execute(&b, []chart{times, seen}); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

type curve struct {
	class, label string
	at           func(point) float64
}

// newChart draws curves over d_max from bottom to top; top 0 is the greatest value.
func newChart(x int, title string, points []point, bottom, top float64, curves ...curve) chart {
	c := chart{X: x, Title: title}
	for _, k := range curves {
		for _, p := range points {
			if top < k.at(p) {
				top = math.Ceil(k.at(p)*20) / 20
			}
			for k.at(p) < bottom {
				bottom -= 10
			}
		}
	}
	first, last := float64(points[0].Depth), float64(points[len(points)-1].Depth)
	at := func(p point) float64 {
		return plotLeft + (float64(p.Depth)-first)/max(1, last-first)*(plotRight-plotLeft)
	}
	high := func(v float64) float64 { return plotBottom - (v-bottom)/(top-bottom)*(plotBottom-plotTop) }
	for _, p := range points {
		c.XTicks = append(c.XTicks, tick{at(p), strconv.Itoa(p.Depth)})
	}
	for i := range gridLines + 1 {
		v := bottom + (top-bottom)*float64(i)/gridLines
		c.YTicks = append(c.YTicks, tick{high(v), strconv.FormatFloat(v, 'g', 3, 64)})
	}
	floor := plotTop - labelHeight
	for _, k := range curves { // the uppermost first
		l := line{Class: k.class, Label: k.label}
		for i, p := range points {
			command := "L"
			if i == 0 {
				command = "M"
			}
			l.Path += fmt.Sprintf("%s%.1f %.1f", command, at(p), high(k.at(p)))
			l.LabelY = high(k.at(p))
		}
		l.LabelY = max(l.LabelY, floor+labelHeight)
		floor = l.LabelY
		c.Lines = append(c.Lines, l)
	}
	return c
}
