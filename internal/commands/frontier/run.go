// Package frontier looks into the queue of a crawl that is kept in a file, and mends it. See -h.
package frontier

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	file     string
	next     int
	url      string // whose story is told
	failures bool
	requeue  []string
	drop     []string
	block    []string // hosts
	time     time.Duration
	compact  bool
	json     bool
}

const help = `Frontier looks into the queue of a crawl that is kept in a file, and mends it. The
crawl must not be running.

  lokman crawl -topic tinnitus -pages 20 -frontier bolt:crawl.db
  lokman frontier crawl.db
  lokman frontier crawl.db -failures
  lokman frontier crawl.db -requeue timeout -requeue "status 5xx"
  lokman frontier crawl.db -drop www.example.org -compact

It prints how many URLs are in which state, what URLs failed of, and which come next.
It says why they do, and with -url what happened to one, as far as the crawl kept that:
lokman crawl does with a -dashboard.

`

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = inspect(ctx, o, stdout)
	}
	return program.Exit(ctx, "frontier", err, stderr)
}

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	list := func(to *[]string) func(string) error {
		return func(s string) error {
			if s == "" {
				return errors.New("want a text")
			}
			*to = append(*to, s)
			return nil
		}
	}
	fs := flag.NewFlagSet("frontier", flag.ContinueOnError)
	fs.StringVar(&o.file, "file", "", "`path` of the crawl's file: that of -frontier bolt:PATH")
	fs.IntVar(&o.next, "next", 10, "`number` of URLs to show that come next, at most 1000")
	fs.StringVar(&o.url, "url", "", "`URL` to tell the story of")
	fs.BoolVar(&o.failures, "failures", false, "list the URLs that failed, each with its reason")
	fs.Func("requeue", "`which` failures to try again: a cause as the failures have it (timeout, \"status 503\", \"status 5xx\"), a URL, a host\nor all; may be repeated", list(&o.requeue))
	fs.Func("drop", "`URL` or host whose queued URLs are given up, as \"dropped\"; -requeue dropped brings them back. May be repeated", list(&o.drop))
	fs.Func("block", "`host` that is not to be asked for the time of -for; may be repeated", list(&o.block))
	fs.DurationVar(&o.time, "for", 24*time.Hour, "`time` that hosts of -block are not asked for")
	fs.BoolVar(&o.compact, "compact", false, "write the file anew, without the room that is no longer used")
	fs.BoolVar(&o.json, "json", false, "print one JSON object")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch {
	case o.file == "":
		return o, program.Usage(errors.New("want the file of a crawl"))
	case o.next < 0 || o.next > 1000:
		return o, program.Usage(fmt.Errorf("-next %d: want 0 to 1000", o.next))
	case o.time <= 0:
		return o, program.Usage(fmt.Errorf("-for %v: want a time such as 24h", o.time))
	}
	return o, nil
}
