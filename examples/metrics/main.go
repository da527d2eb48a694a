// Metrics crawls and shows Prometheus how it goes. See -h.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(run) }

type options struct {
	seed   string
	pages  int
	agent  string
	delay  time.Duration
	listen string
	stay   bool
	json   bool
}

const help = `Metrics crawls and serves its metrics to Prometheus at /metrics meanwhile.

Without -seed it crawls a small web of its own that needs no network and has a
few faults to count.

  go run ./examples/metrics -stay
  go run ./examples/metrics -seed https://example.org/ -pages 1000 -listen 127.0.0.1:9464

`

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(ctx, args, stderr)
	if err != nil {
		return program.Exit(ctx, "metrics", program.Usage(err), stderr)
	}
	return program.Exit(ctx, "metrics", observe(ctx, o, stdout, stderr), stderr)
}

func parse(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("metrics", flag.ContinueOnError)
	fs.StringVar(&o.seed, "seed", "", "`URL` to start from (default a web of its own)")
	fs.IntVar(&o.pages, "pages", 1000, "`number` of pages to fetch")
	program.Agent(fs, &o.agent)
	fs.DurationVar(&o.delay, "delay", time.Second, "`time` between two requests to a host (0s for none)")
	fs.StringVar(&o.listen, "listen", "127.0.0.1:9464", "`address` to serve /metrics at; port 0 takes a free one")
	fs.BoolVar(&o.stay, "stay", false, "serve on after the crawl, until interrupted")
	fs.BoolVar(&o.json, "json", false, "print the crawl's counts as one JSON object")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	var seedErr error
	if o.seed != "" {
		_, seedErr = crawl.Canonical(o.seed)
	}
	switch {
	case seedErr != nil:
		return o, fmt.Errorf("-seed: %w: want a whole URL such as https://example.org/", seedErr)
	case o.pages < 1:
		return o, errors.New("-pages must be 1 or more")
	case o.delay < 0:
		return o, errors.New("-delay must be 0s or more")
	}
	return o, nil
}

// next is said after the built-in web.
const next = `To look at the metrics, at the address above, after the crawl too:
  go run ./examples/metrics -stay
`

// observe crawls while it serves the metrics.
func observe(ctx context.Context, o options, stdout, stderr io.Writer) error {
	registry := prometheus.NewRegistry()
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return fmt.Errorf("-listen: %w; name another address, or port 0 for any that is free", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	server := http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }() // ends with ErrServerClosed
	defer func() { server.Close(); <-served }()
	fmt.Fprintf(stderr, "metrics at http://%s/metrics\n", l.Addr())

	c := crawl.Crawler{UserAgent: o.agent, Observer: newMetrics(registry), Transport: &crawl.Transport{Open: crawl.Hostnames(o.seed)}, Delay: o.delay, Limits: crawl.Limits{Pages: o.pages}}
	if o.delay == 0 {
		c.Delay = crawl.None
	}
	own := o.seed == ""
	if own {
		o.seed, c.Transport, c.Delay = demoSeed, demo(), crawl.None
	}
	bar := program.NewProgress(stderr, "pages", o.pages)
	err = c.Run(ctx, func(_ context.Context, p *crawl.Page) error {
		if p.OK() {
			bar.Increment()
		}
		return nil
	}, o.seed)
	bar.Close()
	if err != nil {
		return err
	}
	if o.stay {
		fmt.Fprintln(stderr, "the crawl is over; its metrics are served until Ctrl-C")
		<-ctx.Done()
	}
	s := c.Stats()
	if o.json {
		return json.NewEncoder(stdout).Encode(s)
	}
	if own && !o.stay {
		fmt.Fprint(stderr, next)
	}
	_, err = fmt.Fprintf(stdout, "pages: %d, redirects: %d, failed: %d, retries: %d, requests: %d, bytes: %d\n",
		s.Pages, s.Redirects, s.Failed, s.Retries, s.Requests, s.Bytes)
	return err
}
