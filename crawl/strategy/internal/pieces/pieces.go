// Package pieces writes what a strategy keeps in memory in pieces, and reads it.
package pieces

import (
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// ErrForeign is the error for what no Codec has written.
var ErrForeign = errors.New("not a state of this version")

// A Codec writes a state in pieces or reads it: the same calls do both.
type Codec struct {
	piece []byte // so far, or what is left to be read of it
	yield func([]byte) bool
	more  bool            // of slabs it writes what has changed
	from  *source         // nil if it writes
	Err   error           // of reading, or of writing what nobody asks for
	spare [pieceSize]byte // after an error

	kind    byte // of the piece
	encoder *zstd.Encoder
	written []byte // the latest piece
}

const (
	pieceSize = 1 << 16 // bytes
	mostRoom  = 1 << 20 // entries that a table has room for before they are read
)

// The kinds of pieces, their first bytes. What has been written differently has others.
const (
	changes = iota + 1
	latest  // see Latest
)

// NewWriter returns a Codec that writes all, or of slabs no more than what has changed.
func NewWriter(more bool, yield func(piece []byte) bool) *Codec {
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(pieceSize)) // which errs for wrong options alone
	return &Codec{yield: yield, kind: changes, piece: make([]byte, 0, pieceSize), more: more, encoder: encoder}
}

// NewReader returns a Codec that reads, and what ends it.
func NewReader(pieces iter.Seq2[[]byte, error]) (c *Codec, stop func()) {
	from := newSource(pieces)
	return &Codec{kind: changes, from: from}, from.stop
}

// Reads reports whether it reads.
func (c *Codec) Reads() bool { return c.from != nil }

// More reports whether there is more to be read.
func (c *Codec) More() bool {
	for len(c.piece) == 0 && c.Err == nil && c.from.more() {
		c.piece, c.Err = c.from.next(c.kind)
	}
	return len(c.piece) > 0
}

// Latest codes what is written whole each time: of states behind each other the last one's is read.
func (c *Codec) Latest(code func()) {
	if !c.Reads() {
		c.Flush()
		c.kind = latest
		code()
		c.Flush()
		c.kind = changes
		return
	}
	if len(c.piece) > 0 {
		c.Fail()
	} else if c.from.last() {
		c.kind = latest
		if code(); c.More() {
			c.Fail()
		}
	}
}

// room returns the next n bytes, to be read or written.
func (c *Codec) room(n int) []byte {
	if c.Reads() && n <= len(c.piece) {
		b := c.piece[:n]
		c.piece = c.piece[n:]
		return b
	}
	return c.otherRoom(n)
}

// otherRoom is room where it is not that of the piece that is read.
func (c *Codec) otherRoom(n int) []byte {
	switch {
	case c.Reads() && len(c.piece) == 0 && c.More() && n <= len(c.piece):
		return c.room(n)
	case c.Reads():
		c.Fail()
	case len(c.piece)+n > cap(c.piece):
		c.Flush()
	}
	if c.Err != nil {
		return c.spare[:n]
	}
	c.piece = c.piece[:len(c.piece)+n]
	return c.piece[len(c.piece)-n:]
}

// Flush ends the last piece.
func (c *Codec) Flush() {
	if c.Err == nil && len(c.piece) > 0 {
		c.written = c.encoder.EncodeAll(c.piece, append(c.written[:0], c.kind))
		if !c.yield(c.written) {
			c.Err = ErrForeign // nobody asks for more
		}
	}
	c.piece = c.piece[:0]
}

// Fail says that what was read is no state.
func (c *Codec) Fail() {
	c.piece = nil
	if c.Err == nil {
		c.Err = ErrForeign
	}
}

// Uint32 codes a number.
func (c *Codec) Uint32(x *uint32) {
	if b := c.room(4); c.Reads() {
		*x = binary.LittleEndian.Uint32(b)
	} else {
		binary.LittleEndian.PutUint32(b, *x)
	}
}

// Uint32s codes numbers, 8,192 at most, of which it is known how many they are.
func (c *Codec) Uint32s(all []uint32) {
	b := c.room(4 * len(all))
	for i := range all {
		if c.Reads() {
			all[i] = binary.LittleEndian.Uint32(b[4*i:])
		} else {
			binary.LittleEndian.PutUint32(b[4*i:], all[i])
		}
	}
}

// Uint16 codes numbers.
func (c *Codec) Uint16(all ...*uint16) {
	b := c.room(2 * len(all))
	for i, x := range all {
		if c.Reads() {
			*x = binary.LittleEndian.Uint16(b[2*i:])
		} else {
			binary.LittleEndian.PutUint16(b[2*i:], *x)
		}
	}
}

// Bytes codes bytes.
func (c *Codec) Bytes(all ...*uint8) {
	b := c.room(len(all))
	for i, x := range all {
		if c.Reads() {
			*x = b[i]
		} else {
			b[i] = *x
		}
	}
}

// Int32 codes numbers.
func (c *Codec) Int32(all ...*int32) {
	for _, x := range all {
		u := uint32(*x)
		c.Uint32(&u)
		*x = int32(u)
	}
}

// Int codes a number of 32 bits.
func (c *Codec) Int(x *int) {
	u := uint32(*x)
	c.Uint32(&u)
	*x = int(u)
}

// Bool codes yes or no.
func (c *Codec) Bool(all ...*bool) {
	for _, x := range all {
		var b uint8
		if *x {
			b = 1
		}
		c.Bytes(&b)
		*x = b != 0
	}
}

// Float32 codes numbers.
func (c *Codec) Float32(all ...*float32) {
	b := c.room(4 * len(all))
	for i, x := range all {
		if c.Reads() {
			*x = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		} else {
			binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(*x))
		}
	}
}

// Float64 codes numbers.
func (c *Codec) Float64(all ...*float64) {
	for _, x := range all {
		if b := c.room(8); c.Reads() {
			*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
		} else {
			binary.LittleEndian.PutUint64(b, math.Float64bits(*x))
		}
	}
}

// String codes a text.
func (c *Codec) String(s *string) {
	n := len(*s)
	c.Int(&n)
	var read []byte
	for done := 0; done < n && c.Err == nil; {
		b := c.room(min(n-done, pieceSize/2))
		switch {
		case !c.Reads():
			copy(b, (*s)[done:])
		case len(b) == n:
			if *s != string(b) { // most are as before, and keep their memory
				*s = string(b)
			}
			return
		default:
			read = append(read, b...)
		}
		done += len(b)
	}
	if c.Reads() {
		*s = string(read)
	}
}

// Each codes the items of a slice.
func Each[T any](c *Codec, all *[]T, item func(*T)) {
	n := len(*all)
	c.Int(&n)
	if c.Reads() {
		*all = nil
	}
	for i := 0; i < n && c.Err == nil; i++ {
		if c.Reads() {
			*all = append(*all, *new(T))
		}
		item(&(*all)[i])
	}
}

// EachOf codes the items of a slab, each after its number + 1, and 0. Those that are new come in order.
func EachOf[T any](c *Codec, all *slab.Slab[T], item func(number uint32, x *T)) {
	n, next := all.Count, uint32(0)
	c.Uint32(&n)
	if !c.Reads() {
		for i := range n {
			if next = i + 1; c.Err == nil && (!c.more || all.Changed(i)) {
				c.Uint32(&next)
				item(i, all.At(i))
			}
		}
		all.Forget()
		next = 0
		c.Uint32(&next)
		return
	}
	for c.Uint32(&next); next > 0 && c.Err == nil; c.Uint32(&next) {
		if next == all.Count+1 {
			all.Add()
		}
		if next > all.Count {
			c.Fail()
			return
		}
		item(next-1, all.At(next-1))
	}
	if all.Count != n {
		c.Fail()
	}
}

// EachEntry codes the entries of a table.
func EachEntry[T any](c *Codec, all *slab.Table[T], item func(*T)) {
	n := all.Count
	c.Int(&n)
	if !c.Reads() {
		for key, value := range all.All {
			c.Uint32(&key)
			item(value)
		}
		return
	}
	*all = slab.Table[T]{}
	for all.Grow(min(n, mostRoom)); n > 0 && c.Err == nil; n-- {
		var key uint32
		var value T
		c.Uint32(&key)
		if item(&value); key == 0 || all.Find(key) != nil {
			c.Fail()
			return
		}
		all.Enter(key, value)
	}
}

// EachKey codes the pairs of a map, in the order of their keys.
func EachKey[T any](c *Codec, all map[string]T, item func(*T)) {
	keys := slices.Sorted(maps.Keys(all))
	if c.Reads() {
		clear(all)
	}
	Each(c, &keys, func(key *string) {
		c.String(key)
		value := all[*key]
		item(&value)
		all[*key] = value
	})
}
