package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"text/tabwriter"
	"time"
)

// growing are the modes whose cost a page is measured as a crawl grows.
var growing = []mode{
	{"breadth-first", lokman{workers: 1}.crawl},
	{"topical", lokman{strategy: topical, workers: 1}.crawl},
	{"adaptive", lokman{strategy: adaptive, workers: 1}.crawl},
	{"breadth-first on bolt", lokman{disk: true, workers: 1}.crawl},
	{"adaptive on bolt", lokman{strategy: adaptive, disk: true, workers: 1}.crawl},
}

// inProcess answers requests without a socket.
type inProcess struct{ http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// growAlone crawls a web of some pages without sockets.
func growAlone(ctx context.Context, name, pages string, stdout io.Writer) error {
	n, err := strconv.Atoi(pages)
	if err != nil {
		return err
	}
	some, err := chosen(growing, name)
	if err != nil {
		return err
	}
	w := web{uint64(n), func(page uint64) string { return fmt.Sprintf("host%d.test", page%1000) }}
	start := time.Now()
	if err := some[0].crawl(ctx, inProcess{w}, "http://host0.test/0"); err != nil {
		return err
	}
	return report(stdout, start)
}

// compareGrowth writes the cost a page of crawls of 1,000 pages, 10,000 and so on. The time
// to make the pages is in it, the same for all.
func compareGrowth(ctx context.Context, modes []mode, pages int, stdout, stderr io.Writer) error {
	t := tabwriter.NewWriter(stdout, 0, 0, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprint(t, "strategy\tpages\tCPU us a page\tx the smallest\tpeak MB\twritten KB a page\t\n")
	for _, m := range modes {
		var smallest float64
		for n := min(1000, pages); n <= pages; n *= 10 {
			fmt.Fprintf(stderr, "%s: %d pages\n", m.name, n)
			c, err := alone(ctx, "grow", m.name, strconv.Itoa(n))
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			us := float64(c.CPU.Microseconds()) / float64(n)
			if smallest == 0 {
				smallest = us
			}
			fmt.Fprintf(t, "%s\t%d\t%.0f\t%.2f\t%.0f\t%.1f\t\n", m.name, n, us, us/smallest, float64(c.Peak)/(1<<20), float64(c.Written)/(1<<10)/float64(n))
		}
	}
	return t.Flush()
}
