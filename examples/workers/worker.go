package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis"
)

// A killed worker's pages stay lost for the time of a lease. A worker that stands
// still for longer, on a busy machine, is taken for killed.
var frontierOptions = frontier.Options{LeaseTime: 10 * time.Second}

// visit is what a worker prints for a page, a line each.
type visit struct {
	URL   string `json:"url"`
	Error string `json:"error,omitempty"`
}

// work is one process: it crawls until the shared frontier is empty.
func work(ctx context.Context, o options, stdout io.Writer) error {
	f, err := redis.Open(ctx, o.redis, o.name, redis.Options{Options: frontierOptions})
	if err != nil {
		return err
	}
	defer f.Close()
	c := crawl.Crawler{Frontier: f, Workers: o.fetches, Delay: o.delay, IgnoreRobots: true, Transport: &crawl.Transport{Open: []string{"127.0.0.0/8"}}}
	// Workers that are killed each second take a page down three times by chance:
	// it is not the page's fault until it happens more often.
	c.Limits.Attempts = 20
	if o.delay == 0 {
		c.Delay = crawl.None
	}
	var mu sync.Mutex
	lines := json.NewEncoder(stdout)
	return c.Run(ctx, func(_ context.Context, p *crawl.Page) error {
		v := visit{URL: p.URL}
		if p.Err != nil {
			v.Error = fmt.Sprint(p.Err)
		}
		mu.Lock()
		defer mu.Unlock()
		return lines.Encode(v)
	}, o.seed)
}
