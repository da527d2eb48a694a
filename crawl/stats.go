package crawl

import "sync/atomic"

// Stats counts what a crawl has done.
type Stats struct {
	Pages     int64 // fetched with a 2xx status
	Redirects int64
	Failed    int64 // URLs given up, those that robots.txt forbids included
	Forbidden int64 // by robots.txt
	Requests  int64 // all, robots.txt, redirects and retries included
	Bytes     int64 // of bodies, once decoded
	Refused   int64 // links left out by scope, depth or form
}

type counters struct {
	pages, redirects, failed, forbidden, requests, bytes, refused atomic.Int64
}

func (c *counters) snapshot() Stats {
	return Stats{
		Pages: c.pages.Load(), Redirects: c.redirects.Load(), Failed: c.failed.Load(),
		Forbidden: c.forbidden.Load(), Requests: c.requests.Load(), Bytes: c.bytes.Load(),
		Refused: c.refused.Load(),
	}
}
