package dial

import (
	"context"
	"net"
	"net/netip"
	"time"
)

const (
	attemptDelay = 250 * time.Millisecond // before the next address is tried too (RFC 8305, 5)
	leastDelay   = 10 * time.Millisecond  // if there are many, or little time
	maxAttempts  = 8                      // at once
)

// interleave returns addresses so that the families take turns, beginning with
// that of the first one, each in its order (RFC 8305, 4).
func interleave(addrs []netip.Addr) []netip.Addr {
	var families [2][]netip.Addr
	for _, addr := range addrs {
		family := 0
		if addr.Is4() != addrs[0].Is4() {
			family = 1
		}
		families[family] = append(families[family], addr)
	}
	turns := make([]netip.Addr, 0, len(addrs))
	for i := range addrs {
		for _, family := range families {
			if i < len(family) {
				turns = append(turns, family[i])
			}
		}
	}
	return turns
}

// race dials n addresses in their order, each attemptDelay after the one before it
// or when that has failed, all before the context's deadline. It returns the first
// connection and which it is, or the error of the first address. The other attempts
// have ended, and their connections are closed, when it returns.
func race(ctx context.Context, n int, dial func(context.Context, int) (net.Conn, error)) (net.Conn, int, error) {
	type outcome struct {
		i    int
		conn net.Conn
		err  error
	}
	end, _ := ctx.Deadline()
	share := time.Until(end)
	delay := max(leastDelay, min(attemptDelay, share/time.Duration(n)))
	if n > maxAttempts {
		share = maxAttempts * delay // or those that hang would keep the rest from their turn
	}
	ctx, cancel := context.WithCancel(ctx)
	outcomes := make(chan outcome)
	begun, running := 0, 0
	defer func() {
		cancel()
		for ; running > 0; running-- {
			if late := <-outcomes; late.conn != nil {
				late.conn.Close()
			}
		}
	}()
	turn := time.NewTicker(delay)
	defer turn.Stop()
	begin := func() {
		if begun == n || running == maxAttempts || ctx.Err() != nil {
			return
		}
		i := begun
		begun, running = begun+1, running+1
		turn.Reset(delay)
		go func() {
			ctx, cancel := context.WithTimeout(ctx, share)
			defer cancel()
			conn, err := dial(ctx, i)
			outcomes <- outcome{i, conn, err}
		}()
	}
	first := ctx.Err()
	for begin(); running > 0; {
		select {
		case o := <-outcomes:
			running--
			if o.err == nil {
				return o.conn, o.i, nil
			}
			if o.i == 0 {
				first = o.err
			}
			begin()
		case <-turn.C:
			begin()
		}
	}
	return nil, 0, first
}
