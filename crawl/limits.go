package crawl

import (
	"cmp"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/transport"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits bound a crawl. The zero value of a field means its default, NoLimit no
// limit, and None, in the fields that say so, a limit of nothing.
type Limits struct {
	Pages     int           // fetched with a 2xx status in one call of Crawl or Run, counted anew after a resume; default NoLimit, None queues the seeds alone
	Depth     int           // links from a seed, by the shortest way found before the page that links is fetched; default NoLimit, None fetches the seeds alone
	Redirects int           // in a row, with refreshes and canonical URLs that are followed; default 10, None follows none
	Attempts  int           // at a URL that fails for a transient reason (408, 425, 429, a 5xx but 501 and 505, or as Crawler.RetryOn says; no answer) or whose attempts end without an outcome; default 3
	Backoff   time.Duration // between the first two attempts at a URL, doubled before each one after them, up to 1,024 times and a day, or longer as Retry-After says; default 1 s, None does not wait
	Body      int64         // bytes of a body, once decoded; the rest is cut off; default 10 MiB, None reads no body
	Time      time.Duration // of a request, its body included, and half of it, 10 s at most, to connect; default 30 s; with NoLimit a *Transport, or none, still waits no more than 20 s for a header
	Header    int64         // bytes of an answer's header, with a *Transport or none; default 256 KiB
	Links     int           // taken from one page, in the strategy's order; default 10,000, None takes none; the first 10,000 are read, or Links if that is more; see Event
	URL       int           // bytes of a URL without its fragment; default 2,048; NoLimit means 8,192, the maximum

	// Of one host in one call of Crawl or Run. The URLs that are left fail with ErrHostLimit.
	HostPages int           // fetched with a 2xx status; default NoLimit
	HostBytes int64         // of bodies, once decoded; default NoLimit
	HostTime  time.Duration // spent on its requests; default NoLimit

	// HostDown is how long the URLs of a host stay queued that cannot be
	// connected to or whose robots.txt meets a server error. It is tried again
	// after 1 s, 2 s, 4 s and so on, up to 5 minutes. After that its URLs fail,
	// for an hour; Requeue of [frontier.Abilities] brings them back: see [Unreached]. As long
	// as no host has answered in the whole crawl, Attempts are enough to give a
	// host up. Default 5 minutes; None gives a host up at its first failure.
	//
	// A host that takes connections and answers nothing is given up too, but not
	// before 10 of its URLs in a row have got no answer, each in up to Attempts. From
	// the fifth on it is left alone for 1 s, 2 s, 4 s and so on, up to 30 s, between
	// two requests. Crawler.Revisit does without this.
	HostDown time.Duration
}

// In fields of all packages, NoLimit and None of whatever package mean this.
const (
	NoLimit = -1 // no limit
	None    = -2 // nothing at all: no page, no delay, a share of 0; since 0 is the default
)

// NoDelay is None as a Crawler.Delay: no delay.
const NoDelay time.Duration = None

// withDefaults returns the limits with 0 in place of None, and an error if one
// has no meaning.
func (l Limits) withDefaults() (Limits, error) {
	err := cmp.Or(
		limit("Pages", &l.Pages, NoLimit, orNone), limit("Depth", &l.Depth, NoLimit, orNone),
		limit("Redirects", &l.Redirects, 10, orNone), limit("Attempts", &l.Attempts, 3, positive),
		limit("Body", &l.Body, 10<<20, orNone), limit("Time", &l.Time, 30*time.Second, positive),
		limit("Header", &l.Header, transport.DefaultHeader, positive),
		limit("Links", &l.Links, document.DefaultMaxLinks, orNone), limit("URL", &l.URL, document.DefaultMaxURL, positive),
		limit("HostPages", &l.HostPages, NoLimit, positive), limit("HostBytes", &l.HostBytes, NoLimit, positive),
		limit("HostTime", &l.HostTime, NoLimit, positive), limit("HostDown", &l.HostDown, 5*time.Minute, orNone),
		limit("Backoff", &l.Backoff, time.Second, orNone),
	)
	if l.Backoff == NoLimit {
		err = cmp.Or(err, fmt.Errorf("crawl: Limits.Backoff is NoLimit: want a time, 0 for the default, or None"))
	}
	if l.URL == NoLimit {
		l.URL = weburl.MaxLength
	}
	return l, err
}

// Whether a limit may be None.
const (
	positive = false
	orNone   = true
)

// limit replaces 0 by the default and None by 0.
func limit[T ~int | ~int64](name string, v *T, byDefault T, none bool) error {
	switch {
	case *v == 0:
		*v = byDefault
	case *v == None && none:
		*v = 0
	case *v < NoLimit:
		want := "NoLimit"
		if none {
			want = "NoLimit or None"
		}
		return fmt.Errorf("crawl: Limits.%s is %d: want more than 0, 0 for the default, %s", name, int64(*v), want)
	}
	return nil
}

// reader returns how the links of a page are read. They are counted before a
// strategy has put them in its order.
func (l Limits) reader() classify.Reader {
	read := max(l.Links, document.DefaultMaxLinks)
	if l.Links == NoLimit {
		read = NoLimit
	}
	return classify.Reader{MaxURL: l.URL, MaxLinks: read}
}

// exceeds reports whether n is over a limit.
func exceeds(n, limit int) bool { return limit != NoLimit && n > limit }
