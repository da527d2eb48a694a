package heap_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/heap"
)

type item struct {
	rank int
	pos  int32
}

// Random pushes, removals and changes of rank, beside a sorted slice.
func TestHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := heap.Heap[*item]{
			Before: func(a, b *item) bool { return a.rank < b.rank },
			Moved:  func(i *item, pos int32) { i.pos = pos },
		}
		var model []*item
		any := func() int { return rapid.IntRange(0, len(model)-1).Draw(t, "item") }
		rank := func() int { return rapid.IntRange(0, 20).Draw(t, "rank") }
		t.Repeat(map[string]func(*rapid.T){
			"push": func(*rapid.T) {
				i := &item{rank: rank()}
				model = append(model, i)
				h.Push(i)
			},
			"remove": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip("empty")
				}
				n := any()
				h.Remove(model[n].pos)
				if model[n].pos != -1 {
					t.Fatalf("a removed item has position %d", model[n].pos)
				}
				model = slices.Delete(model, n, n+1)
			},
			"change": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip("empty")
				}
				i := model[any()]
				i.rank = rank()
				h.Fix(i.pos)
			},
			"": func(t *rapid.T) {
				if len(h.Items) != len(model) {
					t.Fatalf("%d items, want %d", len(h.Items), len(model))
				}
				for pos, i := range h.Items {
					if i.pos != int32(pos) {
						t.Fatalf("the item at %d has position %d", pos, i.pos)
					}
					for c := range h.Children(pos) {
						if h.Items[c].rank < i.rank {
							t.Fatalf("%d at %d stands above %d at %d", i.rank, pos, h.Items[c].rank, c)
						}
					}
				}
				if len(model) > 0 {
					least := slices.MinFunc(model, func(a, b *item) int { return cmp.Compare(a.rank, b.rank) })
					if h.Items[0].rank != least.rank {
						t.Fatalf("the front is %d, want %d", h.Items[0].rank, least.rank)
					}
				}
			},
		})
	})
}
