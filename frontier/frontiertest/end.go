package frontiertest

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var endCases = []testcase{
	{"Empty", "Pop of an empty frontier returns io.EOF, again and again", play(`over; over`)},
	{"AfterEnd", "a push after the end goes on", play(`
		push a/1; order a/1
		push a/1 a/2; order a/2`)},
	{"NotWhileLeased", "Pop blocks while a page is leased, since it may still have links", each("fetched; dead", `
		push a/1; pop a/1
		wait; still; $1 a/1
		wakes over`)},
	{"NotWhileWaiting", "Pop blocks while a URL waits for its retry, its host or its revisit", each(
		"retry at=far; retry host=far; returned host=far; revisit host=far; fetched host=far_->_a/2", `
		push a/1; $1 a/1 $2
		nothing; nothing`)},
	{"LastLeaseEnds", "all blocked Pops return when the last lease ends, with its links or io.EOF", lastLeaseEnds},
	{"PushWakes", "a push wakes a blocked Pop", play(`
		push a/1; pop a/1
		wait; still
		push a/2=9; sleep; still     # the host is busy
		push b/1; wakes b/1`)},
	{"PushWakesBest", "a blocked Pop gets the best of what a push brings", play(`
		push a/1; pop a/1
		wait; push b/1=1 b/2=3 c/1=2; wakes b/2`)},
	{"DueWakes", "a blocked Pop gets a URL that falls due", each("retry at=soon; retry host=soon; revisit host=soon", `
		push a/1; pop a/1
		wait; $1 a/1 $2
		wakes a/1 attempt=2`)},
	{"Cancelled", "Pop returns the context's error when that ends first, and takes nothing", cancelled},
	{"CancelledBefore", "Pop with a context that has ended takes nothing", play(`
		push a/1; cancelled pop
		count queued=1 hosts=1
		pop a/1 attempt=1`)},
}

func lastLeaseEnds(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	l := p.pop()
	results := make(chan popped, 3)
	for range 3 {
		ch := p.later(0)
		go func() { results <- <-ch }()
	}
	p.done(l, frontier.Outcome{Links: []frontier.Entry{page("a/2", 1)}})
	r := <-results // the others may end only after this one
	if r.err != nil || name(r.URL) != "a/2" {
		t.Fatalf("a blocked Pop returned %s, %v; want a/2", name(r.URL), r.err)
	}
	p.finish(r.Lease, frontier.Fetched)
	for range 2 {
		if r := <-results; r.err != io.EOF {
			t.Errorf("a blocked Pop returned %s, %v; want io.EOF", name(r.URL), r.err)
		}
	}
}

func cancelled(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1), page("a/2", 1))
	l := p.pop()
	ctx, cancel := context.WithCancel(t.Context())
	ch := make(chan error)
	go func() {
		_, err := p.Pop(ctx)
		ch <- err
	}()
	time.Sleep(moment)
	cancel()
	if err := <-ch; !errors.Is(err, context.Canceled) {
		t.Errorf("Pop = %v, want context.Canceled", err)
	}
	p.finish(l, frontier.Fetched)
	p.count(frontier.Stats{Queued: 1, Done: 1, Hosts: 1})
	if l := p.want("a/2"); l.Attempt != 1 {
		t.Errorf("the URL is at attempt %d", l.Attempt)
	}

	// Many that give up in the moment in which there is something for them.
	p = start(t, open, frontier.Options{}, page("a/1", 1))
	for range 50 {
		l := p.pop()
		ctx, cancel := context.WithCancel(t.Context())
		got := make(chan popped, 1)
		go func() {
			l, err := p.Pop(ctx)
			got <- popped{l, err}
		}()
		time.Sleep(time.Millisecond)
		cancel()
		p.finish(l, frontier.Returned)
		if r := <-got; r.err == nil {
			p.finish(r.Lease, frontier.Returned)
		} else if !errors.Is(r.err, context.Canceled) {
			t.Fatalf("Pop = %v, want context.Canceled", r.err)
		}
	}
	if l := p.pop(); l.Attempt != 1 {
		t.Errorf("the URL is at attempt %d", l.Attempt)
	}
}
