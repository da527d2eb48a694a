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

// What is changed is told until it is forgotten, and nothing else.
func TestChanged(t *testing.T) {
	var s slab.Slab[int]
	for range 10000 {
		s.Add()
	}
	for i := uint32(0); i < s.Count; i += 97 {
		*s.Change(i)++
	}
	for i := range s.Count {
		if changed := i%97 == 0; s.Changed(i) != changed || *s.At(i) == 1 != changed {
			t.Fatalf("item %d is %d, changed %v", i, *s.At(i), s.Changed(i))
		}
	}
	s.Forget()
	for i := range s.Count {
		if s.Changed(i) {
			t.Fatalf("item %d is changed after Forget", i)
		}
	}
}
