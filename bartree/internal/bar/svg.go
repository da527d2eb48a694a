package bar

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Measures of a drawing, in pixels.
const (
	svgWidth  = 500.0 // of one tree with its labels
	barsWidth = 230.0
	levelStep = 22.0
	svgTop    = 44.0
	leastBar  = 5.0
)

// WriteSVG draws bar trees as one SVG picture: the old one and, beside it, the
// new one, or only the first if new is nil. As in the paper's Figures 4 and 5
// the bar of depth d is d high, in its place among the P_(d-1) parts of the bar
// below it. Widths shrink so fast that they are drawn as a power of
// w_d, chosen so that the last bar can be seen; the numbers beside are exact.
// Levels that differ are red. Labels come from the pages and are escaped.
func WriteSVG(w io.Writer, old, new *Tree) error {
	trees := []*Tree{old}
	titles := []string{"bar tree"}
	if new != nil {
		trees, titles = append(trees, new), []string{"old", "new"}
	}
	levels := 1
	for _, t := range trees {
		levels = max(levels, len(t.Bars))
	}
	height := svgTop + levelStep*float64(levels+1) + 12
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="system-ui, sans-serif" font-size="11">`,
		svgWidth*float64(len(trees)), height, svgWidth*float64(len(trees)), height)
	for i, t := range trees {
		var other *Tree
		if len(trees) == 2 {
			other = trees[1-i]
		}
		fmt.Fprintf(&b, `<g transform="translate(%.0f 0)">`, float64(i)*svgWidth)
		t.draw(&b, titles[i], other, levels)
		b.WriteString(`</g>`)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Tree) draw(b *strings.Builder, title string, other *Tree, levels int) {
	fmt.Fprintf(b, `<text x="10" y="18" font-size="13" font-weight="600" fill="#1f2937">%s</text>`, title)
	fmt.Fprintf(b, `<text x="10" y="34" fill="#6b7280">d_max %d, A_total %.4f, sigma %d / %d, delta %d</text>`, len(t.Bars), t.Total, t.Upper, t.Lower, t.Delta)
	power := 1.0
	if n := len(t.Bars); n > 0 && t.Bars[n-1].Width < leastBar/barsWidth {
		power = math.Log(leastBar/barsWidth) / math.Log(t.Bars[n-1].Width)
	}
	ground := svgTop + levelStep*float64(levels+1)
	fmt.Fprintf(b, `<line x1="10" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#9ca3af"/>`, ground, 10+barsWidth, ground)
	x, wide := 10.0, barsWidth
	for i, bar := range t.Bars {
		width := barsWidth * math.Pow(bar.Width, power)
		if i > 0 {
			centre := x + wide*(float64(bar.Index)+0.5)/float64(bar.Parallel)
			width = min(width, wide)
			x = min(max(centre-width/2, x), x+wide-width)
			wide = width
		}
		t.drawBar(b, i, x, wide, ground, differs(t, other, i))
	}
}

// differs reports whether a level is not as in another tree.
func differs(t, other *Tree, i int) bool {
	if other == nil {
		return false
	}
	if i >= len(other.Bars) {
		return true
	}
	a, c := t.Bars[i], other.Bars[i]
	return a.Tag != c.Tag || a.Class != c.Class || a.Parallel != c.Parallel || a.Index != c.Index
}

func (t *Tree) drawBar(b *strings.Builder, i int, x, wide, ground float64, differs bool) {
	bar := t.Bars[i]
	top := ground - levelStep*float64(bar.Depth)
	fill, ink := "#dbeafe", "#1d4ed8"
	if differs {
		fill, ink = "#fee2e2", "#b91c1c"
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="0.7" stroke="%s" stroke-width="0.8"/>`,
		x, top, wide, levelStep*float64(bar.Depth), fill, ink)
	y := top + levelStep/2 + 4
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#d1d5db" stroke-dasharray="2 3"/>`, x+wide, top+levelStep/2, 18+barsWidth, top+levelStep/2)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#374151">%d</text>`, 22+barsWidth, y, bar.Depth)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`, 40+barsWidth, y, ink, legible.EscapeXML(short(markup.Label(bar.Tag, bar.Class), 24)))
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#6b7280" text-anchor="end">%d of %d, w %.2g</text>`, svgWidth-8, y, bar.Index+1, bar.Parallel, bar.Width)
}

func short(s string, runes int) string {
	if r := []rune(s); len(r) > runes {
		return string(r[:runes-1]) + "…"
	}
	return s
}
