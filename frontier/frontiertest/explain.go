package frontiertest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var explainCases = []testcase{
	{"History", "Explain says what happened to a URL, the oldest first", historyOfValues},
	{"Evicted", "Explain lists eviction and return", play(`
		open history capacity=1
		push a/1=1 a/2=2; push a/1=3
		history a/1 | found 1 given 1 | evicted 1 | merged 3 given 3 | recovered 3
		history a/2 | found 2 given 2 | evicted 2`)},
	{"Expired", "Explain lists leases that expire", play(`
		open history lease=300ms
		push a/1; pop a/1; pop a/1
		history a/1 | found 1 given 1 | leased 1 | expired 1 | leased 1`)},
	{"Results", "the reason of an ended lease begins with its result and holds that of the outcome", play(`
		open history
		push a/1; returned a/1 because of one; retry a/1 because of two; revisit a/1 because of three; dead a/1 because of four
		history a/1 | found 1 given 1 | leased 1 | ended 1 because returned: of one | leased 1 | ended 1 because retry: of two ` +
		`| leased 1 | ended 1 because revisit: of three | leased 1 | ended 1 because dead: of four`)},
	{"Rank", "the rank of a lease is how many queued URLs rank higher, on hosts not to be visited yet", play(`
		open history
		push a/9=9 a/7=7 b/7=7 a/8=8 c/4=4 a/4=4 a/1=1
		pop a/9; history a/9 | found 9 given 9 | leased 9
		pop b/7; history b/7 | found 7 given 7 | leased 7 rank 2
		pop c/4; history c/4 | found 4 given 4 | leased 4 rank 2`)},
	{"MaxRank", "the rank is counted up to 1000", maxRank},
	{"MaxEvents", "of more than 32 events the first and the last are kept", maxEvents},
	{"None", "for a URL never pushed there are no events; without Options.History Explain returns an error that is errors.ErrUnsupported", func(t *testing.T, open opener) {
		play(`open history; push a/1; history a/2`)(t, open)
		e := able[ability.Explainer](start(t, open, frontier.Options{}, page("a/1", 1)))
		if events, err := e.Explain(t.Context(), notation.URL("a/1")); !errors.Is(err, errors.ErrUnsupported) || len(events) > 0 {
			t.Errorf("Explain = %v, %v", events, err)
		}
	}},
	{"Reason", "a reason is asked only by a frontier that keeps a history, and no lease carries it", reasonAsked},
}

type reason string

func (r reason) String() string { return string(r) }

func historyOfValues(t *testing.T, open opener) {
	first, second, third := page("a/1", 5), page("a/1", 12), page("a/1", 3)
	first.Source, first.Reason = "http://p.test/", reason("anchor says 5")
	second.Source, second.Reason = "http://r.test/", reason("anchor says 12")
	p := start(t, open, frontier.Options{History: true}, first, second, third)
	want := notation.History("found 5 given 5 because anchor says 5 | merged 12 given 12 because anchor says 12 | merged 12 given 3")
	want[0].Source, want[1].Source = first.Source, second.Source
	p.history("a/1", want...)
	p.rescore(func(frontier.Entry) float64 { return 7 })
	p.finish(p.pop(), frontier.Fetched)
	p.history("a/1", append(want, notation.History("rescored 7 | leased 7 | ended 7 because fetched")...)...)
}

func maxRank(t *testing.T, open opener) {
	entries := []frontier.Entry{page("b/1", 1), page("a/leased", 9)}
	for i := range transition.MaxRank + 5 {
		entries = append(entries, page(fmt.Sprint("a/", i), 8))
	}
	p := start(t, open, frontier.Options{History: true}, entries...)
	p.want("a/leased")
	p.want("b/1")
	p.history("b/1", notation.History(fmt.Sprint("found 1 given 1 | leased 1 rank ", transition.MaxRank))...)
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
	p.history("a/1", want...)
}

// asked counts how often it is asked.
type asked int

func (a *asked) String() string { *a++; return "asked" }

func reasonAsked(t *testing.T, open opener) {
	var a asked
	e := page("a/1", 1)
	e.Reason = &a
	for _, o := range []frontier.Options{{}, {History: true}} {
		p := start(t, open, o, e)
		if o.History {
			able[ability.Explainer](p)
		}
		if (a > 0) != o.History {
			t.Errorf("with %+v the reason was asked %d times when the entry was pushed", o, a)
		}
		if l := p.pop(); l.Reason != nil {
			t.Error("the lease carries the reason")
		}
	}
}
