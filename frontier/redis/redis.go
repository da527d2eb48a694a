// Package redis is a frontier shared by any number of workers on any number of
// machines, through a Redis server (6.2 or later) or Valkey.
//
// Each operation is one script that the server runs at once and by its own
// clock: no two workers are given the same URL or meet at a host that allows
// one, and a worker that dies loses nothing, since its leases run out. The
// server's persistence decides what a crash of the server loses: with
// appendonly yes and appendfsync always nothing, with everysec a second.
//
// The server takes about 330 bytes of memory a queued URL besides the URL, its
// source and its note (measured with 300,000 URLs of 2,000 hosts), and about 90
// for one that is done.
package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
)

// Frontier is a [frontier.Frontier] with all abilities that lives on a server.
//
// Values, order and bounds are those of [frontier.Memory]. A call with a
// broken connection returns an error and may have taken effect or not; to push
// again does no harm, but that IncrementValues adds twice. A lease whose answer
// was lost runs out. The client underneath, go-redis, logs broken connections
// to stderr; its SetLogger changes that for the whole program.
type Frontier struct {
	client  goredis.UniversalClient
	server  string // for errors: no credentials
	name    string
	options []any // as the scripts take them
	merge   frontier.Reevaluation
	lease   time.Duration
	tells   bool // keeps a history

	room room
}

const (
	// defaultLease is Options.LeaseTime when it is 0.
	defaultLease = time.Minute

	// defaultBatch is Options.BatchSize when it is 0.
	defaultBatch = 256

	// timeout is how long a call waits for an answer, if the URL does not say.
	timeout = 30 * time.Second
)

// Open joins the crawl of a name on a server, or begins it. All workers of a
// crawl have the same Reevaluation, Order and History and either all or none a
// bound; anything else is an error. The other options are each worker's own.
// A LeaseTime of 0 is one minute.
//
// The URL is redis://user:password@host:port/db, or rediss:// for TLS, with
// go-redis's parameters (?read_timeout=5s). With addr parameters that name
// further nodes (?addr=host:port) the server is taken for a cluster.
func Open(ctx context.Context, url, name string, o frontier.Options) (*Frontier, error) {
	client, server, err := connect(url)
	if err != nil {
		return nil, fmt.Errorf("frontier/redis: open crawl %q: %w", name, err)
	}
	f, err := join(ctx, client, server, name, o)
	if err != nil {
		client.Close()
		return nil, err
	}
	return f, nil
}

// connect returns a client for a URL and the server's name. Nothing is retried:
// who does not know whether a call took effect is not to be told that it did
// not. Errors do not quote the URL, which may hold a password.
func connect(rawURL string) (goredis.UniversalClient, string, error) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" {
		return nil, "", errors.New("the server's URL is not redis://host:port or rediss://host:port")
	}
	if u.Query().Has("addr") {
		o, err := goredis.ParseClusterURL(rawURL)
		if err != nil {
			return nil, "", fmt.Errorf("the URL of %s: %w", u.Host, err)
		}
		o.MaxRetries, o.ReadTimeout = -1, or(o.ReadTimeout, timeout)
		return goredis.NewClusterClient(o), u.Host, nil
	}
	o, err := goredis.ParseURL(rawURL)
	if err != nil {
		return nil, "", fmt.Errorf("the URL of %s: %w", u.Host, err)
	}
	o.MaxRetries, o.ReadTimeout = -1, or(o.ReadTimeout, timeout)
	return goredis.NewClient(o), o.Addr, nil
}

func or(d, other time.Duration) time.Duration {
	if d == 0 {
		return other
	}
	return d
}

func join(ctx context.Context, client goredis.UniversalClient, server, name string, o frontier.Options) (*Frontier, error) {
	f := &Frontier{
		client: client, server: server, name: name,
		merge: o.Reevaluation, lease: or(o.LeaseTime, defaultLease), tells: o.History,
	}
	if name == "" || strings.ContainsAny(name, "{}") {
		return nil, f.wrap("open", errors.New("a name is not empty and has no braces"))
	}
	batch := o.BatchSize
	if batch == 0 {
		batch = defaultBatch
	}
	f.options = []any{
		o.Order.String(), o.Reevaluation.String(), batch, max(o.Capacity, 0), max(o.Bytes, 0),
		max(o.PerHost, 1), f.lease.Microseconds(), digit(o.History),
	}
	f.room.init(f)
	if err := f.agree(ctx, o); err != nil {
		return nil, f.wrap("open", err)
	}
	return f, nil
}

// agree compares what all workers of a crawl have to have in common with what
// the crawl was begun with.
func (f *Frontier) agree(ctx context.Context, o frontier.Options) error {
	shared := []string{
		"format", format,
		"reevaluation", o.Reevaluation.String(),
		"order", o.Order.String(),
		"history", strconv.FormatBool(o.History),
		"bounded", strconv.FormatBool(o.Capacity > 0 || o.Bytes > 0),
	}
	args := make([]any, len(shared))
	for i, s := range shared {
		args[i] = s
	}
	theirs, err := scriptOpen.Run(ctx, f.client, []string{f.key("crawl")}, args...).StringSlice()
	if err != nil {
		return err
	}
	for i, theirs := range theirs {
		if name, ours := shared[2*i], shared[2*i+1]; theirs != ours {
			return fmt.Errorf("it was begun with %s %s, not %s", name, theirs, ours)
		}
	}
	return nil
}

// Close ends what waits in Pop and the connections. Leases stay until they run
// out; the crawl stays for good.
func (f *Frontier) Close() error {
	f.room.close()
	if err := f.client.Close(); err != nil && !errors.Is(err, goredis.ErrClosed) {
		return f.wrap("close", err)
	}
	return nil
}

// run calls a script.
func (f *Frontier) run(ctx context.Context, s *goredis.Script, args ...any) *goredis.Cmd {
	return s.Run(ctx, f.client, []string{f.key("crawl")}, append(f.options[:len(f.options):len(f.options)], args...)...)
}

func (f *Frontier) wrap(op string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // the connection was closed: not the end of the crawl, which Pop tells by io.EOF
	}
	return fmt.Errorf("frontier/redis: %s: crawl %q on %s: %w", op, f.name, f.server, err)
}

// Stats implements [frontier.Counter].
func (f *Frontier) Stats(ctx context.Context) (frontier.Stats, error) {
	n, err := f.run(ctx, scriptStats).Int64Slice()
	if err != nil {
		return frontier.Stats{}, f.wrap("stats", err)
	}
	return frontier.Stats{
		Queued: int(n[0]), Leased: int(n[1]), Done: int(n[2]),
		Dead: int(n[3]), Evicted: int(n[4]), Hosts: int(n[5]),
	}, nil
}

var (
	_ frontier.Frontier      = (*Frontier)(nil)
	_ frontier.Batcher       = (*Frontier)(nil)
	_ frontier.Renewer       = (*Frontier)(nil)
	_ frontier.Rescorer      = (*Frontier)(nil)
	_ frontier.Explainer     = (*Frontier)(nil)
	_ frontier.Blocker       = (*Frontier)(nil)
	_ frontier.Counter       = (*Frontier)(nil)
	_ frontier.FailureLister = (*Frontier)(nil)
)
