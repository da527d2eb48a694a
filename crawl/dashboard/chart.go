package dashboard

import (
	"math"
	"strconv"
	"time"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// A chart is a drawing in the units of its viewBox. There are two of each: what
// is legible on a desk is not on a phone.
type chart struct {
	legible.Plot
	ID, Class   string
	Title, Desc string
	Lines       []line
}

type line struct{ Class, Path string }

// A plot is what a chart shows.
type plot struct {
	id, title, desc string
	xs              []float64
	lines           []curve
	xStep           func(top float64, most int) float64
	xText, yText    func(v, step float64) string
}

type curve struct {
	class string
	ys    []float64
}

func (p plot) draw() (charts []chart) {
	for _, c := range []chart{
		{Class: "wide", Plot: legible.Plot{Width: 560, Height: 260, Left: 56, Right: 540, Top: 12, Bottom: 226}},
		{Class: "narrow", Plot: legible.Plot{Width: 358, Height: 230, Left: 50, Right: 346, Top: 10, Bottom: 198}},
	} {
		c.ID, c.Title, c.Desc = p.id+"-"+c.Class, p.title, p.desc
		right := p.xs[len(p.xs)-1]
		low, high := 0.0, 0.0
		for _, l := range p.lines {
			for _, y := range l.ys {
				low, high = min(low, y), max(high, y)
			}
		}
		step := legible.Step(max(high-low, math.Abs(low)*1e-9), 4)
		low, high = step*math.Floor(low/step), step*max(math.Ceil(high/step), math.Floor(low/step)+1)
		x := func(v float64) float64 { return c.X(share(v, 0, right)) }
		y := func(v float64) float64 { return c.Y(share(v, low, high)) }
		for i := range 8 {
			if v := low + float64(i)*step; v <= high+step/2 {
				c.YTicks = append(c.YTicks, legible.Tick{At: y(v), Text: p.yText(v, step)})
			}
		}
		across := p.xStep(right, 4)
		for i := range 8 {
			if v := float64(i) * across; v <= right {
				c.XTicks = append(c.XTicks, legible.Tick{At: x(v), Text: p.xText(v, across)})
			}
		}
		for _, l := range p.lines {
			path, _, _ := legible.Path(len(l.ys), func(i int) (float64, float64) { return x(p.xs[i]), y(l.ys[i]) })
			c.Lines = append(c.Lines, line{l.class, path})
		}
		charts = append(charts, c)
	}
	return charts
}

// share is where v stands between two bounds, 0 to 1.
func share(v, low, high float64) float64 {
	if !(high > low) {
		return 0
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// curves draws the pages over time and how good they are.
func curves(points []point, judged bool) (charts [][]chart) {
	if len(points) == 0 {
		return nil
	}
	last := points[len(points)-1]
	if !(math.Abs(last.value) < 1e100) {
		return nil
	}
	var seconds, n, good, recent []float64
	quality := func(p point) float64 {
		if judged {
			return 100 * p.harvest()
		}
		return p.mean()
	}
	diff := since(points, lately)
	for i, p := range points {
		seconds, n = append(seconds, p.at.Seconds()), append(n, float64(p.pages))
		good, recent = append(good, quality(p)), append(recent, quality(diff[i]))
	}
	title, desc := "Mean value", "Mean value of the pages so far: "+value(last.mean())
	text := func(v, step float64) string {
		if math.Abs(v) >= 1e6 {
			return value(v)
		}
		return legible.Number(v, max(0, int(math.Ceil(-math.Log10(step)))))
	}
	if judged {
		title, desc = "Harvest rate", "Harvest rate so far: "+legible.Percent(last.harvest())
		text = func(v, _ float64) string { return legible.Coordinate(v) + "\u00a0%" }
	}
	whole := func(v, _ float64) string { return legible.Count(int(v)) }
	return [][]chart{
		plot{
			id: "progress", title: "Pages by time", desc: legible.Counted(last.pages, "page", "pages") + " in " + span(last.at) + ".",
			xs: seconds, lines: []curve{{"own", n}}, yText: whole, xStep: timeStep,
			xText: func(v, _ float64) string { return span(time.Duration(v * float64(time.Second))) },
		}.draw(),
		plot{
			id: "quality", title: title + " by pages", desc: desc + ". In the last " + legible.Counted(lately, "page", "pages") + ": " + text(recent[len(recent)-1], 0.01) + ".",
			xs: n, lines: []curve{{"recent", recent}, {"own", good}}, xStep: legible.Step, xText: whole, yText: text,
		}.draw(),
	}
}

// timeStep is legible.Step for seconds, in the units of a clock.
func timeStep(top float64, most int) float64 {
	for _, step := range []time.Duration{
		time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second,
		time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	} {
		if step.Seconds()*float64(most) >= top && top >= 1 {
			return step.Seconds()
		}
	}
	if top < 1 {
		return legible.Step(top, most)
	}
	const day = 24 * 3600
	return day * max(1, legible.Step(top/day, most))
}

// span writes a duration in at most two units.
func span(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'g', 2, 64) + "\u00a0s"
	case d < 2*time.Minute && d%time.Minute != 0:
		return strconv.Itoa(int(d.Seconds())) + "\u00a0s"
	case d < 2*time.Hour && d%time.Hour != 0:
		return strconv.Itoa(int(d.Minutes())) + "\u00a0min"
	case d < 48*time.Hour:
		return strconv.FormatFloat(math.Round(d.Hours()*10)/10, 'f', -1, 64) + "\u00a0h"
	}
	return strconv.FormatFloat(math.Round(d.Hours()/2.4)/10, 'f', -1, 64) + "\u00a0days"
}
