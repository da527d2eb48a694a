// Workers crawls one web with several processes that share a frontier in
// Redis. See -h.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() {
	goredis.SetLogger(silent{})
	program.Main(run)
}

// silent keeps the client's log off the screen: the errors say the same.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// options are what the command line asks for.
type options struct {
	redis   string
	nodes   int
	shards  int
	name    string
	workers int
	fetches int
	hosts   int
	pages   int
	delay   time.Duration
	kill    time.Duration
	json    bool

	seed string // set for a worker: the page to start from
}

const help = `Workers crawls one web with several processes that share a frontier in Redis.

It serves a web of its own on loopback, one address a host, starts the
processes, and checks from the server's log that no page was lost or fetched
twice, and that no host was asked by two at once or sooner than its delay. It needs a
Redis or Valkey server: redis-server --port 6379 is one.

  go run ./examples/workers
  go run ./examples/workers -nodes 3
  go run ./examples/workers -redis redis://127.0.0.1:6379/0 -workers 4 -hosts 20 -pages 2000

`

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(ctx, args, stderr)
	switch {
	case err != nil:
		err = program.Usage(err)
	case o.seed != "":
		err = work(ctx, o, stdout)
	default:
		err = lead(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "workers", err, stderr)
}

func parse(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("workers", flag.ContinueOnError)
	fs.StringVar(&o.redis, "redis", "redis://127.0.0.1:6379/0", "`URL` of the Redis or Valkey server")
	fs.IntVar(&o.nodes, "nodes", 0, "start a cluster of so many `nodes`, at least 3, by the redis-server on the PATH, instead of -redis")
	fs.IntVar(&o.shards, "shards", 0, "`number` of parts of a new crawl, which a cluster has on all its nodes (default 1, with -nodes 16)")
	fs.StringVar(&o.name, "name", "", "`name` of the crawl on the server (default a new one)")
	fs.IntVar(&o.workers, "workers", 4, "`number` of processes")
	fs.IntVar(&o.fetches, "fetches", 8, "`number` of pages a process fetches at once")
	fs.IntVar(&o.hosts, "hosts", 20, "`number` of hosts of the web, at most 250")
	fs.IntVar(&o.pages, "pages", 2000, "`number` of pages of the web")
	fs.DurationVar(&o.delay, "delay", 10*time.Millisecond, "`time` between two requests to a host")
	fs.DurationVar(&o.kill, "kill", 0, "kill a worker after each such `time` and start another (default never)")
	fs.BoolVar(&o.json, "json", false, "print one JSON object with the result")
	fs.StringVar(&o.seed, "worker", "", "be one of the processes and start from this `URL`; for the program's own use")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch {
	case o.workers < 1 || o.fetches < 1 || o.pages < 1:
		return o, errors.New("-workers, -fetches and -pages must be 1 or more")
	case o.hosts < 1 || o.hosts > 250:
		return o, errors.New("-hosts must be 1 to 250")
	case o.nodes < 0 || o.nodes == 1 || o.nodes == 2 || o.shards < 0:
		return o, errors.New("-nodes must be 3 or more, and -shards 1 or more")
	case o.delay < 0 || o.kill < 0:
		return o, errors.New("-delay and -kill must be 0s or more")
	}
	if o.nodes > 0 && o.shards == 0 {
		o.shards = 16
	}
	return o, nil
}
