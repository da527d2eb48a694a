// Workers crawls one web with several processes that share a frontier in
// Redis. See -h.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// options are what the command line asks for.
type options struct {
	redis   string
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
twice, and that no host was asked by two at once or sooner than its delay.

  workers -redis redis://127.0.0.1:6379/0 -workers 4 -hosts 20 -pages 2000

`

// run is the program: it returns 0 for success, 1 for a failure, which it
// tells on one line of stderr, and 2 for bad usage.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "workers: %v\nRun workers -h for help.\n", err)
		return 2
	}
	if o.seed != "" {
		err = work(ctx, o, stdout)
	} else {
		err = lead(ctx, o, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "workers: %v\n", err)
		return 1
	}
	return 0
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("workers", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.redis, "redis", "redis://127.0.0.1:6379/0", "`URL` of the Redis or Valkey server")
	fs.StringVar(&o.name, "name", "", "`name` of the crawl on the server (default a new one)")
	fs.IntVar(&o.workers, "workers", 4, "`number` of processes")
	fs.IntVar(&o.fetches, "fetches", 8, "`number` of pages a process fetches at once")
	fs.IntVar(&o.hosts, "hosts", 20, "`number` of hosts of the web, at most 250")
	fs.IntVar(&o.pages, "pages", 2000, "`number` of pages of the web")
	fs.DurationVar(&o.delay, "delay", 10*time.Millisecond, "`time` between two requests to a host")
	fs.DurationVar(&o.kill, "kill", 0, "kill a worker after each such `time` and start another (default never)")
	fs.BoolVar(&o.json, "json", false, "print one JSON object with the result")
	fs.StringVar(&o.seed, "worker", "", "be one of the processes and start from this `URL`; for the program's own use")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stderr, help)
			fs.SetOutput(stderr)
			fs.PrintDefaults()
		}
		return o, err
	}
	switch {
	case fs.NArg() > 0:
		return o, fmt.Errorf("unexpected %q: every argument is a flag", fs.Arg(0))
	case o.workers < 1 || o.fetches < 1 || o.pages < 1:
		return o, errors.New("-workers, -fetches and -pages want 1 or more")
	case o.hosts < 1 || o.hosts > 250:
		return o, errors.New("-hosts wants 1 to 250")
	case o.delay < 0 || o.kill < 0:
		return o, errors.New("-delay and -kill want 0s or more")
	}
	return o, nil
}
