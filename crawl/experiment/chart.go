package experiment

import (
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A chart is a drawing of curves in the units of its viewBox.
type chart struct {
	Class                    string // "wide", "narrow" or "panel"
	ID                       string
	Title, Desc              string
	Width, Height            int
	Left, Right, Top, Bottom int // the edges of the plot
	XTicks, YTicks           []tick
	YName                    string
	Lines                    []line
	Band                     string // path of the interval around one line

	pages    int
	low, top float64 // the values at the edges of the plot
}

type tick struct {
	At   float64
	Text string
}

// A line is one curve and its label at the right edge.
type line struct {
	Class, Path    string
	Label, Value   string
	EndX, EndY     float64
	LabelX, LabelY float64
}

// mostNamed is how many strategies are drawn in one chart besides the references:
// more could not be distinguished.
const mostNamed = 5

// charts returns the overview of a measure in two sizes, and a panel a
// strategy.
func (r *Results) charts(m Measure) (overview, panels []chart) {
	curves := r.curves(m)
	top := ceiling(curves)
	id := strings.ReplaceAll(m.String(), " ", "-")
	for _, c := range []chart{
		{Class: "wide", Width: 960, Height: 400, Left: 56, Right: 770, Top: 34, Bottom: 346},
		{Class: "narrow", Width: 400, Height: 330, Left: 46, Right: 346, Top: 34, Bottom: 276},
	} {
		c.ID, c.pages, c.top, c.YName = id+"-"+c.Class, r.Pages, top, m.String()
		c.Title = "Mean " + m.String() + " by pages fetched"
		c.overview(curves)
		overview = append(overview, c)
	}
	for _, own := range curves {
		if own.name == "random" || own.name == "allknowing" {
			continue
		}
		c := chart{
			Class: "panel", Width: 220, Height: 156, Left: 34, Right: 212, Top: 12, Bottom: 128,
			ID: id + "-panel-" + strconv.Itoa(len(panels)+1), Title: own.name, pages: r.Pages, top: top,
		}
		c.panel(own, curves)
		panels = append(panels, c)
	}
	return overview, panels
}

// overview draws the references and the best strategies.
func (c *chart) overview(curves []curve) {
	c.ticks(5)
	named := 0
	var desc []string
	for _, k := range curves {
		class := "reference " + k.name
		if !k.reference {
			if named++; named > mostNamed {
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
	c.spreadLabels()
}

// panel draws one strategy with its interval before the references.
func (c *chart) panel(own curve, curves []curve) {
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

func (c *chart) x(pages int) float64 {
	return legible.Tenth(float64(c.Left) + float64(pages)/float64(max(1, c.pages))*float64(c.Right-c.Left))
}

func (c *chart) y(v float64) float64 {
	return legible.Tenth(float64(c.Bottom) - min((v-c.low)/(c.top-c.low), 1)*float64(c.Bottom-c.Top))
}

// ticks marks both axes; steps is about how many there are on the first.
func (c *chart) ticks(steps int) {
	step := max(1, int(legible.Step(float64(c.pages), steps)))
	for n := 0; n <= c.pages; n += step {
		c.XTicks = append(c.XTicks, tick{c.x(n), strconv.Itoa(n)})
	}
	c.yTicks()
}

func (c *chart) yTicks() {
	every := 0.25
	switch {
	case c.Class == "panel":
		every = c.top / 2
	case c.top-c.low <= 0.2:
		every = 0.05
	case c.top-c.low <= 0.5:
		every = 0.1
	}
	for v := math.Ceil(c.low/every-1e-9) * every; v <= c.top+1e-9; v += every {
		text := strconv.FormatFloat(math.Round(v*100)/100+0, 'g', -1, 64) // + 0 for a zero without sign
		c.YTicks = append(c.YTicks, tick{c.y(v), text})
	}
}

func (c *chart) line(class string, k curve) line {
	l := line{Class: class, Label: k.name, Value: "–", EndX: float64(c.Left), EndY: float64(c.Bottom)}
	var path strings.Builder
	for i, p := range k.points {
		if math.IsNaN(p.Mean) {
			continue
		}
		l.EndX, l.EndY = c.x(k.pages[i]), c.y(p.Mean)
		path.WriteString(command(path.Len() == 0) + point(l.EndX, l.EndY))
		l.Value = strconv.FormatFloat(p.Mean, 'f', 2, 64)
	}
	l.Path, l.LabelX, l.LabelY = path.String(), float64(c.Right+8), l.EndY
	return l
}

// band is the interval of a curve as one closed path.
func (c *chart) band(k curve) string {
	var path strings.Builder
	for i, p := range k.points {
		if !math.IsNaN(p.High) {
			path.WriteString(command(path.Len() == 0) + point(c.x(k.pages[i]), c.y(p.High)))
		}
	}
	for i, p := range slices.Backward(k.points) {
		if !math.IsNaN(p.Low) {
			path.WriteString("L" + point(c.x(k.pages[i]), c.y(p.Low)))
		}
	}
	if path.Len() > 0 {
		path.WriteString("Z")
	}
	return path.String()
}

func command(first bool) string {
	if first {
		return "M"
	}
	return "L"
}

func point(x, y float64) string { return legible.Coordinate(x) + " " + legible.Coordinate(y) }

const labelGap = 16

// spreadLabels moves labels apart that would overlap.
func (c *chart) spreadLabels() {
	labels := make([]*float64, len(c.Lines))
	for i := range c.Lines {
		labels[i] = &c.Lines[i].LabelY
	}
	legible.Apart(labels, labelGap, float64(c.Bottom))
}

// A Measure is what a curve shows over the pages fetched.
type Measure int

const (
	MeasureTargetRecall Measure = iota // targets fetched so far of all
	MeasureHarvestRate                 // relevant pages of those fetched so far
)

// String returns the measure in words.
func (m Measure) String() string {
	if m == MeasureHarvestRate {
		return "harvest rate"
	}
	return "target recall"
}

func (m Measure) at(r *Run, n int) float64 {
	if m == MeasureHarvestRate {
		return r.HarvestRateAt(n)
	}
	return r.RecallAt(n)
}

// A curve is the mean of a measure over topics, with its interval.
type curve struct {
	name      string
	reference bool // a bound, or breadth-first order
	pages     []int
	points    []stats.Estimate
}

func (c curve) last() stats.Estimate { return c.points[len(c.points)-1] }

// curvePoints is how many points of a curve are drawn.
const curvePoints = 64

// curves returns a curve a strategy in the order of the summaries.
func (r *Results) curves(m Measure) []curve {
	if len(r.Topics) == 0 {
		return nil
	}
	b := stats.Bootstrap(r.Seed, len(r.Topics))
	var pages []int
	for i := range min(curvePoints, r.Pages) {
		pages = append(pages, 1+i*(r.Pages-1)/max(1, min(curvePoints, r.Pages)-1))
	}
	var all []curve
	for _, s := range r.Summaries() {
		c := curve{name: s.Strategy, reference: isReference(s.Strategy), pages: pages}
		runs := r.of(s.Strategy)
		for _, n := range pages {
			c.points = append(c.points, b(values(runs, func(r *Run) float64 { return m.at(r, n) })))
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
	top := 0.1
	for _, c := range curves {
		for _, p := range c.points {
			if _, high := p.Ends(); !math.IsNaN(high) {
				top = max(top, high)
			}
		}
	}
	return min(1, math.Ceil(top*10-1e-9)/10)
}

// drawable are the functions of drawings.
var drawable = template.FuncMap{"esc": escaped}

// escaped is a text in XML, U+FFFD for what XML cannot have.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes all
	return b.String()
}

var drawing = template.Must(template.New("").Funcs(drawable).ParseFS(templates, "curves.svg.tmpl", "chart.css"))

// The grid of panels under the overview of a drawing.
const (
	panelColumns = 4
	panelTop     = 440
	panelHeight  = 196
)

// placed is a panel and its position, in pixels.
type placed struct {
	chart
	X, Y int
}

// WriteSVG draws the curves of a measure: the best strategies before the
// references, then each strategy with the interval of its mean over topics.
func (r *Results) WriteSVG(w io.Writer, m Measure) error {
	overview, panels := r.charts(m)
	var all []placed
	for i, p := range panels {
		all = append(all, placed{p, 10 + i%panelColumns*238, panelTop + i/panelColumns*panelHeight})
	}
	rows := (len(panels) + panelColumns - 1) / panelColumns
	return drawing.ExecuteTemplate(w, "curves.svg.tmpl", map[string]any{
		"Overview": overview[0], "Panels": all, "Height": panelTop + rows*panelHeight + 10,
	})
}
