package fields_test

import (
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/fields"
)

// What was written is read again; of a part of it nothing is read past the end.
func TestRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, v := rapid.Uint64().Draw(t, "u"), rapid.Int64().Draw(t, "v")
		x, s := rapid.Float64().Draw(t, "x"), rapid.String().Draw(t, "s")
		b := []byte{7}
		b = binary.AppendUvarint(b, u)
		b = fields.AppendString(b, s)
		b = binary.AppendVarint(b, v)
		b = fields.AppendFloat(b, x)
		r := fields.Reader{Rest: b}
		if r.Byte() != 7 || r.Uvarint() != u || r.String() != s || r.Varint() != v || math.Float64bits(r.Float()) != math.Float64bits(x) || r.Bad || len(r.Rest) > 0 {
			t.Fatalf("not what was written: %+v", r)
		}
		r = fields.Reader{Rest: b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]}
		r.Byte()
		r.Uvarint()
		_ = r.String()
		r.Varint()
		if r.Float() != 0 || !r.Bad || len(r.Rest) > 0 {
			t.Fatalf("read past the end: %+v", r)
		}
	})
}
