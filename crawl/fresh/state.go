package fresh

import (
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
)

// errState is the error of Restore.
var errState = errors.New("fresh: this is not the state of a page")

// stateVersion is the first byte of a state.
const stateVersion = 3

// floats are the fields of a page, of the young of its group and of its site's signs of change that are stored as such.
func floats(x *page, y *young, s *signs) ([]*float32, []*float64) {
	return []*float32{&x.still, &x.dated, &x.log, &x.square, &x.weight, &x.signed, &x.over, &y.log, &y.square, &y.pages},
		[]*float64{&s.right, &s.wrong, &s.told, &s.untold}
}

// appendState returns what Restore reads.
func (p *Policy) appendState(id uint64, x *page) []byte {
	b := binary.LittleEndian.AppendUint64([]byte{stateVersion}, id)
	narrow, wide := floats(x, &p.of(x).young, p.signsOf(x))
	for _, f := range narrow {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(*f))
	}
	for _, f := range wide {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(*f)))
	}
	b = append(append(b, x.spans[:]...), x.filled, x.lists)
	b = binary.LittleEndian.AppendUint32(b, x.last)
	b = binary.LittleEndian.AppendUint16(b, x.visits)
	b = binary.LittleEndian.AppendUint16(b, x.changes)
	b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, x.seen), x.told)
	return append(b, p.of(x).name...)
}

// States implements [crawl.Freshness].
func (p *Policy) States() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		p.mu.Lock()
		ids := slices.Sorted(maps.Keys(p.pages))
		p.mu.Unlock()
		for _, id := range ids {
			p.mu.Lock()
			state := p.appendState(id, p.pages[id])
			p.mu.Unlock()
			if !yield(state) {
				return
			}
		}
	}
}

// stateLength is that of a state without the name of its group.
const stateLength = 1 + 8 + 10*4 + 4*4 + spans + 2 + 4 + 2 + 2 + 4 + 4

// Restore implements [crawl.Freshness].
func (p *Policy) Restore(state []byte) error {
	if len(state) < stateLength || state[0] != stateVersion {
		return errState
	}
	id, b := binary.LittleEndian.Uint64(state[1:]), state[9:]
	var x page
	var y young
	var s signs
	narrow, wide := floats(&x, &y, &s)
	next := func() float32 {
		f := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return f
	}
	for _, f := range narrow {
		if *f = next(); math.IsNaN(float64(*f)) || math.IsInf(float64(*f), 0) {
			return errState
		}
	}
	for _, f := range wide {
		if *f = float64(next()); !(*f >= 0 && *f <= 1e9) {
			return errState
		}
	}
	copy(x.spans[:], b)
	x.filled, x.lists, b = b[spans], b[spans+1], b[spans+2:]
	x.last = binary.LittleEndian.Uint32(b)
	x.visits, x.changes = binary.LittleEndian.Uint16(b[4:]), binary.LittleEndian.Uint16(b[6:])
	x.seen, x.told, b = binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:]), b[16:]
	if x.filled > spans || x.visits == 0 || x.still < 0 || x.dated < 0 || x.weight <= 0 || x.signed < 0 || x.over < 0 || y.pages < 0 {
		return errState
	}
	kind, site, _ := strings.Cut(string(b), "\x00")
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.pages[id]; old != nil {
		p.take(old)
	}
	x.group = p.groupOf(site, kind)
	p.put(id, &x)
	p.give(&x)
	p.of(&x).young, *p.signsOf(&x) = y, s
	p.band.settle(p.requests())
	return nil
}
