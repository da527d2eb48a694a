package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// harvestCurves returns the curves of a judged crawl, its own first. If the
// report brings none, the crawl's own is counted from its pages.
func harvestCurves(r Report) []Curve {
	if len(r.Curves) > 0 {
		return r.Curves
	}
	own := Curve{Name: "this crawl"}
	n := 0
	for _, p := range r.Pages {
		if p.outcome() != fetched {
			continue
		}
		if p.Judged && p.Relevant {
			n++
		}
		own.Relevant = append(own.Relevant, n)
	}
	return []Curve{own}
}

func (c Curve) pages() int { return len(c.Relevant) }

// relevant returns how many of the first n pages were relevant.
func (c Curve) relevant(n int) int {
	if n == 0 {
		return 0
	}
	return c.Relevant[n-1]
}

// rate returns the harvest rate of the first n > 0 pages, 0 to 1.
func (c Curve) rate(n int) float64 {
	return min(max(float64(c.relevant(n))/float64(n), 0), 1)
}

func (c Curve) endText() string {
	if c.pages() == 0 {
		return "–"
	}
	return legible.Percent(c.rate(c.pages()))
}

// checkpoints are the page counts at which crawls are compared by custom.
var checkpoints = []int{25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000}

// checkpointText gives the harvest rates on the way.
func (c Curve) checkpointText() string {
	var parts []string
	for _, n := range checkpoints {
		if n < c.pages() { // the end has its own figure
			parts = append(parts, legible.Percent(c.rate(n))+" after "+legible.Count(n))
		}
	}
	return strings.Join(parts, ", ")
}

// harvestCharts draws the harvest rate over the pages fetched.
func harvestCharts(curves []Curve) (charts []chart, caption string) {
	pages, room := 0, 0
	for _, c := range curves {
		pages = max(pages, c.pages())
		room = max(room, labelRoom(legible.Plain(c.Name, labelWidth)+" 100.0 %"))
	}
	if pages == 0 {
		return nil, "No page was fetched, so there is no curve."
	}
	caption = "Harvest rate: of the pages fetched so far, the share that is relevant."
	charts = layouts("Harvest rate by pages fetched", describe(curves), room)
	for i := range charts {
		c := &charts[i]
		c.YName = "harvest rate"
		for p := 0; p <= 100; p += 25 {
			c.YTicks = append(c.YTicks, legible.Tick{At: c.Y(float64(p) / 100), Text: strconv.Itoa(p) + "\u00a0%"})
		}
		c.tickX(pages)
		for k, curve := range slices.Backward(curves) { // its own above the others
			if curve.pages() > 0 {
				c.addLine(curveClass(k), legible.Plain(curve.Name, labelWidth), curve.endText(), curve.pages(), pages, 100,
					func(n int) float64 { return 100 * curve.rate(n) })
			}
		}
		legible.SpreadLabels(c.Lines, labelGap, float64(c.Bottom))
		if own := curves[0]; own.pages() <= rugCapacity {
			c.Rug = c.rug(own, pages)
		}
	}
	if charts[0].Rug != "" {
		caption += " Each mark under the axis is a relevant page of " + legible.Plain(curves[0].Name, labelWidth) + "."
	}
	return charts, caption
}

// describe says in a sentence a curve what the chart shows.
func describe(curves []Curve) string {
	var parts []string
	for _, c := range curves {
		s := legible.Plain(c.Name, legible.MaxName) + ": " + legible.Counted(c.relevant(c.pages()), "relevant page", "relevant pages") + " of " + legible.Count(c.pages()) + ", " + c.endText()
		if on := c.checkpointText(); on != "" {
			s += " (" + on + ")"
		}
		parts = append(parts, s+".")
	}
	return strings.Join(parts, " ")
}

// curveClass is the class of the i-th curve: the crawl's own, then five looks
// in turn.
func curveClass(i int) string {
	if i == 0 {
		return "own"
	}
	return "c" + strconv.Itoa((i-1)%5+1)
}
