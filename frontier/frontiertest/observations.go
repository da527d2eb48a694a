package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

// observed returns the data of the observations after one.
func (p *player) observed(after uint64) (all []string) {
	p.t.Helper()
	last := after
	for o, err := range ability[observer](p).Observations(p.Context(), after) {
		if err != nil {
			p.Fatalf("Observations: %v", err)
		}
		if o.Number <= last {
			p.Errorf("the observation after %d has the number %d", last, o.Number)
		}
		last = o.Number
		all = append(all, string(o.Data))
	}
	return all
}

// keepsObservations ends leases in every way with observations.
func keepsObservations(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 9), page("b/2", 8), page("c/3", 7), page("d/4", 6), page("e/5", 5))
	ability[observer](p)
	var want []string
	for i, r := range []frontier.Result{frontier.Fetched, frontier.Dead, frontier.Fetched} {
		data := fmt.Sprintf("\x00 observation %d", i)
		want = append(want, data)
		p.done(p.pop(), frontier.Outcome{Result: r, Observation: []byte(data)})
	}
	p.finish(p.pop(), frontier.Fetched) // without one
	p.reopen()
	if got := p.observed(0); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("observations %q, want %q", got, want)
	}
	l := p.pop()
	p.done(l, frontier.Outcome{Observation: []byte("after")})
	if err := p.Done(t.Context(), l, frontier.Outcome{Observation: []byte("stale")}); err == nil {
		t.Error("Done of a lease that was ended returns no error")
	}
	p.reopen()
	if got, want := p.observed(0), append(want, "after"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("observations %q, want %q", got, want)
	}
	var numbers []uint64
	for o := range ability[observer](p).Observations(t.Context(), 0) {
		numbers = append(numbers, o.Number)
	}
	if got := p.observed(numbers[1]); fmt.Sprint(got) != fmt.Sprint([]string{want[2], "after"}) {
		t.Errorf("observations after the second: %q", got)
	}
	if got := p.observed(numbers[3]); got != nil {
		t.Errorf("observations after the last: %q, want none", got)
	}
}

// keepsLongObservations has more bytes than one answer holds.
func keepsLongObservations(t *testing.T, open opener) {
	const n = 40
	entries := make([]frontier.Entry, n+1)
	for i := range entries {
		entries[i] = page(fmt.Sprintf("h%d/x", i), 1)
	}
	p := start(t, open, frontier.Options{}, entries...)
	ability[observer](p)
	data := []byte(strings.Repeat("0123456789", 8_000))
	for range n {
		p.done(p.pop(), frontier.Outcome{Observation: data})
	}
	l := p.pop()
	if err := p.Done(t.Context(), l, frontier.Outcome{Observation: make([]byte, frontier.MaxObservation+1)}); err == nil {
		t.Error("an observation longer than MaxObservation is taken, want an error")
	}
	p.done(l, frontier.Outcome{Observation: make([]byte, frontier.MaxObservation)})
	p.reopen()
	got := p.observed(0)
	if len(got) != n+1 || got[0] != string(data) || got[n-1] != string(data) || len(got[n]) != frontier.MaxObservation {
		t.Errorf("%d observations, want %d as they were given", len(got), n+1)
	}
}
