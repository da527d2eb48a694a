// Package plainheap is the floor that benchmarks compare frontiers with: what
// container/heap and a map take to push, raise and pop URLs. It knows no hosts
// and no leases.
package plainheap

import "container/heap"

// A Heap holds URLs, the one of the highest value first. The zero value is
// empty.
type Heap struct {
	items []*item
	byURL map[string]*item
}

type item struct {
	url   string
	value float64
	pos   int // -1 once it was popped
}

// Push adds a URL, or raises its value if it is in the heap. One that was popped
// is not taken again.
func (h *Heap) Push(url string, value float64) {
	if it, ok := h.byURL[url]; ok {
		if it.pos >= 0 && value > it.value {
			it.value = value
			heap.Fix((*order)(h), it.pos)
		}
		return
	}
	if h.byURL == nil {
		h.byURL = make(map[string]*item)
	}
	it := &item{url: url, value: value}
	h.byURL[url] = it
	heap.Push((*order)(h), it)
}

// Pop takes the URL of the highest value out of a heap that is not empty.
func (h *Heap) Pop() string { return heap.Pop((*order)(h)).(*item).url }

// order is a Heap as container/heap takes it.
type order Heap

func (o *order) Len() int           { return len(o.items) }
func (o *order) Less(i, j int) bool { return o.items[i].value > o.items[j].value }
func (o *order) Swap(i, j int) {
	o.items[i], o.items[j] = o.items[j], o.items[i]
	o.items[i].pos, o.items[j].pos = i, j
}

func (o *order) Push(x any) {
	it := x.(*item)
	it.pos = len(o.items)
	o.items = append(o.items, it)
}

func (o *order) Pop() any {
	last := len(o.items) - 1
	it := o.items[last]
	it.pos = -1
	o.items[last] = nil
	o.items = o.items[:last]
	return it
}
