package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/examples/internal/redistest"
)

// Two processes of a crawl learn of each other's visits, so that a page that one has fetched and the other fetches again is no
// new one.
func TestShared(t *testing.T) {
	s, name := newFollowed(t), redistest.Start(t)
	const visits = 60
	type result struct {
		own  map[string]int
		p    *fresh.Policy
		fail error
	}
	results := make(chan result)
	for range 2 {
		go func() {
			r := result{own: map[string]int{}, p: &fresh.Policy{Requests: 8e6}}
			defer func() { results <- r }()
			f, err := openFrontier(name)
			if err != nil {
				r.fail = err
				return
			}
			defer f.Close()
			c := crawl.Crawler{Frontier: f, Fresh: r.p, Transport: http.DefaultTransport, IgnoreRobots: true, Delay: crawl.NoDelay, Workers: 1}
			n := 0
			for p, err := range c.Crawl(t.Context(), s.URL+"/") {
				if err != nil || p.Err != nil || p.Changed {
					r.fail = fmt.Errorf("%+v, %w", p, err)
					return
				}
				r.own[p.URL]++
				if n++; n == visits {
					return
				}
			}
		}()
	}
	learned := false
	for range 2 {
		r := <-results
		if r.fail != nil {
			t.Fatal(r.fail)
		}
		all, own := 0, 0
		for url, n := range r.own {
			words := r.p.Explain(url, time.Now())
			var seen int
			if _, after, ok := strings.Cut(words, "seen "); ok {
				fmt.Sscan(after, &seen)
			}
			all, own = all+seen, own+n
		}
		learned = learned || 10*all >= 11*own
	}
	if !learned {
		t.Error("neither process knows of the other's visits")
	}
}
