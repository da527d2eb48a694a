// Package fresh decides when pages are fetched again, so that the copies of a crawl are as
// fresh as its requests allow.
//
// The model is that of Cho and Garcia-Molina (2003), Azar and others (2018) and Busa-Fekete and
// others (2025): a page changes by itself, as a Poisson process of a rate D, and a fresh copy of it is worth
// its weight m. t days after the last fetch, the next one gains
//
//	V(t) = m/D (1 - (1 + D t) exp(-D t))
//
// for each request. It is best to fetch a page when its V passes a threshold that is the same for all pages and
// follows from the requests there are. V grows to m/D and not beyond, so a page that changes faster than
// it can be followed is left to others; rules that fetch sooner what has changed waste their requests there.
//
// D is not known. What is known is whether the page had changed at each fetch, and how the pages
// of its site change: [Policy] takes the expectation of V over what D may be. Signs of change,
// such as the lastmod of a sitemap, count as much as they have proved to be true on the site: one whose pages
// are said to have changed each time is soon not believed.
package fresh

import (
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// A Policy decides when pages are fetched again. It may be used by several goroutines at once. The same
// calls in the same order have the same results. A page takes 64 bytes beside those of a map, and
// a call under 20 us of CPU time.
type Policy struct {
	// Requests is how many pages are fetched again a day, those of all sites together; sitemaps and
	// feeds may take a tenth more. 0 means 10,000.
	Requests float64

	// Content returns what of a page counts: if it is the same as before, the page has not changed. nil
	// means its visible text without times of day and dates, and of what is not HTML the body.
	Content func(*crawl.Page) string

	mu     sync.Mutex
	pages  map[uint64]*page
	groups []*group // the first is of all pages
	names  map[string]uint16
	band   bandwidth
}

// A Visit is a fetch of a page.
type Visit struct {
	URL  string // which page
	Site string // pages of one site are believed to be more alike than others
	Kind string // and those of one kind on it even more

	// Weight is what a fresh copy is worth, in any unit; 0 or less, and what is not a number, means 1.
	Weight float64
	// At is when it was. It is not before the visit before.
	At time.Time
	// Changed is whether the page was another than at the visit before; that of a first visit is ignored.
	Changed bool
}

const (
	defaultRequests = 10_000
	day             = 24 * time.Hour
	maxGroups       = 1 << 16 // of sites and kinds; those beyond are of the wider group
)

func (p *Policy) requests() float64 {
	if p.Requests > 0 {
		return p.Requests
	}
	return defaultRequests
}

// key is what a page is known by. Two URLs of the same key share what is known of them.
func key(url string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(url))
	return h.Sum64()
}

// group returns the group of a name, which is made if there is room, and else the one above it.
func (p *Policy) group(above uint16, name string) uint16 {
	if p.groups == nil {
		p.groups, p.names = []*group{{}}, make(map[string]uint16)
	}
	i, known := p.names[name]
	if !known {
		if len(p.groups) == maxGroups {
			return above
		}
		i = uint16(len(p.groups))
		p.groups, p.names[name] = append(p.groups, &group{above: p.groups[above], name: name}), i
	}
	return i
}

// groupOf returns the group of the pages of a site of a kind.
func (p *Policy) groupOf(site, kind string) uint16 {
	g := p.group(0, "\x00"+site)
	if kind != "" && g != 0 {
		g = p.group(g, kind+"\x00"+site)
	}
	return g
}

// of returns the group of a page.
func (p *Policy) of(x *page) *group { return p.groups[x.group] }

// signsOf returns the signs of change of a page's site.
func (p *Policy) signsOf(x *page) *signs {
	g := p.of(x)
	for g.above != nil && g.above.above != nil {
		g = g.above
	}
	return &g.signs
}

// belief is that about a page after its last fetch.
func (p *Policy) belief(x *page) belief { return x.belief(p.of(x).prior(x.visits)) }

// Visited takes in a visit and returns when the page is to be fetched again, and the value to queue it with: from 0
// to 1, the earlier it is due the greater, so that each page has its turn where fewer requests are made than
// there are to be.
func (p *Policy) Visited(v Visit) (again time.Time, value float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.visited(v)
}

func (p *Policy) visited(v Visit) (again time.Time, value float64) {
	if !(v.Weight > 0) || math.IsInf(v.Weight, 0) {
		v.Weight = 1
	}
	x := p.pages[key(v.URL)]
	if x == nil {
		x = &page{group: p.groupOf(v.Site, v.Kind)}
		p.put(key(v.URL), x)
	} else {
		p.take(x)
		p.end(x, v)
		if x.visits == 1 {
			p.of(x).young.see(shareOf(p.belief(x)))
		}
	}
	x.last, x.weight, x.signs, x.visits = uint32(v.At.Unix()), float32(min(max(v.Weight, 1e-18), 1e18)), 0, min(x.visits, math.MaxUint16-1)+1
	b := p.belief(x)
	x.share = shareOf(b)
	p.give(x)
	p.band.settle(p.requests())
	r := b.rates()
	t := p.due(x, r)
	if target := p.band.threshold / float64(x.weight); probes(key(v.URL), x.visits, r.doubt(target)) {
		t = min(t, target)
	}
	again = v.At.Add(time.Duration(t * float64(day)))
	return again, urgency(again)
}

func urgency(due time.Time) float64 { return 1 - float64(due.UnixMicro())/(1<<32*1e6) }

func (p *Policy) put(key uint64, x *page) {
	if p.pages == nil {
		p.pages = make(map[uint64]*page)
	}
	p.pages[key] = x
}

// give counts a page among the others, and take takes it away.
func (p *Policy) give(x *page) {
	p.band.add(x.cell(x.weight))
	if x.visits > 1 {
		p.of(x).count(x.share, 1)
	}
}

func (p *Policy) take(x *page) {
	p.band.remove(x.cell(x.weight))
	if x.visits > 1 {
		p.of(x).count(x.share, -1)
	}
}

// since returns the days since the last fetch, a second at least.
func (x *page) since(t time.Time) float64 {
	return max(t.Sub(time.Unix(int64(x.last), 0)), time.Second).Hours() / 24
}

// end takes in the interval that a visit ends.
func (p *Policy) end(x *page, v Visit) {
	t, signs := x.since(v.At), p.signsOf(x)
	changes, unsigned := 0., 1.
	if x.lists == 0 && (x.signs > 0 || signs.heard()) {
		n := float64(x.signs)
		trusted := signs.trusted()
		found := signs.learn(n, t, signs.of(p.belief(x).rate(), float64(x.signed)+n, float64(x.over)+t), v.Changed)
		if trusted && x.signs > 0 {
			changes = found
		}
		if trusted {
			unsigned = 1 - signs.recall()
		}
	}
	x.see(t, v.Changed, changes, unsigned)
	x.signed, x.over = x.signed+float32(x.signs), x.over+float32(t)
	if v.Changed {
		x.changes = min(x.changes, math.MaxUint16-1) + 1
	}
}

// probes reports whether a visit of a page is one of those, of which there is a share, that are evenly spread over all.
func probes(id uint64, visits uint16, share float64) bool {
	const golden = 0x9e3779b97f4a7c15
	return float64(id+uint64(visits)*golden) < math.MaxUint64*share
}

// due returns when the value of a page passes the threshold, in days since its last fetch.
func (p *Policy) due(x *page, r rates) float64 {
	round, target := p.band.round(p.requests()), p.band.threshold/float64(x.weight)
	most := most(float64(x.over), round)
	signs := p.signsOf(x)
	if !signs.trusted() {
		return r.interval(target, most)
	}
	lo, hi := 0., most
	if x.signedValue(*signs, &r, hi) < target {
		return most
	}
	for hi-lo > 0.02*hi {
		mid := (lo + hi) / 2
		if lo < hi/4 {
			mid = max(hi/8, 2*lo)
		}
		if x.signedValue(*signs, &r, mid) < target {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// Sign tells of a sign of change: when the page is said to have changed, zero if that is not said, and when that is
// known. If the page is to be fetched again now, push an entry of the frontier with the value and Stale. A sign of a page that was not visited is ignored, and so is one that names a
// change before the last visit or no later one than a sign before; a date without a time is all of its day.
//
// The sitemaps and feeds that a crawl fetches are signs; this is for others: those of a hub, or of a
// program that makes the pages.
func (p *Policy) Sign(url string, changed, at time.Time) (value float64, now bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.pages[key(url)]
	if x == nil {
		return 0, false
	}
	signs := p.signsOf(x)
	if x.tells(changed, at) {
		x.signs = min(x.signs, math.MaxUint8-1) + 1
	}
	if x.signs == 0 || !signs.trusted() {
		return 0, false
	}
	r := p.belief(x).rates()
	return urgency(at), x.signedValue(*signs, &r, x.since(at))*float64(x.weight) >= p.band.threshold
}

// tells takes in what a sign names, and reports whether it is one.
func (x *page) tells(changed, at time.Time) bool {
	if changed.IsZero() {
		return true
	}
	if changed.After(at) {
		changed = at
	}
	told := uint32(max(changed.Unix(), 0))
	if told <= x.told {
		return false
	}
	x.told = told
	if told%(24*60*60) == 0 {
		told += 24*60*60 - 1
	}
	return told > x.last
}

// Explain says in words what is known of a page at a time, "" of one that was not visited.
func (p *Policy) Explain(url string, at time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.pages[key(url)]
	if x == nil {
		return ""
	}
	b, t := p.belief(x), x.since(at)
	r := b.rates()
	stale := r.stale(t)
	s := fmt.Sprintf("changes every %s, seen %d times and changed %d times", inWords(1/b.rate()), x.visits, x.changes)
	if signs := p.signsOf(x); x.signs > 0 {
		s += fmt.Sprintf(", %d signs of change of which %.0f %% are true", x.signs, 100*signs.precision())
		if signs.trusted() {
			page := signs.of(b.rate(), float64(x.signed)+float64(x.signs), float64(x.over)+t)
			stale = 1 - math.Exp(-page.alpha*(t+float64(x.signs)*page.beta))
		}
	}
	return s + fmt.Sprintf("; stale with probability %.2f", stale)
}

// inWords says how long some days are.
func inWords(days float64) string {
	switch {
	case days < 1./24:
		return fmt.Sprintf("%.1f minutes", days*24*60)
	case days < 2:
		return fmt.Sprintf("%.1f hours", days*24)
	case days < 700:
		return fmt.Sprintf("%.1f days", days)
	}
	return fmt.Sprintf("%.1f years", days/365.25)
}
