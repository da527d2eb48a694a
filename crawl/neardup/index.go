package neardup

import (
	"sync"

	"github.com/lokman-crawler/lokman/bartree"
)

// A sketch is looked up by bands of its slots: of texts that have nine in ten
// runs of words in common, all but one pair in 10^7 have an equal band.
const (
	bands = 16
	rows  = slots / bands
)

// An Index finds earlier pages whose texts are like a new one's. The zero value is
// ready; it may be used by several goroutines at once.
type Index struct {
	// Likeness is the least at which two pages are near duplicates, above 0 up to 1.
	// 0 means 0.9.
	Likeness float64

	// Capacity is how many pages are remembered, the latest ones. 0 means
	// 50,000, which take about 60 MB.
	Capacity int

	mu     sync.Mutex
	pages  []page // a ring once it is full
	next   int    // the oldest, to be forgotten next
	byBand [bands]map[[rows]uint32]int
}

type page struct {
	name   string
	sketch PageSketch
}

// A PageSketch is what an [Index] compares of a page.
type PageSketch struct {
	Content  TextSketch        // of its text
	Template bartree.TagSketch // of its tag paths
}

// A Match is an earlier page whose text is like a new one's.
type Match struct {
	Name     string  // of the earlier page, as it was added
	Content  float64 // how like the texts are, 0 to 1
	Template float64 // how like the tag paths are, 0 to 1
}

// Add returns the earlier page whose text is most like a new one's. If there is
// no near duplicate, it remembers the new one and reports false.
func (x *Index) Add(name string, p PageSketch) (Match, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m, ok := x.find(name, &p); ok {
		return m, true
	}
	x.remember(page{name, p})
	return Match{}, false
}

func (x *Index) find(name string, p *PageSketch) (best Match, ok bool) {
	least := x.Likeness
	if least == 0 {
		least = 0.9
	}
	for b := range bands {
		i, found := x.byBand[b][band(&p.Content, b)]
		if !found || x.pages[i].name == name {
			continue
		}
		q := &x.pages[i].sketch
		if l := p.Content.Likeness(&q.Content); l >= least && l > best.Content {
			best, ok = Match{x.pages[i].name, l, p.Template.Likeness(&q.Template)}, true
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
		x.forget(x.next)
	}
	x.pages[x.next] = p
	for b := range bands {
		if x.byBand[b] == nil {
			x.byBand[b] = make(map[[rows]uint32]int)
		}
		x.byBand[b][band(&p.sketch.Content, b)] = x.next
	}
	x.next = (x.next + 1) % capacity
}

func (x *Index) forget(i int) {
	for b := range bands {
		if key := band(&x.pages[i].sketch.Content, b); x.byBand[b][key] == i {
			delete(x.byBand[b], key)
		}
	}
}

func band(s *TextSketch, b int) [rows]uint32 { return [rows]uint32(s[b*rows:]) }
