package frontiertest

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/transcripts"
)

var againCases = append(played(transcripts.Again), []testcase{
	{"Share", "pages that are due again have their share of the leases while there are others", share},
	{"Refused", "a value that is not finite is refused", refusedValue},
}...)

// againDurableCases are of what must be there after a frontier was closed and opened again.
var againDurableCases = []testcase{
	{"Again", "pages that are due again are there again, with their values and times", play(`
		push a/1=9 b/2=8 c/3=7
		fetched a/1 again=past worth=5; fetched b/2 again=far worth=6; fetched c/3 again=soon worth=7; reopen
		sleep due
		pop c/3 again value=7; pop a/1 again value=5
		count leased=2 hosts=3 due=1`)},
}

// againLostCases are of a frontier whose leases end with it.
var againLostCases = []testcase{
	{"AgainLost", "a page that was leased since it was due is due again, and the attempt counts", play(`
		push a/1=9; fetched a/1 again=past worth=5
		pop a/1 again; reopen lost; stale a/1
		push a/1=50; count overdue=1 hosts=1
		pop a/1 again attempt=2 lost=1 value=5; fetched a/1; over`)},
}

// refreshes reports whether a frontier takes Outcome.Again.
func refreshes(t *testing.T, open opener) bool {
	t.Helper()
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	err := p.Done(t.Context(), p.pop(), frontier.Outcome{Again: far()})
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Fatalf("Done of a page that is due again: %v", err)
	}
	return err == nil
}

// refreshes skips the test of a frontier that does not take Outcome.Again.
func (p *player) refreshes() {
	p.t.Helper()
	if !refreshes(p.t, p.open) {
		p.t.Skip("the frontier takes no Outcome.Again")
	}
}

func share(t *testing.T, open opener) {
	if !refreshes(t, open) {
		t.Skip("the frontier takes no Outcome.Again")
	}
	for _, share := range []float64{0.1, 0.3, 0.5, 0.99, 1} {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			const n, window = 140, 100
			p := start(t, open, frontier.Options{Refresh: share, PerHost: 1 << 20})
			var old, others []frontier.Entry
			for i := range n {
				old, others = append(old, page(fmt.Sprintf("h%d/%d", i%3, i), 1)), append(others, page(fmt.Sprintf("h%d/%d", i%3, n+i), 1))
			}
			p.push(old...)
			var ls []frontier.Lease
			for range n {
				ls = append(ls, p.pop())
			}
			for _, l := range ls {
				p.done(l, frontier.Outcome{Again: time.Now().Add(-time.Hour)})
			}
			p.push(others...)
			var again []bool
			for range n {
				again = append(again, p.pop().Again)
			}
			for from := range n - window + 1 {
				got := 0
				for _, a := range again[from : from+window] {
					if a {
						got++
					}
				}
				if want := share * window; float64(got) < want-1e-6 || float64(got) > want+1e-6 {
					t.Fatalf("%d of the leases %d to %d are of pages due again, want %g", got, from, from+window, want)
				}
			}
		})
	}
}

func refusedValue(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	l := p.pop()
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := p.Done(t.Context(), l, frontier.Outcome{Again: far(), Value: value}); err == nil {
			t.Errorf("the value %v is taken, want an error", value)
		}
	}
	p.finish(l, frontier.Fetched)
}
