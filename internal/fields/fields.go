// Package fields reads what encoding/binary's Append functions have written: numbers
// and strings one after the other, without names.
package fields

import (
	"encoding/binary"
	"math"
)

// A Reader reads fields off the front of Rest. Past the end they are zero, Rest is
// empty and Bad is set.
type Reader struct {
	Rest []byte
	Bad  bool
}

// Take returns the next n bytes, which are those of Rest.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Rest, r.Bad = nil, true
		return nil
	}
	field := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return field
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint64 reads eight bytes, the most significant first.
func (r *Reader) Uint64() uint64 {
	if b := r.Take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// Float reads the bits of a number as Uint64 does.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Uint64()) }

// Uvarint reads what [binary.AppendUvarint] wrote.
func (r *Reader) Uvarint() uint64 {
	x, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		r.Rest, r.Bad = nil, true
		return 0
	}
	r.Rest = r.Rest[n:]
	return x
}

// Varint reads what [binary.AppendVarint] wrote.
func (r *Reader) Varint() int64 {
	x := r.Uvarint() // zigzag
	return int64(x>>1) ^ -int64(x&1)
}

// Count reads how many fields or bytes follow, each of a byte or more.
func (r *Reader) Count() uint64 {
	n := r.Uvarint()
	if n > uint64(len(r.Rest)) {
		r.Rest, r.Bad = nil, true
		return 0
	}
	return n
}

// String reads what [AppendString] wrote.
func (r *Reader) String() string { return string(r.Take(r.Count())) }

// AppendString appends a string with its length before it.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// AppendFloat appends the bits of a number, the most significant first.
func AppendFloat(b []byte, x float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(x))
}
