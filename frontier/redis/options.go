package redis

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Options are those of every frontier and how a worker joins the crawl. The
// zero value joins a crawl or begins it.
//
// All workers of a crawl have the same Reevaluation, Order and History and
// either all or none a bound; Open refuses anything else. The other options are
// each worker's own. A LeaseTime of 0 is one minute.
type Options struct {
	frontier.Options

	// Resume has Open return an error with ErrNoCrawl if the server has no
	// crawl of this name to which a URL was ever pushed. Without it a crawl
	// that the server has lost looks like one that has just begun, and ends at
	// once.
	Resume bool

	// WaitForSeeds has Pop block while no URL was ever pushed to the crawl,
	// instead of returning io.EOF, so that workers may be started before the
	// program that pushes the seeds.
	WaitForSeeds bool

	// Replicas is how many replicas of the server must have a change before
	// the call that made it returns without an error; 0 means none. A call
	// waits for them for up to Outage. See the package's documentation.
	Replicas int

	// Shards is in how many parts the crawl lives, each of which has some of the hosts
	// and a place of its own in a cluster: so a crawl can have more than one node. It is fixed
	// when the crawl is begun, at most 1024; 0 takes the number of a crawl that is there
	// and 1 for a new one. See the package's documentation.
	Shards int

	// Outage is how long calls wait for a server that cannot be reached, does not
	// answer, or refuses changes, since its memory or disk is full for example. 0 is
	// five minutes; with crawl.NoLimit (-1) they wait until their context ends, with
	// crawl.None (-2) not at all. Open and Drop do not wait. See the package's
	// documentation.
	Outage time.Duration

	// Logger, if set, is told when calls begin to wait for the server, and why, and
	// when it is back.
	Logger *slog.Logger
}

// defaultLease is Options.LeaseTime when it is 0.
const defaultLease = time.Minute

// mostShards is how many shards a crawl may have: tokens of leases leave room for so many.
const mostShards = 1024

// args are the options as the scripts take them, for one of some shards. Bounds are divided.
func (o Options) args(shards int) []any {
	part := int64(shards)
	return []any{
		o.Order.String(), o.Reevaluation.String(), cmp.Or(o.BatchSize, transition.BatchSize),
		(int64(o.Capacity) + part - 1) / part, (int64(o.Bytes) + part - 1) / part,
		max(o.PerHost, 1), cmp.Or(o.LeaseTime, defaultLease).Microseconds(), digit(o.History), shards,
		o.Refresh, digit(o.Continuous),
	}
}

// digit is a switch as the scripts take it.
func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}
