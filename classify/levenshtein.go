package classify

import "slices"

// A pattern is a string made ready to be compared with many others by the
// bit-parallel algorithm of Myers (J. ACM 46, 1999) in the form of Hyyrö
// (2003): 64 rows of the table of edits at once.
type pattern struct {
	text   string
	blocks []block64
}

// block64 says for 64 bytes of the pattern where each byte value stands.
type block64 [256]uint64

func newPattern(text string) pattern {
	var p pattern
	p.set(text)
	return p
}

// set makes another text ready in the room of the one before.
func (p *pattern) set(text string) {
	for i := range len(p.text) {
		p.blocks[i/64][p.text[i]] = 0
	}
	n := (len(text) + 63) / 64
	p.blocks = slices.Grow(p.blocks[:0], n)[:n]
	p.text = text
	for i := range len(text) {
		p.blocks[i/64][text[i]] |= 1 << (i % 64)
	}
}

// edits returns the Levenshtein distance in bytes. It takes a word operation
// or so for 64 x 1 bytes.
func (p *pattern) edits(s string) int {
	if len(p.text) == 0 {
		return len(s)
	}
	if len(p.blocks) == 1 {
		return p.edits64(s)
	}
	return p.editsLong(s)
}

func (p *pattern) edits64(s string) int {
	where := &p.blocks[0]
	up, down := ^uint64(0), uint64(0) // where a column grows and shrinks
	last := uint(len(p.text)-1) % 64  // the bit of the pattern's last byte
	score := len(p.text)
	for i := range len(s) {
		eq := where[s[i]]
		zero := (((eq & up) + up) ^ up) | eq | down
		right := down | ^(zero | up)
		left := up & zero
		score += int(right>>last&1) - int(left>>last&1) // no branch: it would be guessed wrong
		right = right<<1 | 1
		left <<= 1
		up = left | ^(zero | right)
		down = right & zero
	}
	return score
}

// editsLong carries the horizontal differences from block to block.
func (p *pattern) editsLong(s string) int {
	n := len(p.blocks)
	up, down := make([]uint64, n), make([]uint64, n)
	for i := range up {
		up[i] = ^uint64(0)
	}
	last := uint(len(p.text)-1) % 64
	score := len(p.text)
	for i := range len(s) {
		carryRight, carryLeft := uint64(1), uint64(0)
		for b := range n {
			eq := p.blocks[b][s[i]]
			u, d := up[b], down[b]
			x := eq | d
			eq |= carryLeft
			zero := (((eq & u) + u) ^ u) | eq
			right := d | ^(zero | u)
			left := u & zero
			if b == n-1 {
				score += int(right>>last&1) - int(left>>last&1)
			}
			outRight, outLeft := right>>63, left>>63
			right = right<<1 | carryRight
			left = left<<1 | carryLeft
			up[b] = left | ^(x | right)
			down[b] = right & x
			carryRight, carryLeft = outRight, outLeft
		}
	}
	return score
}
