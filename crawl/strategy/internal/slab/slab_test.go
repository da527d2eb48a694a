package slab_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// The room of a list that has gone is that of the next of its length.
func TestListsAreFreed(t *testing.T) {
	var h slab.Lists
	const most = 127
	for range 10000 {
		for n := range most + 1 {
			h.GiveBack(h.Room(n), n)
		}
	}
	if h.Memory.Count > 3*most*most {
		t.Errorf("%d numbers for one list of each length", h.Memory.Count)
	}
}
