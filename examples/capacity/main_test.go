package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// small is a web of one batch a page, so that nothing is rounded.
func small() web {
	return web{
		URLs: 20_000, Hosts: 100, Largest: 1000, Delay: time.Second, Fetch: 100 * time.Millisecond,
		Server: time.Millisecond, Crawler: time.Millisecond, Cores: 8, Workers: 1000, Shards: 16, Bytes: 300, Batch: 1,
	}
}

func TestBounds(t *testing.T) {
	for name, test := range map[string]struct {
		set   func(*web)
		bound string
		least float64 // seconds that the crawl takes at least, and at most a tenth longer
	}{
		"the largest host":   {func(*web) {}, "politeness", 1000},
		"the server":         {func(w *web) { w.Server = time.Second }, "servers", 20_000},
		"the crawlers":       {func(w *web) { w.Crawler = 8 * time.Second }, "crawlers", 20_000},
		"fetches in flight":  {func(w *web) { w.Workers = 1; w.Fetch = time.Second }, "fetches in flight", 20_000},
		"batches, no longer": {func(w *web) { w.Batch = 50 }, "politeness", 1000},
	} {
		t.Run(name, func(t *testing.T) {
			w := small()
			test.set(&w)
			r, err := simulate(t.Context(), w, 1)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(r.Pages-w.URLs)) > 0.05*float64(w.URLs) {
				t.Errorf("the web has %d pages, want some %d", r.Pages, w.URLs)
			}
			last := r.Phases[len(r.Phases)-1]
			if least := test.least * float64(r.Pages) / float64(w.URLs); last.End < 0.9*least || last.End > 1.15*least {
				t.Errorf("the crawl took %.0f s, want some %.0f", last.End, least)
			}
			if got := last.bound(); got != test.bound {
				t.Errorf("bound by %s, want %s: %+v", got, test.bound, last)
			}
		})
	}
}

func TestNodesShareTheWork(t *testing.T) {
	w := small()
	w.Delay, w.Server, w.Hosts = 0, time.Second, 2000
	one, _ := simulate(t.Context(), w, 1)
	four, _ := simulate(t.Context(), w, 4)
	half := func(r result) float64 { return r.Phases[1].End }
	if ratio := half(one) / half(four); ratio < 2 || ratio > 4 {
		t.Errorf("four nodes are %.1f times as fast as one, want up to 4", ratio)
	}
	if one.Largest != 1 || four.Largest < 0.25 || four.Largest > 0.5 {
		t.Errorf("the fullest node has %v of one and %v of four", one.Largest, four.Largest)
	}
}

// The commands of the help are right as they are written.
func TestHelpCommands(t *testing.T) {
	programtest.Help(t, "capacity", help, func(args []string) error {
		_, _, err := parse(t.Context(), args, io.Discard)
		return err
	})
}

func TestProgram(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"-urls 1e5 -hosts 1e3 -largest 1e4 -nodes 1,2", 0, "politeness"},
		{"-h", 0, "go run ./examples/capacity"},
		{"-nodes 0", 2, "want them as in 1,4,16"},
		{"-nodes 100", 2, "more than the 64 shards"},
		{"-hosts 10", 2, "between 1 and -largest"},
		{"-cores 0", 2, "above 0"},
	} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), strings.Fields(test.args), &out, &errs); code != test.code {
			t.Errorf("%s: exit code %d, want %d\n%s", test.args, code, test.code, &errs)
		}
		if said := out.String() + errs.String(); !strings.Contains(said, test.want) {
			t.Errorf("%s: %q says nothing of %q", test.args, said, test.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if run(ended, nil, &bytes.Buffer{}, &bytes.Buffer{}) == 0 {
		t.Error("an interrupted program says that all is well")
	}
}
