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

	"github.com/lokman-crawler/lokman/examples/internal/program"
)

func main() { program.Main(run) }

// options are what the command line asks for.
type options struct {
	frontier  string
	fsync     string
	dir       string
	pages     int
	hosts     int
	classes   string
	strategy  string
	seed      uint64
	processes int
	workers   int
	delay     time.Duration
	timeout   time.Duration
	attempts  int
	urls      int
	outage    time.Duration
	memory    int
	duration  time.Duration
	kill      time.Duration
	faults    time.Duration
	json      bool

	crawler string // set for a crawling process: the path of its settings
}

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
	o, err := parse(args, stderr)
	switch {
	case err != nil:
		if !errors.Is(err, flag.ErrHelp) {
			err = program.Usage(err)
		}
	case o.crawler != "":
		err = crawlProcess(ctx, o.crawler, stdout)
	default:
		err = supervise(ctx, o, stdout, stderr)
	}
	return program.Exit("soak", err, stderr)
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{delay: time.Millisecond}
	fs := flag.NewFlagSet("soak", flag.ContinueOnError)
	fs.StringVar(&o.frontier, "frontier", "", "`place` of the frontier: bolt:PATH, a file that is not there yet and stays, or redis, a server of the program's own\n(default a file of its own in -dir, removed if all is well)")
	fs.StringVar(&o.fsync, "appendfsync", "always", "`when` the Redis server writes to disk: always or everysec")
	fs.StringVar(&o.dir, "dir", "", "`directory` for ledgers, logs and the Redis server's files (default a new one, removed if all is well)")
	fs.IntVar(&o.pages, "pages", 1_000_000, "`number` of pages of the healthy hosts")
	fs.IntVar(&o.hosts, "hosts", 4000, "`number` of hosts; a quarter of them misbehave")
	fs.StringVar(&o.classes, "classes", "all", "`classes` of hosts that misbehave, separated by commas; \"all\", and a class with a minus sign is left out.\n"+strings.Join(classNames(), ", "))
	fs.StringVar(&o.strategy, "strategy", "breadthfirst", "`name` of the strategy: "+strings.Join(statelessStrategies, ", "))
	fs.Uint64Var(&o.seed, "seed", 1, "`number` that the web and the moments of kills are made from")
	fs.IntVar(&o.processes, "processes", 0, "`number` of crawling processes (default 1 with bolt, which takes no more, 2 with redis)")
	fs.IntVar(&o.workers, "workers", 64, "`number` of pages a process fetches at once")
	program.Delay(fs, &o.delay, "`time` between two requests to a host (default 1ms; with 0s a host may be asked twice at once, which the check reports)")
	fs.DurationVar(&o.timeout, "timeout", 3*time.Second, "`time` a request may take")
	fs.IntVar(&o.attempts, "attempts", 3, "`number` of attempts at a page (Limits.Attempts); with kills every few seconds up to 15 are needed, or healthy pages are given up by chance")
	fs.DurationVar(&o.outage, "outage", 20*time.Second, "`time` for which hosts cannot be reached, again and again")
	fs.IntVar(&o.memory, "memory", 1024, "most `MiB` of memory of a process")
	fs.DurationVar(&o.duration, "duration", time.Minute, "`time` after which the program ends although URLs are left")
	fs.IntVar(&o.urls, "urls", 0, "`number` of acknowledged URLs after which the program ends although others are left (default 0, no limit)")
	fs.DurationVar(&o.kill, "kill", 10*time.Second, "mean `time` between two kills of a process, 0s for none")
	fs.DurationVar(&o.faults, "faults", 20*time.Second, "mean `time` between two faults of the Redis server: killed and restarted, stalled, filled; 0s for none")
	fs.BoolVar(&o.json, "json", false, "print one JSON object with the result")
	fs.StringVar(&o.crawler, "crawler", "", "be one of the crawling processes, with the `settings` in this file; for the program's own use")
	if err := program.Parse(fs, help, args, stderr); err != nil {
		return o, err
	}
	return o, o.complete()
}

// complete checks the options and fills in what depends on others.
func (o *options) complete() error {
	if o.crawler != "" {
		return nil
	}
	path, isBolt := strings.CutPrefix(o.frontier, "bolt:")
	if o.frontier == "" {
		path, isBolt = ownFrontier, true
	}
	switch {
	case o.frontier != "redis" && (!isBolt || path == ""):
		return errors.New("-frontier must be bolt:PATH or redis")
	case o.fsync != "always" && o.fsync != "everysec":
		return errors.New("-appendfsync must be always or everysec")
	case o.pages < 1 || o.hosts < 8 || o.workers < 1 || o.attempts < 1 || o.urls < 0:
		return errors.New("-pages, -workers and -attempts must be 1 or more, -hosts 8 or more, -urls 0 or more")
	case isBolt && o.processes > 1:
		return errors.New("-processes: a bolt file belongs to one process at a time")
	case o.processes < 0 || o.kill < 0 || o.faults < 0 || o.outage < 0:
		return errors.New("-processes, -kill, -faults and -outage must be 0 or more")
	case o.memory < 1:
		return errors.New("-memory must be 1 or more")
	case o.timeout <= 0 || o.duration <= 0:
		return errors.New("-timeout and -duration must be more than 0s")
	}
	if _, err := chooseClasses(o.classes); err != nil {
		return err
	}
	if _, err := newStrategy(o.strategy); err != nil {
		return err
	}
	if o.processes == 0 {
		o.processes = 2
		if isBolt {
			o.processes = 1
		}
	}
	return nil
}

// ownFrontier is the frontier's file in -dir without -frontier.
const ownFrontier = "soak.db"

// boltPath is the file of the frontier, "" with Redis.
func (o *options) boltPath() string {
	path, isBolt := strings.CutPrefix(o.frontier, "bolt:")
	if !isBolt {
		return ""
	}
	return path
}

// exponential is a random time with a mean, at most four times as long.
func exponential(mean time.Duration, random float64) time.Duration {
	return min(time.Duration(float64(mean)*random), 4*mean)
}
