// Package redis is a frontier shared by any number of workers on any number of
// machines, through a Redis server (6.2 or later) or Valkey.
//
// Each operation is one script that the server runs at once: no two workers are
// given the same URL or meet at a host that allows one, and a worker that dies
// loses nothing, since its leases run out. A script does a bounded part of the
// work: of more than 1000 entries, hosts, leases or delayed URLs that fall due
// together the rest is left for the next calls of any worker. So when more fall
// due at one moment, the best of them may have to wait for some calls of Pop.
//
// # Shards
//
// A crawl lives on one node, unless it was begun with [Options].Shards: then each shard
// has some of the hosts (xxHash64 of the host, modulo the number of shards) and a hash tag
// of its own, and a cluster can have shards on all its nodes and move them. A number such as 16
// or 64 is a multiple of the nodes that there may ever be. An entry goes to the shard of its
// Host: so a URL is pushed with the same Host each time.
//
// What a page gives to other shards, links and an observation, is appended to an outbox
// in the script that ends its lease. The worker delivers it, with a number: the other
// shard takes each number once, whoever delivers it and however often, and another worker
// delivers what one that died has left, a LeaseTime later or when it has no other work. While several calls of a process are under way it delivers
// what they have for a shard together, the more of it the longer the last call took. io.EOF comes when all shards and outboxes were
// seen empty twice, and no lease was given meanwhile; with Continuous Pop waits while any has pages that
// are due again. A worker asks the shard whose best
// URL is the best by what it last heard of each. One worker alone gets the order of one shard; of
// several each may take a URL that is not the best of all. The share of pages that are due
// again (Refresh) each process keeps by itself. These hold for each shard by itself: the batches of BestNFirst, the bounds (Capacity and Bytes are divided by the number of
// shards), [frontier.Event].Rank, what a Push has done before an error, and revisits: two workers may
// begin two at once.
//
// # What may be lost
//
// The server's persistence decides what a crash of it loses: with appendonly
// yes and appendfsync always nothing, with everysec up to two seconds, without
// persistence everything (see [Options].Resume).
//
// Replicas follow the server after it has answered. When one takes over, it may
// lack the last calls: pages that were done are fetched again, URLs that were
// leased are leased to another as well, and what was pushed last is gone, seeds
// too. With min-replicas-to-write the server refuses to work without replicas,
// but does not wait for them. With [Options].Replicas a call does not return
// until so many replicas have its change; if these are all replicas, or the
// most recent one takes over, as with Sentinel, nothing acknowledged is lost. Of several
// shards one may so have less than the others know of: links that were delivered to it last are gone,
// though their page, of another shard, is done.
//
// A server that is killed while it writes may leave the first part of a script's
// changes in its append-only file. Redis (measured with 7.0.15), and Valkey without
// its pull request 4342, leaves this part out at the next start and applies it at
// the one after. The frontier notices, and repairs the crawl. Nothing is lost that
// was acknowledged; a URL whose lease was being ended may be leased again, and a link that was being delivered
// to another shard may count twice with IncrementValues.
//
// If keys of a crawl are deleted, those that follow from the records are made
// again in the same way. For others each call returns an error that names the key.
//
// A repair goes through all records, which takes the server about 15 s a million
// (measured with 300,000). Calls wait for it meanwhile, and all workers take part. A
// full server does not refuse it, since it makes what was there before.
// What is lost is the time at which leases and delayed URLs fall due, if it was in
// a key that was deleted.
//
// # Outages
//
// While the server is away, calls wait for it, for up to [Options].Outage: while it
// is started again, stands still or loads its data, while a replica takes over, and
// while its memory (maxmemory) or its disk is full, while replicas that are to have a change are away, and while the slot of a shard moves to another node of the cluster. They are made again after 50 ms,
// 100 ms and so on up to 2 s, less up to half, and go on once it is back, but for one that has only to wait for replicas. So a crawl
// stands still and loses nothing. [Options].Logger is told; a call whose context ends
// meanwhile, and one that has waited for too long, returns an error that says since
// when the server has been away, and why. Open and Drop do not wait.
//
// A call whose answer was lost is made again, and has an effect once: Done and Renew
// by their token, Push since a URL is queued once. Three things remain.
// IncrementValues may add the value of a Push, not that of a link of Done, twice. URLs
// that were leased by a Pop whose answer was lost are leased again when their leases
// have run out. And Done may return [frontier.ErrStaleLease], though it took effect:
// with another result than Fetched or Dead.
//
// Leases that run out in an outage hold until another Pop takes their URLs. Among the
// calls of one Frontier those that end and renew leases go first, and no page is
// fetched twice. Another process may be sooner: then Done returns
// [frontier.ErrStaleLease], and the page is fetched by it once more. A LeaseTime longer
// than the outages avoids that.
//
// On a server whose memory is full a page that has neither links nor an observation can
// be ended.
//
// # Time
//
// All times are by the server's clock. If it is set back, the crawl's time
// goes on from the last call, which was at most 30 seconds ago if a worker waits
// in Pop; waits become that much longer. If it is set forward, hosts may be
// visited and leases expire sooner by as much; workers renew leases by their own
// clock and get [frontier.ErrStaleLease] for leases that were given to others.
//
// # Memory
//
// The server takes about 330 bytes of memory a queued URL besides the URL, its
// source and its note (measured with 300,000 URLs of 2,000 hosts), and about 160
// besides the URL for one that is done. A page that is due again takes as much as a queued one.
package redis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Frontier is a [frontier.Frontier] with all abilities that lives on a server.
//
// Values, order and bounds are those of [frontier.Memory]. A call whose context
// ends returns then, Pop up to a second later, whatever the server does; it may
// have taken effect or not, as may one that fails because of the connection. To make
// it again does no more harm than after an outage; see there. The client underneath,
// go-redis, logs broken connections to stderr; its SetLogger changes that for the
// whole program.
type Frontier struct {
	server  *wire.Server
	name    string
	id      string // of this Frontier among those of the crawl
	options Options
	form    stored.Form
	lease   time.Duration
	log     *slog.Logger
	shards  []*shard
	ticks   atomic.Int64 // see shard.args
	busy    atomic.Int64 // calls that take or end leases

	choosing sync.Mutex       // so that who chooses has heard all of a push or nothing
	share    transition.Share // of leases that pages due again have, with several shards

	calls   wire.Calls
	outages outages
	waiting waitQueue
}

// ErrNoCrawl is what an error is that says that the server has no such crawl,
// or no longer: its name or the server is another, it was dropped, or the server
// has lost its data.
var ErrNoCrawl = errors.New("the server has no such crawl: the name or the server is wrong, or the crawl was dropped or lost with the server's data")

// errLost is what an error is that says which key of a crawl has lost entries.
var errLost = errors.New("the server has lost a part of the crawl, since a key was deleted or evicted; restore a backup of it, or Drop the crawl and begin it again")

// Close ends what waits in Pop and the connections, within a second even if the
// server does not answer. Leases stay until they run out; the crawl stays until
// it is dropped.
func (f *Frontier) Close() error {
	f.waiting.close()
	f.calls.Close()
	err := f.server.Close()
	f.waiting.leave()
	f.calls.Wait()
	return f.wrap("close", err)
}

// wrap says where an error comes from and, if that is not clear, what to do.
func (f *Frontier) wrap(op string, err error) error {
	waited := (*outageError)(nil)
	switch {
	case errors.As(err, &waited):
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, wire.ErrClosed):
		return err
	case goredis.HasErrorPrefix(err, "NOCRAWL"):
		err = ErrNoCrawl
	case isTorn(err):
		err = fmt.Errorf("%w: no record accounts for it: %s", errLost, legible.Plain(err.Error()[len("TORN "):], mostSaid))
	case goredis.HasErrorPrefix(err, "LOST "):
		err = fmt.Errorf("%w: %s", errLost, legible.Plain(err.Error()[len("LOST "):], mostSaid))
	case goredis.HasErrorPrefix(err, "MOVED ") && f.server.Single:
		err = fmt.Errorf("the server is a node of a cluster: write redis://host:port?addr=host2:port&addr=... with some of its nodes (%w)", &saidError{err})
	default:
		err = &saidError{err}
	}
	return fmt.Errorf("redis: %s: crawl %q on %s: %w", op, f.name, f.server.Name, weburl.RedactError(err)) // of what a record says too
}

// A saidError repeats little of what the server has said, and nothing of it that a
// terminal obeys.
type saidError struct{ error }

// mostSaid is how many characters of a reply are repeated.
const mostSaid = 100

func (e *saidError) Error() string {
	most := 2 * mostSaid // of what go-redis or this package says, who quote a part of the reply
	if reply := goredis.Error(nil); errors.As(e.error, &reply) {
		most = mostSaid
	}
	return legible.Plain(e.error.Error(), most)
}

func (e *saidError) Unwrap() error { return e.error }

// Options implements [frontier.Abilities].
func (f *Frontier) Options() frontier.Options { return f.options.Options }

// Stats implements [frontier.Abilities].
func (f *Frontier) Stats(ctx context.Context) (frontier.Stats, error) {
	counts := make([][]int64, len(f.shards))
	err := f.each(func(s *shard) (err error) {
		counts[s.i], err = s.run(ctx, scripts.Stats).Int64Slice()
		if n := len(counts[s.i]); err == nil && n != 8 {
			err = wire.Malformed("it has %d elements", n)
		}
		return err
	})
	if err != nil {
		return frontier.Stats{}, f.wrap("stats", err)
	}
	var n [8]int
	for _, counts := range counts {
		for i, count := range counts {
			n[i] += int(count)
		}
	}
	return frontier.Stats{Queued: n[0], Leased: n[1], Done: n[2], Dead: n[3], Evicted: n[4], Hosts: n[5], Due: n[6], Overdue: n[7]}, nil
}

var _ interface {
	frontier.Frontier
	frontier.Abilities
	frontier.SnapshotStore
	frontier.ObservationStore
} = (*Frontier)(nil)
