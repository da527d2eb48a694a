package plainheap

import "testing"

func TestHeap(t *testing.T) {
	var h Heap
	h.Push("low", 1)
	h.Push("high", 3)
	h.Push("raised", 2)
	h.Push("raised", 4)
	h.Push("high", 0) // never lowers
	h.Push("best", 9)
	h.Pop()
	h.Push("best", 10) // not again
	for _, want := range []string{"raised", "high", "low"} {
		if got := h.Pop(); got != want {
			t.Errorf("Pop = %s, want %s", got, want)
		}
	}
}
