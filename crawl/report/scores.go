package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// scoreCharts draws what a crawl without a judge has to show: the scores
// the crawler itself gave, as dots, so that they are not taken for a harvest.
func scoreCharts(pages []Page) (charts []chart, caption string) {
	var scores []float64
	for _, p := range pages {
		if p.outcome() == fetched && math.Abs(p.Score) < largest { // not NaN either
			scores = append(scores, p.Score)
		}
	}
	if len(scores) == 0 {
		return nil, "No page was fetched, so there is no curve."
	}
	means := make([]float64, len(scores))
	sum := 0.0
	for i, s := range scores {
		sum += s
		means[i] = sum / float64(i+1)
	}
	bundle := (len(scores) + mostPoints - 1) / mostPoints
	caption = "Score: what the crawler itself gave each page, the same score that steered it. A dot is one page"
	if bundle > 1 {
		caption = strings.TrimSuffix(caption, "one page") + "the mean of " + strconv.Itoa(bundle) + " pages in a row"
	}
	caption += "; the dashed line is the mean so far. It is not a harvest rate: a crawl that scores itself can be wrong about every page."
	step := legible.Step(slices.Max(scores), 5)
	top := step * max(1, math.Ceil(slices.Max(scores)/step))
	mean := legible.Number(means[len(means)-1], legible.Decimals(top))
	charts = layouts("Scores the crawler gave, by pages fetched",
		"Scores of "+legible.Counted(len(scores), "page", "pages")+", given by the crawler itself. Their mean is "+mean+".", labelRoom("mean so far "+mean))
	for i := range charts {
		c := &charts[i]
		c.YName = "score by the crawler itself"
		for v := 0.0; v < top+step/2; v += step {
			c.YTicks = append(c.YTicks, legible.Tick{At: c.Y(v / top), Text: strconv.FormatFloat(v, 'g', 6, 64)})
		}
		c.tickX(len(scores))
		for from := 0; from < len(scores); from += bundle {
			some := scores[from:min(from+bundle, len(scores))]
			sum := 0.0
			for _, s := range some {
				sum += s
			}
			at := float64(from) + float64(len(some)+1)/2
			c.Dots = append(c.Dots, dot{c.x(at, len(scores)), c.Y(sum / float64(len(some)) / top)})
		}
		c.addLine("mean", "mean so far", mean, len(means), len(means), top, func(n int) float64 { return means[n-1] })
		legible.SpreadLabels(c.Lines, labelGap, float64(c.Bottom))
	}
	return charts, caption
}
