// Package enough ends a crawl by what it has found.
//
//	stop := enough.Rule{Frontier: queue, Recall: 0.95}
//	c := crawl.Crawler{Strategy: s, Frontier: queue, Enough: stop.Page}
//	// ... crawl ...
//	fmt.Println(stop.Why(), stop.Estimate())
//
// [Rule.Estimate] also says without any rule how much a crawl has found of what is there. How
// much each rule misses, and how far the estimate is off, is in docs/guides/enough.md of the
// repository.
package enough

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Rule says when a crawl has found enough: as soon as one of the things that are asked for
// holds. Two rules that must both hold are asked with && after each was given the page. The
// zero Rule never ends a crawl, and estimates. A Rule must not be copied once it was given a page.
//
// What it knows is the pages that it was given, in their order. A crawl that is killed and resumed ends
// where it would have if [Rule.Add] is first given the pages of before, as they were stored: a rule keeps nothing else.
type Rule struct {
	// Relevant says whether a page is what the crawl is for. nil means pages whose text
	// the strategy scores above 0.
	Relevant func(*crawl.Page) bool

	// Harvest asks for fewer than this share of the last pages, 0 to 1, to be relevant. 0 does
	// not ask; 1/Last asks for none.
	Harvest float64
	Last    int // pages that Harvest looks back on; 0 means 400

	// NewHost asks for so many pages in a row without a relevant one on a host that had none
	// before. 0 does not ask.
	NewHost int

	// Recall asks for an Estimate of at least this share, 0 to 1, and needs the Frontier. 0 does not ask.
	Recall float64

	// Frontier is that of the crawl: how many URLs are queued. Without it, and while it
	// fails, there is no estimate.
	Frontier interface {
		Stats(context.Context) (frontier.Stats, error)
	}

	mu    sync.Mutex
	finds finds
	why   string
}

// Page takes the next page of a crawl and reports whether it is enough: for Crawler.Enough. A
// page that was not fetched with a 2xx status counts for nothing.
func (r *Rule) Page(p *crawl.Page) bool {
	if !p.OK() {
		return r.Why() != ""
	}
	relevant := p.Score > 0
	if r.Relevant != nil {
		relevant = r.Relevant(p)
	}
	r.Add(p.URL, relevant)
	return r.Enough(p.Context())
}

// Add takes a page that was fetched with a 2xx status and judged elsewhere, as in an earlier run of a
// crawl that is resumed, and asks nothing.
func (r *Rule) Add(url string, relevant bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finds.add(weburl.HostOf(url), relevant)
}

// Enough reports whether the pages so far are enough. Once they are, they stay so. The
// context is for the Frontier.
func (r *Rule) Enough(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.why == "" {
		r.why = r.holds(ctx)
	}
	return r.why != ""
}

// Why says what ended the crawl, "" while nothing did.
func (r *Rule) Why() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why
}

// leastPages and leastFound are what a crawl must have before it can be enough: a few pages say
// nothing of what is to come.
const (
	leastPages = 100
	leastFound = 5
)

// holds says which of the things that are asked for holds.
func (r *Rule) holds(ctx context.Context) string {
	f := &r.finds
	if f.pages < leastPages {
		return ""
	}
	last := cmp.Or(r.Last, 400)
	if n := f.since(f.pages - last); r.Harvest > 0 && f.pages >= last && float64(n) < r.Harvest*float64(last) {
		return fmt.Sprintf("of the last %d pages %d are relevant, fewer than %.3g %%", last, n, 100*r.Harvest)
	}
	if r.NewHost > 0 && f.pages-f.newHost >= r.NewHost {
		return fmt.Sprintf("none of the last %d pages is the first relevant one of its host", r.NewHost)
	}
	if r.Recall > 0 && f.found() >= leastFound {
		if e := r.estimate(ctx); e.High > 0 && e.Recall >= r.Recall {
			return fmt.Sprintf("the recall is estimated to be %.2g or more", r.Recall)
		}
	}
	return ""
}

// finds is what a crawl has found.
type finds struct {
	pages    int
	relevant []int32         // the number of each relevant page, from 1
	half     int             // how many of these are in the first half of the pages
	hosts    map[string]bool // with a relevant page
	newHost  int             // the number of the last page that was the first relevant one of its host
}

func (f *finds) add(host string, relevant bool) {
	f.pages++
	if relevant {
		f.relevant = append(f.relevant, int32(f.pages))
		if f.hosts == nil {
			f.hosts = map[string]bool{}
		}
		if !f.hosts[host] {
			f.hosts[host], f.newHost = true, f.pages
		}
	}
	for f.half < len(f.relevant) && int(f.relevant[f.half]) <= f.pages/2 {
		f.half++
	}
}

func (f *finds) found() int { return len(f.relevant) }

// since returns how many pages behind a number are relevant.
func (f *finds) since(n int) int {
	k := len(f.relevant)
	for k > 0 && int(f.relevant[k-1]) > n {
		k--
	}
	return len(f.relevant) - k
}
