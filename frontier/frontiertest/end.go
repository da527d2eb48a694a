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
	{"Empty", "Pop of an empty frontier returns io.EOF, again and again", endEmpty},
	{"AfterEnd", "a push after the end goes on", pushAfterEnd},
	{"NotWhileLeased", "Pop blocks while a page is leased, since it may still have links", endNotWhileLeased},
	{"NotWhileWaiting", "Pop blocks while a URL waits for its retry, its host or its revisit", endNotWhileWaiting},
	{"LastLeaseEnds", "all blocked Pops return when the last lease ends, with its links or io.EOF", lastLeaseEnds},
	{"PushWakes", "a push wakes a blocked Pop", pushWakes},
	{"PushWakesBest", "a blocked Pop gets the best of what a push brings", pushWakesBest},
	{"DueWakes", "a blocked Pop gets a URL that falls due", dueWakes},
	{"Cancelled", "Pop returns the context's error when that ends first, and takes nothing", cancelled},
	{"CancelledBefore", "Pop with a context that has ended takes nothing", cancelledBefore},
}

func endEmpty(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{})
	p.end()
	p.end()
}

func pushAfterEnd(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.order("a/1")
	p.push(page("a/1", 1), page("a/2", 1))
	p.order("a/2")
}

func endNotWhileLeased(t *testing.T, open opener) {
	for _, r := range []frontier.Result{frontier.Fetched, frontier.Dead} {
		p := start(t, open, frontier.Options{}, page("a/1", 1))
		l := p.pop()
		ch := p.later()
		p.blocked(ch)
		p.finish(l, r)
		if r := <-ch; r.err != io.EOF {
			t.Errorf("the blocked Pop returned %s, %v; want io.EOF", name(r.URL), r.err)
		}
	}
}

func endNotWhileWaiting(t *testing.T, open opener) {
	for _, o := range []frontier.Outcome{
		{Result: frontier.Retry, RetryAt: far()},
		{Result: frontier.Retry, HostWait: time.Hour},
		{Result: frontier.Returned, HostWait: time.Hour},
		{Result: frontier.Revisit, HostWait: time.Hour},
		{HostWait: time.Hour, Links: pages(1, "a/2")},
	} {
		p := start(t, open, frontier.Options{}, page("a/1", 1))
		p.done(p.pop(), o)
		p.nothing()
		p.nothing()
	}
}

func lastLeaseEnds(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	l := p.pop()
	results := make(chan popped, 3)
	for range 3 {
		ch := p.later()
		go func() { results <- <-ch }()
	}
	p.done(l, frontier.Outcome{Links: pages(1, "a/2")})
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

func pushWakes(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.pop()
	ch := p.later()
	p.blocked(ch)
	p.push(page("a/2", 9)) // the host is busy
	time.Sleep(moment)
	p.blocked(ch)
	p.push(page("b/1", 1))
	if r := <-ch; r.err != nil || name(r.URL) != "b/1" {
		t.Errorf("the blocked Pop returned %s, %v; want b/1", name(r.URL), r.err)
	}
}

func pushWakesBest(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.pop()
	ch := p.later()
	p.push(page("b/1", 1), page("b/2", 3), page("c/1", 2))
	if r := <-ch; r.err != nil || name(r.URL) != "b/2" {
		t.Errorf("the blocked Pop returned %s, %v; want b/2", name(r.URL), r.err)
	}
}

func dueWakes(t *testing.T, open opener) {
	for _, o := range []frontier.Outcome{
		{Result: frontier.Retry, RetryAt: time.Now().Add(wait)},
		{Result: frontier.Retry, HostWait: wait},
		{Result: frontier.Revisit, HostWait: wait},
	} {
		p := start(t, open, frontier.Options{}, page("a/1", 1))
		l := p.pop()
		ch := p.later()
		p.done(l, o)
		if r := <-ch; r.err != nil || r.Attempt != 2 {
			t.Errorf("the blocked Pop returned attempt %d, %v; want attempt 2", r.Attempt, r.err)
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

func cancelledBefore(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if l, err := p.Pop(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Pop = %s, %v; want context.Canceled", name(l.URL), err)
	}
	p.count(frontier.Stats{Queued: 1, Hosts: 1})
	if l := p.pop(); l.Attempt != 1 {
		t.Errorf("the URL is at attempt %d", l.Attempt)
	}
}
