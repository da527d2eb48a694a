package main

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/PuerkitoBio/gocrawl"
	"github.com/gocolly/colly/v2"
	"github.com/gocolly/colly/v2/queue"
	"golang.org/x/net/html"
)

// bareLoop is the least that a crawl can be: net/http, x/net's tokenizer, a map
// of what was seen and a slice of what is to come.
func bareLoop(ctx context.Context, transport http.RoundTripper, seed string) error {
	if transport == nil {
		transport = &http.Transport{MaxIdleConnsPerHost: siteHosts}
	}
	type fetched struct {
		links []string
		err   error
	}
	seen, queue, busy := map[string]bool{seed: true}, []string{seed}, 0
	todo, done := make(chan string), make(chan fetched)
	defer close(todo)
	for range siteHosts {
		go func() {
			for page := range todo {
				links, err := bareFetch(ctx, transport, page)
				done <- fetched{links, err}
			}
		}()
	}
	var failed error
	for busy > 0 || len(queue) > 0 && failed == nil {
		var next string
		offer := todo
		if len(queue) == 0 || failed != nil {
			offer = nil
		} else {
			next = queue[0]
		}
		select {
		case offer <- next:
			queue = queue[1:]
			busy++
		case f := <-done:
			busy--
			if f.err != nil {
				failed = f.err
			}
			for _, l := range f.links {
				if !seen[l] {
					seen[l] = true
					queue = append(queue, l)
				}
			}
		}
	}
	return failed
}

func bareFetch(ctx context.Context, transport http.RoundTripper, page string) (links []string, err error) {
	base, err := url.Parse(page)
	if err != nil {
		return nil, err
	}
	request := &http.Request{Method: http.MethodGet, URL: base, Host: base.Host, Header: http.Header{}}
	resp, err := transport.RoundTrip(request.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	z := html.NewTokenizer(resp.Body)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return links, nil
		case html.StartTagToken:
			name, more := z.TagName()
			for more && string(name) == "a" {
				var key, value []byte
				if key, value, more = z.TagAttr(); string(key) == "href" {
					if u, err := base.Parse(string(value)); err == nil {
						links = append(links, u.String())
					}
				}
			}
		}
	}
}

// goCrawl is gocrawl with its own reading of pages by goquery.
func goCrawl(_ context.Context, _ http.RoundTripper, seed string) error {
	o := gocrawl.NewOptions(&anyHost{})
	o.CrawlDelay, o.SameHostOnly, o.LogFlags, o.WorkerIdleTTL = 0, false, gocrawl.LogNone, time.Minute
	gocrawl.HttpClient.Transport = &http.Transport{MaxIdleConnsPerHost: siteHosts}
	return gocrawl.NewCrawlerWithOptions(o).Run(seed)
}

// anyHost follows links to all hosts, each once.
type anyHost struct{ gocrawl.DefaultExtender }

func (*anyHost) Filter(_ *gocrawl.URLContext, visited bool) bool { return !visited }

// collyQueue is colly with its queue in memory.
func collyQueue(_ context.Context, _ http.RoundTripper, seed string) error {
	c := colly.NewCollector()
	c.WithTransport(&http.Transport{MaxIdleConnsPerHost: siteHosts})
	q, err := queue.New(siteHosts, &queue.InMemoryQueueStorage{MaxSize: 10_000_000})
	if err != nil {
		return err
	}
	var seen sync.Map
	seen.Store(seed, true)
	failed := make(chan error, 1)
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		if link := e.Request.AbsoluteURL(e.Attr("href")); link != "" {
			if _, known := seen.LoadOrStore(link, true); !known {
				_ = q.AddURL(link)
			}
		}
	})
	c.OnError(func(_ *colly.Response, err error) {
		select {
		case failed <- err:
		default:
		}
	})
	if err := q.AddURL(seed); err != nil {
		return err
	}
	if err := q.Run(c); err != nil {
		return err
	}
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}
