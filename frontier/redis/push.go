package redis

import (
	"context"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
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
		left, err := f.run(ctx, scripts.Push, f.encode(nil, entries[:n])...).Int()
		if err != nil {
			return f.wrap("push", err)
		}
		f.workOff(ctx, left)
		entries = entries[n:]
	}
	return nil
}

// workOff has the server do what a call has left for later ones: a script does
// a bounded part of the work. If that fails the others' calls do it.
func (f *Frontier) workOff(ctx context.Context, left int) {
	for left > 0 {
		var err error
		if left, err = f.runLate(ctx, nil, scripts.Push).Int(); err != nil {
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
	args := f.encode([]any{
		stored.Digest(l.URL), l.Token, o.Result.String(), o.Reason,
		micros(until(o.RetryAt)), micros(o.HostWait), f.id, o.Observation,
	}, o.Links)
	var left int
	perhaps := false // an earlier attempt has ended the lease
	err := f.ride(ctx, false, func() (err error) {
		left, err = f.runLate(ctx, nil, scripts.Done, args...).Int()
		perhaps = perhaps || mayHaveWorked(err)
		return err
	})
	switch {
	case err != nil:
		return f.wrap("done", err)
	case perhaps && left == endedByIt:
		return nil // no other worker had the URL
	case left < 0:
		return frontier.ErrStaleLease
	}
	f.workOff(ctx, left)
	return nil
}

// endedByIt is what the script says of a lease that does not hold, since an earlier
// attempt has ended it with this outcome.
const endedByIt = -2

// Renew implements [frontier.Abilities].
func (f *Frontier) Renew(ctx context.Context, l frontier.Lease) (frontier.Lease, error) {
	var now time.Time
	var held bool
	err := f.ride(ctx, false, func() (err error) {
		now = time.Now()
		held, err = f.runLate(ctx, nil, scripts.Renew, stored.Digest(l.URL), l.Token).Bool()
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
	return f.wrap("block", f.run(ctx, scripts.Block, host, micros(until(t))).Err())
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

// encode appends what the scripts take of entries.
func (f *Frontier) encode(args []any, entries []frontier.Entry) []any {
	for _, e := range entries {
		args = f.form.Append(args, e)
	}
	return args
}
