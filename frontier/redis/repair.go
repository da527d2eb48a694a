package redis

import (
	"context"
	"fmt"

	goredis "github.com/redis/go-redis/v9"
)

// mostRepairs is how often one call has a crawl repaired: once, but for a server
// that crashes or loses keys again meanwhile.
const mostRepairs = 3

// isTorn reports whether a script has refused to work on a crawl that is not
// whole.
func isTorn(err error) bool { return goredis.HasErrorPrefix(err, "TORN ") }

// repair makes the queues, the sets and the counters of a crawl again from its
// records, in steps that any number of workers may share.
func (f *Frontier) repair(ctx context.Context) error {
	args := f.options.args()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		left, err := scriptRepair.Run(ctx, f.server.client, []string{f.key("crawl")}, args...).Int()
		if err != nil {
			return fmt.Errorf("repair: %w", err)
		}
		if left == 0 {
			return nil
		}
	}
}
