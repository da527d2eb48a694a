package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/redis"
)

// A long crawl is one of Adaptive, which fetches some of a web's pages and has the
// rest of the URLs that it meets in its queue.
type long struct {
	pages, urls int // fetched, and of the web
	workers     int
	file        string // of the queue, or
	redis       string // the server's URL
	order       string // file that gets each page's URL and value, or ""
}

// crawl writes a row for each tenth of the pages. Where the queue is there already, the crawl
// is resumed, and the time until its first page told.
func (l long) crawl(ctx context.Context, stdout io.Writer) (err error) {
	queue, err := l.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, queue.Close()) }()
	order := bufio.NewWriter(io.Discard)
	if l.order != "" {
		file, err := os.OpenFile(l.order, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		order.Reset(file)
		defer func() { err = errors.Join(err, order.Flush(), file.Close()) }()
	}
	c := crawl.Crawler{
		Workers: l.workers, Delay: crawl.None, Limits: crawl.Limits{Pages: l.pages}, Strategy: adaptive(), Frontier: queue,
		Transport: inProcess{web{uint64(l.urls), func(page uint64) string { return fmt.Sprintf("host%d.test", page%1000) }}},
	}
	start, last, at := time.Now(), time.Time{}, time.Duration(0)
	pages := 0
	for p, err := range c.Crawl(ctx, "http://host0.test/0") {
		if err == nil {
			err = p.Err
		}
		if err != nil {
			return err
		}
		if pages++; pages == 1 {
			last, at = time.Now(), processorTime()
			fmt.Fprintf(stdout, "first page after %.1f s, %.1f s of CPU time\n", last.Sub(start).Seconds(), at.Seconds())
			fmt.Fprintln(stdout, "pages\tqueued\tCPU ms a page\tpages/s\tanonymous MB\tpeak MB")
		}
		fmt.Fprintln(order, p.URL, p.Value)
		if every := max(l.pages/100, 1); pages%every == 0 {
			s, err := queue.Stats(ctx)
			if err != nil {
				return err
			}
			now := processorTime()
			fmt.Fprintf(stdout, "%d\t%d\t%.2f\t%.0f\t%d\t%d\n", pages, s.Queued, (now-at).Seconds()*1000/float64(every),
				float64(every)/time.Since(last).Seconds(), said("status", "RssAnon:")>>10, said("status", "VmHWM:")>>10)
			last, at = time.Now(), now
			if err := order.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

type longQueue interface {
	frontier.Frontier
	Stats(context.Context) (frontier.Stats, error)
	Close() error
}

func (l long) open(ctx context.Context) (longQueue, error) {
	o := crawl.FrontierOptions(adaptive())
	if l.redis != "" {
		return redis.Open(ctx, l.redis, "bench", redis.Options{Options: o})
	}
	return bolt.Open(l.file, bolt.Options{Options: o, NoSync: true})
}

// processorTime is what this process has used, user and system.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
