package frontiertest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
)

var orderCases = []testcase{
	{"Orders", "each order leases what it says, ties the one pushed first, across hosts too", orders},
	{"Ties", "ties go to the URL that was pushed first, also when it came to its value later", play(`
		push z/1 b/2 a/3 b/4 z/5 a/6 m/10 m/9
		order z/1 b/2 a/3 b/4 z/5 a/6 m/10 m/9
		open; push a/old=1 b/new=2; push a/old=2
		order a/old b/new`)},
	{"ReturnedKeepsPlace", "a URL that is queued again is as old as it was", each("returned; retry", `
		push a/1 b/2 a/3; $1 a/1
		order a/1 b/2 a/3`)},
	{"CloseValues", "values are float64s; none is rounded", closeValues},
	{"BestNFirst", "the N best are leased before anything found meanwhile", play(`
		open best-n-first batch=2
		push a/5=5 b/4=4 c/3=3 a/2=2
		fetched a/5 -> d/9=9 c/3=7
		fetched b/4                  # of the first batch
		fetched d/9 -> d/8=8
		fetched c/3                  # of the second
		order d/8 a/2
		open best-n-first            # N is 256
		push a/1=1 b/2=2
		fetched b/2 -> d/9=9
		order a/1 d/9`)},
	{"BestNFirstHosts", "only while no host of the batch may be visited does another URL go first", play(`
		open best-n-first batch=2
		push a/9=9 a/8=8 b/7=7
		pop a/9; pop b/7             # not of the batch, but a is busy
		fetched a/9
		push c/10=10
		fetched a/8; fetched b/7
		order c/10`)},
	{"PopN", "PopN leases as many of the n best as there are, the best first", popN},
	{"PopNHosts", "PopN leases no more of a host than the host may have", popNHosts},
	{"PopNOfNothing", "PopN refuses to lease fewer URLs than one", popNOfNothing},
	{"PopNBlocks", "PopN blocks until there is one, and does not wait for more", popNBlocks},
	{"NeverIncreases", "without a push between, no pop returns a greater value than the one before", neverIncreases},
}

// sixPages are pages on three hosts, three of them of the same value.
var sixPages = []frontier.Entry{
	page("a/low", -1), page("b/first", 2), page("a/high", 7), page("a/second", 2),
	page("c/zero", 0), page("b/third", 2),
}

// sixOrders says in which order they are leased.
var sixOrders = []struct {
	order frontier.Order
	want  string
}{
	{frontier.BestFirst, "a/high b/first a/second b/third c/zero a/low"},
	{frontier.FIFO, "a/low b/first a/high a/second c/zero b/third"},
	{frontier.LIFO, "b/third c/zero a/second a/high b/first a/low"},
	{frontier.BestNFirst, "a/high b/first a/second b/third c/zero a/low"},
}

func orders(t *testing.T, open opener) {
	for _, c := range sixOrders {
		t.Run(c.order.String(), func(t *testing.T) {
			start(t, open, frontier.Options{Order: c.order}, sixPages...).order(c.want)

			p := start(t, open, frontier.Options{Order: c.order})
			for _, e := range sixPages {
				p.push(e)
			}
			p.order(c.want)
		})
	}
}

func closeValues(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/lower", 0.3), page("a/higher", math.Nextafter(0.3, 1)),
		page("a/big", 1<<53), page("a/bigger", 1<<53+2))
	p.order("a/bigger a/big a/higher a/lower")
}

func popN(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{PerHost: 9}, page("a/1", 1), page("b/4", 4), page("a/3", 3), page("a/5", 5), page("b/2", 2))
	b := ability[batcher](p)
	for _, want := range []string{"a/5 b/4", "a/3 b/2 a/1"} {
		ls, err := b.PopN(t.Context(), len(want)/4+1)
		if got := names(ls); err != nil || got != want {
			t.Fatalf("PopN(%d) = %s, %v; want %s", len(want)/4+1, got, err, want)
		}
		for _, l := range ls {
			p.finish(l, frontier.Fetched)
		}
	}
	if ls, err := b.PopN(t.Context(), 3); err == nil || len(ls) > 0 {
		t.Errorf("PopN at the end = %s, %v", names(ls), err)
	}
}

func popNHosts(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{PerHost: 2}, pages(1, "a/1", "a/2", "a/3", "b/4", "a/5", "c/6")...)
	ls, err := ability[batcher](p).PopN(t.Context(), 5)
	if got, want := names(ls), "a/1 a/2 b/4 c/6"; err != nil || got != want {
		t.Errorf("PopN(5) = %s, %v; want %s", got, err, want)
	}
}

func popNOfNothing(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	b := ability[batcher](p)
	for _, n := range []int{0, -1} {
		if ls, err := b.PopN(t.Context(), n); err == nil || len(ls) > 0 {
			t.Errorf("PopN(%d) = %s, %v; want an error", n, names(ls), err)
		}
	}
	p.order("a/1")
}

func popNBlocks(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1), page("a/2", 1))
	b := ability[batcher](p)
	l := p.want("a/1")
	p.nothing()
	ctx, cancel := p.patient()
	defer cancel()
	ch := make(chan string, 1)
	go func() {
		ls, err := b.PopN(ctx, 3)
		ch <- fmt.Sprint(names(ls), " ", err)
	}()
	time.Sleep(moment)
	p.finish(l, frontier.Fetched)
	if got, want := <-ch, "a/2 <nil>"; got != want {
		t.Errorf("PopN = %s, want %s", got, want)
	}
}

func neverIncreases(t *testing.T, open opener) {
	for _, hosts := range []int{1, 5} {
		t.Run(fmt.Sprintf("%d hosts", hosts), func(t *testing.T) {
			f := opened(t, open, frontier.Options{})
			urls := 0
			random(t, func(t *rapid.T) {
				p := probe{t, f}
				var entries []frontier.Entry
				for _, value := range rapid.SliceOfN(rapid.Float64(), 1, 12).Draw(t, "values") {
					host := rapid.IntRange(0, hosts-1).Draw(t, "host")
					urls++
					entries = append(entries, page(fmt.Sprintf("h%d/%d", host, urls), value))
				}
				p.push(entries...)
				ls := p.drain()
				if len(ls) != len(entries) {
					t.Errorf("popped %d of %d", len(ls), len(entries))
				}
				for i := 1; i < len(ls); i++ {
					if ls[i].Value > ls[i-1].Value {
						t.Errorf("%v was popped after %v", ls[i].Value, ls[i-1].Value)
					}
				}
			})
		})
	}
}
