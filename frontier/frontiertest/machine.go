package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/model"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/sample"
)

var modelCases = []testcase{
	{"best-first", modelWhy, func(t *testing.T, open opener) { modelOf(t, open, frontier.BestFirst) }},
	{"fifo", modelWhy, func(t *testing.T, open opener) { modelOf(t, open, frontier.FIFO) }},
	{"lifo", modelWhy, func(t *testing.T, open opener) { modelOf(t, open, frontier.LIFO) }},
	{"best-n-first", modelWhy, func(t *testing.T, open opener) { modelOf(t, open, frontier.BestNFirst) }},
	{"SkewedRaises", "raising values in a skewed way, most of them on few hosts, keeps the order of the pops exact", skewedRaises},
}

const (
	modelWhy         = "after any operations a frontier pops what one does that sorts all its records at each step, and counts the same"
	modelReopenedWhy = "a frontier that is closed and opened again between operations behaves as one that is not"
)

func modelOf(t *testing.T, open opener, order frontier.Order) {
	refreshes := refreshes(t, open)
	sample.Check(t, func(rt *rapid.T) {
		o := sample.Options(rt, order)
		f, _ := open(t, o)
		m := &machine{probe: probe{rt, f}, model: &model.Model{Options: o}, refresh: refreshes}
		rt.Repeat(m.actions())
		m.drain()
	})
}

func modelReopened(t *testing.T, open opener, leasesEnd bool) {
	refreshes := refreshes(t, open)
	sample.Check(t, func(rt *rapid.T) {
		order := rapid.SampledFrom([]frontier.Order{frontier.BestFirst, frontier.FIFO, frontier.LIFO}).Draw(rt, "order")
		o := sample.Options(rt, order)
		f, reopen := open(t, o)
		m := &machine{probe: probe{rt, f}, model: &model.Model{Options: o}, refresh: refreshes}
		actions := m.actions()
		actions["Reopen"] = func(rt *rapid.T) {
			if leasesEnd {
				m.loseLeases(rt)
			}
			m.Frontier = reopen(t)
		}
		rt.Repeat(actions)
		m.drain()
	})
}

// A machine does the same with a frontier and a model.
type machine struct {
	probe
	model *model.Model
	held  []frontier.Lease
	ended []frontier.Lease

	refresh bool // the frontier takes Outcome.Again
}

func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":           func(*rapid.T) { m.count(m.model.Stats()) },
		"Push":       m.pushSome,
		"Refuse":     m.refuse,
		"Pop":        m.popSome,
		"PopNothing": m.popNothing,
		"Finish":     m.finishOne,
		"Stale":      m.finishStale,
		"Renew":      m.renew,
		"Rescore":    m.rescore,
		"Requeue":    m.requeue,
		"Peek":       m.peek,
		"Records":    m.list,
	}
}

func (m *machine) pushSome(t *rapid.T) {
	entries := sample.Entries(t, m.model.Reevaluation, "entries", 1, 5)
	m.pushBoth(entries)
}

func (m *machine) pushBoth(entries []frontier.Entry) {
	m.push(entries...)
	for _, e := range entries {
		m.model.Push(e)
	}
}

func (m *machine) refuse(t *rapid.T) {
	bad := rapid.SampledFrom(sample.BadEntries).Draw(t, "bad").Entry
	m.refused(m.Push(t.Context(), append(sample.Entries(t, m.model.Reevaluation, "entries", 0, 2), bad)...), bad)
}

func (m *machine) popSome(t *rapid.T) {
	if !m.model.Available() {
		t.Skip("nothing to pop")
	}
	n := rapid.IntRange(1, 3).Draw(t, "n")
	m.held = append(m.held, m.popN(n)...)
}

// popN pops the same from both.
func (m *machine) popN(n int) []frontier.Lease {
	m.Helper()
	b, ok := m.Frontier.(ability.Batcher)
	if !ok || n == 1 {
		l := m.pop()
		m.same([]frontier.Lease{l}, m.model.PopN(1))
		return []frontier.Lease{l}
	}
	ls := must(m.probe, "PopN", func(ctx context.Context) ([]frontier.Lease, error) { return b.PopN(ctx, n) })
	m.same(ls, m.model.PopN(n))
	return ls
}

func (m *machine) same(got, want []frontier.Lease) {
	m.Helper()
	if len(got) != len(want) {
		m.Fatalf("popped %s, want %s", names(got), names(want))
	}
	for i, g := range got {
		g.Token, g.Expires = 0, time.Time{}
		if g.Host == "" {
			g.Host = notation.HostOf(g.URL)
		}
		if g != want[i] {
			m.Fatalf("popped %+v\nwant   %+v", g, want[i])
		}
	}
}

// popNothing leaves BestNFirst alone, where a blocked Pop may form a batch.
func (m *machine) popNothing(t *rapid.T) {
	if m.model.Over() {
		m.end()
		return
	}
	if m.model.Available() || m.model.Order == frontier.BestNFirst {
		t.Skip("there is something to pop")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if l, err := m.Pop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Pop = %s, %v; want it to block", name(l.URL), err)
	}
}

func (m *machine) finishOne(t *rapid.T) {
	if len(m.held) == 0 {
		t.Skip("no lease is held")
	}
	i := rapid.IntRange(0, len(m.held)-1).Draw(t, "lease")
	l := m.held[i]
	o := frontier.Outcome{
		Result: rapid.SampledFrom([]frontier.Result{
			frontier.Fetched, frontier.Fetched, frontier.Retry, frontier.Revisit, frontier.Revisit, frontier.Dead, frontier.Returned,
		}).Draw(t, "result"),
		Reason: rapid.SampledFrom([]string{"", "one", "two"}).Draw(t, "reason"),
		Links:  sample.Entries(t, m.model.Reevaluation, "links", 0, 4),
	}
	switch {
	case o.Result == frontier.Retry && rapid.IntRange(0, 3).Draw(t, "delay") == 0:
		o.RetryAt = far()
	case o.Result == frontier.Returned && (m.model.Revisited(l.URL) || m.model.Order == frontier.BestNFirst):
		o.Result = frontier.Fetched // what such a URL goes back to has cases of its own
	case o.Result == frontier.Returned && rapid.IntRange(0, 3).Draw(t, "wait") == 0:
		o.RetryAt = far()
	}
	if o.Result == frontier.Fetched && m.refresh {
		o.Again = rapid.SampledFrom([]time.Time{{}, far(), time.Now().Add(-time.Hour)}).Draw(t, "again")
		o.Value = float64(rapid.IntRange(-2, 6).Draw(t, "worth"))
	}
	m.held = append(m.held[:i:i], m.held[i+1:]...)
	m.ended = append(m.ended, l)
	m.done(l, o)
	m.model.Finish(l.URL, o)
}

func (m *machine) finishStale(t *rapid.T) {
	if len(m.ended) == 0 {
		t.Skip("no lease was ended")
	}
	m.stale(rapid.SampledFrom(m.ended).Draw(t, "lease"))
}

func (m *machine) renew(t *rapid.T) {
	r, ok := m.Frontier.(ability.Renewer)
	if !ok || len(m.held) == 0 {
		t.Skip("no lease to renew")
	}
	i := rapid.IntRange(0, len(m.held)-1).Draw(t, "lease")
	m.held[i] = must(m.probe, "Renew", func(ctx context.Context) (frontier.Lease, error) { return r.Renew(ctx, m.held[i]) })
}

func (m *machine) rescore(t *rapid.T) {
	r, ok := m.Frontier.(ability.Rescorer)
	if !ok {
		t.Skip("the frontier is no Rescorer")
	}
	factor := rapid.IntRange(1, 16).Draw(t, "factor")
	value := func(e frontier.Entry) float64 {
		return float64((len(e.URL)+int(e.URL[len(e.URL)-1]))*factor%17%5) / 4
	}
	must(m.probe, "Rescore", func(ctx context.Context) (any, error) { return nil, r.Rescore(ctx, value) })
	m.model.Rescore(value)
}

func (m *machine) requeue(t *rapid.T) {
	r, ok := m.Frontier.(ability.Requeuer)
	if !ok || len(m.model.Dead) == 0 {
		t.Skip("nothing to requeue")
	}
	every := rapid.IntRange(1, 3).Draw(t, "every")
	which := func(f frontier.Failure) bool { return (len(f.URL)+len(f.Reason)+f.Attempts)%every == 0 }
	got := must(m.probe, "Requeue", func(ctx context.Context) (int, error) { return r.Requeue(ctx, which) })
	if want := m.model.Requeue(which); got != want {
		t.Fatalf("Requeue returned %d, want %d", got, want)
	}
	m.failed(m.model.Dead...)
}

// peek leaves BestNFirst alone, whose next batch may be formed already or not.
func (m *machine) peek(t *rapid.T) {
	k, ok := m.Frontier.(ability.Peeker)
	if !ok || m.model.Order == frontier.BestNFirst {
		t.Skip("the frontier is no Peeker, or has batches")
	}
	n := rapid.IntRange(0, 8).Draw(t, "n")
	got := must(m.probe, "Peek", func(ctx context.Context) ([]frontier.Entry, error) { return k.Peek(ctx, n) })
	if want := m.model.Peek(n); !slices.Equal(got, want) {
		t.Fatalf("Peek(%d)\ngot  %+v\nwant %+v", n, got, want)
	}
}

func (m *machine) list(t *rapid.T) {
	f, ok := m.Frontier.(ability.Recorder)
	if !ok {
		t.Skip("the frontier lists no records")
	}
	states := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"queued", "delayed", "revisiting", "leased", "done", "dead", "evicted", "due", "overdue", "refreshing"}), 0, 3, rapid.ID).Draw(t, "states")
	got := must(m.probe, "Records", func(ctx context.Context) ([]frontier.Record, error) { return ability.Records(ctx, f, states...) })
	if diff := cmp.Diff(m.model.Records(states...), got); diff != "" {
		t.Fatalf("Records(%q) (-want +got):\n%s", states, diff)
	}
}

// loseLeases is what the end of the process does to the leases it holds.
func (m *machine) loseLeases(t *rapid.T) {
	for _, l := range m.held {
		if m.model.Revisited(l.URL) {
			t.Skip("whether it would wait for everything else again is open")
		}
	}
	m.ended, m.held = append(m.ended, m.held...), nil
	m.model.Reopen()
}

func (m *machine) fetched(l frontier.Lease) {
	m.Helper()
	m.finish(l, frontier.Fetched)
	m.model.Finish(l.URL, frontier.Outcome{})
}

// drain ends all leases, pops the rest and compares the failures.
func (m *machine) drain() {
	m.Helper()
	for {
		for _, l := range m.held {
			m.fetched(l)
		}
		m.held = nil
		if !m.model.Available() {
			break
		}
		m.held = m.popN(1)
	}
	if m.model.Over() {
		m.end()
	}
	m.count(m.model.Stats())
	m.failed(m.model.Dead...)
}

func skewedRaises(t *testing.T, open opener) {
	sample.Check(t, func(rt *rapid.T) {
		o := frontier.Options{Reevaluation: rapid.SampledFrom([]frontier.Reevaluation{frontier.GetGreater, frontier.IncrementValues, frontier.ReplaceValues}).Draw(rt, "reevaluation")}
		f, _ := open(t, o)
		m := &machine{probe: probe{rt, f}, model: &model.Model{Options: o}}
		for range rapid.IntRange(1, 6).Draw(rt, "rounds") {
			var entries []frontier.Entry
			for _, n := range rapid.SliceOfN(rapid.IntRange(0, 1<<20), 0, 40).Draw(rt, "raises") {
				host := [8]int{0, 0, 0, 0, 0, 1, 1, 2 + n%16}[n>>4%8]
				entries = append(entries, page(fmt.Sprintf("h%d/%d", host, n>>7%64), float64(n>>13)))
			}
			m.pushBoth(entries)
			for range rapid.IntRange(0, 10).Draw(rt, "pops") {
				if !m.model.Available() {
					break
				}
				m.held = append(m.held, m.popN(1)...)
				if len(m.held) > 2 {
					m.fetched(m.held[0])
					m.held = m.held[1:]
				}
			}
		}
		m.drain()
	})
}
