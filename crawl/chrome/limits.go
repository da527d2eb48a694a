package chrome

import (
	"fmt"
	"math"
	"time"
)

// Limits bound what one page costs. The zero value of a field means its
// default. A page that exceeds Requests or Bytes is refused the rest; one that
// exceeds another limit, or goes on asking, is not rendered. A request whose URL
// has more than 8,192 bytes is always refused.
type Limits struct {
	Time     time.Duration // to render, and half of it to come to rest; default 15 s, less where the crawl's own limit leaves less. More gives the browser more time to answer too
	Requests int           // that it makes besides its own; default 100
	Bytes    int64         // of what it posts and of the answers, decoded; default 32 MiB
	Page     int64         // of the plain and of the rendered page; default 10 MiB

	// Memory is what one process of the browser may use, in bytes; together
	// they have Tabs + 2 times as much. Default 1 GiB. Except on Linux it
	// bounds the heap of scripts only.
	Memory int64
}

// Limits that nobody sets.
const (
	maxDialogs  = 20               // that a page may open
	maxMoves    = 20               // that it may try
	askedFactor = 10               // times Limits.Requests, after which a page is given up
	waiting     = 10_000           // requests that wait, after which it is given up too
	closeTime   = 10 * time.Second // for the browser to begin a page, or to give one up, if Limits.Time is not longer
)

// most is what a limit of bytes or requests is at most, so that sums and
// products of limits do not overflow.
const most = 1 << 40

func (l Limits) withDefaults() Limits {
	orDefault(&l.Time, 15*time.Second)
	orDefault(&l.Requests, 100)
	orDefault(&l.Bytes, 32<<20)
	orDefault(&l.Page, 10<<20)
	orDefault(&l.Memory, 1<<30)
	l.Requests = min(l.Requests, math.MaxInt32/askedFactor)
	l.Bytes = min(l.Bytes, most)
	l.Page = min(l.Page, most)
	l.Memory = min(l.Memory, most)
	return l
}

func orDefault[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// patience is how long the browser may take to begin a page or to give one up. Where
// pages are given more time the machine is slow, and so is the browser.
func (l Limits) patience() time.Duration { return max(closeTime, l.Time) }

// check reports a limit that is none.
func (l Limits) check() error {
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"Time", int64(l.Time)}, {"Requests", int64(l.Requests)}, {"Bytes", l.Bytes}, {"Page", l.Page}, {"Memory", l.Memory},
	} {
		if limit.value < 0 {
			return fmt.Errorf("chrome: Limits.%s is %d: want more than 0, or 0 for the default", limit.name, limit.value)
		}
	}
	return nil
}
