package reports

import (
	_ "embed"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// plot is a chart whose horizontal axis is the pages fetched.
type plot struct {
	legible.Chart
	pages int
}

// charts returns the overview of a measure in two sizes, and a panel a
// strategy.
func charts(r *experiment.Results, m measure) (overview, panels []plot) {
	curves := curvesOf(r, m)
	top := ceiling(curves)
	id := strings.ReplaceAll(m.name, " ", "-")
	for _, size := range []legible.Chart{
		{Class: "wide", Plot: legible.Plot{Width: 960, Height: 400, Left: 56, Right: 770, Top: 34, Bottom: 346}},
		{Class: "narrow", Plot: legible.Plot{Width: 400, Height: 330, Left: 46, Right: 346, Top: 34, Bottom: 276}},
	} {
		c := plot{size, r.Pages}
		c.ID, c.High, c.YName = id+"-"+c.Class, top, m.name
		c.Title = "Mean " + m.name + " by pages fetched"
		c.overview(curves)
		overview = append(overview, c)
	}
	for _, own := range curves {
		if own.name == "random" || own.name == "allknowing" {
			continue
		}
		c := plot{legible.Chart{
			Class: "panel", Plot: legible.Plot{Width: 220, Height: 156, Left: 34, Right: 212, Top: 12, Bottom: 128},
			ID: id + "-panel-" + strconv.Itoa(len(panels)+1), Title: own.name, High: top,
		}, r.Pages}
		c.panel(own, curves)
		panels = append(panels, c)
	}
	return overview, panels
}

// overview draws the references and the best strategies.
func (c *plot) overview(curves []curve) {
	c.ticks(5)
	named := 0
	var desc []string
	for _, k := range curves {
		class := "reference " + k.name
		if !k.reference {
			if named++; named > legible.MostCurves {
				continue
			}
			class = "c" + strconv.Itoa(named)
		}
		if named == 1 && !k.reference {
			c.Band = c.band(k)
		}
		c.Lines = append(c.Lines, c.line(class, k))
		desc = append(desc, k.name+" "+k.last().String())
	}
	slices.Reverse(c.Lines) // the best above the others
	c.Desc = "At the end: " + strings.Join(desc, "; ") + "."
	c.SpreadLabels()
}

// panel draws one strategy with its interval before the references.
func (c *plot) panel(own curve, curves []curve) {
	c.ticks(2)
	for _, k := range curves {
		if k.reference && k.name != own.name {
			c.Lines = append(c.Lines, c.line("reference "+k.name, k))
		}
	}
	c.Band = c.band(own)
	c.Lines = append(c.Lines, c.line("own", own))
	c.Desc = "At the end " + own.last().String() + "."
}

func (c *plot) x(pages int) float64 { return c.X(float64(pages) / float64(max(1, c.pages))) }

// ticks marks both axes; steps is about how many there are on the first.
func (c *plot) ticks(steps int) {
	step := max(1, int(legible.Step(float64(c.pages), steps)))
	for n := 0; n <= c.pages; n += step {
		c.XTicks = append(c.XTicks, legible.Tick{At: c.x(n), Text: strconv.Itoa(n)})
	}
	c.MarkY()
}

func (c *plot) line(class string, k curve) legible.Line {
	l := legible.Line{Class: class, Label: k.name, Value: "–", LabelX: float64(c.Right + 8)}
	at := k.known()
	l.Path, l.EndX, l.EndY = legible.Path(len(at), func(i int) (x, y float64) {
		return c.x(k.pages[at[i]]), c.At(k.points[at[i]].Mean)
	})
	if len(at) == 0 {
		l.EndX, l.EndY = float64(c.Left), float64(c.Bottom)
	} else {
		l.Value = strconv.FormatFloat(k.points[at[len(at)-1]].Mean, 'f', 2, 64)
	}
	l.LabelY = l.EndY
	return l
}

// band is the interval of a curve as one closed path: along its upper end, and back.
func (c *plot) band(k curve) string {
	at := slices.DeleteFunc(k.known(), func(i int) bool { return math.IsNaN(k.points[i].High) })
	path, _, _ := legible.Path(2*len(at), func(i int) (x, y float64) {
		if i < len(at) {
			return c.x(k.pages[at[i]]), c.At(k.points[at[i]].High)
		}
		i = 2*len(at) - 1 - i
		return c.x(k.pages[at[i]]), c.At(k.points[at[i]].Low)
	})
	if path != "" {
		path += "Z"
	}
	return path
}

// measure is what a curve shows over the pages fetched.
type measure struct {
	name string
	at   func(r *experiment.Run, pages int) float64
}

var (
	targetRecall = measure{"target recall", (*experiment.Run).RecallAt}
	harvestRate  = measure{"harvest rate", (*experiment.Run).HarvestRateAt}
)

// A curve is the mean of a measure over topics, with its interval.
type curve struct {
	name      string
	reference bool // a bound, or breadth-first order
	pages     []int
	points    []stats.Estimate
}

// known returns the places of the points that have a mean.
func (c curve) known() []int {
	var at []int
	for i, p := range c.points {
		if !math.IsNaN(p.Mean) {
			at = append(at, i)
		}
	}
	return at
}

func (c curve) last() stats.Estimate { return c.points[len(c.points)-1] }

// curvePoints is how many points of a curve are drawn.
const curvePoints = 64

// curvesOf returns a curve a strategy in the order of the summaries.
func curvesOf(r *experiment.Results, m measure) []curve {
	if len(r.Topics) == 0 {
		return nil
	}
	estimate := stats.Bootstrap(r.Seed, len(r.Topics))
	var pages []int
	for i := range min(curvePoints, r.Pages) {
		pages = append(pages, 1+i*(r.Pages-1)/max(1, min(curvePoints, r.Pages)-1))
	}
	var all []curve
	for _, s := range r.Summaries() {
		c := curve{name: s.Strategy, reference: isReference(s.Strategy), pages: pages}
		runs := make([]*experiment.Run, len(r.Topics))
		for k, topic := range r.Topics {
			runs[k] = r.Run(s.Strategy, topic)
		}
		for _, n := range pages {
			figures := make([]float64, len(runs))
			for k, run := range runs {
				if figures[k] = math.NaN(); run != nil {
					figures[k] = m.at(run, n)
				}
			}
			c.points = append(c.points, estimate(figures))
		}
		all = append(all, c)
	}
	return all
}

// isReference reports whether a strategy is what others are read against on
// every plot.
func isReference(strategy string) bool {
	switch strategy {
	case "random", "breadthfirst", "oracle", "allknowing":
		return true
	}
	return false
}

// ceiling returns the height of a plot that all curves fit into, 0 to 1.
func ceiling(curves []curve) float64 {
	top := 0.0
	for _, c := range curves {
		for _, p := range c.points {
			if _, high := p.Ends(); !math.IsNaN(high) {
				top = max(top, high)
			}
		}
	}
	return legible.Ceiling(top)
}

//go:embed curves.svg.tmpl
var curvesSVG string

var drawing = template.Must(template.Must(template.New("curves.svg").Funcs(template.FuncMap{"esc": legible.EscapeXML}).Parse(curvesSVG)).
	New("chart.css").Parse(legible.ChartCSS))

// The grid of panels under the overview of a drawing.
const (
	panelColumns = 4
	panelTop     = 440
	panelHeight  = 196
)

// placed is a panel and its position, in pixels.
type placed struct {
	plot
	X, Y int
}

// WriteRecallSVG draws the curves of target recall: the best strategies before the
// references, then each strategy with the interval of its mean over topics.
func WriteRecallSVG(w io.Writer, r *experiment.Results) error { return writeSVG(w, r, targetRecall) }

// WriteHarvestSVG draws the curves of the harvest rate in the same way.
func WriteHarvestSVG(w io.Writer, r *experiment.Results) error { return writeSVG(w, r, harvestRate) }

func writeSVG(w io.Writer, r *experiment.Results, m measure) error {
	overview, panels := charts(r, m)
	var all []placed
	for i, p := range panels {
		all = append(all, placed{p, 10 + i%panelColumns*238, panelTop + i/panelColumns*panelHeight})
	}
	rows := (len(panels) + panelColumns - 1) / panelColumns
	return drawing.ExecuteTemplate(w, "curves.svg", map[string]any{
		"Overview": overview[0], "Panels": all, "Height": panelTop + rows*panelHeight + 10,
	})
}
