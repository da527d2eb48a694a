package topical

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/enough"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// screen is what the person at the terminal sees: a line a page and, on a
// terminal, a progress bar below.
type screen struct {
	mu       sync.Mutex // of lines
	lines    io.Writer  // of the pages
	stdout   io.Writer
	json     bool
	judged   bool
	width    int           // of the terminal in columns, 0 if there is none
	progress *mpb.Progress // nil when nobody watches
	bar      *mpb.Bar
}

func newScreen(o Options, s subject, fetched int, stdout, stderr io.Writer) *screen {
	v := &screen{lines: stdout, stdout: stdout, json: o.JSON, judged: s.judge != nil}
	switch {
	case program.IsTerminal(stdout) && !o.JSON:
		v.progress = mpb.New(mpb.WithOutput(stdout))
		v.lines = v.progress // writes above the bar
		v.width = program.Width(stdout)
	case program.IsTerminal(stderr):
		v.progress = mpb.New(mpb.WithOutput(stderr))
	}
	if o.JSON {
		v.lines = io.Discard
	}
	fmt.Fprintf(v.lines, "%s: %s, %s, pages: %d\n", s.topic.Name, program.Count(len(s.scored.Terms), "term"), o.Strategy, o.Pages)
	fmt.Fprintf(v.lines, "%5s %s %9s  URL and reason; * is a relevant page\n", "n", " ", "value")
	if v.progress != nil {
		v.bar = v.progress.AddBar(int64(o.Pages),
			mpb.PrependDecorators(decor.CountersNoUnit("%d of %d pages")),
			mpb.AppendDecorators(decor.Percentage()))
		v.bar.SetCurrent(int64(fetched))
	}
	return v
}

// note prints a line besides the pages.
func (v *screen) note(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintf(v.lines, format+"\n", args...)
}

// waiting prints URLs that are tried again, so that a host that is down does
// not look like a program that hangs.
type waiting struct{ screen *screen }

// Observe implements [crawl.Observer]. It is called by several workers at once.
func (w waiting) Observe(e crawl.Event) {
	if e.Kind == "retry" {
		w.screen.note("        will be tried again: %s: %v", weburl.Redact(e.URL), weburl.RedactError(e.Err))
	}
}

func (v *screen) page(r Record, relevant bool) {
	mark := " "
	if relevant {
		mark = "*"
	}
	line := fmt.Sprintf("%5d %s %9.2f  %s  %s", r.N, mark, r.Value, weburl.Redact(r.URL), weburl.RedactText(r.Why))
	if !r.failed() { // what to do about a failure stands at the end
		line = cut(line, v.width)
	}
	v.note("%s", line)
	if v.bar != nil && r.Fetched() {
		v.bar.Increment()
	}
}

// cut shortens a line to a width, if there is one: the report and the records have
// it whole.
func cut(line string, width int) string {
	runes := []rune(line)
	if width < 1 || len(runes) <= width {
		return line
	}
	return string(runes[:width-1]) + "…"
}

// close takes the progress bar down.
func (v *screen) close() {
	if v.progress == nil {
		return
	}
	if !v.bar.Completed() {
		v.bar.Abort(false)
	}
	v.progress.Wait()
}

// A Summary is what -json prints.
type Summary struct {
	Topic      string   `json:"topic"`
	OntologyID string   `json:"ontology_id"`
	Strategy   string   `json:"strategy"`
	Reevaluate string   `json:"reevaluate"`
	Pages      int      `json:"pages"` // fetched with a 2xx status
	Failed     int      `json:"failed"`
	Relevant   *int     `json:"relevant"`     // null if nobody judged
	Rate       *float64 `json:"harvest_rate"` // relevant / pages, null if nobody judged
	Self       float64  `json:"self_harvest_rate"`
	Ended      string   `json:"ended"`

	Enough *enough.Estimate `json:"enough,omitempty"` // how much was found, with -enough
	Report string           `json:"report"`
}

func (v *screen) summary(h *history, path string) {
	s := Summary{
		Topic: h.subject.topic.Name, OntologyID: h.subject.topic.ID,
		Strategy: h.options.Strategy, Reevaluate: h.options.Reevaluate.String(),
		Pages: h.fetched, Failed: h.failed, Self: h.selfHarvestRate(), Ended: h.endedWith(), Report: path,
	}
	if h.enough != nil {
		e := h.enough.Estimate()
		s.Enough = &e
	}
	if v.judged {
		relevant, rate := h.harvest.upTo(h.fetched), h.harvest.rate(h.fetched)
		s.Relevant, s.Rate = &relevant, &rate
	}
	if v.json {
		line, _ := json.Marshal(s) // of numbers and strings: cannot fail
		fmt.Fprintf(v.stdout, "%s\n", line)
		return
	}
	fmt.Fprintf(v.stdout, "\n%s", h.endedWith())
	if h.failed > 0 {
		fmt.Fprintf(v.stdout, "; URLs that failed: %d", h.failed)
	}
	if h.came > 0 {
		fmt.Fprintf(v.stdout, "; fetched again: %d, changed: %d", h.came, h.changed)
	}
	if v.judged {
		fmt.Fprintf(v.stdout, "\nharvest rate %.3f: %d of %d pages are relevant, judged by %s\n", *s.Rate, *s.Relevant, s.Pages, h.subject.judged)
	} else {
		fmt.Fprintf(v.stdout, "\nself-judged harvest rate %.3f: pages that the strategy itself scores above 0; nobody else judged\n", s.Self)
	}
	fmt.Fprintf(v.stdout, "report: %s\n", path)
}
