// Package pieces writes what a strategy keeps in memory in pieces, and reads it.
package pieces

import (
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// ErrForeign is the error for what no Codec has written.
var ErrForeign = errors.New("not a state of this version")

// A Codec writes a state in pieces or reads it: the same calls do both.
type Codec struct {
	piece []byte // so far, or what is left to be read of it
	yield func([]byte) bool
	next  func() ([]byte, error, bool) // nil if it writes
	Err   error                        // of reading, or of writing what nobody asks for
	spare [pieceSize]byte              // after an error
}

const pieceSize = 1 << 16 // bytes

// NewWriter returns a Codec that writes.
func NewWriter(yield func(piece []byte) bool) *Codec {
	return &Codec{yield: yield, piece: make([]byte, 0, pieceSize)}
}

// NewReader returns a Codec that reads, and what ends it.
func NewReader(pieces iter.Seq2[[]byte, error]) (c *Codec, stop func()) {
	next, stop := iter.Pull2(pieces)
	return &Codec{next: next}, stop
}

// Reads reports whether it reads.
func (c *Codec) Reads() bool { return c.next != nil }

// room returns the next n bytes, to be read or written.
func (c *Codec) room(n int) []byte {
	if c.Reads() {
		for len(c.piece) == 0 && c.Err == nil {
			piece, err, ok := c.next()
			if !ok {
				err = ErrForeign
			}
			c.piece, c.Err = piece, err
		}
		if n > len(c.piece) {
			c.Fail()
		}
	} else if len(c.piece)+n > cap(c.piece) {
		c.Flush()
	}
	if c.Err != nil {
		return c.spare[:n]
	}
	if !c.Reads() {
		c.piece = c.piece[:len(c.piece)+n]
		return c.piece[len(c.piece)-n:]
	}
	b := c.piece[:n]
	c.piece = c.piece[n:]
	return b
}

// Flush ends the last piece.
func (c *Codec) Flush() {
	if c.Err == nil && len(c.piece) > 0 && !c.yield(c.piece) {
		c.Err = ErrForeign // nobody asks for more
	}
	c.piece = c.piece[:0]
}

// Fail says that what was read is no state.
func (c *Codec) Fail() {
	if c.Err == nil {
		c.Err = ErrForeign
	}
	clear(c.spare[:])
}

// Uint32 codes a number.
func (c *Codec) Uint32(x *uint32) {
	if b := c.room(4); c.Reads() {
		*x = binary.LittleEndian.Uint32(b)
	} else {
		binary.LittleEndian.PutUint32(b, *x)
	}
}

// Uint16 codes a number.
func (c *Codec) Uint16(x *uint16) {
	if b := c.room(2); c.Reads() {
		*x = binary.LittleEndian.Uint16(b)
	} else {
		binary.LittleEndian.PutUint16(b, *x)
	}
}

// Bytes codes bytes.
func (c *Codec) Bytes(all ...*uint8) {
	for i, b := range c.room(len(all)) {
		if c.Reads() {
			*all[i] = b
		}
	}
	if !c.Reads() && c.Err == nil {
		for i, x := range all {
			c.piece[len(c.piece)-len(all)+i] = *x
		}
	}
}

// Int32 codes a number.
func (c *Codec) Int32(x *int32) {
	u := uint32(*x)
	c.Uint32(&u)
	*x = int32(u)
}

// Int codes a number of 32 bits.
func (c *Codec) Int(x *int) {
	u := uint32(*x)
	c.Uint32(&u)
	*x = int(u)
}

// Bool codes yes or no.
func (c *Codec) Bool(x *bool) {
	var b uint8
	if *x {
		b = 1
	}
	c.Bytes(&b)
	*x = b != 0
}

// Float32 codes numbers.
func (c *Codec) Float32(all ...*float32) {
	for _, x := range all {
		u := math.Float32bits(*x)
		c.Uint32(&u)
		*x = math.Float32frombits(u)
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
			*s = string(b)
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

// EachOf codes the items of a slab.
func EachOf[T any](c *Codec, all *slab.Slab[T], item func(*T)) {
	n := all.Count
	c.Uint32(&n)
	for i := uint32(0); i < n && c.Err == nil; i++ {
		if c.Reads() {
			all.Add()
		}
		item(all.At(i))
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
