package report

import (
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// A chart is a drawing of curves in the units of its viewBox. Every report has
// two of each: what is legible on a desk is not on a phone.
type chart struct {
	legible.Plot
	Name         string // "wide" or "narrow"
	Title, Desc  string
	XName, YName string
	Lines        []legible.Line
	Dots         []dot  // page scores
	Rug          string // path: a mark for every relevant page
}

type dot struct{ X, Y float64 }

const (
	labelGap    = 17  // lines of labels
	labelWidth  = 24  // longest label, in characters
	mostPoints  = 400 // of a path or a cloud of dots: more are not seen
	rugCapacity = 500 // pages whose marks can still be distinguished

	largest = 1e100 // values beyond are not drawn: their quotients leave float64
)

// labelRoom returns the width of a label at the right edge, in pixels of the
// widest system font.
func labelRoom(label string) int {
	room := 24
	for _, r := range label {
		room += 8
		if r >= 0x1100 { // scripts set wider than Latin
			room += 6
		}
	}
	return room
}

// layouts returns the two empty charts. The wide one names its curves at the
// right edge, the narrow one has only their last values there.
func layouts(title, desc string, room int) []chart {
	return []chart{
		{Name: "wide", Title: title, Desc: desc, XName: "pages fetched",
			Plot: legible.Plot{Width: 960, Height: 370, Left: 60, Right: 960 - room, Top: 34, Bottom: 316}},
		{Name: "narrow", Title: title, Desc: desc, XName: "pages fetched",
			Plot: legible.Plot{Width: 400, Height: 310, Left: 54, Right: 400 - 72, Top: 34, Bottom: 256}},
	}
}

// x places a page count in a plot that is as wide as pages.
func (c *chart) x(n float64, pages int) float64 { return c.X(n / float64(pages)) }

func (c *chart) tickX(pages int) {
	most := 10
	if c.Name == "narrow" {
		most = 5
	}
	step := max(1, int(legible.Step(float64(pages), most)))
	for n := 0; n <= pages; n += step {
		c.XTicks = append(c.XTicks, legible.Tick{At: c.x(float64(n), pages), Text: legible.Count(n)})
	}
}

// addLine draws a curve of n pages in a plot that is as wide as pages and as
// high as top.
func (c *chart) addLine(class, label, value string, n, pages int, top float64, at func(n int) float64) {
	l := legible.Line{Class: class, Label: label, Value: value}
	points := min(n, mostPoints)
	l.Path, l.EndX, l.EndY = legible.Path(points, func(i int) (x, y float64) {
		k := 1
		if points > 1 {
			k += i * (n - 1) / (points - 1)
		}
		return c.x(float64(k), pages), c.Y(at(k) / top)
	})
	l.LabelX, l.LabelY = float64(c.Right+8), l.EndY
	c.Lines = append(c.Lines, l)
}

// rug marks the relevant pages of a curve along the axis.
func (c *chart) rug(own Curve, pages int) string {
	var path strings.Builder
	before := 0
	for i, n := range own.Relevant {
		if n > before {
			path.WriteString("M" + legible.Coordinate(c.x(float64(i+1), pages)) + " " + strconv.Itoa(c.Bottom+4) + "v7")
		}
		before = n
	}
	return path.String()
}
