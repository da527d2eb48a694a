package bolt

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumSize = 4

// seal appends the checksum of a key and its value to the value.
func seal(key, value []byte) []byte {
	return binary.BigEndian.AppendUint32(value, checksum(key, value))
}

// unseal verifies the checksum of a stored value and returns what stands before
// it.
func unseal(key, stored []byte) ([]byte, error) {
	n := len(stored) - sumSize
	if n < 0 || checksum(key, stored[:n]) != binary.BigEndian.Uint32(stored[n:]) {
		return nil, kv.ErrDamaged
	}
	return stored[:n], nil
}

func checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value)
}
