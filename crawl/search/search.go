// Package search takes the seeds of a crawl from a search engine, as the
// experiments of the Lokman thesis do with the first 15 hits for each topic.
package search

import (
	"context"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// defaultSeeds is how many seeds the thesis takes.
const defaultSeeds = 15

// A Seeder knows where to begin.
type Seeder interface {
	// Seeds returns the pages that a search for query finds, the best first,
	// n of them, or 15 as the thesis if n is not positive; fewer if there are no
	// more. They are distinct canonical URLs of http and https. If there is an
	// error, the seeds are those found before it. Several goroutines may call
	// it at once.
	Seeds(ctx context.Context, query string, n int) ([]string, error)
}

// maxPages bounds the pages of results that are asked for in a search.
const maxPages = 50

// hits gathers distinct URLs up to a number.
type hits struct {
	want int
	urls []string
	seen map[string]bool
}

func newHits(n int) *hits {
	if n <= 0 {
		n = defaultSeeds
	}
	return &hits{want: n, seen: map[string]bool{}}
}

func (h *hits) full() bool { return len(h.urls) >= h.want }

// add takes a URL unless it is none, is known, or there are enough.
func (h *hits) add(raw string) {
	u, err := weburl.Parse(raw)
	if err != nil || h.full() || h.seen[u.Canonical()] {
		return
	}
	h.seen[u.Canonical()] = true
	h.urls = append(h.urls, u.Canonical())
}

// gather asks for one page of results after the other until there are enough
// hits, or a page brings none that is new. A page reports whether there may be
// another.
func (h *hits) gather(page func(number int) (more bool, err error)) ([]string, error) {
	for number := 1; number <= maxPages && !h.full(); number++ {
		before := len(h.urls)
		more, err := page(number)
		if err != nil {
			return h.urls, err
		}
		if !more || len(h.urls) == before {
			break
		}
	}
	return h.urls, nil
}
