package shared

import "sync"

// Visits are the URLs that the workers have now. After a lease has expired one URL
// may be had by several.
type Visits struct {
	mu      sync.Mutex
	workers map[string]int
}

// Begin notes that a worker has a URL, until end is called.
func (v *Visits) Begin(url string) (end func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.workers == nil {
		v.workers = make(map[string]int)
	}
	v.workers[url]++
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.workers[url]--; v.workers[url] == 0 {
			delete(v.workers, url)
		}
	}
}

// IfLast calls do for the only worker that has a URL. No other begins meanwhile.
func (v *Visits) IfLast(url string, do func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.workers[url] == 1 {
		do()
	}
}
