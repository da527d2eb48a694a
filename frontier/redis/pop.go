package redis

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
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

// PopN implements [frontier.Batcher].
func (f *Frontier) PopN(ctx context.Context, n int) ([]frontier.Lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n = max(n, 1)
	if !f.room.occupied() {
		leases, _, err := f.take(ctx, n, false)
		if err != nil || len(leases) > 0 {
			return leases, err
		}
	}
	return f.room.wait(ctx, n)
}

// take leases what there is, up to n URLs. Without any it returns how long it
// is until something falls due; sleeps says that the caller waits for that, or
// to be woken. The error is io.EOF when nothing is left to come.
func (f *Frontier) take(ctx context.Context, n int, sleeps bool) ([]frontier.Lease, time.Duration, error) {
	expires := time.Now().Add(f.lease)
	reply, err := f.run(ctx, scriptPop, n, digit(sleeps)).Slice()
	if err != nil {
		return nil, 0, f.wrap("pop", err)
	}
	if next := reply[0].(int64); next < 0 {
		return nil, 0, io.EOF
	} else if next > 0 {
		return nil, time.Duration(min(next, 1e12)) * time.Microsecond, nil
	}
	leases := make([]frontier.Lease, 0, len(reply)/6)
	for at := 1; at < len(reply); at += 6 {
		l, err := parseLease(reply[at : at+6])
		if err != nil {
			return nil, 0, f.wrap("pop", err)
		}
		l.Expires = expires
		leases = append(leases, l)
	}
	return leases, 0, nil
}

// parseLease reads token, attempts, revisited, host, value and body.
func parseLease(reply []any) (l frontier.Lease, err error) {
	var s [6]string
	for i, v := range reply {
		s[i], _ = v.(string)
	}
	if l.Entry, err = parseBody(s[5]); err != nil {
		return l, err
	}
	l.Revisited, l.Host = s[2] == "1", s[3]
	if l.Token, err = strconv.ParseUint(s[0], 10, 64); err != nil {
		return l, fmt.Errorf("the token of %s: %w", l.URL, err)
	}
	if l.Attempt, err = strconv.Atoi(s[1]); err != nil {
		return l, fmt.Errorf("the attempts of %s: %w", l.URL, err)
	}
	if l.Value, err = strconv.ParseFloat(s[4], 64); err != nil {
		return l, fmt.Errorf("the value of %s: %w", l.URL, err)
	}
	return l, nil
}

// giveBack returns leases that nobody is there to take. If that fails they run
// out.
func (f *Frontier) giveBack(leases []frontier.Lease) {
	for _, l := range leases {
		if f.Done(context.Background(), l, frontier.Outcome{Result: frontier.Returned}) != nil {
			return
		}
	}
}
