package frontier

// An indexed heap of items that know their position, so that an item whose
// rank has changed can be moved or removed in O(log n). Four children a node:
// shallower than two, and the children share a cache line.
type heap[T any] struct {
	items  []T
	before func(a, b T) bool
	moved  func(item T, pos int32) // pos is -1 once the item has left
}

const children = 4

func (h *heap[T]) push(item T) {
	h.items = append(h.items, item)
	h.up(len(h.items) - 1)
}

func (h *heap[T]) remove(pos int32) {
	i, last := int(pos), len(h.items)-1
	item := h.items[i]
	if i != last {
		h.items[i] = h.items[last]
	}
	var zero T
	h.items[last] = zero
	h.items = h.items[:last]
	if i != last {
		h.fix(int32(i))
	}
	h.moved(item, -1)
}

// fix restores the order after the rank of the item at pos has changed.
func (h *heap[T]) fix(pos int32) {
	if i := int(pos); !h.up(i) {
		h.down(i)
	}
}

func (h *heap[T]) up(i int) bool {
	start := i
	item := h.items[i]
	for i > 0 {
		parent := (i - 1) / children
		if !h.before(item, h.items[parent]) {
			break
		}
		h.set(i, h.items[parent])
		i = parent
	}
	h.set(i, item)
	return i < start
}

func (h *heap[T]) down(i int) {
	item := h.items[i]
	for {
		first := i*children + 1
		if first >= len(h.items) {
			break
		}
		best := first
		for c := first + 1; c < first+children && c < len(h.items); c++ {
			if h.before(h.items[c], h.items[best]) {
				best = c
			}
		}
		if !h.before(h.items[best], item) {
			break
		}
		h.set(i, h.items[best])
		i = best
	}
	h.set(i, item)
}

func (h *heap[T]) set(i int, item T) {
	h.items[i] = item
	h.moved(item, int32(i))
}
