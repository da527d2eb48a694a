// Package site is a web that workers of a frontier visit, and keeps who did.
package site

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
)

// A Site is a web of pages 0 to n-1, most of them on few hosts, with what
// becomes of each and a record of who visits it.
type Site struct {
	n, perHost int

	mu     sync.Mutex
	leased map[string]bool
	busy   map[string]int // leases of a host
	visits map[int]int
	ended  map[string]frontier.Result
	faults []string
}

// New returns a site of some pages, of whose hosts each is to have at most perHost leases.
func New(pages, perHost int) *Site {
	return &Site{
		n: pages, perHost: perHost,
		leased: map[string]bool{}, busy: map[string]int{}, visits: map[int]int{}, ended: map[string]frontier.Result{},
	}
}

// Entry returns a discovery of a page.
func (s *Site) Entry(i int, value float64) frontier.Entry {
	host := "big"
	if i%2 == 1 {
		host = fmt.Sprintf("h%d", i%9/2)
	}
	return notation.Page(fmt.Sprintf("%s/%d", host, i), value)
}

// Enter notes a lease and returns the outcome of the visit.
func (s *Site) Enter(l frontier.Lease, r *rand.Rand) frontier.Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.leased[l.URL] {
		s.faults = append(s.faults, l.URL+" was leased twice at once")
	}
	if _, ended := s.ended[l.URL]; ended {
		s.faults = append(s.faults, l.URL+" was leased after its end")
	}
	s.leased[l.URL] = true
	host := notation.HostOf(l.URL)
	s.busy[host]++
	if s.busy[host] > s.perHost {
		s.faults = append(s.faults, fmt.Sprintf("%s has %d leases at once", host, s.busy[host]))
	}
	_, path, _ := strings.Cut(notation.Name(l.URL), "/")
	i, err := strconv.Atoi(path)
	if err != nil {
		s.faults = append(s.faults, "no page has the URL "+l.URL)
	}
	s.visits[i]++
	var o frontier.Outcome
	switch visit := s.visits[i]; {
	case i%11 == 5:
		o.Result = frontier.Dead
	case i%7 == 3 && visit == 1:
		o.Result = frontier.Revisit
	case i%5 == 2 && visit == 1:
		o.Result = frontier.Retry
	case i%13 == 6 && visit < 3:
		o.Result = frontier.Returned
	}
	for _, link := range []int{3*i + 1, 3*i + 2, 3*i + 3, 7 * i % s.n, i - 1} {
		if 0 <= link && link < s.n {
			o.Links = append(o.Links, s.Entry(link, r.Float64()))
		}
	}
	return o
}

// Leave notes the end of a lease, before the frontier knows about it.
func (s *Site) Leave(l frontier.Lease, r frontier.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.leased, l.URL)
	s.busy[notation.HostOf(l.URL)]--
	if r == frontier.Fetched || r == frontier.Dead {
		s.ended[l.URL] = r
	}
}

// Faults returns what was wrong with the visits.
func (s *Site) Faults() []string { return s.faults }

// Ended checks that every page has come to its end, and returns the counts of a frontier
// then.
func (s *Site) Ended() (frontier.Stats, error) {
	want := map[string]frontier.Result{}
	dead := 0
	for i := range s.n {
		result := frontier.Fetched
		if i%11 == 5 {
			result = frontier.Dead
			dead++
		}
		want[s.Entry(i, 0).URL] = result
	}
	if !maps.Equal(s.ended, want) {
		return frontier.Stats{}, fmt.Errorf("%d pages came to an end, want all %d", len(s.ended), len(want))
	}
	return frontier.Stats{Done: s.n - dead, Dead: dead, Hosts: len(s.busy)}, nil
}
