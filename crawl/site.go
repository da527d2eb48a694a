package crawl

import (
	"time"

	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// site is what a crawl knows of one origin: its robots.txt and whether it can
// be asked.
type site struct {
	origin string
	*pacer // of its host
	outage outage

	reading   chan struct{} // holds one while robots.txt is looked at; guards the rest
	redirects []*weburl.URL // where the file was asked for so far, and the next place
	robots    *robots.File
	read      time.Time // when it was
	closed    error     // why nothing may be fetched, if the file cannot be read
	expires   time.Time // when the file is to be asked for again
}

func newSite(origin string, p *pacer) *site {
	return &site{origin: origin, pacer: p, reading: make(chan struct{}, 1)}
}
