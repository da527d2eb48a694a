package frontiertest

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

var workerCases = []testcase{
	{"OnePerHost", "many workers on skewed hosts do each URL once, never two of a host at once, and all end with io.EOF",
		func(t *testing.T, open opener) { manyWorkers(t, open, frontier.Options{}) }},
	{"TwoPerHost", "many workers on skewed hosts do each URL once, never three of a host at once, and all end with io.EOF",
		func(t *testing.T, open opener) {
			manyWorkers(t, open, frontier.Options{PerHost: 2, Reevaluation: frontier.DistinctHosts, History: true})
		}},
	{"Bounded", "with a capacity, no URL is done twice and all workers end",
		func(t *testing.T, open opener) { manyWorkers(t, open, frontier.Options{Capacity: 8}) }},
}

// A site is a web of pages 0 to n-1, most of them on few hosts, with what
// becomes of each and a record of who visits it.
type site struct {
	n, perHost int

	mu     sync.Mutex
	leased map[string]bool
	busy   map[string]int // leases of a host
	visits map[int]int
	ended  map[string]frontier.Result
	errs   []string
}

func (s *site) entry(i int, value float64) frontier.Entry {
	host := "big"
	if i%2 == 1 {
		host = fmt.Sprintf("h%d", i%9/2)
	}
	return page(fmt.Sprintf("%s/%d", host, i), value)
}

// enter notes a lease and returns the outcome of the visit.
func (s *site) enter(l frontier.Lease, r *rand.Rand) frontier.Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.leased[l.URL] {
		s.errs = append(s.errs, l.URL+" was leased twice at once")
	}
	if _, ended := s.ended[l.URL]; ended {
		s.errs = append(s.errs, l.URL+" was leased after its end")
	}
	s.leased[l.URL] = true
	host := hostOf(l.URL)
	s.busy[host]++
	if s.busy[host] > s.perHost {
		s.errs = append(s.errs, fmt.Sprintf("%s has %d leases at once", host, s.busy[host]))
	}
	_, path, _ := strings.Cut(name(l.URL), "/")
	i, err := strconv.Atoi(path)
	if err != nil {
		s.errs = append(s.errs, "no page has the URL "+l.URL)
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
			o.Links = append(o.Links, s.entry(link, r.Float64()))
		}
	}
	return o
}

// leave notes the end of a lease, before the frontier knows about it.
func (s *site) leave(l frontier.Lease, r frontier.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.leased, l.URL)
	s.busy[hostOf(l.URL)]--
	if r == frontier.Fetched || r == frontier.Dead {
		s.ended[l.URL] = r
	}
}

func manyWorkers(t *testing.T, open opener, o frontier.Options) {
	s := &site{
		n: 400, perHost: max(1, o.PerHost),
		leased: map[string]bool{}, busy: map[string]int{}, visits: map[int]int{}, ended: map[string]frontier.Result{},
	}
	if testing.Short() {
		s.n = 100
	}
	p := start(t, open, o, s.entry(0, 1))
	ctx, cancel := context.WithTimeout(t.Context(), 6*maxWait)
	defer cancel()
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(w)))
			if err := work(ctx, p.probe, s, r, w%2 == 0); err != io.EOF {
				t.Errorf("worker %d ended with %v, want io.EOF", w, err)
				cancel()
			}
		})
	}
	wg.Wait()
	for _, err := range s.errs {
		t.Error(err)
	}
	if t.Failed() || o.Capacity > 0 {
		return
	}
	want := map[string]frontier.Result{}
	dead := 0
	for i := range s.n {
		result := frontier.Fetched
		if i%11 == 5 {
			result = frontier.Dead
			dead++
		}
		want[s.entry(i, 0).URL] = result
	}
	if !maps.Equal(s.ended, want) {
		t.Errorf("%d pages came to an end, want all %d", len(s.ended), len(want))
	}
	p.count(frontier.Stats{Done: s.n - dead, Dead: dead, Hosts: len(s.busy)})
}

// work is the life of a worker. It pushes a link by itself now and then, and
// leases several pages at a time if it may.
func work(ctx context.Context, p probe, s *site, r *rand.Rand, several bool) error {
	for {
		ls, err := lease(ctx, p, several)
		if err != nil {
			return err
		}
		for _, l := range ls {
			o := s.enter(l, r)
			if r.IntN(4) == 0 {
				if err := p.Push(ctx, o.Links...); err != nil {
					return err
				}
			}
			s.leave(l, o.Result)
			if err := p.Done(ctx, l, o); err != nil {
				return err
			}
		}
	}
}

func lease(ctx context.Context, p probe, several bool) ([]frontier.Lease, error) {
	if b, ok := p.Frontier.(batcher); ok && several {
		return b.PopN(ctx, 3)
	}
	l, err := p.Pop(ctx)
	return []frontier.Lease{l}, err
}
