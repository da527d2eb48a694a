package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var explainCases = []testcase{
	{"History", "Explain says what happened to a URL, the oldest first", history},
	{"Evicted", "Explain lists eviction and return", historyOfEviction},
	{"Expired", "Explain lists leases that expire", historyOfExpiry},
	{"Results", "the reason of an ended lease begins with its result and holds that of the outcome", historyOfResults},
	{"Rank", "the rank of a lease is how many queued URLs rank higher, on hosts not to be visited yet", ranks},
	{"MaxRank", "the rank is counted up to MaxRank", maxRank},
	{"MaxEvents", "of more than MaxEvents events the first and the last are kept", maxEvents},
	{"None", "without Options.History, and for a URL never pushed, there are no events", noHistory},
	{"Reason", "a reason is asked only by a frontier that keeps a history, and no lease carries it", reasonAsked},
}

type reason string

func (r reason) String() string { return string(r) }

func (p probe) explain(t *testing.T, page string) []frontier.Event {
	t.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	events, err := ability[explainer](t, p).Explain(ctx, urlOf(page))
	if err != nil {
		t.Fatalf("Explain(%s): %v", page, err)
	}
	return events
}

// history checks the events of a page, their times apart.
func (p probe) history(t *testing.T, page string, want ...frontier.Event) {
	t.Helper()
	got := p.explain(t, page)
	for i := range got {
		if got[i].Time.IsZero() || i > 0 && got[i].Time.Before(got[i-1].Time) {
			t.Errorf("the times of the events are not in order: %v", got)
		}
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(frontier.Event{}, "Time")); diff != "" {
		t.Errorf("Explain(%s) (-want +got):\n%s", page, diff)
	}
}

func history(t *testing.T, open opener) {
	first, second, third := page("a/1", 5), page("a/1", 12), page("a/1", 3)
	first.Source, first.Reason = "http://p.test/", reason("anchor says 5")
	second.Source, second.Reason = "http://r.test/", reason("anchor says 12")
	p := start(t, open, frontier.Options{History: true}, first, second, third)
	p.history(t, "a/1",
		frontier.Event{Kind: transition.KindFound, Value: 5, Given: 5, Source: first.Source, Reason: "anchor says 5"},
		frontier.Event{Kind: transition.KindMerged, Value: 12, Given: 12, Source: second.Source, Reason: "anchor says 12"},
		frontier.Event{Kind: transition.KindMerged, Value: 12, Given: 3},
	)
	want := p.explain(t, "a/1")
	p.rescore(t, func(frontier.Entry) float64 { return 7 })
	p.finish(p.pop(), frontier.Fetched)
	p.history(t, "a/1", append(want,
		frontier.Event{Kind: transition.KindRescored, Value: 7},
		frontier.Event{Kind: transition.KindLeased, Value: 7},
		frontier.Event{Kind: transition.KindEnded, Value: 7, Reason: "fetched"},
	)...)
}

func historyOfEviction(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true, Capacity: 1}, page("a/1", 1), page("a/2", 2))
	p.push(page("a/1", 3))
	p.history(t, "a/1",
		frontier.Event{Kind: transition.KindFound, Value: 1, Given: 1},
		frontier.Event{Kind: transition.KindEvicted, Value: 1},
		frontier.Event{Kind: transition.KindMerged, Value: 3, Given: 3},
		frontier.Event{Kind: transition.KindRecovered, Value: 3},
	)
	p.history(t, "a/2",
		frontier.Event{Kind: transition.KindFound, Value: 2, Given: 2},
		frontier.Event{Kind: transition.KindEvicted, Value: 2},
	)
}

func historyOfExpiry(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true, LeaseTime: 5 * wait}, page("a/1", 1))
	p.pop()
	p.pop()
	p.history(t, "a/1",
		frontier.Event{Kind: transition.KindFound, Value: 1, Given: 1},
		frontier.Event{Kind: transition.KindLeased, Value: 1},
		frontier.Event{Kind: transition.KindExpired, Value: 1},
		frontier.Event{Kind: transition.KindLeased, Value: 1},
	)
}

func historyOfResults(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true}, page("a/1", 1))
	results := []frontier.Result{frontier.Returned, frontier.Retry, frontier.Revisit, frontier.Dead}
	for _, r := range results {
		p.done(p.pop(), frontier.Outcome{Result: r, Reason: "because of " + r.String()})
	}
	var ended []string
	for _, e := range p.explain(t, "a/1") {
		if e.Kind == transition.KindEnded {
			ended = append(ended, e.Reason)
		}
	}
	if len(ended) != len(results) {
		t.Fatalf("the leases ended with %q, want %d reasons", ended, len(results))
	}
	for i, r := range results {
		if !strings.HasPrefix(ended[i], r.String()) || !strings.Contains(ended[i], "because of "+r.String()) {
			t.Errorf("a lease ended with %q, want the result %v and the outcome's reason", ended[i], r)
		}
	}
}

// rank returns the rank at a page's last lease.
func (p probe) rank(t *testing.T, page string) int {
	t.Helper()
	events := p.explain(t, page)
	if len(events) == 0 || events[len(events)-1].Kind != transition.KindLeased {
		t.Fatalf("the last event of %s is no lease: %v", page, events)
	}
	return events[len(events)-1].Rank
}

func ranks(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true}, page("a/9", 9), page("a/7", 7), page("b/7", 7),
		page("a/8", 8), page("c/4", 4), page("a/4", 4), page("a/1", 1))
	for _, c := range []struct {
		page string
		rank int
	}{{"a/9", 0}, {"b/7", 2}, {"c/4", 2}} {
		p.want(c.page)
		if got := p.rank(t, c.page); got != c.rank {
			t.Errorf("%s had the rank %d, want %d", c.page, got, c.rank)
		}
	}
}

func maxRank(t *testing.T, open opener) {
	entries := []frontier.Entry{page("b/1", 1), page("a/leased", 9)}
	for i := range transition.MaxRank + 5 {
		entries = append(entries, page(fmt.Sprint("a/", i), 8))
	}
	p := start(t, open, frontier.Options{History: true}, entries...)
	p.want("a/leased")
	p.want("b/1")
	if got := p.rank(t, "b/1"); got != transition.MaxRank {
		t.Errorf("the rank is %d, want MaxRank", got)
	}
}

func maxEvents(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true})
	const pushes = 2*transition.MaxEvents + 3
	for i := range pushes {
		p.push(page("a/1", float64(i)))
	}
	want := []frontier.Event{{Kind: transition.KindFound}}
	for i := pushes - transition.MaxEvents + 1; i < pushes; i++ {
		want = append(want, frontier.Event{Kind: transition.KindMerged, Value: float64(i), Given: float64(i)})
	}
	p.history(t, "a/1", want...)
}

func noHistory(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.finish(p.pop(), frontier.Fetched)
	p.noEvents(t, "a/1")
	p = start(t, open, frontier.Options{History: true}, page("a/1", 1))
	p.noEvents(t, "a/2")
}

func (p probe) noEvents(t *testing.T, page string) {
	t.Helper()
	if events := p.explain(t, page); len(events) > 0 {
		t.Errorf("Explain(%s) = %v, want none", page, events)
	}
}

// asked counts how often it is asked.
type asked int

func (a *asked) String() string { *a++; return "asked" }

func reasonAsked(t *testing.T, open opener) {
	var a asked
	e := page("a/1", 1)
	e.Reason = &a
	p := start(t, open, frontier.Options{}, e)
	l := p.pop()
	p.finish(l, frontier.Fetched)
	if a != 0 {
		t.Errorf("without a history the reason was asked %d times", a)
	}
	if l.Reason != nil {
		t.Error("the lease carries the reason")
	}
	p = start(t, open, frontier.Options{History: true}, e)
	ability[explainer](t, p)
	if a == 0 {
		t.Error("with a history the reason was not asked when the entry was pushed")
	}
	if l := p.pop(); l.Reason != nil {
		t.Error("the lease carries the reason")
	}
}
