package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

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
		peek 9 a/1=7@s/+full+group`)},
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
