package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/crawl"
)

// crawlTopic runs the crawl that the options ask for and tells of it.
func crawlTopic(ctx context.Context, o options, stdout, stderr io.Writer) error {
	s, err := newSubject(ctx, o)
	if err != nil {
		return err
	}
	st, err := newStrategy(o, s.topic)
	if err != nil {
		return err
	}
	c := crawl.Crawler{
		Strategy: st, Frontier: newFrontier(o, st), Transport: s.transport,
		Workers: o.workers, Delay: o.delay, Limits: crawl.Limits{Pages: o.pages},
	}
	h := newHistory(o, s)
	show := newScreen(o, s, stdout, stderr)
	file := recordFile{path: o.jsonl}
	err = func() error {
		defer show.close()
		for p, err := range c.Crawl(ctx, s.seeds...) {
			if err != nil {
				return err
			}
			r := newRecord(len(h.pages)+1, p)
			if err := file.write(r, p.OK()); err != nil {
				return err
			}
			show.page(r, h.add(r, p))
		}
		return nil
	}()
	if closeErr := file.close(); err == nil {
		err = closeErr
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if h.fetched == 0 {
		return h.nothing(err)
	}
	h.end(err)
	if err == nil && !o.network() && s.judge != nil {
		if h.bounds, err = bounds(ctx, o, s); err != nil {
			return err
		}
	}
	path, reportErr := h.writeReport()
	if reportErr != nil {
		return reportErr
	}
	show.summary(h, path)
	if err != nil {
		return fmt.Errorf("interrupted after %d pages; the report is in %s", h.fetched, path)
	}
	return nil
}
