// Package chart places curves, axes and labels in a drawing, in the units of its viewBox.
package chart

import (
	_ "embed"
	"encoding/xml"
	"math"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// CSS styles a drawing: the classes chart, grid, ticks, curve, band, label and leader, and the
// lines own, reference and c1 to c5.
//
//go:embed chart.css
var CSS string

// MostNamed is how many curves are drawn in one chart besides the references:
// more could not be distinguished.
const MostNamed = 5

// A Chart is a plot of curves.
type Chart struct {
	Class                    string // "wide", "narrow" or "panel"
	ID                       string
	Title, Desc              string
	Width, Height            int
	Left, Right, Top, Bottom int     // the edges of the plot
	Low, High                float64 // the values at its lower and upper edge
	XTicks, YTicks           []Tick
	YName                    string
	Lines                    []Line
	Band                     string // path of the interval around one line
}

// A Tick is a mark on an axis.
type Tick struct {
	At   float64
	Text string
}

// A Line is one curve and its label at the right edge.
type Line struct {
	Class, Path    string
	Label, Value   string
	EndX, EndY     float64
	LabelX, LabelY float64
}

// Y returns the height of a value.
func (c *Chart) Y(v float64) float64 {
	return legible.Tenth(float64(c.Bottom) - min((v-c.Low)/(c.High-c.Low), 1)*float64(c.Bottom-c.Top))
}

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
		c.YTicks = append(c.YTicks, Tick{c.Y(v), text})
	}
}

// labelGap is how far labels are apart.
const labelGap = 16

// SpreadLabels moves labels apart that would overlap.
func (c *Chart) SpreadLabels() {
	labels := make([]*float64, len(c.Lines))
	for i := range c.Lines {
		labels[i] = &c.Lines[i].LabelY
	}
	legible.Apart(labels, labelGap, float64(c.Bottom))
}

// Ceiling returns the upper edge of a plot of values up to top, of 0 to 1.
func Ceiling(top float64) float64 { return min(1, math.Ceil(max(0.1, top)*10-1e-9)/10) }

// A Path is a line through points.
type Path struct{ strings.Builder }

// To goes on to a point.
func (p *Path) To(x, y float64) {
	command := "L"
	if p.Len() == 0 {
		command = "M"
	}
	p.WriteString(command + legible.Coordinate(x) + " " + legible.Coordinate(y))
}

// Escape writes a text for XML, U+FFFD for what XML cannot have.
func Escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes all
	return b.String()
}
