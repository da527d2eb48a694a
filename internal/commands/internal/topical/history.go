package topical

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/enough"
	"github.com/lokman-crawler/lokman/crawl/report"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/ontology"
)

// history is what a crawl did so far, for the report and the summary.
type history struct {
	options  Options
	subject  subject
	scorer   *ontology.Scorer
	harvest  harvest
	pages    []report.Page
	again    report.Report // of pages that came again
	came     int           // again, so many times
	changed  int           // of these
	curve    []int         // relevant pages after each page that was fetched
	fetched  int           // pages of status 2xx
	failed   int
	positive int    // fetched pages that the strategy's scorer finds relevant
	first    string // the first failure
	seen     map[string]bool
	ended    string
	bounds   []report.Curve // what the crawl's own curve is to be seen beside
	enough   *enough.Rule   // nil if the crawl ends by its pages alone
}

func newHistory(o Options, s subject, f queue) *history {
	h := &history{
		options: o, subject: s, scorer: newScorer(o, s.scored),
		harvest: harvest{judge: s.judge}, seen: map[string]bool{},
	}
	if o.Enough.asked() {
		h.enough = o.Enough.rule(f)
	}
	return h
}

// resume notes the pages of the runs before, and brings back what these could not reach.
func (h *history) resume(ctx context.Context, f queue, file *recordFile) error {
	records, err := file.resume()
	if err != nil {
		return err
	}
	for _, r := range records {
		h.add(r, "")
	}
	done, _, err := f.finished(ctx)
	if err != nil {
		return err
	}
	if h.options.Said["pages"] == nil && max(h.fetched, done) >= h.options.Pages {
		h.options.Pages = DefaultPages // it has as many as it was to fetch, and is to go on
	}
	return f.revive(ctx, h)
}

// add notes a page and reports whether it is relevant.
func (h *history) add(r Record, title string) bool {
	page := report.Page{
		N: r.N, URL: r.URL, Parent: r.Parent, Title: title, Depth: r.Depth, Status: r.Status,
		Bytes: int64(r.Bytes), Value: r.Value, Score: r.Score, Why: r.Why, Taken: r.Taken, Failed: r.failed(),
	}
	h.seen[r.URL] = true
	switch {
	case page.Failed:
		h.failed++
		if h.first == "" {
			h.first = r.URL + ": " + strings.TrimPrefix(r.Why, failure)
		}
	case r.Fetched():
		h.fetched++
		if r.Score > 0 {
			h.positive++
		}
		if h.subject.judge != nil {
			page.Judged, page.Relevant = true, h.harvest.add(r.URL)
			h.curve = append(h.curve, h.harvest.upTo(h.fetched))
		}
		if h.enough != nil {
			h.enough.Add(r.URL, h.options.Enough.relevant(r))
		}
	}
	h.pages = append(h.pages, page)
	return page.Relevant
}

// nothing is the error of a crawl that fetched no page.
func (h *history) nothing(err error) error {
	switch {
	case err != nil:
		return errors.New("interrupted before the first page")
	case h.first != "":
		return fmt.Errorf("no page could be fetched: %s", h.first)
	}
	return errors.New("no page could be fetched: the frontier has none left")
}

// end says why the crawl ended.
func (h *history) end(err error, s crawl.Stats) {
	switch {
	case err != nil:
		h.ended = fmt.Sprintf("interrupted after %s", program.Count(h.fetched, "page"))
	case h.enough != nil && h.enough.Why() != "":
		h.ended = fmt.Sprintf("enough after %s: %s", program.Count(h.fetched, "page"), h.enough.Why())
	case h.fetched < h.options.Pages:
		h.ended = fmt.Sprintf("the frontier ran dry after %s: %s", program.Count(h.fetched, "page"), s.Links())
		if s.Dropped > 0 && h.options.Strategy != "adaptive" { // which leaves out only what it knows
			h.ended += " (another -strategy may follow them)"
		}
	default:
		h.ended = fmt.Sprintf("reached %s", program.Count(h.fetched, "page"))
	}
}

// selfHarvestRate is the thesis's harvest rate, by which the crawler judges
// itself: pages that score more than 0 / pages (4.2.1).
func (h *history) selfHarvestRate() float64 {
	return float64(h.positive) / float64(h.fetched)
}

// writeReport writes the report whole or not at all and returns its path.
func (h *history) writeReport() (string, error) {
	var buf bytes.Buffer
	if err := report.Write(&buf, h.report()); err != nil {
		return "", err
	}
	path := filepath.Join(h.options.Out, "report.html")
	unfinished := path + ".unfinished"
	if err := os.WriteFile(unfinished, buf.Bytes(), 0o600); err != nil {
		return "", err
	}
	return path, os.Rename(unfinished, path)
}

func (h *history) report() report.Report {
	r := h.again
	r.Title, r.Program, r.Settings = h.subject.topic.Name, "lokman crawl", h.settings()
	r.Ended, r.Judge, r.Pages = h.endedWith(), h.subject.judged, h.pages
	if h.subject.judge != nil {
		r.Curves = append([]report.Curve{{Name: h.options.Strategy, Relevant: h.curve}}, h.bounds...)
	}
	for _, t := range h.subject.scored.Terms {
		r.Terms = append(r.Terms, report.Term{Text: t.Text, Relation: t.Relation.String(), Weight: h.scorer.Weight(t)})
	}
	return r
}

func (h *history) settings() [][2]string {
	o := h.options
	either := func(s, other string) string {
		if s == "" {
			return other
		}
		return s
	}
	known := "built-in"
	if len(o.Terms) > 0 {
		known = "none: terms of -term"
	}
	web := "the network"
	if !o.network() {
		web = either(o.Web, "built-in")
	}
	delay := o.Delay.String()
	if o.Delay == crawl.None {
		delay = "none"
	}
	return [][2]string{
		{"Topic", h.subject.topic.Name},
		{"Concept", either(h.subject.topic.ID, "none")},
		{"Ontology", either(o.Ontology, known)},
		{"Strategy", o.Strategy},
		{"Re-evaluation", o.Reevaluate.String()},
		{"Web", web},
		{"Seeds", strings.Join(h.subject.seeds, " ")},
		{"Frontier", o.Frontier.String()},
		{"Pages asked for", strconv.Itoa(o.Pages)},
		{"Workers", strconv.Itoa(o.Workers)},
		{"Delay", delay},
	}
}
