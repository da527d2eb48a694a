package neardup

import (
	"sync"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A sketch is looked up by bands of its slots: of texts that have nine in ten
// runs of words in common, all but one pair in 10^7 have an equal band.
// What pages have of their own beside a frame is looked up by some of its bands.
const (
	bands    = 16
	ownBands = 4
	rows     = slots / bands
)

// An Index finds earlier pages whose texts are like a new one's. The zero value is
// ready; it may be used by several goroutines at once.
type Index struct {
	// Likeness is the least at which two pages are near duplicates, above 0 up to 1.
	// 0 means 0.9.
	Likeness float64

	// Capacity is how many pages are remembered, the latest ones. 0 means
	// 50,000, which take about 80 MB.
	Capacity int

	mu     sync.Mutex
	pages  []page // a ring once it is full
	next   int    // the oldest, to be forgotten next
	byBand [bands + ownBands]map[[rows]uint32]int
}

type page struct {
	name   string
	sketch PageSketch
	own    TextSketch // of its text beside the frame of its site, if that is known
}

// A PageSketch is what an [Index] compares of a page.
type PageSketch struct {
	Content  TextSketch    // of its text
	Template [slots]uint32 // of its tag paths: the least hashes, as of a text's; see NewTemplateSketch
}

// NewTemplateSketch returns the Template of a page of HTML in UTF-8, in time
// linear in its length.
func NewTemplateSketch(page []byte) [slots]uint32 {
	var s markup.Scanner
	return s.Scan(page).Paths
}

// A Match is an earlier page whose text is like a new one's.
type Match struct {
	Name     string  // of the earlier page, as it was added
	Content  float64 // how like the texts are, 0 to 1
	Template float64 // how like the tag paths are, 0 to 1

	// NotFound says that the earlier page is what came for [Strategy].NotFound, and the new
	// one a soft 404. Template is 0 then.
	NotFound bool
}

// Add returns the earlier page whose text is most like a new one's. If there is
// no near duplicate, it remembers the new one and reports false.
func (x *Index) Add(name string, p PageSketch) (Match, bool) {
	return x.add(page{name: name, sketch: p}, func(*page) bool { return true })
}

// add is Add among the earlier pages that may be the original.
func (x *Index) add(p page, may func(earlier *page) bool) (Match, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m, ok := x.find(&p, may); ok {
		return m, true
	}
	x.remember(p)
	return Match{}, false
}

// setOwn sets the sketch of what a page has of its own, if it is remembered.
func (x *Index) setOwn(name string, own TextSketch) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range x.pages {
		if x.pages[i].name == name {
			x.forget(i, bands)
			x.pages[i].own = own
			x.enter(i, bands)
		}
	}
}

func (x *Index) find(p *page, may func(earlier *page) bool) (best Match, ok bool) {
	least := x.Likeness
	if least == 0 {
		least = 0.9
	}
	last := -1 // page looked at, which most bands have in common
	for b := range x.byBand {
		i, found := x.byBand[b][p.band(b)]
		if !found || i == last || x.pages[i].name == p.name {
			continue
		}
		last = i
		q := &x.pages[i]
		l := p.sketch.Content.Likeness(&q.sketch.Content)
		if l >= least && l > best.Content && may(q) {
			best, ok = Match{Name: q.name, Content: l, Template: likeTags(&p.sketch, &q.sketch)}, true
		}
	}
	return best, ok
}

func (x *Index) remember(p page) {
	capacity := x.Capacity
	if capacity <= 0 {
		capacity = 50_000
	}
	if len(x.pages) < capacity {
		x.pages = append(x.pages, page{})
		x.next = len(x.pages) - 1
	} else {
		x.forget(x.next, 0)
	}
	x.pages[x.next] = p
	x.enter(x.next, 0)
	x.next = (x.next + 1) % capacity
}

// enter makes a page be found by its bands from the one given.
func (x *Index) enter(i, from int) {
	for b := from; b < len(x.byBand); b++ {
		if x.byBand[b] == nil {
			x.byBand[b] = make(map[[rows]uint32]int)
		}
		x.byBand[b][x.pages[i].band(b)] = i
	}
}

// forget makes a page not be found by its bands from the one given.
func (x *Index) forget(i, from int) {
	for b := from; b < len(x.byBand); b++ {
		if key := x.pages[i].band(b); x.byBand[b][key] == i {
			delete(x.byBand[b], key)
		}
	}
}

func (p *page) band(b int) [rows]uint32 {
	if b >= bands {
		return [rows]uint32(p.own[(b-bands)*rows:])
	}
	return [rows]uint32(p.sketch.Content[b*rows:])
}

// likeTags is how like the tag paths of two pages are, 0 to 1.
func likeTags(p, q *PageSketch) float64 {
	return (*markup.TagSketch)(&p.Template).Likeness((*markup.TagSketch)(&q.Template))
}
