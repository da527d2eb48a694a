package fresh

import (
	"encoding/binary"
	"errors"
	"math"
)

// errState is the error of Restore.
var errState = errors.New("fresh: this is not the state of a page")

// stateVersion is the first byte of a state.
const stateVersion = 1

// floats are the fields of a page and of its site's signs of change that are stored as such.
func floats(x *page, s *signs) ([]*float32, []*float64) {
	return []*float32{&x.still, &x.dated, &x.log, &x.square, &x.weight, &x.signed, &x.over},
		[]*float64{&s.right, &s.wrong, &s.told, &s.untold}
}

// appendState returns what Restore reads.
func (p *Policy) appendState(v Visit, x *page) []byte {
	b := binary.LittleEndian.AppendUint64([]byte{stateVersion}, key(v.URL))
	narrow, wide := floats(x, p.signsOf(x))
	for _, f := range narrow {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(*f))
	}
	for _, f := range wide {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(*f)))
	}
	b = append(append(b, x.spans[:]...), x.filled)
	b = binary.LittleEndian.AppendUint32(b, x.last)
	b = binary.LittleEndian.AppendUint16(b, x.visits)
	b = binary.LittleEndian.AppendUint16(b, x.changes)
	b = binary.LittleEndian.AppendUint64(b, x.seen)
	b = append(b, byte(len(v.Kind)))
	return append(append(b, v.Kind...), v.Site...)
}

// stateLength is that of a state without site and kind.
const stateLength = 1 + 8 + 7*4 + 4*4 + spans + 1 + 4 + 2 + 2 + 8 + 1

// Restore implements [crawl.Freshness].
func (p *Policy) Restore(state []byte) error {
	if len(state) < stateLength || state[0] != stateVersion || len(state) < stateLength+int(state[stateLength-1]) {
		return errState
	}
	id, b := binary.LittleEndian.Uint64(state[1:]), state[9:]
	var x page
	var s signs
	narrow, wide := floats(&x, &s)
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
	x.filled, b = b[spans], b[spans+1:]
	x.last = binary.LittleEndian.Uint32(b)
	x.visits, x.changes = binary.LittleEndian.Uint16(b[4:]), binary.LittleEndian.Uint16(b[6:])
	x.seen, b = binary.LittleEndian.Uint64(b[8:]), b[16:]
	if x.filled > spans || x.visits == 0 || x.still < 0 || x.dated < 0 || x.weight <= 0 || x.signed < 0 || x.over < 0 {
		return errState
	}
	kind, site := string(b[1:1+b[0]]), string(b[1+b[0]:])
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.pages[id]; old != nil {
		p.take(old)
	}
	x.group = p.groupOf(site, kind)
	p.put(id, &x)
	p.give(&x)
	*p.signsOf(&x) = s
	p.band.settle(p.requests())
	return nil
}
