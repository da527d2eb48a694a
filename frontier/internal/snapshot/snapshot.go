// Package snapshot takes the pieces of a snapshot as frontier.SnapshotStore says.
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
)

// mostAtOnce is how many pieces are written at a time: Lua in Redis takes some 4,000.
const mostAtOnce = 1000

// Write has pieces written, some of at least so many bytes at a time or as many as there may be, but for the
// last ones, and returns how many they are.
func Write(ctx context.Context, pieces iter.Seq[[]byte], atOnce int, write func(some [][]byte) error) (n int, err error) {
	var some [][]byte
	size := 0
	for piece := range pieces {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		if len(piece) == 0 || len(piece) > frontier.MaxObservation {
			return n, fmt.Errorf("a piece of a snapshot has %d bytes: want 1 to %d", len(piece), frontier.MaxObservation)
		}
		n++
		some = append(some, slices.Clone(piece))
		if size += len(piece); size >= atOnce || len(some) == mostAtOnce {
			if err := write(some); err != nil {
				return n, err
			}
			some, size = nil, 0
		}
	}
	if n == 0 {
		return 0, errors.New("a snapshot without pieces")
	}
	if len(some) > 0 {
		err = write(some)
	}
	return n, err
}
