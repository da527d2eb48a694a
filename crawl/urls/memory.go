package urls

// memory holds sets of hashes in two halves. When the half of those met lately
// is full it takes the place of the other, whose sets are forgotten. They are
// forgotten whole, so that no set ever counts one member twice.
type memory struct {
	half        int // members that fit one half
	recent, old map[uint64]*set
	size        int // members of the recent sets, and recent counters
	turns       int // how often recent ones became old

	recentCounters, oldCounters map[uint64]counter

	// passed are hashes of URLs that passed and are remembered, each in the place
	// that it names: most links of a page are met again and again.
	passed []uint64
}

// maxPassed is how many hashes of URLs that passed are kept.
const maxPassed = 1 << 13

// A set has its first member in place: most have no other.
type set struct {
	first  uint64
	others map[uint64]struct{}
}

func newMemory(capacity int) *memory {
	return &memory{
		half: capacity / 2, recent: map[uint64]*set{}, recentCounters: map[uint64]counter{},
		passed: make([]uint64, min(maxPassed, max(capacity, 1))),
	}
}

// meet returns the set with the key, or nil, and makes it a recent one.
func (m *memory) meet(key uint64) *set {
	if s := m.recent[key]; s != nil {
		return s
	}
	s := m.old[key]
	if s != nil {
		delete(m.old, key)
		m.makeRoom(s.len())
		m.recent[key] = s
		m.size += s.len()
	}
	return s
}

// add adds a member to the set with the key.
func (m *memory) add(key, member uint64) {
	if m.meet(key).has(member) {
		return
	}
	m.makeRoom(1)
	s := m.meet(key) // once more, for room was made of all recent ones
	if s == nil {
		m.recent[key] = &set{first: member}
	} else {
		s.add(member)
	}
	m.size++
}

// makeRoom turns the recent sets into old ones if n more members do not fit.
func (m *memory) makeRoom(n int) {
	if m.size > 0 && m.size+n > m.half {
		m.old, m.recent, m.size = m.recent, map[uint64]*set{}, 0
		m.oldCounters, m.recentCounters = m.recentCounters, map[uint64]counter{}
		m.turns++
		clear(m.passed) // so that what is met becomes recent again
	}
}

// place returns the place of the hash of a URL that passed.
func (m *memory) place(url uint64) *uint64 { return &m.passed[url%uint64(len(m.passed))] }

// counter returns the counter with the key, and makes it a recent one.
func (m *memory) counter(key uint64) counter {
	c, ok := m.recentCounters[key]
	if !ok {
		if c, ok = m.oldCounters[key]; ok {
			m.setCounter(key, c)
		}
	}
	return c
}

func (m *memory) setCounter(key uint64, c counter) {
	if _, ok := m.recentCounters[key]; !ok {
		m.makeRoom(1)
		m.size++
	}
	delete(m.oldCounters, key)
	m.recentCounters[key] = c
}

func (s *set) add(member uint64) {
	if s.others == nil {
		s.others = map[uint64]struct{}{}
	}
	s.others[member] = struct{}{}
}

// has reports whether s, which may be nil, has the member.
func (s *set) has(member uint64) bool {
	if s == nil {
		return false
	}
	_, ok := s.others[member]
	return ok || member == s.first
}

// len returns the number of members of s, which may be nil.
func (s *set) len() int {
	if s == nil {
		return 0
	}
	return 1 + len(s.others)
}
