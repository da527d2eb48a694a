package crawl

import (
	"container/list"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// maxSites is how many origins a crawl remembers. One that is forgotten is
// asked for its robots.txt again.
const maxSites = 10_000

// maxHeld is how many bytes of memory the robots.txt files may take that a crawl
// remembers: those of as many common sites, and of some dozen to a hundred whose
// files are as long as they may be.
const maxHeld = 64 << 20

// site is what a crawl knows about one origin: its robots.txt and whether it
// can be asked.
type site struct {
	origin string
	*pacer // of its host
	outage outage

	reading   chan struct{} // holds one while robots.txt is looked at; guards the rest
	redirects []*weburl.URL // where the file was asked for so far, and the next place
	robots    *robots.File
	read      time.Time // when it was
	closed    error     // why nothing may be fetched, if the file cannot be read
	expires   time.Time // when the file is read again
}

func newSite(origin string, p *pacer) *site {
	return &site{origin: origin, pacer: p, reading: make(chan struct{}, 1)}
}

// sites are the origins that a crawl has recently asked, and their hosts.
type sites struct {
	mu       sync.Mutex
	byOrigin map[string]*list.Element // of *visited
	pacers   map[string]*pacer        // by the frontier's key of the host
	recent   list.List                // the latest first
	held     int                      // bytes that their robots.txt files take
}

type visited struct {
	*site
	users int
	held  int
}

// use returns the site of a URL, whose host has a key in the frontier, and what
// to call when done with it.
func (ss *sites) use(u *weburl.URL, key string, delay time.Duration) (*site, func()) {
	origin := u.Scheme() + "://" + u.Host()
	ss.mu.Lock()
	defer ss.mu.Unlock()
	e := ss.byOrigin[origin]
	if e == nil {
		if ss.byOrigin == nil {
			ss.byOrigin = make(map[string]*list.Element)
			ss.pacers = make(map[string]*pacer)
		}
		if ss.recent.Len() >= maxSites {
			ss.forget()
		}
		p := ss.pacers[key]
		if p == nil {
			p = newPacer(key, delay)
			ss.pacers[key] = p
		}
		p.sites++
		e = ss.recent.PushFront(&visited{site: newSite(origin, p)})
		ss.byOrigin[origin] = e
	}
	ss.recent.MoveToFront(e)
	v := e.Value.(*visited)
	v.users++
	return v.site, func() {
		ss.mu.Lock()
		defer ss.mu.Unlock()
		v.users--
	}
}

// forgive forgets which origins could not be asked.
func (ss *sites) forgive() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for _, e := range ss.byOrigin {
		e.Value.(*visited).outage.over()
	}
}

// hold notes what the robots.txt takes that is kept of a site in use.
func (ss *sites) hold(s *site, bytes int) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	v := ss.byOrigin[s.origin].Value.(*visited)
	ss.held += bytes - v.held
	v.held = bytes
	for ss.held > maxHeld && ss.forget() {
	}
}

// forget makes room if one of the oldest sites may be asked again already. The
// others are few: those of the last few seconds or minutes.
func (ss *sites) forget() bool {
	e := ss.recent.Back()
	for range 16 {
		if e == nil {
			return false
		}
		older := e.Prev()
		if v := e.Value.(*visited); v.users == 0 && v.wait() == 0 && !v.outage.lasts() {
			ss.recent.Remove(e)
			delete(ss.byOrigin, v.origin)
			ss.held -= v.held
			v.setDelay(v.origin, 0)
			if v.sites--; v.sites == 0 {
				delete(ss.pacers, v.key)
			}
			return true
		}
		e = older
	}
	return false
}
