//go:build linux

// Soak crawls a synthetic web of healthy and hostile hosts for hours, kills
// the crawl again and again, and checks what the library promises. See -h. It
// runs on Linux: it reads /proc.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/examples/internal/soak"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(run) }

const help = `Soak crawls a synthetic web and kills the crawl at random moments.

A supervisor starts processes that crawl, kills them and starts others in their
place, and disturbs the Redis server. Most of the web's hosts are healthy, the
others misbehave, each class in its way. The program checks that
  - no page that was acknowledged to the frontier is fetched again or lost,
  - no more pages are fetched twice than were in flight when something broke,
  - every healthy page is fetched, once the frontier is empty,
  - memory stays flat and below -memory, goroutines are bounded, and no request or process hangs,
  - no host is asked by two at once, and none for what its robots.txt forbids.
It exits with 1 if one of these does not hold. It ends when the frontier is
empty or -duration is over, whichever comes first. Without flags that is after a
minute, and the frontier is a temporary file, which is removed in the end; that of
-frontier stays. If something does not hold all files are kept.

  go run ./examples/soak
  go run ./examples/soak -frontier bolt:soak.db -pages 20000 -hosts 400 -duration 2m -kill 10s
  go run ./examples/soak -frontier redis -pages 1000000 -duration 1h -kill 1m -faults 90s

`

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(ctx, args, stderr)
	switch {
	case err != nil:
		if !errors.Is(err, flag.ErrHelp) {
			err = program.Usage(err)
		}
	case o.Crawler != "":
		err = soak.CrawlProcess(ctx, o.Crawler, stdout)
	default:
		err = soak.Supervise(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "soak", err, stderr)
}

func parse(ctx context.Context, args []string, stderr io.Writer) (soak.Options, error) {
	o := soak.Options{Delay: time.Millisecond}
	fs := flag.NewFlagSet("soak", flag.ContinueOnError)
	fs.StringVar(&o.Frontier, "frontier", "", "`place` of the frontier: bolt:PATH, a file that is not there yet and stays, or redis, a server of the program's own\n(default a file of its own in -dir, removed if all is well)")
	fs.StringVar(&o.Fsync, "appendfsync", "always", "`when` the Redis server writes to disk: always or everysec")
	fs.IntVar(&o.Shards, "shards", 1, "`number` of parts of the crawl in Redis")
	fs.StringVar(&o.Dir, "dir", "", "`directory` for ledgers, logs and the Redis server's files (default a new one, removed if all is well)")
	fs.IntVar(&o.Pages, "pages", 1_000_000, "`number` of pages of the healthy hosts")
	fs.IntVar(&o.Hosts, "hosts", 4000, "`number` of hosts; a quarter of them misbehave")
	fs.StringVar(&o.Classes, "classes", "all", "`classes` of hosts that misbehave, separated by commas; \"all\", and a class with a minus sign is left out.\n"+strings.Join(soak.ClassNames(), ", "))
	fs.StringVar(&o.Strategy, "strategy", "breadthfirst", "`name` of the strategy: "+strings.Join(soak.StatelessStrategies, ", "))
	fs.Uint64Var(&o.Seed, "seed", 1, "`number` that the web and the moments of kills are made from")
	fs.IntVar(&o.Processes, "processes", 0, "`number` of crawling processes (default 1 with bolt, which takes no more, 2 with redis)")
	fs.IntVar(&o.Workers, "workers", 64, "`number` of pages a process fetches at once")
	program.Delay(fs, &o.Delay, "`time` between two requests to a host (default 1ms; with 0s a host may be asked twice at once, which the check reports)")
	fs.DurationVar(&o.Timeout, "timeout", 3*time.Second, "`time` a request may take")
	fs.IntVar(&o.Attempts, "attempts", 3, "`number` of attempts at a page (Limits.Attempts); with kills every few seconds up to 15 are needed, or healthy pages are given up by chance")
	fs.DurationVar(&o.Outage, "outage", 20*time.Second, "`time` for which hosts cannot be reached, again and again")
	fs.IntVar(&o.Memory, "memory", 1024, "most `MiB` of memory of a process")
	fs.DurationVar(&o.Duration, "duration", time.Minute, "`time` after which the program ends although URLs are left")
	fs.IntVar(&o.URLs, "urls", 0, "`number` of acknowledged URLs after which the program ends although others are left (default 0, no limit)")
	fs.DurationVar(&o.Kill, "kill", 10*time.Second, "mean `time` between two kills of a process, 0s for none")
	fs.DurationVar(&o.Faults, "faults", 20*time.Second, "mean `time` between two faults of the Redis server: killed and restarted, stalled, filled; 0s for none")
	fs.BoolVar(&o.JSON, "json", false, "print one JSON object with the result")
	fs.StringVar(&o.Crawler, "crawler", "", "be one of the crawling processes, with the `settings` in this file; for the program's own use")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	return o, o.Complete()
}
