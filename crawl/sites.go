package crawl

import (
	"container/list"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// maxSites is how many origins a crawl remembers. One that is forgotten is
// asked for its robots.txt again.
const maxSites = 10_000

// sites are the origins that a crawl has lately asked.
type sites struct {
	mu       sync.Mutex
	byOrigin map[string]*list.Element // of *visited
	recent   list.List                // the latest first
}

type visited struct {
	*site
	users int
}

// use returns a URL's site and what to call when done with it.
func (ss *sites) use(u *weburl.URL, delay time.Duration) (*site, func()) {
	origin := u.Scheme() + "://" + u.Host()
	ss.mu.Lock()
	defer ss.mu.Unlock()
	e := ss.byOrigin[origin]
	if e == nil {
		if ss.byOrigin == nil {
			ss.byOrigin = make(map[string]*list.Element)
		}
		ss.forget()
		e = ss.recent.PushFront(&visited{site: newSite(origin, delay)})
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

// forget makes room for one more site if one of the oldest may be asked again
// already. The others are few: those of the last few seconds or minutes.
func (ss *sites) forget() {
	if ss.recent.Len() < maxSites {
		return
	}
	e := ss.recent.Back()
	for range 16 {
		if e == nil {
			return
		}
		older := e.Prev()
		if v := e.Value.(*visited); v.users == 0 && v.wait() == 0 {
			ss.recent.Remove(e)
			delete(ss.byOrigin, v.origin)
			return
		}
		e = older
	}
}
