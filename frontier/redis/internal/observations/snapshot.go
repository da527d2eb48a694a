package observations

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/snapshot"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// atOnce is how many bytes of a snapshot one script takes or returns, but for the last piece.
const atOnce = 1 << 20

var errReplaced = errors.New("another process has replaced the snapshot meanwhile: begin again")

// Keep keeps a snapshot as frontier.SnapshotStore says, in steps: while a process of a name takes
// them, no other may.
func (l Log) Keep(ctx context.Context, covers, after uint64, name string, pieces iter.Seq[[]byte]) (uint64, error) {
	begun, err := l.numbers(ctx, 3, "begin", name, min(covers, most), after)
	if err != nil || begun[0] == 0 {
		return 0, err
	}
	number, first, next := begun[0], begun[1], begun[2]
	step := func(what string, args ...any) error {
		held, err := l.numbers(ctx, 1, what, append([]any{name, first, next}, args...)...)
		if err == nil && held[0] == 0 {
			err = errReplaced
		}
		return err
	}
	if _, err = snapshot.Write(ctx, pieces, atOnce, func(some [][]byte) error {
		var args []any
		for _, piece := range some {
			args = append(args, piece)
		}
		err := step("pieces", args...)
		next += int64(len(some))
		return err
	}); err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		l.numbers(ctx, 1, "leave", name) // or others wait a minute
	} else {
		err = step("end", number)
	}
	if err == errReplaced {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	for left := int64(1); left > 0; {
		cut, err := l.numbers(ctx, 1, "cut")
		if err != nil {
			return 0, err
		}
		left = cut[0]
	}
	return uint64(number), nil
}

// numbers calls the script and returns its answer, which is so many numbers.
func (l Log) numbers(ctx context.Context, n int, what string, args ...any) ([]int64, error) {
	numbers, err := l.Run(ctx, scripts.Snapshot, append([]any{what}, args...)...).Int64Slice()
	if err == nil && len(numbers) != n {
		err = wire.Malformed("it has %d elements", len(numbers))
	}
	return numbers, err
}

// Snapshot yields the pieces of the snapshot. While some are taken the next ones are asked for.
func (l Log) Snapshot(ctx context.Context) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		s, err := l.numbers(ctx, 3, "which")
		var coming <-chan reply
		for next := int64(0); err == nil && next < s[2]; {
			if coming == nil {
				coming = l.read(ctx, s, next)
			}
			got := <-coming
			coming = nil
			switch behind := next + int64(len(got.pieces)); {
			case got.err != nil:
				err = got.err
			case behind > next && behind < s[2]:
				coming = l.read(ctx, s, behind)
			case behind > next:
			case next == 0: // there is another by now
				s, err = l.numbers(ctx, 3, "which")
			default:
				err = errReplaced
			}
			for _, piece := range got.pieces {
				if !yield(frontier.Observation{Number: uint64(s[1]), Data: []byte(piece)}, nil) {
					return
				}
				next++
			}
		}
		if err != nil {
			yield(frontier.Observation{}, l.Wrap("snapshot", err))
		}
	}
}

// A reply has some pieces of a snapshot.
type reply struct {
	pieces []string
	err    error
}

// read asks for pieces of a snapshot from one on.
func (l Log) read(ctx context.Context, s []int64, from int64) <-chan reply {
	c := make(chan reply, 1)
	go func() {
		pieces, err := l.Run(ctx, scripts.Snapshot, "read", s[0], from, s[2], atOnce).StringSlice()
		c <- reply{pieces, err}
	}()
	return c
}
