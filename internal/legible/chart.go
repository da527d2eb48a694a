package legible

import (
	_ "embed"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// ChartCSS styles a Chart: the classes chart, grid, ticks, curve, band, label and leader, and the
// lines own, reference and c1 to c5.
//
//go:embed chart.css
var ChartCSS string

// MostCurves is how many curves are drawn in one chart besides the references:
// more could not be distinguished.
const MostCurves = 5

// A Chart is a plot of curves.
type Chart struct {
	Plot
	Class       string // "wide", "narrow" or "panel"
	ID          string
	Title, Desc string
	Low, High   float64 // the values at its lower and upper edge
	YName       string
	Lines       []Line
	Band        string // path of the interval around one line
}

// At returns the height of a value.
func (c *Chart) At(v float64) float64 { return c.Y((v - c.Low) / (c.High - c.Low)) }

// MarkY marks the axis of values, which are 0 to 1 or differences of such.
func (c *Chart) MarkY() {
	every := 0.25
	switch {
	case c.Class == "panel":
		every = c.High / 2
	case c.High-c.Low <= 0.2:
		every = 0.05
	case c.High-c.Low <= 0.5:
		every = 0.1
	}
	for v := math.Ceil(c.Low/every-1e-9) * every; v <= c.High+1e-9; v += every {
		text := strconv.FormatFloat(math.Round(v*100)/100+0, 'g', -1, 64) // + 0 for a zero without sign
		c.YTicks = append(c.YTicks, Tick{At: c.At(v), Text: text})
	}
}

// labelGap is how far labels are apart.
const labelGap = 16

// SpreadLabels moves labels apart that would overlap.
func (c *Chart) SpreadLabels() { SpreadLabels(c.Lines, labelGap, float64(c.Bottom)) }

// Ceiling returns the upper edge of a plot of values up to top, of 0 to 1.
func Ceiling(top float64) float64 { return min(1, math.Ceil(max(0.1, top)*10-1e-9)/10) }

// EscapeXML writes a text for XML, U+FFFD for what XML cannot have.
func EscapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes all
	return b.String()
}
