package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var peekCases = []testcase{
	{"Orders", "Peek returns what Pop would lease if all hosts might be visited, in the order of the frontier", peekOrders},
	{"Waiting", "hosts that are busy or have to wait count as if they might be visited; URLs that wait for a retry or a revisit do not", peekWaiting},
	{"Leaves", "Peek leases nothing: twice it returns the same, and Pop and Stats do as without it", play(`
		push a/1=1 b/2=2 a/3=3
		peek 2 a/3 b/2; peek 2 a/3 b/2
		count queued=3 hosts=2
		pop a/3 attempt=1`)},
	{"Entry", "an entry is that of the discovery that counts, with the merged value and its host", peekEntry},
	{"Batch", "the URLs of the batch come first", play(`
		open best-n-first batch=2
		push a/5=5 b/4=4 c/3=3
		fetched a/5 -> d/9=9
		peek 100 b/4 d/9 c/3; peek 1 b/4`)},
	{"Limits", "Peek returns none for n of 0 or less, at most 1000 for more, and all of a few", peekLimits},
	{"Context", "Peek returns the error of a context that has ended", peekContext},
}

func peekOrders(t *testing.T, open opener) {
	for _, history := range []bool{false, true} { // some backends keep another index then
		for _, c := range sixOrders {
			t.Run(fmt.Sprintf("%v, history %v", c.order, history), func(t *testing.T) {
				p := start(t, open, frontier.Options{Order: c.order, History: history}, sixPages...)
				p.peeks(3, strings.Join(strings.Fields(c.want)[:3], " "))
				p.peeks(100, c.want)
				p.order(c.want)
				p.peeks(100, "")
			})
		}
	}
}

func peekWaiting(t *testing.T, open opener) {
	for _, history := range []bool{false, true} {
		p := start(t, open, frontier.Options{History: history}, page("a/9", 9), page("b/8", 8), page("c/7", 7), page("d/6", 6),
			page("a/5", 5), page("b/4", 4), page("c/3", 3), page("d/2", 2), page("e/1", 1))
		p.want("a/9") // a stays busy
		p.done(p.want("b/8"), frontier.Outcome{HostWait: time.Hour})
		p.done(p.want("c/7"), frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
		p.finish(p.want("d/6"), frontier.Revisit)
		if b, ok := p.Frontier.(blocker); ok {
			if err := b.Block(t.Context(), "e.test", far()); err != nil {
				t.Fatalf("Block: %v", err)
			}
		}
		p.peeks(100, "a/5 b/4 c/3 d/2 e/1")
		p.peeks(2, "a/5 b/4")
	}
}

func peekEntry(t *testing.T, open opener) {
	e := page("a/1", 7)
	e.Host, e.Source, e.Depth, e.Hops, e.Note = "group", "http://s.test/", 3, 1, "note"
	first := page("a/1", 4)
	first.Host = "group"
	p := start(t, open, frontier.Options{}, first, e)
	if got := p.peek(9); len(got) != 1 || got[0] != e {
		t.Errorf("Peek = %+v, want %+v", got, e)
	}
}

func peekLimits(t *testing.T, open opener) {
	var entries []frontier.Entry
	for i := range transition.MaxRank + 5 {
		entries = append(entries, page(fmt.Sprintf("h%d/%d", i%7, i), float64(i)))
	}
	p := start(t, open, frontier.Options{}, entries...)
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 20: 20, transition.MaxRank: transition.MaxRank, 1 << 30: transition.MaxRank} {
		got := p.peek(n)
		if len(got) != want {
			t.Fatalf("Peek(%d) returned %d entries, want %d", n, len(got), want)
		}
		for i, e := range got {
			if e.Value != float64(transition.MaxRank+4-i) {
				t.Fatalf("Peek(%d) returned the value %v as number %d", n, e.Value, i)
			}
		}
	}
}

func peekContext(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := ability[peeker](p).Peek(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("Peek = %v, %v; want the context's error", got, err)
	}
}
