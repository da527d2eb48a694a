package legible

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Tenth rounds a coordinate of a drawing to a tenth of a unit.
func Tenth(v float64) float64 { return math.Round(v*10) / 10 }

// Coordinate writes a coordinate of a drawing.
func Coordinate(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// A Plot is where curves are drawn, in the units of a viewBox.
type Plot struct {
	Width, Height            int
	Left, Right, Top, Bottom int // the edges of the curves' field
	XTicks, YTicks           []Tick
}

// A Tick is a label of an axis.
type Tick struct {
	At   float64
	Text string
}

// X places a share of the width.
func (p *Plot) X(share float64) float64 {
	return Tenth(float64(p.Left) + share*float64(p.Right-p.Left))
}

// Y places a share of the height, which is cut to 0 to 1.
func (p *Plot) Y(share float64) float64 {
	return Tenth(float64(p.Bottom) - min(max(share, 0), 1)*float64(p.Bottom-p.Top))
}

// Path draws a curve through n points. It returns the last of them too.
func Path(n int, point func(i int) (x, y float64)) (path string, x, y float64) {
	var b strings.Builder
	for i := range n {
		x, y = point(i)
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(Coordinate(x) + " " + Coordinate(y))
	}
	return b.String(), x, y
}

// A Line is one curve and its label at the right edge, which a leader joins to
// the curve's end.
type Line struct {
	Class, Path    string
	Label, Value   string
	EndX, EndY     float64
	LabelX, LabelY float64
}

// SpreadLabels moves the labels of lines that would overlap at least gap apart,
// downwards first and, where they run out of room at floor, back up. It rounds their heights to
// tenths.
func SpreadLabels(lines []Line, gap, floor float64) {
	order := make([]*float64, len(lines))
	for i := range lines {
		order[i] = &lines[i].LabelY
	}
	slices.SortStableFunc(order, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	for i := 1; i < len(order); i++ {
		*order[i] = max(*order[i], *order[i-1]+gap)
	}
	for _, y := range slices.Backward(order) {
		*y = Tenth(min(*y, floor))
		floor = *y - gap
	}
}
