package redis

import (
	"cmp"
	"context"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

const (
	// pushAtOnce is how many entries take effect together.
	pushAtOnce = 10_000

	// mostLinks is how many links take effect together with the end of a page's
	// lease: Redis takes about a million arguments in one call, six for a link.
	mostLinks = 150_000
)

// Push implements [frontier.Frontier]. Up to 10,000 entries take effect
// together; more are pushed 10,000 at a time, and after an error the later ones may be
// missing. Entries that are refused are so before any is pushed.
func (f *Frontier) Push(ctx context.Context, entries ...frontier.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := frontier.Valid(entries...); err != nil {
		return err
	}
	for len(entries) > 0 {
		n := min(len(entries), pushAtOnce)
		args := f.sort(entries[:n])
		err := f.waiting.change(func() error { return f.push(ctx, args) })
		if err != nil {
			return f.wrap("push", err)
		}
		entries = entries[n:]
	}
	return nil
}

// push calls the script for each shard that has entries, and hears of all together.
func (f *Frontier) push(ctx context.Context, args [][]any) error {
	left, news, asked := make([]int, len(args)), make([]string, len(args)), time.Now()
	err := f.each(func(s *shard) error {
		if len(args[s.i]) == 0 {
			return nil
		}
		n, texts, err := parseTaken(s.run(ctx, scripts.Push, args[s.i]...))
		if err != nil {
			s.forget()
			return err
		}
		left[s.i], news[s.i] = n, texts[0]
		return nil
	})
	f.choosing.Lock()
	for _, s := range f.shards {
		if news[s.i] != "" {
			err = cmp.Or(err, s.hear(news[s.i], asked))
		}
	}
	f.choosing.Unlock()
	return cmp.Or(err, f.each(func(s *shard) error {
		s.workOff(ctx, left[s.i])
		return nil
	}))
}

// workOff has the server do what a call has left for later ones: a script does
// a bounded part of the work. If that fails the others' calls do it.
func (s *shard) workOff(ctx context.Context, left int) {
	for left > 0 {
		asked := time.Now()
		var err error
		if left, _, err = s.parseLeft(s.runLate(ctx, nil, scripts.Push), asked); err != nil {
			s.forget()
			return
		}
	}
}

// Done implements [frontier.Frontier]. Of more than 150,000 links the last take
// effect together with the outcome and the others before it, as by Push: if the
// page is not done after all, they are there already when it is fetched again.
func (f *Frontier) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if err := o.Valid(); err != nil {
		return err
	}
	if first := len(o.Links) - mostLinks; first > 0 {
		if _, err := f.Renew(ctx, l); err != nil { // a lease that does not hold has no effect
			return err
		}
		if err := f.Push(ctx, o.Links[:first]...); err != nil {
			return err
		}
		o.Links = o.Links[first:]
	}
	f.busy.Add(1)
	defer f.busy.Add(-1)
	s := f.leasedBy(l)
	f.ticks.Add(1) // failures come in order
	links := f.sort(o.Links)
	batches := s.batches(links, o.Observation)
	own := o.Observation
	if s.i != 0 {
		own = nil
	}
	again := int64(-1)
	if !o.Again.IsZero() {
		again = micros(until(o.Again))
	}
	args := []any{
		stored.Digest(l.URL), s.token(l), o.Result.String(), o.Reason,
		micros(until(o.RetryAt)), micros(o.HostWait), again, stored.FormatValue(o.Value), f.id, own,
	}
	var trims map[int]string
	if len(batches)+len(links[s.i])+len(own) > 0 { // else a full server takes it
		args, trims = s.takeTrims(args)
	} else {
		args = append(args, 0)
	}
	args = append(args, len(batches))
	for _, b := range batches {
		args = append(args, b.to, b.Text())
	}
	args = append(args, links[s.i]...)
	return f.waiting.change(func() error { return s.done(ctx, args, trims, batches) })
}

// done calls the script that ends a lease, and delivers what the page gives to other shards.
func (s *shard) done(ctx context.Context, args []any, trims map[int]string, batches []batch) error {
	var left int
	var numbers []string
	perhaps := false // an earlier attempt has ended the lease
	err := s.ride(ctx, false, func() (err error) {
		asked := time.Now()
		left, numbers, err = s.parseLeft(s.runLate(ctx, nil, scripts.Done, args...), asked)
		perhaps = perhaps || wire.MayHaveWorked(err)
		return err
	})
	if err != nil || left < 0 {
		s.trim(trims)
		s.forget()
	}
	switch {
	case err != nil:
		return s.f.wrap("done", err)
	case perhaps && left == endedByIt: // no other worker had the URL
	case left < 0:
		return frontier.ErrStaleLease
	}
	if len(batches) > 0 {
		s.deliverOwn(ctx, batches, numbers)
	}
	s.workOff(ctx, left)
	return nil
}

// A token of a crawl of several shards says which of them gave it.

func (s *shard) publicToken(token uint64) uint64 { return token*uint64(len(s.f.shards)) + uint64(s.i) }

func (s *shard) token(l frontier.Lease) uint64 { return l.Token / uint64(len(s.f.shards)) }

// leasedBy returns the shard of a lease.
func (f *Frontier) leasedBy(l frontier.Lease) *shard { return f.shards[l.Token%uint64(len(f.shards))] }

// endedByIt is what the script says of a lease that does not hold, since an earlier
// attempt has ended it with this outcome.
const endedByIt = -2

// Renew implements [frontier.Abilities].
func (f *Frontier) Renew(ctx context.Context, l frontier.Lease) (frontier.Lease, error) {
	var now time.Time
	var held bool
	s := f.leasedBy(l)
	err := s.ride(ctx, false, func() (err error) {
		now = time.Now()
		held, err = s.runLate(ctx, nil, scripts.Renew, stored.Digest(l.URL), s.token(l)).Bool()
		return err
	})
	if err != nil {
		return frontier.Lease{}, f.wrap("renew", err)
	}
	if !held {
		return frontier.Lease{}, frontier.ErrStaleLease
	}
	l.Expires = now.Add(f.lease)
	return l, nil
}

// Block implements [frontier.Abilities].
func (f *Frontier) Block(ctx context.Context, host string, t time.Time) error {
	s := f.shardOf(host)
	defer s.forget()
	return f.wrap("block", s.run(ctx, scripts.Block, host, micros(until(t))).Err())
}

// until returns how long it is to a time. The scripts are given that and add it
// to the server's clock, so the clocks of the machines need not agree.
func until(t time.Time) time.Duration {
	if t.IsZero() {
		return 0
	}
	return max(0, time.Until(t))
}

// micros rounds up, since nothing is to happen before its time.
func micros(d time.Duration) int64 {
	return int64((max(0, d) + time.Microsecond - 1) / time.Microsecond)
}
