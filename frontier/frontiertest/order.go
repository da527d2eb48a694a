package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/sample"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var orderCases = []testcase{
	{"Orders", "each order leases what it says, ties the one pushed first, across hosts too", each(sixOrders, `
		open $1; push `+sixPages+`
		order $2 $3 $4 $5 $6 $7
		open $1; push `+strings.ReplaceAll(sixPages, " ", "; push ")+`
		order $2 $3 $4 $5 $6 $7`)},
	{"Ties", "ties go to the URL that was pushed first, also when it came to its value later", play(`
		push z/1 b/2 a/3 b/4 z/5 a/6 m/10 m/9
		order z/1 b/2 a/3 b/4 z/5 a/6 m/10 m/9
		open; push a/old=1 b/new=2; push a/old=2
		order a/old b/new`)},
	{"ReturnedKeepsPlace", "a URL that is queued again is as old as it was", each("returned; retry", `
		push a/1 b/2 a/3; $1 a/1
		order a/1 b/2 a/3`)},
	{"CloseValues", "values are float64s; none is rounded", play(`
		push a/lower=.3 a/higher=.30000000000000004 a/big=9007199254740992 a/bigger=9007199254740994
		order a/bigger a/big a/higher a/lower`)},
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
	{"PopN", "PopN leases as many of the n best as there are, the best first", play(`
		open per-host=9
		push a/1=1 b/4=4 a/3=3 a/5=5 b/2=2
		popn 2 a/5 b/4; fetched a/5; fetched b/4
		popn 5 a/3 b/2 a/1; fetched a/3; fetched b/2; fetched a/1
		popn 3`)},
	{"PopNHosts", "PopN leases no more of a host than the host may have", play(`
		open per-host=2
		push a/1 a/2 a/3 b/4 a/5 c/6
		popn 5 a/1 a/2 b/4 c/6`)},
	{"PopNOfNothing", "PopN refuses to lease fewer URLs than one", play(`
		push a/1; popn 0; popn -1
		order a/1`)},
	{"PopNBlocks", "PopN blocks until there is one, and does not wait for more", play(`
		push a/1 a/2; pop a/1; nothing
		wait 3; still
		fetched a/1; wakes a/2`)},
	{"NeverIncreases", "without a push between, no pop returns a greater value than the one before", neverIncreases},
}

// sixPages are pages on three hosts, three of them of the same value, and sixOrders the
// orders in which they are leased.
const (
	sixPages  = "a/low=-1 b/first=2 a/high=7 a/second=2 c/zero=0 b/third=2"
	sixOrders = `
		best-first   a/high b/first a/second b/third c/zero a/low;
		fifo         a/low b/first a/high a/second c/zero b/third;
		lifo         b/third c/zero a/second a/high b/first a/low;
		best-n-first a/high b/first a/second b/third c/zero a/low`
)

func neverIncreases(t *testing.T, open opener) {
	for _, hosts := range []int{1, 5} {
		t.Run(fmt.Sprintf("%d hosts", hosts), func(t *testing.T) {
			f, _ := open(t, frontier.Options{})
			urls := 0
			sample.Check(t, func(t *rapid.T) {
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

var peekCases = []testcase{
	{"Orders", "Peek returns what Pop would lease if all hosts might be visited, in the order of the frontier", each(sixOrders, peekOrders+strings.ReplaceAll(peekOrders, "open", "open history"))},
	{"Waiting", "hosts that are busy or have to wait count as if they might be visited; URLs that wait for a retry or a revisit do not", each("greater; history", `
		open $1
		push a/9=9 b/8=8 c/7=7 d/6=6 a/5=5 b/4=4 c/3=3 d/2=2 e/1=1
		pop a/9                      # a stays busy
		fetched b/8 host=far; retry c/7 at=far; revisit d/6
		peek 100 a/5 b/4 c/3 d/2 e/1
		block e far
		peek 100 a/5 b/4 c/3 d/2 e/1; peek 2 a/5 b/4`)},
	{"Leaves", "Peek leases nothing: twice it returns the same, and Pop and Stats do as without it", play(`
		push a/1=1 b/2=2 a/3=3
		peek 2 a/3 b/2; peek 2 a/3 b/2
		count queued=3 hosts=2
		pop a/3 attempt=1`)},
	{"Entry", "an entry is that of the discovery that counts, with the merged value and its host", play(`
		push a/1=4+group a/1=7@s/+full+group
		peek 9 a/1=7@s/+full+0+group`)},
	{"Batch", "the URLs of the batch come first", play(`
		open best-n-first batch=2
		push a/5=5 b/4=4 c/3=3
		fetched a/5 -> d/9=9
		peek 100 b/4 d/9 c/3; peek 1 b/4`)},
	{"Limits", "Peek returns none for n of 0 or less, at most 1000 for more, and all of a few", peekLimits},
	{"Context", "Peek returns the error of a context that has ended", play(`push a/1; cancelled peek`)},
}

// peekOrders is played with a history too: some backends keep another index then.
const peekOrders = `
		open $1; push ` + sixPages + `
		peek 3 $2 $3 $4
		peek 100 $2 $3 $4 $5 $6 $7
		order $2 $3 $4 $5 $6 $7
		peek 100`

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
