package strategies_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// keeping is a frontier in memory that keeps observations.
type keeping struct {
	*frontier.Memory
	all [][]byte
}

func (f *keeping) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if len(o.Observation) > 0 {
		f.all = append(f.all, o.Observation)
	}
	return f.Memory.Done(ctx, l, o)
}

func (f *keeping) Observations(_ context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		for i := int(after); i < len(f.all); i++ {
			if !yield(frontier.Observation{Number: uint64(i + 1), Data: f.all[i]}, nil) {
				return
			}
		}
	}
}

// timed measures how long a strategy's observations take to make.
type timed struct {
	crawl.Resumable
	value, observation time.Duration
}

func (s *timed) FrontierOptions() frontier.Options { return crawl.FrontierOptions(s.Resumable) }

func (s *timed) Acknowledge(url string) {
	s.Resumable.(interface{ Acknowledge(string) }).Acknowledge(url)
}

func (s *timed) Value(p *crawl.Page) crawl.Valuation {
	p.Document()
	begin := time.Now()
	defer func() { s.value += time.Since(begin) }()
	return s.Resumable.Value(p)
}

func (s *timed) Observation(url string) []byte {
	begin := time.Now()
	defer func() { s.observation += time.Since(begin) }()
	return s.Resumable.Observation(url)
}

// TestObservationCost says what observations cost on a recorded web, with the flags of
// TestKilledData.
func TestObservationCost(t *testing.T) {
	if data.Web == "" {
		t.Skip("no -web")
	}
	m, err := data.material(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"adaptive", "lokman-normalized", "pagerank", "hits", "infospiders"} {
		s := &timed{Resumable: strategies.New(name, m.about).(crawl.Resumable)}
		f := &keeping{Memory: frontier.New(crawl.FrontierOptions(s))}
		c := crawl.Crawler{
			Strategy: s, Frontier: f, Transport: steady{m.web}, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
			IgnoreNoFollow: true, IgnoreRefresh: true, Limits: crawl.Limits{Pages: data.Pages, Attempts: 1},
		}
		begin, pages := time.Now(), 0
		for p, err := range c.Crawl(t.Context(), m.seeds(data)...) {
			if err != nil {
				t.Fatal(err)
			}
			if p.OK() {
				pages++
			}
		}
		whole := time.Since(begin)
		bytes, most := 0, 0
		for _, o := range f.all {
			bytes += len(o)
			most = max(most, len(o))
		}
		again := strategies.New(name, m.about).(crawl.Resumable)
		begin = time.Now()
		for _, o := range f.all {
			if err := again.Observe(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
		each := func(d time.Duration) time.Duration { return d / time.Duration(pages) }
		t.Logf("%s: %d pages, %d observations, %d bytes a page, at most %d; a page of the crawl %v, of that Value %v and Observation %v; Observe %v",
			name, pages, len(f.all), bytes/pages, most, each(whole), each(s.value), each(s.observation), each(time.Since(begin)))
	}
}
