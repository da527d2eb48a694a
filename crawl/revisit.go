package crawl

import (
	"errors"
	"sync"
)

// revisits remembers which pages have had their second chance.
type revisits struct {
	mu   sync.Mutex
	seen map[string]bool
}

// first reports whether a page is to be revisited: it was asked for and has
// failed for the first time. A nil revisits grants none.
func (r *revisits) first(url string, err error) bool {
	if r == nil || errors.Is(err, ErrRobotsUnreachable) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[url] {
		return false
	}
	r.seen[url] = true
	return true
}
