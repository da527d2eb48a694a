package fetch

import (
	"cmp"
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
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
	Settings
	origin string
	key    string // of its host in the frontier
	*pacer        // of its host
	group  *pacer // of all that is one host by Crawler.HostKey; nil without it
	outage *outage

	reading   chan struct{} // holds one while robots.txt is looked at; guards the rest
	redirects []*weburl.URL // where the file was asked for so far, and the next place
	closed    *hostError    // why nothing may be fetched, if the file cannot be read
	robotsFile
}

// robotsFile is a robots.txt, or that there is none.
type robotsFile struct {
	robots  *robots.File
	read    time.Time // when it was
	expires time.Time // when it is read again
}

// turn waits until the site may be asked. The caller calls end when the request has
// ended. The error is errBusy or the context's.
func (s *site) turn(ctx context.Context, most maxWait) (end func(took time.Duration, overloaded bool), err error) {
	leave := func() {}
	if s.group != nil {
		if leave, err = s.group.turn(ctx, most); err != nil {
			return nil, err
		}
	}
	release, err := s.pacer.turn(ctx, most)
	if err != nil {
		leave()
		return nil, err
	}
	return func(took time.Duration, overloaded bool) {
		s.pacer.ended(took, overloaded)
		release()
		if s.group != nil {
			s.group.ended(took, false)
		}
		leave()
	}, nil
}

// waits returns how long the host of the frontier must not be asked, and how long this
// site of it.
func (s *site) waits() (host, own time.Duration) {
	if s.group == nil {
		return s.wait(), 0
	}
	return s.group.wait(), s.wait()
}

// maxOutages is how many outages of origins are remembered that are forgotten
// otherwise.
const maxOutages = 100_000

// Sites are the origins that a crawl has recently asked, and their hosts.
type Sites struct {
	mu       sync.Mutex
	byOrigin map[string]*visited
	pacers   map[string]*pacer // by the name of the host, or by Crawler.HostKey with a mark before
	paces    addressPaces
	recent   list.List // of *visited, the latest first
	kept     list.List // those before them that could not be forgotten in their turn
	held     int       // bytes that their robots.txt files take

	// outages of forgotten origins, by hashes of these. If one began anew each
	// time, a crawl of more hosts that are down than it remembers would not end.
	outages map[uint64]*outage
}

type visited struct {
	*site
	users   int
	held    int
	in      *list.List // recent or kept
	element *list.Element
}

// group is the mark of a pacer's key that Crawler.HostKey has made.
const group = "group "

// pacer returns that of a key for one more site: with the longest delay of its sites.
func (ss *Sites) pacer(key string, s *Settings) *pacer {
	p := ss.pacers[key]
	if p == nil {
		p = newPacer(key, s)
		ss.pacers[key] = p
	}
	p.lengthen(s.Delay, s.Jitter)
	p.sites++
	return p
}

// leave forgets a pacer that has no site any more.
func (ss *Sites) leave(p *pacer) {
	if p.sites--; p.sites == 0 {
		delete(ss.pacers, p.key)
	}
}

// use returns the site of a URL, whose host has a key in the frontier, and what
// to call when done with it.
func (ss *Sites) use(u *weburl.URL, key string, of func(origin string) Settings) (*site, func()) {
	origin := u.Scheme() + "://" + u.Host()
	ss.mu.Lock()
	defer ss.mu.Unlock()
	var settings Settings
	if ss.byOrigin[origin] == nil {
		settings = ss.ask(of, origin)
	}
	v := ss.byOrigin[origin]
	if v == nil {
		if ss.byOrigin == nil {
			ss.byOrigin = make(map[string]*visited)
			ss.pacers = make(map[string]*pacer)
			ss.outages = make(map[uint64]*outage)
		}
		if len(ss.byOrigin) >= maxSites {
			ss.forget()
		}
		hash := keyed.Hash(origin)
		v = &visited{site: &site{
			Settings: settings, origin: origin, key: key, pacer: ss.pacer(weburl.HostnameOf(origin), &settings),
			outage: cmp.Or(ss.outages[hash], new(outage)), reading: make(chan struct{}, 1),
		}}
		if key != u.Host() {
			v.group = ss.pacer(group+key, &settings)
		}
		delete(ss.outages, hash)
		ss.byOrigin[origin] = v
	}
	v.moveTo(&ss.recent)
	v.users++
	return v.site, func() {
		ss.mu.Lock()
		defer ss.mu.Unlock()
		v.users--
	}
}

// ask asks for an origin's settings without the lock: a function of the caller may tell them.
func (ss *Sites) ask(of func(origin string) Settings, origin string) Settings {
	ss.mu.Unlock()
	defer ss.mu.Lock()
	return of(origin)
}

// Forgive forgets which origins could not be asked.
func (ss *Sites) Forgive() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	clear(ss.outages)
	for _, v := range ss.byOrigin {
		v.outage.over()
	}
}

// hold notes what the robots.txt takes that is kept of a site in use.
func (ss *Sites) hold(s *site, bytes int) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	v := ss.byOrigin[s.origin]
	ss.held += bytes - v.held
	v.held = bytes
	for ss.held > maxHeld && ss.forget() {
	}
}

// moveTo moves an origin to the front of a list.
func (v *visited) moveTo(l *list.List) {
	if v.in == l {
		l.MoveToFront(v.element)
		return
	}
	if v.in != nil {
		v.in.Remove(v.element)
	}
	v.in, v.element = l, l.PushFront(v)
}

// forget makes room if one of the oldest sites may be asked again already. The
// others are put out of the way of the next call.
func (ss *Sites) forget() bool {
	for _, l := range []*list.List{&ss.recent, &ss.kept} {
		for range min(16, l.Len()) {
			v := l.Back().Value.(*visited)
			if v.users > 0 || v.wait() > 0 {
				v.moveTo(&ss.kept)
				continue
			}
			l.Remove(v.element)
			delete(ss.byOrigin, v.origin)
			ss.held -= v.held
			v.setDelay(v.origin, 0)
			ss.leave(v.pacer)
			if v.group != nil {
				ss.leave(v.group)
			}
			if v.outage.lasts() {
				if len(ss.outages) >= maxOutages {
					clear(ss.outages)
				}
				ss.outages[keyed.Hash(v.origin)] = v.outage
			}
			return true
		}
	}
	return false
}

// A HostState is that of package crawl.
type HostState struct {
	Host  string
	Delay time.Duration
	Wait  time.Duration
	Down  bool
}

// Latest returns the n hosts that were asked last, the latest first.
func (ss *Sites) Latest(n int) []HostState {
	var latest []*visited
	ss.mu.Lock()
	for _, l := range []*list.List{&ss.recent, &ss.kept} {
		for e := l.Front(); e != nil && len(latest) < n; e = e.Next() {
			latest = append(latest, e.Value.(*visited))
		}
	}
	ss.mu.Unlock()
	var hosts []HostState
	at := make(map[string]int) // several origins may be one host
	for _, v := range latest {
		i, known := at[v.key]
		if !known {
			i = len(hosts)
			at[v.key] = i
			hosts = append(hosts, HostState{Host: v.key})
		}
		h := &hosts[i]
		wait, _ := v.waits()
		h.Delay, h.Wait, h.Down = max(h.Delay, v.ownDelay()), max(h.Wait, wait), h.Down || v.outage.lasts()
	}
	return hosts
}

func (p *pacer) ownDelay() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.slowed()
}
