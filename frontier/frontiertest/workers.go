package frontiertest

import (
	"context"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/site"
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

func manyWorkers(t *testing.T, open opener, o frontier.Options) {
	pages := 400
	if testing.Short() {
		pages = 100
	}
	s := site.New(pages, max(1, o.PerHost))
	p := start(t, open, o, s.Entry(0, 1))
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
	for _, fault := range s.Faults() {
		t.Error(fault)
	}
	if t.Failed() || o.Capacity > 0 {
		return
	}
	want, err := s.Ended()
	if err != nil {
		t.Fatal(err)
	}
	p.count(want)
}

// work is the life of a worker. It pushes a link by itself now and then, and
// leases several pages at a time if it may.
func work(ctx context.Context, p probe, s *site.Site, r *rand.Rand, several bool) error {
	for {
		ls, err := lease(ctx, p, several)
		if err != nil {
			return err
		}
		for _, l := range ls {
			o := s.Enter(l, r)
			if r.IntN(4) == 0 {
				if err := p.Push(ctx, o.Links...); err != nil {
					return err
				}
			}
			s.Leave(l, o.Result)
			if err := p.Done(ctx, l, o); err != nil {
				return err
			}
		}
	}
}

func lease(ctx context.Context, p probe, several bool) ([]frontier.Lease, error) {
	if b, ok := p.Frontier.(ability.Batcher); ok && several {
		return b.PopN(ctx, 3)
	}
	l, err := p.Pop(ctx)
	return []frontier.Lease{l}, err
}
