package urls

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMemory compares with a map of sets that forgets nothing.
func TestMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(0, 100).Draw(t, "capacity")
		m := newMemory(capacity)
		all := map[uint64]map[uint64]bool{}
		added, largest := 0, 0
		for range rapid.IntRange(0, 300).Draw(t, "n") {
			key, member := rapid.Uint64Range(0, 20).Draw(t, "key"), rapid.Uint64Range(0, 10).Draw(t, "member")
			m.add(key, member)
			if !m.meet(key).has(member) {
				t.Fatalf("%d is not in %d, to which it was just added", member, key)
			}
			if all[key] == nil {
				all[key] = map[uint64]bool{}
			}
			if !all[key][member] {
				all[key][member] = true
				added++
			}
			largest = max(largest, len(all[key]))
			checkMemory(t, m, all, added, capacity+2*largest)
		}
	})
}

func checkMemory(t *rapid.T, m *memory, all map[uint64]map[uint64]bool, added, bound int) {
	total, recent := 0, 0
	for key, s := range m.recent {
		recent += s.len()
		if m.old[key] != nil {
			t.Fatalf("%d is held twice", key)
		}
	}
	for key, members := range all {
		s := m.recent[key]
		if s == nil {
			s = m.old[key]
		}
		if s == nil {
			continue
		}
		total += s.len()
		found := 0
		for member := range members {
			if s.has(member) {
				found++
			}
		}
		if found != s.len() {
			t.Fatalf("%d has %d members, %d of which were added", key, s.len(), found)
		}
	}
	if m.size != recent || total > bound {
		t.Fatalf("%d recent members, counted as %d; %d in all, at most %d", recent, m.size, total, bound)
	}
	if m.half >= added && total != added {
		t.Fatalf("%d members, want %d", total, added)
	}
}
