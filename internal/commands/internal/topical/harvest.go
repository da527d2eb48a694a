package topical

import "github.com/lokman-crawler/lokman/crawl/experiment"

// harvest counts the relevant pages of a crawl.
type harvest struct {
	judge experiment.Judge

	relevant []int // after each page, how many were relevant
}

// add counts a page that was fetched with a 2xx status, in fetch order, and
// reports whether it is relevant.
func (h *harvest) add(url string) bool {
	n := 0
	if len(h.relevant) > 0 {
		n = h.relevant[len(h.relevant)-1]
	}
	yes := h.judge.Relevant(url)
	if yes {
		n++
	}
	h.relevant = append(h.relevant, n)
	return yes
}

// pages returns how many pages were added.
func (h *harvest) pages() int { return len(h.relevant) }

// upTo returns how many of the first n pages were relevant; of all if
// there are fewer.
func (h *harvest) upTo(n int) int {
	if n = min(n, len(h.relevant)); n <= 0 {
		return 0
	}
	return h.relevant[n-1]
}

// rate returns the harvest rate of the first n pages, relevant / fetched, 0 to
// 1 (thesis 4.2.1, by a judge); of all if there are fewer, 0 if there are none.
func (h *harvest) rate(n int) float64 {
	if n = min(n, len(h.relevant)); n <= 0 {
		return 0
	}
	return float64(h.upTo(n)) / float64(n)
}
