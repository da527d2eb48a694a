package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// report simulates the crawl with each number of nodes, and prints a table.
func report(ctx context.Context, out io.Writer, w web, nodes []int) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "nodes\tpages\tafter\tpages/s\tservers\tcrawlers\tin flight\tbound by\tfullest node\t")
	for _, n := range nodes {
		r, err := simulate(ctx, w, n)
		if err != nil {
			return err
		}
		for _, p := range r.Phases {
			fmt.Fprintf(table, "%d\t%.0f %%\t%s\t%.0f\t%.0f %%\t%.0f %%\t%.0f %%\t%s\t%.1f GB\t\n",
				n, 100*p.Share, days(p.End), float64(p.Pages)/(p.End-p.Begin), 100*p.Servers, 100*p.Crawlers, 100*p.Flight, p.bound(),
				r.Largest*float64(r.Pages)*float64(w.Bytes)/1e9)
		}
	}
	return table.Flush()
}

func days(seconds float64) string {
	const day = 24 * time.Hour
	if t := time.Duration(seconds * float64(time.Second)); t < day {
		return t.Round(time.Minute).String()
	}
	return fmt.Sprintf("%.1f days", seconds/day.Seconds())
}
