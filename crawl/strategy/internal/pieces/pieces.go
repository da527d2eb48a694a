// Package pieces writes what a strategy keeps in memory in pieces, and reads it.
package pieces

import (
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

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

	encoder       *zstd.Encoder
	decoder       *zstd.Decoder
	packed, whole []byte // the latest piece as it is kept, and as it was

	written  *Written
	slab     int    // number of the next
	group    []byte // of a slab's items, so far
	grouping bool
}

const (
	pieceSize = 1 << 16 // bytes
	maxPiece  = 1 << 20 // of a group that is longer
)

// Written is what a state was when it was last written, so that no more than what has changed has to be
// written next: a hash of each group of the items of each slab. The zero value is of nothing.
type Written struct{ groups [][]uint64 }

// groupSize is how many items of a slab have one hash.
const groupSize = 4

// NewWriter returns a Codec that writes what has changed.
func NewWriter(since *Written, yield func(piece []byte) bool) *Codec {
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(pieceSize)) // which errs for wrong options alone
	return &Codec{yield: yield, piece: make([]byte, 0, pieceSize), written: since, encoder: encoder}
}

// NewReader returns a Codec that reads, and what ends it.
func NewReader(pieces iter.Seq2[[]byte, error]) (c *Codec, stop func()) {
	next, stop := iter.Pull2(pieces)
	decoder, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPiece))
	return &Codec{next: next, decoder: decoder}, stop
}

// Reads reports whether it reads.
func (c *Codec) Reads() bool { return c.next != nil }

// More reports whether there is more to be read.
func (c *Codec) More() bool {
	for len(c.piece) == 0 && c.Err == nil {
		piece, err, ok := c.next()
		if !ok {
			return false
		}
		if c.Err = err; err == nil {
			if c.whole, err = c.decoder.DecodeAll(piece, c.whole[:0]); err != nil {
				c.Fail()
			}
			c.piece = c.whole
		}
	}
	return c.Err == nil
}

// room returns the next n bytes, to be read or written.
func (c *Codec) room(n int) []byte {
	if c.grouping {
		c.group = slices.Grow(c.group, n)[:len(c.group)+n]
		return c.group[len(c.group)-n:]
	}
	if c.Reads() {
		if !c.More() || n > len(c.piece) {
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
	if c.Err == nil && len(c.piece) > 0 {
		c.packed = c.encoder.EncodeAll(c.piece, c.packed[:0])
		if !c.yield(c.packed) {
			c.Err = ErrForeign // nobody asks for more
		}
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

// EachOf codes the items of a slab. It writes the groups of which an item has changed.
func EachOf[T any](c *Codec, all *slab.Slab[T], item func(number uint32, x *T)) {
	n := all.Count
	c.Uint32(&n)
	code := func(group uint32) {
		for i := group * groupSize; i < min(n, (group+1)*groupSize) && c.Err == nil; i++ {
			item(i, all.At(i))
		}
	}
	if !c.Reads() {
		c.changed((n+groupSize-1)/groupSize, code)
		return
	}
	for all.Count < n && c.Err == nil {
		all.Add()
	}
	for group := uint32(1); group != 0 && c.Err == nil; {
		if c.Uint32(&group); group > 0 && (group-1)*groupSize >= n {
			c.Fail()
		} else if group > 0 {
			code(group - 1)
		}
	}
}

// changed writes the groups of a slab that have changed, each after its number + 1, and 0.
func (c *Codec) changed(groups uint32, code func(group uint32)) {
	if c.slab == len(c.written.groups) {
		c.written.groups = append(c.written.groups, nil)
	}
	sums := &c.written.groups[c.slab]
	c.slab++
	for group := uint32(0); group < groups && c.Err == nil; group++ {
		c.group, c.grouping = c.group[:0], true
		code(group)
		c.grouping = false
		sum := xxhash.Sum64(c.group)
		switch {
		case group == uint32(len(*sums)):
			*sums = append(*sums, sum)
		case (*sums)[group] == sum:
			continue
		}
		(*sums)[group] = sum
		number := group + 1
		c.Uint32(&number)
		if len(c.piece)+len(c.group) > cap(c.piece) {
			c.Flush()
		}
		c.piece = append(c.piece, c.group...) // which is read in one piece
	}
	var end uint32
	c.Uint32(&end)
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
	for *all = (slab.Table[T]{}); n > 0 && c.Err == nil; n-- {
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
