package adaptive

// A slab is many items of a type in pieces of memory that stay where they are, numbered from
// 0 on. Growing never copies them.
type slab[T any] struct {
	chunks [][]T
	count  uint32
}

const chunkBits = 12

func (s *slab[T]) at(i uint32) *T { return &s.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

// add adds an item, and returns its number.
func (s *slab[T]) add() uint32 {
	i := s.count
	if i>>chunkBits == uint32(len(s.chunks)) {
		s.chunks = append(s.chunks, make([]T, 1<<chunkBits))
	}
	s.count++
	return i
}

// A heapOfLists is memory for short lists of numbers. A list is known by where it begins; the
// room of one that is freed goes to the next of its length.
type heapOfLists struct {
	memory slab[uint32]
	free   [maxList + 1]uint32 // by length: where a free one begins, + 1, which has the next
}

// maxList is how many numbers a list has at most.
const maxList = 2*maxSources + maxPaths + maxTerms + (maxText+1)/2 + (maxContext+1)/2

// list returns the list of n numbers that begins somewhere.
func (h *heapOfLists) list(begin uint32, n int) []uint32 {
	if n == 0 {
		return nil
	}
	i := begin & (1<<chunkBits - 1)
	return h.memory.chunks[begin>>chunkBits][i : int(i)+n]
}

// room returns where a list of n numbers may begin.
func (h *heapOfLists) room(n int) uint32 {
	if n == 0 {
		return 0
	}
	if begin := h.free[n]; begin != 0 {
		h.free[n] = *h.memory.at(begin - 1)
		return begin - 1
	}
	m := &h.memory
	if left := -m.count & (1<<chunkBits - 1); left > 0 && int(left) < n { // it would not be in one piece
		begin := m.count
		m.count += left
		h.giveBack(begin, int(left))
	}
	begin := m.add()
	m.count += uint32(n) - 1
	return begin
}

// giveBack frees the room of a list.
func (h *heapOfLists) giveBack(begin uint32, n int) {
	if n == 0 {
		return
	}
	*h.memory.at(begin) = h.free[n]
	h.free[n] = begin + 1
}
