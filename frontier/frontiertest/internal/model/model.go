// Package model is a frontier that is plainly right, to compare others with.
package model

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// A Model is a frontier that is plainly right: all its records stand in one
// slice, which is searched and sorted at need. In its time nothing falls due.
type Model struct {
	frontier.Options
	records  []*record          // the first pushed first
	revisits []*record          // the last failed last
	Dead     []frontier.Failure // in the order in which they died
	both     int                // leases while there were queued and overdue records for them
}

type record struct {
	frontier.Entry // the discovery that counts, with the merged value
	age            int
	found          []frontier.Contribution // since the first push or the last Rescore
	state          state
	attempts       int
	reason         string // of the last outcome but Returned
	revisited      bool
	lost           int
	batch          bool // in the batch of BestNFirst
}

type state string

const (
	queued     state = "queued"
	delayed    state = "delayed"
	revisiting state = "revisiting"
	leased     state = "leased"
	done       state = "done"
	dead       state = "dead"
	evicted    state = "evicted"
	due        state = "due"
	overdue    state = "overdue"
	refreshing state = "refreshing"
)

// in returns the records in any of some states.
func (m *Model) in(states ...state) (rs []*record) {
	for _, r := range m.records {
		if slices.Contains(states, r.state) {
			rs = append(rs, r)
		}
	}
	return rs
}

func (m *Model) record(url string) *record {
	for _, r := range m.records {
		if r.URL == url {
			return r
		}
	}
	return nil
}

// Push is that of a frontier, of one entry.
func (m *Model) Push(e frontier.Entry) {
	given := frontier.Contribution{Source: e.Source, Value: e.Value}
	r := m.record(e.URL)
	if r == nil && (e.Known || e.Stale) {
		return
	}
	if e.Stale {
		if r.state == due {
			r.state, r.Value, r.found = overdue, e.Value, []frontier.Contribution{{Source: rescored, Value: e.Value}}
		}
		return
	}
	if r == nil {
		if e.Host == "" {
			e.Host = notation.HostOf(e.URL)
		}
		r = &record{Entry: e, age: len(m.records), found: []frontier.Contribution{given}, state: queued}
		m.records = append(m.records, r)
		m.evict()
		return
	}
	switch r.state {
	case leased, done, dead, due, overdue, refreshing:
		return
	}
	if m.Reevaluation == frontier.ReplaceValues && e.Hops > 0 {
		given.Value = max(given.Value, r.Value)
	}
	r.found = append(r.found, given)
	before, depth := r.Value, r.Depth
	if !e.Known {
		depth = min(depth, e.Depth)
	}
	r.Value = merged(m.Reevaluation, r.found)
	if m.Reevaluation == frontier.GetGreater && r.Value > before && !e.Known {
		r.Source, r.Hops, r.Note = e.Source, e.Hops, e.Note
	}
	r.Depth = depth
	if r.state == evicted && r.Value > before {
		r.state = queued
	}
	m.evict()
}

// merged merges what one URL was given, all at once. For NoisyOr and
// DistinctHosts there are fewer sources than MaxSources.
func merged(v frontier.Reevaluation, found []frontier.Contribution) float64 {
	greatest, sum := found[0].Value, 0.0
	bySource := map[string]float64{}
	for _, c := range found {
		greatest = max(greatest, c.Value)
		sum += c.Value
		source := c.Source
		if v == frontier.DistinctHosts && source != rescored {
			source = notation.HostOf(source)
		}
		if old, ok := bySource[source]; !ok || c.Value > old {
			bySource[source] = c.Value
		}
	}
	switch v {
	case frontier.ReplaceValues:
		latest := found[0].Value
		for _, c := range found[1:] {
			if latest < frontier.SeedValue || c.Value > latest {
				latest = c.Value
			}
		}
		return latest
	case frontier.GetGreater:
		return greatest
	case frontier.IncrementValues:
		return sum
	}
	sum, none, chances := 0.0, 1.0, true
	for _, value := range bySource {
		sum += value
		none *= 1 - value
		chances = chances && 0 <= value && value <= 1
	}
	if v == frontier.DistinctHosts {
		return sum
	}
	if !chances {
		return greatest
	}
	return 1 - none
}

// rescored is the source of what Rescore gave.
const rescored = "rescored"

// Rescore is that of a frontier.
func (m *Model) Rescore(value func(frontier.Entry) float64) {
	for _, r := range m.in(queued, delayed, revisiting, evicted) {
		r.Value = value(r.Entry)
		r.found = []frontier.Contribution{{Source: rescored, Value: r.Value}}
		if r.state == evicted {
			r.state = queued
		}
	}
	m.evict()
}

// evict evicts what is too much.
func (m *Model) evict() {
	rs := m.in(queued, delayed)
	slices.SortFunc(rs, m.compare)
	for m.Capacity > 0 && len(rs) > m.Capacity {
		last := rs[len(rs)-1]
		last.state, last.batch = evicted, false
		rs = rs[:len(rs)-1]
	}
}

// Revisited reports whether a URL is or was leased for its revisit.
func (m *Model) Revisited(url string) bool { return m.record(url).revisited }

// Peek is that of a frontier.
func (m *Model) Peek(n int) (next []frontier.Entry) {
	rs := m.in(queued)
	slices.SortFunc(rs, m.compare)
	for _, r := range rs[:min(n, len(rs))] {
		next = append(next, r.Entry)
	}
	return next
}

// compare is negative if a is leased before b.
func (m *Model) compare(a, b *record) int {
	switch m.Order {
	case frontier.FIFO:
		return a.age - b.age
	case frontier.LIFO:
		return b.age - a.age
	}
	if a.batch != b.batch {
		if a.batch {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.Value, a.Value), a.age-b.age)
}

// ready returns the records of a state, queued or overdue, whose host may be visited, the best first.
func (m *Model) ready(s state) (rs []*record) {
	busy := map[string]int{}
	for _, r := range m.in(leased, refreshing) {
		busy[r.Host]++
	}
	for _, r := range m.in(s) {
		if busy[r.Host] < max(1, m.PerHost) {
			rs = append(rs, r)
		}
	}
	if s == overdue {
		slices.SortFunc(rs, func(a, b *record) int { return cmp.Or(cmp.Compare(b.Value, a.Value), a.age-b.age) })
		return rs
	}
	slices.SortFunc(rs, m.compare)
	return rs
}

// next returns the record that is leased next, nil for none.
func (m *Model) next() *record {
	found, again := m.ready(queued), m.ready(overdue)
	if len(found) > 0 && len(again) > 0 {
		before := math.Floor(float64(m.both) * m.Refresh)
		m.both++
		if math.Floor(float64(m.both)*m.Refresh) == before {
			return found[0]
		}
		return again[0]
	}
	if all := append(found, again...); len(all) > 0 {
		return all[0]
	}
	return nil
}

// revisit returns the record to revisit, if it is time for that.
func (m *Model) revisit() *record {
	if len(m.in(queued, delayed, leased, overdue, refreshing)) > 0 || len(m.revisits) == 0 {
		return nil
	}
	return m.revisits[len(m.revisits)-1]
}

// Available reports whether a Pop would return a URL.
func (m *Model) Available() bool {
	return len(m.ready(queued))+len(m.ready(overdue)) > 0 || m.revisit() != nil
}

// Over reports whether a Pop would return io.EOF.
func (m *Model) Over() bool {
	return len(m.in(queued, delayed, revisiting, leased, overdue, refreshing)) == 0 && !(m.Continuous && len(m.in(due)) > 0)
}

// PopN is that of a frontier, but that it returns none where that would block. Tokens are 0.
func (m *Model) PopN(n int) (ls []frontier.Lease) {
	for len(ls) < n {
		if r := m.revisit(); r != nil {
			m.revisits = m.revisits[:len(m.revisits)-1]
			r.state, r.revisited = queued, true
		}
		m.formBatch()
		r := m.next()
		if r == nil {
			break
		}
		again := r.state == overdue
		r.state, r.batch = leased, false
		if again {
			r.state = refreshing
		}
		r.attempts++
		ls = append(ls, frontier.Lease{Entry: r.Entry, Attempt: r.attempts, Lost: r.lost, Revisited: r.revisited, Again: again})
	}
	return ls
}

func (m *Model) formBatch() {
	rs := m.in(queued)
	if m.Order != frontier.BestNFirst || slices.ContainsFunc(rs, func(r *record) bool { return r.batch }) {
		return
	}
	slices.SortFunc(rs, m.compare)
	for _, r := range rs[:min(m.BatchSize, len(rs))] {
		r.batch = true
	}
}

// Finish is Done of the lease of a URL.
func (m *Model) Finish(url string, o frontier.Outcome) {
	r := m.record(url)
	if o.Result != frontier.Returned {
		r.reason = o.Reason
	}
	waits, later := queued, delayed
	if r.state == refreshing {
		waits, later = overdue, due
	}
	switch {
	case o.Result == frontier.Fetched && !o.Again.IsZero():
		r.Value, r.attempts, r.lost, r.revisited = o.Value, 0, 0, false
		r.found = []frontier.Contribution{{Source: rescored, Value: r.Value}}
		if r.state = overdue; o.Again.After(time.Now()) {
			r.state = due
		}
	case o.Result == frontier.Fetched:
		r.state = done
	case o.Result == frontier.Retry && !o.RetryAt.IsZero():
		r.state = later
	case o.Result == frontier.Retry:
		r.state = waits
	case o.Result == frontier.Returned:
		r.state = waits
		if !o.RetryAt.IsZero() {
			r.state = later
		}
		r.attempts--
	case o.Result == frontier.Revisit && !r.revisited:
		r.state = revisiting
		m.revisits = append(m.revisits, r)
	default:
		r.state = dead
		m.Dead = append(m.Dead, frontier.Failure{URL: r.URL, Source: r.Source, Reason: o.Reason, Attempts: r.attempts})
	}
	m.evict()
	for _, e := range o.Links {
		m.Push(e)
	}
}

// Requeue is that of a frontier.
func (m *Model) Requeue(which func(frontier.Failure) bool) int {
	before := len(m.Dead)
	m.Dead = slices.DeleteFunc(m.Dead, func(f frontier.Failure) bool {
		if !which(f) {
			return false
		}
		r := m.record(f.URL)
		r.state, r.attempts, r.lost, r.revisited = queued, 0, 0, false
		m.evict()
		return true
	})
	return before - len(m.Dead)
}

// Reopen ends all leases as the end of the process does.
func (m *Model) Reopen() {
	for _, r := range m.in(leased, refreshing) {
		if r.lost = min(r.lost+1, transition.MaxLost); r.state == leased {
			r.state = queued
		} else {
			r.state = overdue
		}
	}
	m.evict()
}

// Records is that of a frontier, by URL and without times.
func (m *Model) Records(states ...string) (all []frontier.Record) {
	for _, r := range m.records {
		if len(states) == 0 || slices.Contains(states, string(r.state)) {
			all = append(all, frontier.Record{
				URL: r.URL, State: string(r.state), Value: r.Value, Depth: r.Depth, Attempts: r.attempts, Reason: r.reason,
			})
		}
	}
	slices.SortFunc(all, func(a, b frontier.Record) int { return cmp.Compare(a.URL, b.URL) })
	return all
}

// Stats is that of a frontier.
func (m *Model) Stats() frontier.Stats {
	hosts := map[string]bool{}
	for _, r := range m.records {
		hosts[r.Host] = true
	}
	return frontier.Stats{
		Queued: len(m.in(queued, delayed, revisiting)), Leased: len(m.in(leased, refreshing)), Done: len(m.in(done)),
		Dead: len(m.in(dead)), Evicted: len(m.in(evicted)), Hosts: len(hosts),
		Due: len(m.in(due)), Overdue: len(m.in(overdue)),
	}
}
