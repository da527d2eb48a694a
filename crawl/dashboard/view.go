package dashboard

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const hostsShown = 25

// view is the page as the template shows it: text ready to read.
type view struct {
	Title   string
	State   string // "Not begun", "Running", "Paused" or "Ended"
	How     string // it ended
	Paused  bool
	Updated string
	Control bool
	CanHold bool // pause and resume
	CanStop bool // block
	CanRank bool // re-weight
	Times   []blockTime

	Figures  []figure
	Charts   [][]chart
	Quality  string
	Next     []nextLine
	NextNote string
	Latest   []latestLine
	Hosts    []hostLine
	More     string // about the hosts that are not listed
	Causes   []causeLine
	Actions  []actionLine
}

type figure struct{ Name, Value, Note string }

type nextLine struct {
	URL, Source             legible.Link
	Value, Host, Depth, Why string
	Story                   []string
}

type latestLine struct {
	URL                        legible.Link
	Value, Status, Result, Ago string
	Class                      string
}

type hostLine struct {
	Name                                            string
	Pages, Failed, Retried, Delay, Took, State, Key string
	Trouble                                         string
}

type causeLine struct {
	Cause, Failed, Retried, Refused, Text string
	URL                                   legible.Link
}

type actionLine struct{ Time, What, By, Err string }

func (d *Dashboard) view(ctx context.Context, now time.Time) view {
	q := d.queue.ask(ctx, d.Frontier)
	paused, _ := d.gate.state()
	v := view{
		Title: cmp.Or(legible.Plain(d.Title, legible.MaxTitle), "Crawl"), State: "Running", Paused: paused,
		Updated: now.Format("15:04:05"), Control: d.Control, CanHold: d.pausable(), Times: blockTimes,
	}
	if paused {
		v.State = "Paused"
	}
	if d.Control {
		v.CanStop, v.CanRank = d.abilities()
	}
	d.record.mu.Lock()
	defer d.record.mu.Unlock()
	switch {
	case d.record.ended:
		v.State, v.How, v.CanHold, v.Paused = "Ended", d.record.how(q), false, false
	case q.trouble != "":
		v.State, v.How = "Waiting for the queue", legible.Plain(weburl.RedactText(q.trouble), 300)
	case d.record.begun.IsZero() && !paused:
		v.State = "Not begun"
	}
	points := d.record.curve.course()
	v.Charts = curves(points, d.Relevant != nil)
	v.Quality = "Mean value of the pages, by pages"
	if d.Relevant != nil {
		v.Quality = "Share of relevant pages, by pages"
	}
	v.Figures = d.figures(points, q, now)
	v.Next, v.NextNote = nextLines(q, d.Frontier != nil, now)
	v.Latest = d.record.latestLines(now)
	v.Hosts, v.More = d.hostLines()
	v.Causes = d.record.causeLines()
	for _, a := range slices.Backward(d.Actions()) {
		l := actionLine{Time: clock(a.Time, now), What: legible.Plain(a.What, legible.MaxName), By: a.By}
		if a.Err != nil {
			l.Err = legible.Plain(a.Err.Error(), legible.MaxName)
		}
		v.Actions = append(v.Actions, l)
	}
	return v
}

// how says how the crawl ended.
func (r *record) how(q queue) string {
	switch {
	case errors.Is(r.end, context.Canceled):
		return "it was stopped"
	case r.end != nil:
		return legible.Plain(weburl.RedactText(r.end.Error()), 300)
	case q.counted && q.stats.Queued+q.stats.Leased == 0:
		return "nothing is left to fetch"
	case q.counted:
		return "a limit is reached"
	}
	return "a limit is reached, or nothing is left to fetch"
}

func (d *Dashboard) figures(points []point, q queue, now time.Time) []figure {
	r := &d.record
	var last point
	if len(points) > 0 {
		last = points[len(points)-1]
	}
	quality := figure{"Mean value", "–", ""}
	switch {
	case last.pages == 0:
	case d.Relevant != nil:
		quality = figure{"Harvest rate", legible.Percent(last.harvest()), legible.Count(last.relevant) + " relevant"}
	default:
		quality.Value = value(last.mean())
	}
	if d.Relevant != nil {
		quality.Name = "Harvest rate"
	}
	figures := []figure{quality, {"Pages", legible.Count(last.pages), ""}}
	if !r.begun.IsZero() {
		ran := r.last.Sub(r.begun)
		figures[1].Note = "in " + span(ran)
		if minutes := ran.Minutes(); minutes > 0.05 {
			figures[1].Note += ", " + legible.Count(int(math.Round(float64(last.pages)/minutes))) + " a minute"
		}
		if still := now.Sub(r.last); still > 10*time.Second && !r.ended {
			figures[1].Note += "; nothing for " + span(still)
		}
	}
	if q.counted {
		figures = append(figures, figure{"Queued", legible.Count(q.stats.Queued), legible.Count(q.stats.Leased) + " being fetched"})
		if q.stats.Evicted > 0 {
			figures[2].Note += ", " + legible.Count(q.stats.Evicted) + " evicted"
		}
		if due := q.stats.Due + q.stats.Overdue; due > 0 {
			figures = append(figures, figure{"Due again", legible.Count(due), legible.Count(q.stats.Overdue) + " overdue, " + legible.Count(q.stats.Due) + " taken for fresh"})
		}
	}
	figures = append(figures,
		figure{"Failed", legible.Count(r.failed), ""},
		figure{"Redirects", legible.Count(r.moved), ""},
		figure{"Requests", legible.Count(r.asked), legible.Size(r.bytes)})
	if d.Crawler != nil {
		s := d.Crawler.Stats()
		if s.Unvalued > 0 {
			figures = append(figures, figure{"Not valued", legible.Count(s.Unvalued), "times, as while a scorer's service is down"})
		}
		figures = append(figures, figure{"Links left out", legible.Count(s.Dropped + s.Refused),
			legible.Count(s.Dropped) + " not followed from their page, " + legible.Count(s.Refused) + " refused"})
	}
	return figures
}

func nextLines(q queue, hasFrontier bool, now time.Time) (lines []nextLine, note string) {
	history := false
	for _, u := range q.next {
		l := nextLine{
			URL: legible.NewLink(u.URL), Source: legible.NewLink(u.Source), Host: legible.Plain(u.Host, legible.MaxName),
			Value: value(u.Value), Depth: strconv.Itoa(u.Depth), Why: legible.Plain(u.why(), 600),
		}
		history = history || len(u.story) > 0
		for _, e := range u.story {
			l.Story = append(l.Story, clock(e.Time, now)+" "+legible.Plain(e.String(), 600))
		}
		lines = append(lines, l)
	}
	switch {
	case q.trouble != "":
		note = "The frontier does not say: " + legible.Plain(q.trouble, legible.MaxName)
	case !hasFrontier:
		note = "The dashboard was not given the frontier."
	case !q.peeked:
		note = "The frontier does not tell what comes next."
	case len(lines) == 0:
		note = "Nothing is queued."
	case !history:
		note = "For the reasons of the values, open the frontier with Options.History."
	}
	return lines, note
}

func (r *record) latestLines(now time.Time) (lines []latestLine) {
	for _, l := range slices.Backward(r.latest) {
		line := latestLine{URL: legible.NewLink(l.url), Value: "–", Status: "–", Result: legible.Plain(l.err, 60), Ago: span(max(0, now.Sub(l.at))) + " ago"}
		if l.status != 0 {
			line.Status = strconv.Itoa(l.status)
		}
		switch {
		case l.err != "":
			line.Class = "failed"
		case l.status/100 == 3:
			line.Result = "redirect"
		default:
			line.Value = value(l.value)
			line.Result = [...]string{"fetched", "relevant", "not relevant"}[l.judged]
			line.Class = [...]string{"", "relevant", ""}[l.judged]
		}
		lines = append(lines, line)
	}
	return lines
}

func (d *Dashboard) hostLines() (lines []hostLine, more string) {
	r := &d.record
	names := slices.SortedFunc(maps.Keys(r.hosts), func(a, b string) int {
		return cmp.Or(r.hosts[b].requests-r.hosts[a].requests, cmp.Compare(a, b))
	})
	states := map[string]crawl.HostState{}
	if d.Crawler != nil {
		for _, s := range d.Crawler.Hosts(1000) {
			states[s.Host] = s
		}
	}
	for _, name := range names[:min(len(names), hostsShown)] {
		h := r.hosts[name]
		l := hostLine{
			Name: legible.Plain(name, legible.MaxName), Key: name, Pages: legible.Count(h.pages), Failed: legible.Count(h.failed),
			Retried: legible.Count(h.retried), Delay: "–", Took: "–", Trouble: legible.Plain(h.trouble, 60),
		}
		if l.Name != name {
			l.Key = "" // a form would not bring it back as it is
		}
		if h.requests > 0 {
			l.Took = span((h.took / time.Duration(h.requests)).Round(time.Millisecond))
		}
		if s, ok := states[name]; ok {
			l.Delay = span(s.Delay)
			switch {
			case s.Down:
				l.State = "down, tried again in " + span(s.Wait)
			case s.Wait > time.Second:
				l.State = "waits " + span(s.Wait)
			}
		}
		lines = append(lines, l)
	}
	if n := len(names) - len(lines); n > 0 {
		more = legible.Counted(n, "host", "hosts") + " more."
		if r.others != (hostRecord{}) {
			more = "More than " + legible.Count(mostHosts) + " hosts; the requests to the others are not counted by host."
		}
	}
	return lines, more
}

func (r *record) causeLines() (lines []causeLine) {
	for _, name := range slices.SortedFunc(maps.Keys(r.causes), func(a, b string) int {
		x, y := r.causes[a], r.causes[b]
		return cmp.Or(y.failed-x.failed, y.retried-x.retried, y.refused-x.refused, cmp.Compare(a, b))
	}) {
		c := r.causes[name]
		lines = append(lines, causeLine{
			Cause: name, Failed: legible.Count(c.failed), Retried: legible.Count(c.retried), Refused: legible.Count(c.refused),
			Text: c.text, URL: legible.NewLink(c.url),
		})
	}
	return lines
}

// clock writes a time, with the day unless it is today.
func clock(t, now time.Time) string {
	layout := time.TimeOnly
	if t.Format(time.DateOnly) != now.Format(time.DateOnly) {
		layout = time.DateTime
	}
	return t.Format(layout)
}

// value writes a value in six digits or so.
func value(v float64) string {
	if m := math.Abs(v); m >= 1e6 || m < 1e-3 && v != 0 {
		if !legible.Finite(v) {
			return "–"
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return legible.Number(v, legible.Decimals(math.Abs(v)))
}
