// Package heap is a priority queue whose items know their place in it.
package heap

import "iter"

// A Heap keeps the item that comes before all others at the front. Its items
// know their position, so that one whose rank has changed can be moved or
// removed in O(log n). Four children a node: the tree is shallower than with
// two, and the children share a cache line.
type Heap[T any] struct {
	Items  []T // Items[0] is the front
	Before func(a, b T) bool
	Moved  func(item T, pos int32) // pos is -1 once the item has left
}

const children = 4

// Init puts Items in order that were not pushed.
func (h *Heap[T]) Init() {
	for i := len(h.Items) - 1; i >= 0; i-- {
		h.down(i)
	}
}

// Push adds an item.
func (h *Heap[T]) Push(item T) {
	h.Items = append(h.Items, item)
	h.up(len(h.Items) - 1)
}

// Remove takes the item at pos out.
func (h *Heap[T]) Remove(pos int32) {
	i, last := int(pos), len(h.Items)-1
	item := h.Items[i]
	if i != last {
		h.Items[i] = h.Items[last]
	}
	var zero T
	h.Items[last] = zero
	h.Items = h.Items[:last]
	if i != last {
		h.Fix(int32(i))
	}
	h.Moved(item, -1)
}

// Move takes the item at pos out of one heap and adds it to another. Either may be nil;
// if both are the same, Move restores its order.
func Move[T any](item T, pos int32, from, to *Heap[T]) {
	switch {
	case from != to:
		if from != nil {
			from.Remove(pos)
		}
		if to != nil {
			to.Push(item)
		}
	case to != nil:
		to.Fix(pos)
	}
}

// Fix restores the order after the rank of the item at pos has changed.
func (h *Heap[T]) Fix(pos int32) {
	if i := int(pos); !h.up(i) {
		h.down(i)
	}
}

func (h *Heap[T]) up(i int) bool {
	start := i
	item := h.Items[i]
	for i > 0 {
		parent := (i - 1) / children
		if !h.Before(item, h.Items[parent]) {
			break
		}
		h.set(i, h.Items[parent])
		i = parent
	}
	h.set(i, item)
	return i < start
}

func (h *Heap[T]) down(i int) {
	item := h.Items[i]
	for {
		first := i*children + 1
		if first >= len(h.Items) {
			break
		}
		best := first
		for c := first + 1; c < first+children && c < len(h.Items); c++ {
			if h.Before(h.Items[c], h.Items[best]) {
				best = c
			}
		}
		if !h.Before(h.Items[best], item) {
			break
		}
		h.set(i, h.Items[best])
		i = best
	}
	h.set(i, item)
}

func (h *Heap[T]) set(i int, item T) {
	h.Items[i] = item
	h.Moved(item, int32(i))
}

// Children yields the positions below pos, for walks in order of rank.
func (h *Heap[T]) Children(pos int) iter.Seq[int] {
	return func(yield func(int) bool) {
		first := pos*children + 1
		for c := first; c < first+children && c < len(h.Items); c++ {
			if !yield(c) {
				return
			}
		}
	}
}
