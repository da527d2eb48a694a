package frontiertest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
)

// A player is a probe that remembers the leases of a test.
type player struct {
	probe
	t      *testing.T
	open   opener
	again  func(*testing.T) frontier.Frontier
	line   string                      // of the transcript
	held   map[string]frontier.Lease   // by page
	given  map[string][]frontier.Lease // by page
	popped <-chan popped
	tokens map[uint64]bool // of all leases
	lasts  time.Duration   // the lease time
	due    time.Time
	pops   [2]time.Time // when the last two began
}

// inLine is a test whose failures name the line of the transcript.
type inLine struct {
	*testing.T
	p *player
}

func (t inLine) Errorf(format string, args ...any) {
	t.Helper()
	t.T.Errorf("%s: %s", t.p.line, fmt.Sprintf(format, args...))
}

func (t inLine) Fatalf(format string, args ...any) {
	t.Helper()
	t.T.Fatalf("%s: %s", t.p.line, fmt.Sprintf(format, args...))
}

// start returns a player with a new frontier that has some entries.
func start(t *testing.T, open opener, o frontier.Options, entries ...frontier.Entry) *player {
	t.Helper()
	p := &player{probe: probe{tb: t}, t: t, open: open}
	p.begin(o)
	if len(entries) > 0 {
		p.push(entries...)
	}
	return p
}

func (p *player) begin(o frontier.Options) {
	p.t.Helper()
	p.held, p.given, p.tokens, p.lasts = map[string]frontier.Lease{}, map[string][]frontier.Lease{}, map[uint64]bool{}, o.LeaseTime
	p.Frontier, p.again = p.open(p.t, o)
}

func (p *player) reopen() {
	p.t.Helper()
	p.Frontier = p.again(p.t)
}

// able returns an ability of the frontier. Without it the case is skipped.
func able[A any](p *player) A {
	p.t.Helper()
	a, ok := p.Frontier.(A)
	if !ok {
		p.t.Skipf("%T has no %T", p.Frontier, (*A)(nil))
	}
	return a
}

// later pops in the background, by PopN if n is not 0.
func (p *player) later(n int) <-chan popped {
	ch := make(chan popped, 1)
	ctx, cancel := p.patient()
	pop := p.Pop
	if n > 0 {
		b := able[ability.Batcher](p)
		pop = func(ctx context.Context) (frontier.Lease, error) {
			ls, err := b.PopN(ctx, n)
			if len(ls) != 1 {
				return frontier.Lease{}, fmt.Errorf("PopN of %d: %s, %w", n, names(ls), err)
			}
			return ls[0], err
		}
	}
	go func() {
		defer cancel()
		l, err := pop(ctx)
		ch <- popped{l, err}
	}()
	time.Sleep(moment)
	return ch
}

type popped struct {
	frontier.Lease
	err error
}

// blocked checks that a Pop has not returned yet.
func (p probe) blocked(ch <-chan popped) {
	p.Helper()
	select {
	case r := <-ch:
		p.Fatalf("Pop returned %s, %v; want it to block", name(r.URL), r.err)
	default:
	}
}

// rescore gives all that waits a value.
func (p *player) rescore(value func(frontier.Entry) float64) {
	p.t.Helper()
	r := able[ability.Rescorer](p)
	must(p.probe, "Rescore", func(ctx context.Context) (any, error) { return nil, r.Rescore(ctx, value) })
}

// requeue requeues and checks how many URLs that were.
func (p *player) requeue(want int, which func(frontier.Failure) bool) {
	p.t.Helper()
	r := able[ability.Requeuer](p)
	got := must(p.probe, "Requeue", func(ctx context.Context) (int, error) { return r.Requeue(ctx, which) })
	if got != want {
		p.Errorf("Requeue returned %d, want %d", got, want)
	}
}

func anyFailure(frontier.Failure) bool { return true }

func (p *player) explain(page string) []frontier.Event {
	p.t.Helper()
	e := able[ability.Explainer](p)
	return must(p.probe, "Explain", func(ctx context.Context) ([]frontier.Event, error) { return e.Explain(ctx, notation.URL(page)) })
}

// history checks the events of a page, their times apart.
func (p *player) history(page string, want ...frontier.Event) {
	p.t.Helper()
	got := p.explain(page)
	for i := range got {
		if got[i].Time.IsZero() || i > 0 && got[i].Time.Before(got[i-1].Time) {
			p.Errorf("the times of the events are not in order: %v", got)
		}
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(frontier.Event{}, "Time"), cmpopts.EquateEmpty()); diff != "" {
		p.Errorf("Explain(%s) (-want +got):\n%s", page, diff)
	}
}

// record checks what is known of a page.
func (p *player) record(words []string) {
	p.t.Helper()
	f, want := able[ability.Recorder](p), notation.Record(words)
	got := must(p.probe, "Record", func(ctx context.Context) (frontier.Record, error) { return f.Record(ctx, want.URL) })
	if ago := time.Since(got.Ended); got.Ended.IsZero() == slices.Contains(words, "ended") || !got.Ended.IsZero() && (ago < -grain || ago > maxWait) {
		p.Errorf("Ended is %v", got.Ended)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(want, "Ended")); diff != "" {
		p.Errorf("Record (-want +got):\n%s", diff)
	}
}

// records checks which pages are in some states.
func (p *player) records(states, want []string) {
	p.t.Helper()
	f := able[ability.Recorder](p)
	var got []string
	for _, r := range must(p.probe, "Records", func(ctx context.Context) ([]frontier.Record, error) { return ability.Records(ctx, f, states...) }) {
		got = append(got, name(r.URL))
	}
	if !slices.Equal(got, want) {
		p.Errorf("Records(%q)\ngot  %q\nwant %q", states, got, want)
	}
}

func (p *player) peek(n int) []frontier.Entry {
	p.t.Helper()
	k := able[ability.Peeker](p)
	return must(p.probe, "Peek", func(ctx context.Context) ([]frontier.Entry, error) { return k.Peek(ctx, n) })
}

// peeks checks which URLs come next.
func (p *player) peeks(n int, want string) {
	p.t.Helper()
	var ls []frontier.Lease
	for _, e := range p.peek(n) {
		ls = append(ls, frontier.Lease{Entry: e})
	}
	if got := names(ls); got != want {
		p.Errorf("Peek(%d)\ngot  %s\nwant %s", n, got, want)
	}
}

// observed returns the data of the observations after one.
func (p *player) observed(after uint64) (all []string) {
	p.t.Helper()
	last := after
	for o, err := range able[ability.Observer](p).Observations(p.Context(), after) {
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
