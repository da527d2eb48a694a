package slab

// A Table is an open-addressing hash table of small things. Their keys are not 0, and their higher
// bits are as random as a hash.
type Table[T any] struct {
	entries []entry[T]
	Count   int
}

type entry[T any] struct {
	key   uint32 // 0 if there is none
	value T
}

// place returns where a key is or is to be.
func (t *Table[T]) place(key uint32) *entry[T] {
	mask := uint32(len(t.entries) - 1)
	for at := key >> 1 & mask; ; at = (at + 1) & mask {
		if e := &t.entries[at]; e.key == key || e.key == 0 {
			return e
		}
	}
}

// Find returns what a key has, nil if it has nothing.
func (t *Table[T]) Find(key uint32) *T {
	if t.Count == 0 {
		return nil
	}
	if e := t.place(key); e.key == key {
		return &e.value
	}
	return nil
}

// Enter gives a key a value that has none. It is valid until the next is entered.
func (t *Table[T]) Enter(key uint32, value T) *T {
	t.Grow(1)
	t.Count++
	e := t.place(key)
	*e = entry[T]{key, value}
	return &e.value
}

// Grow makes room for n more.
func (t *Table[T]) Grow(n int) {
	size := max(64, len(t.entries))
	for 4*(t.Count+n) > 3*size {
		size *= 2
	}
	if size == len(t.entries) {
		return
	}
	before := t.entries
	t.entries = make([]entry[T], size)
	for _, e := range before {
		if e.key != 0 {
			*t.place(e.key) = e
		}
	}
}

// All yields all keys and what they have.
func (t *Table[T]) All(yield func(key uint32, value *T) bool) {
	for i := range t.entries {
		if e := &t.entries[i]; e.key != 0 && !yield(e.key, &e.value) {
			return
		}
	}
}
