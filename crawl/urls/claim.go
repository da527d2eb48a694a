package urls

import "hash/maphash"

// A claim is what a URL counts as for one guard: a member of a set, such as a
// date among those of the URLs that are equal but for it.
type claim struct {
	trap        Trap
	set, member uint64
	limit       int // of the members,
	times       int // as often
}

// A draft collects what makes the two hashes of a claim. Their seeds differ from
// one guard to the next, so that no site can make URLs that collide.
//
// The functions that fill a draft return how many times the limit holds, 0 if
// there is nothing to limit.
type draft struct {
	set, member  maphash.Hash
	host, domain string // the last host seen and its registrable domain
}

// begin empties the draft for a claim of a guard.
func (d *draft) begin(trap Trap) {
	d.set.Reset()
	d.member.Reset()
	d.keep(string(trap))
}

// keep writes a piece of the URL that the members of the set have in common.
// Pieces are told apart.
func (d *draft) keep(s string) {
	d.set.WriteString(s)
	d.set.WriteByte(0)
}

// tell writes a piece in which members differ, and a mark in its place.
func (d *draft) tell(s string) {
	d.member.WriteString(s)
	d.member.WriteByte(0)
	d.set.WriteByte(1)
}

// admits reports whether the URL of a claim may pass: its set has the member
// or room for it.
func (m *memory) admits(c claim) bool {
	s := m.meet(c.set)
	return s.len()/c.times < c.limit || s.has(c.member)
}
