package crawl

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
)

// An Observer follows what a crawl does: for metrics and traces.
// It is called by several workers at once and should return soon. One that has a method
// Ended(error) is told last how the crawl ended, as Crawl and Run say it: with nil at a
// limit or when nothing is left.
type Observer interface {
	// Observe is called once for each event.
	Observe(Event)
}

// An Event is something that happened in a crawl.
type Event struct {
	// Kind says in a word what happened, fit for a metric's label.
	//
	//	request  a request ended: for a page, a robots.txt or a sitemap
	//	page     a URL was fetched, redirects or failed for good
	//	retry    a URL failed and will be tried again
	//	unvalued the strategy could not value a page, which is tried again or fails: Valuation.Err
	//	refused  a link, one that is no URL of the web too, a sitemap that an index lists, or a part of a sitemap was left out
	//	cut      a page has more links than are read, or than Limits.Links; Err says so
	Kind string

	URL     string        // what it happened to
	Host    string        // of the URL, with its port if that is not the default
	Status  int           // of the answer; 0 if there was none
	Bytes   int           // of the body, once decoded
	Elapsed time.Duration // request: from asking to the end of the answer
	Value   float64       // page: the value of the page by the strategy
	LeftOut int           // cut: how many links of the page are not taken
	Err     error         // what went wrong, nil if nothing did; [Cause] names it
}

// Stats counts what a crawl has done.
type Stats struct {
	Pages       int64 // fetched with a 2xx status
	NotModified int64 // unchanged, by their validators
	Redirects   int64 // URLs that redirect
	Failed      int64 // URLs given up, those that robots.txt forbids included
	Forbidden   int64 // by robots.txt
	RobotsRead  int64 // decisions on robots.txt files that temoto would not read as they are meant, see robots.Decision.By
	HostDown    int64 // URLs given up with a host that was down, see Limits.HostDown
	Retries     int64 // failed attempts that were followed by another
	Incomplete  int64 // pages of which the end is missing, cut by a limit or broken off
	Requests    int64 // all, robots.txt, redirects and retries included
	Bytes       int64 // of bodies, once decoded
	Refused     int64 // links left out by scope, directive, limit or form, and lists and entries of Crawler.Sitemaps
	Unvalued    int64 // times that the strategy could not value a page, see Valuation.Err
	LeftOut     int64 // links beyond Limits.Links, of which those that were read are Refused too
	Dropped     int64 // links that the strategy did not value, of pages whose document it read, each URL of a page once; from another page it may follow them
	Barren      int64 // of these, those of pages of which it valued no link, as Lokman does if the page scores 0
	Repeated    int64 // links to a URL that their page links to before
	Schemes     int64 // links of other schemes than http and https, as mailto; not in Refused
	Malformed   int64 // links that are no URL, as those with a space in the host; not in Refused
}

// String says in one line what became of the URLs and links: after a crawl that
// ended early, why nothing was left.
func (s Stats) String() string {
	why := fmt.Sprintf("forbidden by robots.txt: %d", s.Forbidden)
	if s.HostDown > 0 {
		why += fmt.Sprintf(", host down: %d", s.HostDown)
	}
	line := fmt.Sprintf("pages: %d (incomplete: %d), not modified: %d, redirects: %d, URLs failed: %d (%s), %s",
		s.Pages, s.Incomplete, s.NotModified, s.Redirects, s.Failed, why, s.Links())
	if s.Unvalued > 0 {
		line += fmt.Sprintf(", failures to value a page: %d", s.Unvalued)
	}
	return line
}

// Links says in one line which links were left out, and why.
func (s Stats) Links() string {
	line := fmt.Sprintf("links not followed from their page by the strategy: %d", s.Dropped)
	if s.Barren > 0 {
		line += fmt.Sprintf(" (%d on pages of which it follows none)", s.Barren)
	}
	line += fmt.Sprintf(", links refused: %d", s.Refused)
	for _, more := range []struct {
		what string
		n    int64
	}{
		{"repeated on their page", s.Repeated}, {"of other schemes", s.Schemes}, {"malformed", s.Malformed}, {"beyond Limits.Links", s.LeftOut},
	} {
		if more.n > 0 {
			line += fmt.Sprintf(", links %s: %d", more.what, more.n)
		}
	}
	return line
}

type counters struct {
	fetch.Counts
	pages, notModified, redirects, failed, forbidden, hostDown, retries, incomplete, refused, leftOut, dropped, barren, repeated, schemes, malformed, unvalued atomic.Int64
}

func (c *counters) snapshot() Stats {
	return Stats{
		Pages: c.pages.Load(), NotModified: c.notModified.Load(), Redirects: c.redirects.Load(),
		Failed: c.failed.Load(), Forbidden: c.forbidden.Load(), HostDown: c.hostDown.Load(), Retries: c.retries.Load(),
		Incomplete: c.incomplete.Load(), RobotsRead: c.RobotsRead.Load(), Requests: c.Requests.Load(), Bytes: c.Bytes.Load(),
		Refused: c.refused.Load(), LeftOut: c.leftOut.Load(), Dropped: c.dropped.Load(), Unvalued: c.unvalued.Load(),
		Barren: c.barren.Load(), Repeated: c.repeated.Load(), Schemes: c.schemes.Load(), Malformed: c.malformed.Load(),
	}
}
