package fresh

import (
	"math"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// listed takes in the signs of change that a list has. It returns the pages that are due now or were never visited and further
// lists, and how many pages of those that were visited it dates, 1 at least and 0 of a page that is no list.
func (p *Policy) listed(page *crawl.Page, at time.Time) (links []frontier.Entry, pages int) {
	list, known := false, 0
	for e := range page.Listed() {
		list = true
		switch {
		case e.Reach == "foreign" || e.URL == page.URL: // whoever lists it, and what a list says of itself
		case e.Sitemap:
			links = append(links, frontier.Entry{URL: e.URL, Value: page.LinkValue})
		case !p.knows(e.URL):
			links = append(links, frontier.Entry{URL: e.URL, Value: page.Value})
		case !e.LastMod.IsZero():
			known++
			if value, now := p.Sign(e.URL, e.LastMod, at); now {
				links = append(links, frontier.Entry{URL: e.URL, Value: value, Stale: true})
			}
		}
	}
	if list {
		known = max(known, 1)
	}
	return links, known
}

// knows reports whether a page was visited.
func (p *Policy) knows(url string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pages[key(url)] != nil
}

// listShare is of the requests to the pages that a list dates, if all its signs are true.
const listShare = 0.1

// listInterval returns after how many days a list is due again.
func (p *Policy) listInterval(x *page) float64 {
	share := listShare * p.signsOf(x).precision() * math.Exp2(float64(x.lists-1)/2) / float64(p.band.pages)
	return 1 / (share * p.requests())
}

// listsCode codes how many pages a list dates as half powers of 2, from 1 on; 0 is for none.
func listsCode(pages int) uint8 {
	if pages == 0 {
		return 0
	}
	return 1 + uint8(math.Round(2*math.Log2(float64(pages))))
}
