package crawl

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits bound a crawl. The zero value of a field stands for its default,
// NoLimit for no limit.
type Limits struct {
	Pages     int           // fetched with a 2xx status in one crawl; default NoLimit
	Depth     int           // links followed from a seed; default NoLimit
	Redirects int           // in a row; default 10
	Attempts  int           // at a URL that fails for a transient reason or whose attempts end without an outcome; default 3
	Body      int64         // bytes of a body, once decoded; the rest is cut off; default 10 MiB
	Time      time.Duration // of a request, its body included; default 30 s
	Header    int64         // bytes of an answer's header, with a *Transport or none; default 256 KiB
	Links     int           // taken from one page, in the strategy's order; default 10,000. Read are the first 10,000, or Links if that is more
	URL       int           // bytes of a URL, its fragment aside; default 2,048, NoLimit means 8,192, more than which is never taken

	// Of one host in one crawl. The URLs that are left fail with ErrHostLimit.
	HostPages int           // fetched with a 2xx status; default NoLimit
	HostBytes int64         // of bodies, once decoded; default NoLimit
	HostTime  time.Duration // spent on its requests; default NoLimit

	// HostDown is how long the URLs of a host stay queued that cannot be
	// connected to or whose robots.txt meets a server error. It is tried again
	// after 1 s, 2 s, 4 s and so on, up to 5 minutes. After that its URLs fail,
	// for an hour; [frontier.Requeuer] brings them back: see [Unreached]. As long
	// as no host has answered in the whole crawl, Attempts are enough to give a
	// host up. Default 5 minutes.
	HostDown time.Duration
}

// NoLimit is the value of a limit that does not limit.
const NoLimit = -1

func (l Limits) withDefaults() Limits {
	orDefault(&l.Pages, NoLimit)
	orDefault(&l.Depth, NoLimit)
	orDefault(&l.Redirects, 10)
	orDefault(&l.Attempts, 3)
	orDefault(&l.Body, 10<<20)
	orDefault(&l.Time, 30*time.Second)
	orDefault(&l.Header, defaultHeader)
	orDefault(&l.Links, classify.DefaultMaxLinks)
	orDefault(&l.URL, classify.DefaultMaxURL)
	if l.URL == NoLimit {
		l.URL = weburl.MaxLength
	}
	orDefault(&l.HostPages, NoLimit)
	orDefault(&l.HostBytes, NoLimit)
	orDefault(&l.HostTime, NoLimit)
	orDefault(&l.HostDown, 5*time.Minute)
	return l
}

// reader returns how the links of a page are read. They are counted before a
// strategy has put them in its order.
func (l Limits) reader() classify.Reader {
	read := max(l.Links, classify.DefaultMaxLinks)
	if l.Links == NoLimit {
		read = NoLimit
	}
	return classify.Reader{MaxURL: l.URL, MaxLinks: read}
}

// check reports a limit that is neither a limit nor none.
func (l Limits) check() error {
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"Pages", int64(l.Pages)}, {"Depth", int64(l.Depth)}, {"Redirects", int64(l.Redirects)},
		{"Attempts", int64(l.Attempts)}, {"Body", l.Body}, {"Time", int64(l.Time)}, {"Header", l.Header},
		{"Links", int64(l.Links)}, {"URL", int64(l.URL)}, {"HostPages", int64(l.HostPages)}, {"HostBytes", l.HostBytes}, {"HostTime", int64(l.HostTime)},
		{"HostDown", int64(l.HostDown)},
	} {
		if limit.value < NoLimit {
			return fmt.Errorf("crawl: Limits.%s is %d: want more than 0, 0 for the default, or NoLimit", limit.name, limit.value)
		}
	}
	return nil
}

func orDefault[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// exceeds reports whether n is over a limit.
func exceeds(n, limit int) bool { return limit != NoLimit && n > limit }

// budget hands out the right to fetch one more page, so that a crawl with
// many workers ends on its limit of pages exactly.
type budget struct {
	mu       sync.Mutex
	left     int // rights not handed out; below 0 for no limit
	out      int // rights handed out, not yet spent or given back
	returned chan struct{}
}

func newBudget(pages int) *budget {
	return &budget{left: pages, returned: make(chan struct{})}
}

// take waits for a right. It reports false once all are spent.
func (b *budget) take(ctx context.Context) (bool, error) {
	for {
		b.mu.Lock()
		if b.left != 0 {
			b.left = max(b.left-1, NoLimit)
			b.out++
			b.mu.Unlock()
			return true, nil
		}
		if b.out == 0 {
			b.mu.Unlock()
			return false, nil
		}
		returned := b.returned
		b.mu.Unlock()
		select {
		case <-returned:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// end spends a right or gives it back.
func (b *budget) end(spent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out--
	if b.left < 0 {
		return
	}
	if !spent {
		b.left++
	}
	close(b.returned)
	b.returned = make(chan struct{})
}
