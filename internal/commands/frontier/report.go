package frontier

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// A report says how a frontier stands and what was changed.
type report struct {
	File         string         `json:"file"`
	Order        string         `json:"order"`
	Reevaluation string         `json:"reevaluation"`
	Stats        frontier.Stats `json:"stats"`
	Causes       []cause        `json:"causes"` // of failures, the most frequent first
	Failed       []failed       `json:"failures,omitempty"`
	Next         []queued       `json:"next,omitempty"`
	Story        *story         `json:"url,omitempty"`
	Requeued     int            `json:"requeued,omitempty"`
	Dropped      int            `json:"dropped,omitempty"`
	Before       int64          `json:"bytes_before,omitempty"` // of the file that was compacted
	After        int64          `json:"bytes_after,omitempty"`
}

type cause struct {
	Cause string `json:"cause"`
	URLs  int    `json:"urls"`
}

type failed struct {
	URL      string `json:"url"`
	Reason   string `json:"reason"`
	Attempts int    `json:"attempts"`
}

type queued struct {
	URL    string  `json:"url"`
	Value  float64 `json:"value"`
	Why    string  `json:"why,omitempty"`
	Depth  int     `json:"depth"`
	Parent string  `json:"parent"`
}

type story struct {
	URL      string   `json:"url"`
	State    string   `json:"state"`
	Value    float64  `json:"value"`
	Depth    int      `json:"depth"`
	Attempts int      `json:"attempts"`
	Reason   string   `json:"reason,omitempty"`
	Events   []string `json:"events"`
}

// count fills in how many URLs failed of what.
func (r *report) count(counts map[string]int) {
	r.Causes = []cause{}
	for name, n := range counts {
		r.Causes = append(r.Causes, cause{name, n})
	}
	slices.SortFunc(r.Causes, func(a, b cause) int { return cmp.Or(cmp.Compare(b.URLs, a.URLs), cmp.Compare(a.Cause, b.Cause)) })
}

func (r *report) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	p := printer{w: w}
	p.line("%s: %v", r.File, r.Stats)
	p.line("order %s, a second link: %s", r.Order, r.Reevaluation)
	if r.Requeued > 0 {
		p.line("requeued: %s", program.Count(r.Requeued, "URL"))
	}
	if r.Dropped > 0 {
		p.line("dropped: %s", program.Count(r.Dropped, "URL"))
	}
	if r.Before > 0 {
		p.line("compacted: %d to %d bytes", r.Before, r.After)
	}
	if len(r.Causes) > 0 {
		p.line("\nfailures:")
	}
	for _, c := range r.Causes {
		p.line("%8d  %s", c.URLs, c.Cause)
	}
	for _, d := range r.Failed {
		p.line("  %s: %s, attempts: %d", d.URL, d.Reason, d.Attempts)
	}
	if len(r.Next) > 0 {
		p.line("\nnext:")
		if !slices.ContainsFunc(r.Next, func(q queued) bool { return q.Why != "" }) {
			p.line("  (%s)", unexplained)
		}
	}
	for _, e := range r.Next {
		p.line("%8.4g  %s", e.Value, e.URL)
		if e.Why != "" {
			p.line("          %s", e.Why)
		}
	}
	if s := r.Story; s != nil {
		p.line("\n%s: %s, value %.4g, depth %d, attempts: %d", s.URL, s.State, s.Value, s.Depth, s.Attempts)
		if s.Reason != "" {
			p.line("  %s", s.Reason)
		}
		for _, e := range s.Events {
			p.line("  %s", e)
		}
		if len(s.Events) == 0 {
			p.line("  (%s)", unexplained)
		}
	}
	return p.err
}

// unexplained is said where a crawl kept no reasons.
const unexplained = "the crawl kept no reasons: with a -dashboard it does"

// printer keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, values ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", values...)
	}
}
