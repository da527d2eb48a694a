package classic

import (
	"slices"
	"testing"
)

// Rounds come after 25 pages, and then whenever the crawl has grown by an eighth.
func TestHITSDue(t *testing.T) {
	var h HITS
	var at []int
	for n := range 60 {
		h.fetched = append(h.fetched, int32(n))
		if h.due() {
			at = append(at, n+1)
		}
	}
	if want := []int{25, 29, 33, 38, 43, 49, 56}; !slices.Equal(at, want) {
		t.Errorf("rounds after %v pages, want %v", at, want)
	}
}
