package frontiertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

var capacityCases = []testcase{
	{"EvictsLowest", "with more than Capacity queued the lowest is evicted, and remembered", evictsLowest},
	{"EvictsNewest", "of equals the one pushed last is evicted", evictsNewest},
	{"TakesBack", "an evicted URL comes back when it is pushed with a higher value", takesBack},
	{"TakesBackSum", "what an evicted URL was given before still counts", takesBackSum},
	{"NotHigher", "an evicted URL that is pushed with no higher value stays away", notHigher},
	{"WhatCounts", "leased and ended URLs and those waiting for a revisit are not bound by Capacity; those waiting for a retry are", whatCounts},
	{"QueuedAgain", "a URL that is queued again may evict another", queuedAgain},
	{"AcrossHosts", "the lowest of all hosts is evicted", evictsAcrossHosts},
	{"End", "evicted URLs do not keep a crawl from ending", evictedEnd},
	{"Bytes", "Bytes bounds the bytes of queued URLs, sources and notes", bytes},
	{"BytesGrow", "a discovery that counts from now on takes its own bytes", bytesGrow},
}

func evictsLowest(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 2}, page("a/1", 1), page("a/2", 2))
	p.count(frontier.Stats{Queued: 2, Hosts: 1})
	p.push(page("a/3", 3))
	p.count(frontier.Stats{Queued: 2, Evicted: 1, Hosts: 1})
	p.push(page("a/0", 0)) // too low itself
	p.count(frontier.Stats{Queued: 2, Evicted: 2, Hosts: 1})
	p.push(page("a/2", 4)) // no new one
	p.count(frontier.Stats{Queued: 2, Evicted: 2, Hosts: 1})
	p.order("a/2 a/3")
	p.count(frontier.Stats{Done: 2, Evicted: 2, Hosts: 1})
}

func evictsNewest(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 2}, pages(1, "z/1", "b/2", "a/3")...)
	p.push(page("c/4", 2))
	p.order("c/4 z/1")
}

func takesBack(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 2}, page("a/1", 1), page("a/2", 2), page("a/3", 3))
	e := page("a/1", 2.5)
	e.Source, e.Depth, e.Note = "http://s.test/", 4, "again"
	p.push(e)
	p.count(frontier.Stats{Queued: 2, Evicted: 1, Hosts: 1})
	p.finish(p.want("a/3"), frontier.Fetched)
	l := p.want("a/1")
	if l.Value != 2.5 || l.Source != e.Source || l.Depth != 4 || l.Note != "again" || l.Attempt != 1 {
		t.Errorf("leased %+v, want the discovery that brought it back", l)
	}
	p.finish(l, frontier.Fetched)
	p.end()
}

func takesBackSum(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 1, Reevaluation: frontier.IncrementValues}, page("a/1", 3), page("a/2", 4))
	p.push(page("a/1", 2))
	if l := p.want("a/1"); l.Value != 5 {
		t.Errorf("the value is %v, want 5", l.Value)
	}
}

func notHigher(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 1}, page("a/1", 1), page("a/2", 2))
	p.push(page("a/1", 0.5), page("a/1", 1.5)) // higher, but still the lowest
	p.count(frontier.Stats{Queued: 1, Evicted: 1, Hosts: 1})
	p.order("a/2")
}

func whatCounts(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 1}, page("a/1", 1))
	p.finish(p.pop(), frontier.Revisit)
	p.push(page("b/1", 1))
	p.finish(p.want("b/1"), frontier.Dead)
	p.push(page("b/2", 1))
	p.finish(p.want("b/2"), frontier.Fetched)
	p.push(page("b/3", 1))
	p.want("b/3")
	p.push(page("c/1", 1))
	p.count(frontier.Stats{Queued: 2, Leased: 1, Done: 1, Dead: 1, Hosts: 3})

	p.done(p.want("c/1"), frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
	p.push(page("c/2", 2)) // evicts the delayed c/1
	p.count(frontier.Stats{Queued: 2, Leased: 1, Done: 1, Dead: 1, Evicted: 1, Hosts: 3})
	p.want("c/2")
}

func queuedAgain(t *testing.T, open opener) {
	for _, result := range []frontier.Result{frontier.Retry, frontier.Returned} {
		p := start(t, open, frontier.Options{Capacity: 1}, page("a/1", 2))
		l := p.pop()
		p.push(page("b/1", 1))
		p.finish(l, result)
		p.count(frontier.Stats{Queued: 1, Evicted: 1, Hosts: 2})
		p.order("a/1")

		p = start(t, open, frontier.Options{Capacity: 1}, page("a/1", 2))
		l = p.pop()
		p.push(page("b/1", 3))
		p.finish(l, result)
		p.count(frontier.Stats{Queued: 1, Evicted: 1, Hosts: 2})
		p.order("b/1")
	}
}

func evictsAcrossHosts(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 3})
	for i, host := range strings.Fields("a b c a b c d") {
		p.push(page(fmt.Sprint(host, "/", i), float64(i*3%7))) // 0 3 6 2 5 1 4
	}
	p.order("c/2 b/4 d/6")
}

func evictedEnd(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 1}, page("a/1", 1), page("a/2", 2))
	l := p.want("a/2")
	p.done(l, frontier.Outcome{})
	p.end()
	p.count(frontier.Stats{Done: 1, Evicted: 1, Hosts: 1})
}

// weighing returns a discovery of that many bytes.
func weighing(bytes int, name string, value float64) frontier.Entry {
	e := page(name, value)
	e.Source = "http://s.test/"
	e.Note = strings.Repeat("n", bytes-len(e.URL)-len(e.Source))
	return e
}

func bytes(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Bytes: 250}, weighing(100, "a/1", 1), weighing(100, "b/2", 2))
	p.count(frontier.Stats{Queued: 2, Hosts: 2})
	p.push(weighing(50, "c/3", 3)) // just fits
	p.count(frontier.Stats{Queued: 3, Hosts: 3})
	p.push(weighing(50, "a/4", 4)) // evicts a/1
	p.count(frontier.Stats{Queued: 3, Evicted: 1, Hosts: 3})
	p.push(weighing(40, "d/0", 0)) // the lowest, within the bound
	p.count(frontier.Stats{Queued: 4, Evicted: 1, Hosts: 4})
	p.push(weighing(150, "e/5", 5)) // evicts d/0 and b/2
	p.count(frontier.Stats{Queued: 3, Evicted: 3, Hosts: 5})
	p.finish(p.want("e/5"), frontier.Fetched) // now there is space
	p.push(weighing(150, "e/1", 1))
	p.order("a/4 c/3 e/1")
}

func bytesGrow(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Bytes: 250}, weighing(100, "a/1", 1), weighing(100, "a/2", 2))
	p.push(weighing(150, "a/2", 1)) // does not count
	p.count(frontier.Stats{Queued: 2, Hosts: 1})
	p.push(weighing(160, "a/2", 3))
	p.count(frontier.Stats{Queued: 1, Evicted: 1, Hosts: 1})
	p.push(weighing(60, "a/2", 4), weighing(180, "a/4", 4)) // shrinks again
	p.order("a/2 a/4")
}
