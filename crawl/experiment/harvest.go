package experiment

import "github.com/lokman-crawler/lokman/internal/weburl"

// A Judge says whether a page is relevant to the topic of a crawl.
type Judge interface {
	// Relevant reports whether the page of a canonical URL is relevant.
	Relevant(url string) bool
}

// A Set is a Judge that knows the relevant pages by their canonical URLs.
type Set map[string]bool

// NewSet returns the judge of a list of relevant URLs. A string that is not a
// URL is an error.
func NewSet(urls []string) (Set, error) {
	s := make(Set, len(urls))
	for _, raw := range urls {
		u, err := weburl.Parse(raw)
		if err != nil {
			return nil, err
		}
		s[u.Canonical()] = true
	}
	return s, nil
}

// Relevant implements [Judge].
func (s Set) Relevant(url string) bool { return s[url] }

// A Harvest counts the relevant pages of a crawl. The zero value with a Judge
// is ready to use.
type Harvest struct {
	Judge Judge

	relevant []int // after each page, how many were relevant
}

// Add counts a page that was fetched with a 2xx status, in fetch order, and
// reports whether it is relevant.
func (h *Harvest) Add(url string) bool {
	n := 0
	if len(h.relevant) > 0 {
		n = h.relevant[len(h.relevant)-1]
	}
	yes := h.Judge.Relevant(url)
	if yes {
		n++
	}
	h.relevant = append(h.relevant, n)
	return yes
}

// Pages returns how many pages were added.
func (h *Harvest) Pages() int { return len(h.relevant) }

// Relevant returns how many of the first n pages were relevant; of all if
// there are fewer.
func (h *Harvest) Relevant(n int) int {
	if n = min(n, len(h.relevant)); n <= 0 {
		return 0
	}
	return h.relevant[n-1]
}

// Rate returns the harvest rate of the first n pages, relevant / fetched, 0 to
// 1 (thesis 4.2.1, by a judge); of all if there are fewer, 0 if there are none.
func (h *Harvest) Rate(n int) float64 {
	if n = min(n, len(h.relevant)); n <= 0 {
		return 0
	}
	return float64(h.Relevant(n)) / float64(n)
}
