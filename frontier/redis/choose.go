package redis

import (
	"context"
	"io"
	"math"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// takeFrom is take for several shards: the best URLs by what was last heard of each. Only who
// is going to sleep asks all shards: one call of a process.
func (f *Frontier) takeFrom(ctx context.Context, n int, sleeps bool) ([]frontier.Lease, time.Duration, error) {
	for {
		leases, err := f.takeBest(ctx, n, sleeps)
		if len(leases) > 0 {
			return leases, 0, nil
		}
		if err != nil {
			return nil, 0, f.wrap("pop", err)
		}
		if !sleeps {
			return nil, 0, nil
		}
		due, found, err := f.survey(ctx, sleeps)
		if err != nil {
			return nil, 0, f.wrap("pop", err)
		}
		if found {
			f.waiting.settle()
			continue
		}
		before, over := f.standing()
		if !over {
			return nil, due, nil
		}
		if due, found, err = f.survey(ctx, sleeps); err != nil {
			return nil, 0, f.wrap("pop", err)
		}
		if after, over := f.standing(); found || !over || !slices.Equal(before, after) {
			continue
		}
		leases, failed, err := f.takeFailed(ctx, n)
		if err == io.EOF && due < math.MaxInt64 { // pages that are due again are waited for
			failed, err = due, nil
		} else if err != nil && err != io.EOF {
			err = f.wrap("pop", err)
		}
		return leases, min(failed, due), err
	}
}

// takeBest leases the best URLs that are known, after asking the shards of which nothing is.
func (f *Frontier) takeBest(ctx context.Context, n int, sleeps bool) (leases []frontier.Lease, err error) {
	var asked time.Time
	for range 4 * len(f.shards) { // others may always be sooner
		unknown, next, more := f.choose(asked)
		if len(unknown) > 1 && !sleeps {
			break
		}
		if len(unknown) > 0 {
			if asked.IsZero() {
				asked = time.Now()
			}
			err := forShards(unknown, func(s *shard) error {
				_, err := s.claim(ctx, wanted{})
				return err
			})
			if err != nil {
				return leases, err
			}
			f.waiting.settle()
			continue
		}
		s := next.best
		if s == nil {
			break
		}
		asked = time.Time{}
		some := 1
		if more {
			some = n - len(leases)
		}
		s.asking.Add(1)
		c, err := s.claim(ctx, wanted{n: some, others: next.others, kind: next.kind})
		s.asking.Add(-1)
		leases = append(leases, c.leases...)
		if err != nil || len(leases) == n {
			return leases, err
		}
	}
	return leases, nil
}

// survey asks all shards what falls due, and delivers what is in their outboxes. It reports whether any
// has a URL that may be leased, or something was delivered.
func (f *Frontier) survey(ctx context.Context, sleeps bool) (due time.Duration, found bool, err error) {
	dues := make([]time.Duration, len(f.shards))
	err = f.each(func(s *shard) error {
		c, err := s.claim(ctx, wanted{sleeps: sleeps})
		if dues[s.i] = c.due; c.over {
			dues[s.i] = math.MaxInt64
		}
		return err
	})
	if err != nil {
		return 0, false, err
	}
	var full []*shard
	for _, s := range f.shards {
		s.mu.Lock()
		found = found || s.news.Top.Age != "" || s.news.Again.Age != ""
		if s.news.Out > 0 {
			full = append(full, s)
		}
		s.mu.Unlock()
	}
	if len(full) > 0 {
		found = true
		f.flush(ctx)
		err = forShards(full, func(s *shard) error {
			return s.ride(ctx, true, func() error { return s.empty(ctx) })
		})
	}
	return slices.Min(dues), found, err
}

// standing returns how many leases each shard has given, and whether nothing is left of
// it but URLs that failed. If that is so twice, and no lease was given meanwhile, it was
// so of all shards at one time.
func (f *Frontier) standing() (tokens []int64, over bool) {
	over = true
	for _, s := range f.shards {
		s.mu.Lock()
		tokens = append(tokens, s.news.Token)
		over = over && s.news.Idle && s.news.Out == 0
		s.mu.Unlock()
	}
	return tokens, over
}

// takeFailed leases the URL that failed last, when nothing else is left. Without any the error is
// io.EOF, unless seeds are to be waited for.
func (f *Frontier) takeFailed(ctx context.Context, n int) ([]frontier.Lease, time.Duration, error) {
	last, most, urls := (*shard)(nil), -1.0, int64(0)
	for _, s := range f.shards {
		s.mu.Lock()
		urls += s.news.URLs
		if s.news.Failed > most {
			last, most = s, s.news.Failed
		}
		s.mu.Unlock()
	}
	if last == nil && urls == 0 && f.options.WaitForSeeds {
		return nil, math.MaxInt64, nil
	}
	if last == nil {
		return nil, 0, io.EOF
	}
	c, err := last.claim(ctx, wanted{n: n, sleeps: true, reopens: true})
	if c.over {
		return nil, 0, err // it was revisited meanwhile
	}
	return c.leases, c.due, err
}
