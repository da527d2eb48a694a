package crawl

import "time"

// An Observer is told what a crawl does as it does it: for metrics and traces.
// It is called by several workers at once and should return soon.
type Observer interface {
	Observe(Event)
}

// An Event is something that happened in a crawl.
type Event struct {
	Kind    EventKind
	URL     string
	Host    string        // of the URL, with its port if that is not the default
	Status  int           // of the answer; 0 if there was none
	Bytes   int           // of the body, once decoded
	Elapsed time.Duration // EventRequest: from asking to the end of the answer
	Value   float64       // EventPage: what the strategy says of the page
	Err     error         // what went wrong, nil if nothing did; [Cause] names it
}

// EventKind says what happened.
type EventKind uint8

const (
	// EventRequest is the end of a request: of a page, a robots.txt or a sitemap.
	EventRequest EventKind = iota
	// EventPage is a URL that is through: fetched, redirected or failed for good.
	EventPage
	// EventRetry is a failed URL that will be tried again.
	EventRetry
	// EventRefused is a link that was left out.
	EventRefused
)

func (k EventKind) String() string {
	switch k {
	case EventRequest:
		return "request"
	case EventPage:
		return "page"
	case EventRetry:
		return "retry"
	case EventRefused:
		return "refused"
	}
	return "unknown"
}

func (f *fetcher) observe(e Event) {
	if f.c.Observer != nil {
		f.c.Observer.Observe(e)
	}
}
