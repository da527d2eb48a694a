package redis

import (
	"cmp"
	"context"
	"io"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Pop implements [frontier.Frontier]. Expires is by the worker's own clock and
// never later than the server has it.
func (f *Frontier) Pop(ctx context.Context) (frontier.Lease, error) {
	leases, err := f.PopN(ctx, 1)
	if err != nil {
		return frontier.Lease{}, err
	}
	return leases[0], nil
}

// PopN implements [frontier.Abilities]. It returns at most 1000 leases.
func (f *Frontier) PopN(ctx context.Context, n int) ([]frontier.Lease, error) {
	if err := cmp.Or(ctx.Err(), transition.ValidPopN(n)); err != nil {
		return nil, err
	}
	if !f.waiting.occupied() {
		leases, _, err := f.take(ctx, n, false)
		if err != nil && err != io.EOF && ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil || len(leases) > 0 {
			return leases, err
		}
	}
	return f.waiting.wait(ctx, n)
}

// take leases what there is, up to n URLs. Without any it returns how long it
// is until something falls due; sleeps says that the caller waits for that, or
// to be woken. The error is io.EOF when nothing is left to come.
func (f *Frontier) take(ctx context.Context, n int, sleeps bool) ([]frontier.Lease, time.Duration, error) {
	ctx, cancel := wire.Lasting(ctx)
	defer cancel()
	f.busy.Add(1)
	defer f.busy.Add(-1)
	if len(f.shards) > 1 {
		if f.alone() {
			f.flush(ctx)
		}
		return f.takeFrom(ctx, n, sleeps)
	}
	c, err := f.shards[0].claim(ctx, wanted{n: n, sleeps: sleeps})
	if err == nil && c.over {
		return nil, 0, io.EOF
	}
	return c.leases, c.due, f.wrap("pop", err)
}

// wanted is what a claim asks for.
type wanted struct {
	n       int
	sleeps  bool
	others  stored.Place // below which nothing is leased
	kind    string       // o for what is overdue, q for what is not, "" for both, by their share
	reopens bool         // nothing is left but URLs that failed, in any shard
}

// A claim is what the script returns; see pop.lua.
type claim struct {
	leases []frontier.Lease
	due    time.Duration
	over   bool // nothing is left to come
	inbox  bool // entries are to be taken in first
}

func (s *shard) claim(ctx context.Context, w wanted) (claim, error) {
	c, err := s.claimOnce(ctx, w, false)
	if err == nil && c.inbox {
		if err := s.run(ctx, scripts.Push).Err(); err != nil {
			return claim{}, err
		}
		c, err = s.claimOnce(ctx, w, true)
	}
	return c, err
}

func (s *shard) claimOnce(ctx context.Context, w wanted, tookIn bool) (claim, error) {
	var c claim
	err := s.ride(ctx, true, func() (err error) {
		asked := time.Now()
		expires := asked.Add(s.f.lease)
		cmd := s.runLate(ctx, func(cmd *goredis.Cmd) {
			if c, err := s.parseClaim(cmd, asked, expires); err == nil {
				s.f.giveBack(c.leases)
			}
		}, scripts.Pop, w.n, digit(w.sleeps), digit(s.f.options.WaitForSeeds), digit(tookIn), w.others.Text, w.others.Age, digit(w.reopens), w.kind)
		c, err = s.parseClaim(cmd, asked, expires)
		return err
	})
	if err != nil {
		s.forget()
	}
	return c, err
}

func (s *shard) parseClaim(cmd *goredis.Cmd, asked, expires time.Time) (c claim, err error) {
	reply, err := cmd.Slice()
	if err != nil {
		return c, err
	}
	if len(reply)%6 != 2 {
		return c, wire.Malformed("it has %d elements", len(reply))
	}
	next, ok := reply[0].(int64)
	heard, isText := reply[1].(string)
	if !ok || !isText || next < -2 || (next == 0) != (len(reply) > 2) {
		return c, wire.Malformed("it has %d elements after %d", len(reply)-1, next)
	}
	if next != -2 {
		if err := s.hear(heard, asked); err != nil {
			return c, err
		}
	}
	switch {
	case next == -1:
		c.over = true
		return c, nil
	case next == -2:
		c.inbox = true
		return c, nil
	case next > 0:
		c.due = time.Duration(min(next, 1e12)) * time.Microsecond
		return c, nil
	}
	c.leases = make([]frontier.Lease, 0, len(reply)/6)
	for at := 2; at < len(reply); at += 6 {
		l, err := stored.ParseLease(reply[at : at+6])
		if err != nil {
			return claim{}, err
		}
		l.Token, l.Expires = s.publicToken(l.Token), expires
		c.leases = append(c.leases, l)
	}
	return c, nil
}

// giveBack returns leases whose caller has gone. If that fails they run
// out.
func (f *Frontier) giveBack(leases []frontier.Lease) {
	ctx, cancel := context.WithTimeout(context.Background(), wire.Grace)
	defer cancel()
	for _, l := range leases {
		if f.Done(ctx, l, frontier.Outcome{Result: frontier.Returned}) != nil {
			return
		}
	}
}
