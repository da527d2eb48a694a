package dashboard

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/legible"
)

const (
	mostHosts   = 10_000 // counted each by its own
	mostCauses  = 100
	latestPages = 12
)

// record is what a dashboard has seen of the crawl.
type record struct {
	mu     sync.Mutex
	begun  time.Time // of the first event
	last   time.Time // of the latest one
	curve  series
	hosts  map[string]*hostRecord
	others hostRecord // of all hosts beyond mostHosts
	causes map[string]*causeRecord
	latest []latest // the oldest first
	failed int
	moved  int // redirects
	bytes  int64
	asked  int // requests
	ended  bool
	end    error // how, once it has ended
}

// hostRecord counts what became of the requests to one host, by its key in the
// frontier.
type hostRecord struct {
	requests, pages, failed, retried int
	took                             time.Duration // of all requests
	trouble                          string        // the last one
}

// causeRecord counts what one cause has done.
type causeRecord struct {
	failed, retried, refused int
	url, text                string // of the last
}

// latest is a URL that was finished.
type latest struct {
	at     time.Time
	url    string
	status int
	value  float64
	err    string
	judged judgement
}

type judgement uint8

const (
	unjudged judgement = iota
	relevant
	irrelevant
)

// Observe implements [crawl.Observer].
func (d *Dashboard) Observe(e crawl.Event) {
	now := time.Now()
	j := unjudged
	if e.Kind == "page" && fetched(e) && d.Relevant != nil {
		j = irrelevant
		if d.Relevant(e.URL) {
			j = relevant
		}
	}
	seen := e
	if e.Kind != "refused" { // of which there are many, and none is counted by host
		seen.Host = d.keyOf(e.URL, e.Host)
	}
	d.record.observe(seen, j, now)
	if d.Observer != nil {
		d.Observer.Observe(e)
	}
}

// Ended has the page say how the crawl ended, until it goes on: see [crawl.Observer].
func (d *Dashboard) Ended(err error) {
	d.queue.forget()
	d.record.mu.Lock()
	d.record.ended, d.record.end = true, err
	d.record.mu.Unlock()
	if o, ok := d.Observer.(interface{ Ended(error) }); ok {
		o.Ended(err)
	}
}

// fetched reports whether a URL that is finished counts as a page.
func fetched(e crawl.Event) bool { return e.Err == nil && e.Status/100 == 2 }

func (r *record) observe(e crawl.Event, j judgement, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begun.IsZero() {
		r.begun = now
	}
	r.last, r.ended = now, false
	switch e.Kind {
	case "request":
		h := r.host(e.Host)
		r.asked++
		h.requests++
		h.took += e.Elapsed
	case "retry":
		h := r.host(e.Host)
		h.retried++
		h.trouble = crawl.Cause(e.Err)
		r.cause(e).retried++
	case "unvalued":
		r.cause(e).retried++
	case "refused":
		r.cause(e).refused++
	case "page":
		r.finish(e, j, now)
	}
}

func (r *record) finish(e crawl.Event, j judgement, now time.Time) {
	h := r.host(e.Host)
	l := latest{at: now, url: bound(e.URL), status: e.Status, value: e.Value, judged: j}
	r.bytes += int64(e.Bytes)
	switch {
	case e.Err != nil:
		h.failed++
		h.trouble = crawl.Cause(e.Err)
		r.failed++
		r.cause(e).failed++
		l.err = h.trouble
	case e.Status/100 == 3:
		r.moved++
	case fetched(e):
		h.pages++
		r.curve.add(now.Sub(r.begun), e.Value, j == relevant)
	}
	if len(r.latest) == latestPages {
		r.latest = slices.Delete(r.latest, 0, 1)
	}
	r.latest = append(r.latest, l)
}

func (r *record) host(name string) *hostRecord {
	h := r.hosts[name]
	if h == nil {
		if len(r.hosts) >= mostHosts {
			return &r.others
		}
		if r.hosts == nil {
			r.hosts = make(map[string]*hostRecord)
		}
		h = new(hostRecord)
		r.hosts[bound(name)] = h
	}
	return h
}

// shows reports whether there is a host of a name.
func (r *record) shows(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.hosts[name] != nil
}

// cause returns the record of an event's cause. An error may name its cause
// itself, so there may be any number of them.
func (r *record) cause(e crawl.Event) *causeRecord {
	name := cmp.Or(legible.Plain(crawl.Cause(e.Err), 60), "other")
	c := r.causes[name]
	if c == nil {
		if len(r.causes) >= mostCauses {
			name = "other"
		}
		if r.causes == nil {
			r.causes = make(map[string]*causeRecord)
		}
		if c = r.causes[name]; c == nil {
			c = new(causeRecord)
			r.causes[name] = c
		}
	}
	c.url, c.text = bound(e.URL), ""
	if e.Err != nil {
		c.text = legible.Plain(e.Err.Error(), 300)
	}
	return c
}

// bound copies a URL or host, so that no page's memory is kept with it, and cuts
// it if it has many kilobytes.
func bound(s string) string {
	const longest = 2048
	return strings.Clone(s[:min(len(s), longest)])
}
