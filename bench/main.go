// Bench measures crawls: this library's, those of other crawlers, and a bare loop
// of net/http and a tokenizer, on one web served by this machine. See -h.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
)

const help = `Bench measures the CPU time, memory and allocations of crawls.

	go run ./bench [-turns 5] [-pages 20000] [-modes floor,breadth-first,...]
	go run ./bench -growth [-pages 100000]

Each turn crawls the same pages (8 KB, 20 links, 64 hosts) once in each mode, each
time in a new process, so that all modes meet the same load of the machine. The
server is another process, and what it was asked for is counted. The table has the
medians of the turns, and ratios to the first mode, the floor.

With -long one crawl of Adaptive fetches -pages of the pages of a web of -urls without
sockets, with its queue in the file -file or on the server -redis, and
tells how it goes at each hundredth. What is there already is resumed.

	go run ./bench -long -pages 1000000 -urls 12000000 -file /tmp/long.db

With -growth strategies crawl without sockets, one page at a time, up to -pages,
and the table has the CPU time a page at each power of ten.

Flags:
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "serve":
		return serve(os.Stdin, stdout)
	case len(args) == 3 && args[0] == "crawl":
		return crawlAlone(ctx, args[1], args[2], stdout)
	case len(args) == 3 && args[0] == "grow":
		return growAlone(ctx, args[1], args[2], stdout)
	}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, help); flags.PrintDefaults() }
	turns := flags.Int("turns", 5, "how often each mode is measured")
	pages := flags.Int("pages", 20_000, "how many pages a crawl has")
	only := flags.String("modes", "", "the modes to measure, separated by commas; all if empty")
	growth := flags.Bool("growth", false, "measure how the cost of a page grows with the crawl")
	far := flags.Bool("long", false, "measure one crawl whose queue grows")
	var l long
	flags.IntVar(&l.urls, "urls", 12_000_000, "how many pages the web of a long crawl has")
	flags.IntVar(&l.workers, "workers", 1, "how many pages a long crawl fetches at once; more than one may fetch in another order")
	flags.StringVar(&l.file, "file", "long.db", "the file of a long crawl's queue")
	flags.StringVar(&l.redis, "redis", "", "the `URL` of a Redis server for the queue of a long crawl, in place of a file")
	flags.StringVar(&l.order, "order", "", "a file to which a long crawl appends each page's URL and value")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *turns < 1 || *pages < 1 {
		return fmt.Errorf("unexpected arguments %q, or a count below 1: see -h", flags.Args())
	}
	if *far {
		l.pages = *pages
		return l.crawl(ctx, stdout)
	}
	all, measure := modes, func(some []mode) error { return compare(ctx, some, *turns, *pages, stdout, stderr) }
	if *growth {
		all, measure = growing, func(some []mode) error { return compareGrowth(ctx, some, *pages, stdout, stderr) }
	}
	some, err := chosen(all, *only)
	if err != nil {
		return err
	}
	return measure(some)
}

// chosen returns the modes that are named, or all.
func chosen(all []mode, names string) (some []mode, err error) {
	if names == "" {
		return all, nil
	}
	var known []string
	for _, m := range all {
		known = append(known, m.name)
	}
	for name := range strings.SplitSeq(names, ",") {
		i := slices.Index(known, name)
		if i < 0 {
			return nil, fmt.Errorf("no mode %q, but %s", name, strings.Join(known, ", "))
		}
		some = append(some, all[i])
	}
	return some, nil
}
