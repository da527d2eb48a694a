// Package slab keeps many small things side by side in memory.
package slab

// A Slab is many items of a type in pieces of memory that stay where they are, numbered from
// 0 on. Growing never copies them.
type Slab[T any] struct {
	chunks  [][]T
	Count   uint32
	changed []uint64 // a bit for each, where Change is used
}

const chunkBits = 12

// At returns an item.
func (s *Slab[T]) At(i uint32) *T { return &s.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

// Change is At of an item that may be changed, for which Changed is told.
func (s *Slab[T]) Change(i uint32) *T {
	for i/64 >= uint32(len(s.changed)) {
		s.changed = append(s.changed, 0)
	}
	s.changed[i/64] |= 1 << (i % 64)
	return s.At(i)
}

// Changed reports whether Change was called of an item since Forget.
func (s *Slab[T]) Changed(i uint32) bool {
	return i/64 < uint32(len(s.changed)) && s.changed[i/64]>>(i%64)&1 != 0
}

// Forget forgets what was changed.
func (s *Slab[T]) Forget() { clear(s.changed) }

// Add adds an item, and returns its number.
func (s *Slab[T]) Add() uint32 {
	i := s.Count
	if i>>chunkBits == uint32(len(s.chunks)) {
		s.chunks = append(s.chunks, make([]T, 1<<chunkBits))
	}
	s.Count++
	return i
}

// Lists are memory for short lists of numbers. A list is known by where it begins; the
// room of one that is freed goes to the next of its length.
type Lists struct {
	Memory Slab[uint32]
	Free   [MaxList + 1]uint32 // by length: where a free one begins, + 1, which has the next
}

// MaxList is how many numbers a list has at most.
const MaxList = 127

// List returns the list of n numbers that begins somewhere.
func (h *Lists) List(begin uint32, n int) []uint32 {
	if n == 0 {
		return nil
	}
	i := begin & (1<<chunkBits - 1)
	return h.Memory.chunks[begin>>chunkBits][i : int(i)+n]
}

// Room returns where a list of n numbers may begin.
func (h *Lists) Room(n int) uint32 {
	if n == 0 {
		return 0
	}
	if begin := h.Free[n]; begin != 0 {
		h.Free[n] = *h.Memory.At(begin - 1)
		return begin - 1
	}
	m := &h.Memory
	if left := -m.Count & (1<<chunkBits - 1); left > 0 && int(left) < n { // it would not be in one piece
		begin := m.Count
		m.Count += left
		h.GiveBack(begin, int(left))
	}
	begin := m.Add()
	m.Count += uint32(n) - 1
	return begin
}

// GiveBack frees the room of a list.
func (h *Lists) GiveBack(begin uint32, n int) {
	if n == 0 {
		return
	}
	*h.Memory.At(begin) = h.Free[n]
	h.Free[n] = begin + 1
}
