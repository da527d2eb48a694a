package neighbor

import (
	"math/bits"
	"slices"
)

// A pattern is a string made ready to be compared with many others by the
// bit-parallel algorithm of Myers (J. ACM 46, 1999) in the form of Hyyrö
// (2003): 64 rows of the table of edits at once. The columns of the text before
// are kept: a text that begins as that one did goes on from there.
type pattern struct {
	text   string
	bands  []band
	before string
}

// band is 64 rows of the table.
type band struct {
	where   [256]uint64 // the rows of each byte value
	columns []steps     // one more than bytes of the text
	edges   []edge
	done    int // bytes of the text whose columns are known
}

// steps are the rows that are greater than the row above them, and those that
// are not less.
type steps struct{ up, level uint64 }

// edge says how the last row goes from one column to the next: bit 0 is set
// unless it grows, bit 1 if it shrinks.
type edge uint8

// set makes another string ready, in the memory of the one before.
func (p *pattern) set(text string) {
	for i := range len(p.text) {
		p.bands[i/64].where[p.text[i]] = 0
	}
	n := (len(text) + 63) / 64
	p.bands = slices.Grow(p.bands[:0], n)[:n]
	p.text = text
	for i := range len(text) {
		p.bands[i/64].where[text[i]] |= 1 << (i % 64)
	}
	for b := range p.bands {
		p.bands[b].done = 0
	}
}

// edits returns the Levenshtein distance in bytes. It takes a word operation
// or so for 64 x 1 bytes, and next to nothing for what the two end with in
// common.
func (p *pattern) edits(s string) int {
	shared := commonPrefix(p.before, s)
	p.before = s
	rows := len(p.text)
	for rows > 0 && s != "" && p.text[rows-1] == s[len(s)-1] {
		rows--
		s = s[:len(s)-1]
	}
	edits := len(s)
	var above []edge
	for i := range p.bands {
		b := &p.bands[i]
		b.done = min(b.done, shared)
		within := rows - 64*i
		if within <= 0 {
			continue
		}
		b.extend(s, above)
		above = b.edges
		mask := ^uint64(0) >> max(0, 64-within)
		last := b.columns[len(s)]
		edits += bits.OnesCount64(last.up&mask) - bits.OnesCount64(^last.level&mask)
	}
	return edits
}

func commonPrefix(a, b string) int {
	const stride = 16
	n := 0
	for len(a) >= n+stride && len(b) >= n+stride && a[n:n+stride] == b[n:n+stride] {
		n += stride
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// extend makes the columns of the text's bytes that are not known. The edges
// are those of the block above, nil if there is none. What is computed as the
// negation of the papers' words saves time: the next column waits for it.
func (b *band) extend(s string, above []edge) {
	if n := len(s) + 1; len(b.columns) < n {
		b.columns = slices.Grow(b.columns, n-len(b.columns))[:n]
		b.edges = slices.Grow(b.edges, n-len(b.edges))[:n]
	}
	b.columns[0] = steps{^uint64(0), ^uint64(0)}
	if b.done >= len(s) {
		return
	}
	rest := s[b.done:]
	columns := b.columns[b.done+1:][:len(rest)]
	edges := b.edges[b.done:][:len(rest)]
	up, level := b.columns[b.done].up, b.columns[b.done].level
	if above == nil {
		for i := range len(rest) {
			eq := b.where[rest[i]]
			same := (((eq & up) + up) ^ up) | (eq | ^level)
			grow := (same | up) & level // where the row does not
			left := up & same
			edges[i] = edge(grow>>63 | left>>62&2)
			grow <<= 1
			up = left<<1 | ^same&grow
			level = ^same | grow
			columns[i] = steps{up, level}
		}
	} else {
		above = above[b.done:][:len(rest)]
		for i := range len(rest) {
			in := uint64(above[i])
			eq := b.where[rest[i]] | in>>1
			same := (((eq & up) + up) ^ up) | (eq | ^level)
			grow := (same | up) & level
			left := up & same
			edges[i] = edge(grow>>63 | left>>62&2)
			grow = grow<<1 | in&1
			up = left<<1 | in>>1 | ^same&grow
			level = ^same | grow
			columns[i] = steps{up, level}
		}
	}
	b.done = len(s)
}
