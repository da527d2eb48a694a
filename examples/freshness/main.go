// Freshness simulates how fresh a crawl keeps its pages. See -h.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/freshness"
)

func main() { program.Main(run) }

const help = `Freshness simulates pages that change, and crawlers that fetch them again.

It prints the weighted freshness of the copies as a share of the optimum with known rates: of package
fresh, of the interval rules of Nutch and StormCrawler at the same requests, of all
pages fetched as often, and of pages fetched as often as they change. "cold" is from the first to the fifth
fetch a page, "learned" from the twentieth to the twenty-fifth; after +- is half the width of the interval of 95 % over the seeds.

  go run ./examples/freshness
  go run ./examples/freshness -pages 2000 -seeds 5 -precision 0.9 -recall 0.5

With -history the pages are those of a site whose changes are known, from a CSV file with a line for each: the page, and the time in
seconds since 1970. A page is there from its first line on. Of a history of more than three years the three in which most
pages changed are taken. It prints the share of the last three quarters of that time in which the copies were as the pages: "sitemap" is
of a site whose sitemap says once a day when each page changed, "built" of one that says so of all pages when any changed, and
"fixed" of the best intervals for the changes that came, which nobody knows beforehand.

  go run ./examples/freshness -history changes.csv

`

// options are what the command line asks for.
type options struct {
	pages, seeds             int
	decades                  float64
	precision, recall, noise float64
	history                  string
}

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(ctx, args, stderr)
	if err != nil {
		return program.Exit(ctx, "freshness", program.Usage(err), stderr)
	}
	if o.history != "" {
		return program.Exit(ctx, "freshness", replay(o.history, stdout), stderr)
	}
	fmt.Fprintf(stdout, "%-10s %-18s %-16s %s\n", "pages/day", "crawler", "cold", "learned")
	for _, share := range []float64{0.01, 0.03, 0.1, 0.3, 1} {
		o.print(stdout, share)
	}
	return 0
}

func parse(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("freshness", flag.ContinueOnError)
	fs.IntVar(&o.pages, "pages", 300, "how many pages there are")
	fs.IntVar(&o.seeds, "seeds", 3, "how many worlds are simulated")
	fs.Float64Var(&o.decades, "decades", 5, "how far the pages' rates of change spread: log-normal with four standard deviations over so many powers of ten")
	fs.Float64Var(&o.precision, "precision", 1, "how many of the signs of change are true, above 0 to 1")
	fs.Float64Var(&o.recall, "recall", 0, "how many of the changes have a sign, 0 to 1; 0 means no signs")
	fs.Float64Var(&o.noise, "noise", 0, "false signs a day and page besides, whatever changes")
	fs.StringVar(&o.history, "history", "", "follow the pages of this CSV file in place of simulated ones")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	if o.pages < 1 || o.seeds < 1 || !(o.precision > 0 && o.precision <= 1) || !(o.recall >= 0 && o.recall <= 1) || o.noise < 0 {
		return o, fmt.Errorf("a flag is out of its range: see -h")
	}
	return o, nil
}

// windows are in fetches a page. In the first one all copies are fresh to begin with.
var windows = []float64{1, 5, 20, 25}

// print prints the table of a share of the pages that is fetched a day.
func (o options) print(w io.Writer, share float64) {
	crawlers := []struct {
		name string
		run  func(freshness.World) freshness.Scheduler
	}{
		{"fresh", plan},
		{"Nutch", func(w freshness.World) freshness.Scheduler { return w.Nutch(0.4, 0.2) }},
		{"StormCrawler", func(w freshness.World) freshness.Scheduler { return w.Storm(0.5, 0.5, 0) }},
	}
	for _, c := range crawlers {
		var cold, learned []float64
		for seed := range uint64(o.seeds) {
			world := o.world(share, seed)
			optimum, _ := world.Optimum()
			got := world.Run(c.run(world), seed, windows...)
			cold, learned = append(cold, got[1]/optimum), append(learned, got[3]/optimum)
		}
		a, b := interval(cold), interval(learned)
		fmt.Fprintf(w, "%-10g %-18s %-16s %s\n", share, c.name, a, b)
	}
	for _, fixed := range []struct {
		name      string
		intervals func(freshness.World) []float64
	}{{"uniform", freshness.World.Uniform}, {"proportional", freshness.World.Proportional}} {
		var known []float64
		for seed := range uint64(o.seeds) {
			world := o.world(share, seed)
			optimum, _ := world.Optimum()
			known = append(known, world.Freshness(fixed.intervals(world))/optimum)
		}
		fmt.Fprintf(w, "%-10g %-18s %-16s %s\n", share, fixed.name, "", interval(known))
	}
}

func (o options) world(share float64, seed uint64) freshness.World {
	w := freshness.LogNormal(o.pages, o.decades, share, seed)
	w.Precision, w.Recall, w.Noise = o.precision, o.recall, o.noise
	return w
}

func interval(x []float64) string {
	mean, half := freshness.Mean(x)
	return fmt.Sprintf("%.3f +- %.3f", mean, half)
}

// plan is the schedule of package fresh.
func plan(w freshness.World) freshness.Scheduler {
	p := &fresh.Policy{Requests: w.Requests}
	return &freshness.Planned{
		Plan: func(i int, at time.Time, changed bool) time.Time {
			v := fresh.Visit{URL: strconv.Itoa(i), Site: "a", Weight: w.Weights[i], At: at, Changed: changed}
			if w.Names != nil {
				v.Kind = strconv.Itoa(strings.Count(w.Names[i], "/"))
			}
			again, _ := p.Visited(v)
			return again
		},
		Hint: func(i int, at time.Time) bool {
			_, now := p.Sign(strconv.Itoa(i), time.Time{}, at)
			return now
		},
	}
}
