package crawl

import "sync/atomic"

// Stats counts what a crawl has done.
type Stats struct {
	Pages       int64 // fetched with a 2xx status
	NotModified int64 // as they were, by their validators
	Redirects   int64
	Failed      int64 // URLs given up, those that robots.txt forbids included
	Forbidden   int64 // by robots.txt
	Retries     int64 // failed attempts that were followed by another
	Incomplete  int64 // pages of which the end is missing, cut by a limit or broken off
	Requests    int64 // all, robots.txt, redirects and retries included
	Bytes       int64 // of bodies, once decoded
	Refused     int64 // links left out by scope, directive, limit or form
}

type counters struct {
	pages, notModified, redirects, failed, forbidden, retries, incomplete, requests, bytes, refused atomic.Int64
}

func (c *counters) snapshot() Stats {
	return Stats{
		Pages: c.pages.Load(), NotModified: c.notModified.Load(), Redirects: c.redirects.Load(),
		Failed: c.failed.Load(), Forbidden: c.forbidden.Load(), Retries: c.retries.Load(),
		Incomplete: c.incomplete.Load(), Requests: c.requests.Load(), Bytes: c.bytes.Load(),
		Refused: c.refused.Load(),
	}
}
