// Capacity says how long a crawl on many machines takes, and what bounds it. See -h.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(run) }

const help = `Capacity simulates a crawl whose frontier is a Redis cluster, without network or
servers, and prints for each number of nodes how long it takes and what bounds it:
  - the servers, which a page costs CPU time and each URL memory,
  - the crawlers, which read pages and value links,
  - how many fetches are in flight, or
  - politeness: a host is asked by one worker at once, and waits between requests.

The hosts' sizes follow a power law. Each host is in one shard, each shard in one
node. All hosts are known from the start, and the host that has waited longest is
next. The defaults were measured: docs/capacity.md says how.

  go run ./examples/capacity
  go run ./examples/capacity -urls 1e8 -hosts 1e4 -nodes 1,4 -delay 5s

`

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	w, nodes, err := parse(ctx, args, stderr)
	switch {
	case err == nil:
		err = report(ctx, stdout, w, nodes)
	case !errors.Is(err, flag.ErrHelp):
		err = program.Usage(err)
	}
	return program.Exit(ctx, "capacity", err, stderr)
}

func parse(ctx context.Context, args []string, stderr io.Writer) (w web, nodes []int, err error) {
	fs := flag.NewFlagSet("capacity", flag.ContinueOnError)
	urls := fs.Float64("urls", 1e9, "`number` of URLs in all")
	hosts := fs.Float64("hosts", 1e6, "`number` of hosts")
	largest := fs.Float64("largest", 1e6, "`number` of URLs of the largest host")
	fs.DurationVar(&w.Delay, "delay", time.Second, "`time` between the beginnings of two requests to a host")
	fs.DurationVar(&w.Fetch, "fetch", 500*time.Millisecond, "`time` a request takes")
	fs.DurationVar(&w.Server, "server", 1300*time.Microsecond, "CPU `time` of a server a page, with its links")
	fs.DurationVar(&w.Crawler, "crawler", 1500*time.Microsecond, "CPU `time` of a crawler a page")
	fs.IntVar(&w.Cores, "cores", 8, "`number` of the crawlers' cores for each node of the cluster")
	fs.IntVar(&w.Workers, "workers", 2000, "`number` of fetches in flight for each node of the cluster")
	fs.IntVar(&w.Shards, "shards", 64, "`number` of shards")
	fs.IntVar(&w.Bytes, "bytes", 330, "`bytes` of a server's memory a URL")
	fs.IntVar(&w.Batch, "batch", 1000, "`number` of a host's pages that the simulation takes at once; fewer are more exact and take longer")
	list := fs.String("nodes", "1,4,16", "`numbers` of nodes")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return w, nil, err
	}
	if nodes, err = numbers(*list); err != nil {
		return w, nil, err
	}
	w.URLs, w.Hosts, w.Largest = int(*urls), int(*hosts), int(*largest)
	return w, nodes, w.check(nodes)
}
