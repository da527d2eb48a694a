package compiled

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// A file is, one after the other:
//
//	magic
//	records   one a node, see record.go; nodes are concepts and, after them, what is
//	          named as a parent or child but is not there
//	places    where each record begins, 8 bytes each, and where the last one ends
//	ids       an index of identifiers
//	names     an index of the normal forms of names
//	loose     an index of their loose forms
//	footer    of a fixed size
//
// An index is sorted by the digest of the keys. Its buckets, as many as the
// next power of two below the number of entries, say for the top bits of a
// digest where its entries begin, 4 bytes each, and one more; then come the
// entries, a digest and a node each, of equal digests in the order of
// [ontology.Store.Find]. All numbers are little-endian.

// magic is what a file begins with.
const magic = "lokman ontology\n"

const (
	version     = 2 // of this layout and of phrase.Normalize, which the indexes are made with
	footerSize  = 128
	placeSize   = 8
	bucketSize  = 4
	entrySize   = 12
	maxOfBucket = 1 << 20 // entries; a key that so many concepts share is damage
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A section is a part of the file.
type section struct {
	Start, Entries uint64
}

// The footer says where everything is. Its own sum comes last.
type footer struct {
	Magic                  [10]byte
	Version                uint16
	Nodes, Known           uint32
	Terms, Relations       uint64
	Places                 uint64 // where the section begins
	IDs, Names, Loose      section
	RecordsSum, IndexesSum uint32 // of the sections before and from Places on
}

func (f *footer) bytes() []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, f) // cannot fail on a Buffer
	b.Write(make([]byte, footerSize-4-b.Len()))
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.Checksum(b.Bytes(), castagnoli))
}

// open reads the footer.
func (f *File) open(size int64) error {
	at := size - footerSize
	if at < int64(len(magic)) {
		return f.damaged(0, "it is too short")
	}
	b, err := f.read(0, len(magic))
	if err != nil {
		return err
	}
	if string(b) != magic {
		return f.damaged(0, "it does not begin as a compiled ontology does")
	}
	b, err = f.read(at, footerSize)
	if err != nil {
		return err
	}
	if _, err := binary.Decode(b, binary.LittleEndian, &f.footer); err != nil {
		return f.damaged(at, err.Error())
	}
	switch {
	case binary.LittleEndian.Uint32(b[footerSize-4:]) != crc32.Checksum(b[:footerSize-4], castagnoli):
		return f.damaged(at, "the sum of its last bytes is wrong")
	case f.footer.Version != version:
		return f.damaged(at, fmt.Sprintf("it has version %d, and this program reads version %d", f.footer.Version, version))
	case !f.footer.fits(uint64(at)):
		return f.damaged(at, "its size is wrong")
	}
	return nil
}

// fits reports whether the sections lie one after the other up to an end.
func (f *footer) fits(end uint64) bool {
	at := f.Places
	if at < uint64(len(magic)) || at > end {
		return false
	}
	at += placeSize * (uint64(f.Nodes) + 1)
	for _, s := range [...]section{f.IDs, f.Names, f.Loose} {
		if s.Start != at || at > end || s.Entries > end {
			return false
		}
		at = s.end()
	}
	return at == end
}

func (f *File) damaged(at int64, reason string) error {
	return &DamageError{Name: f.name, Offset: at, Reason: reason}
}

// read returns n bytes.
func (f *File) read(at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if got, err := f.in.ReadAt(b, at); got < n {
		if err == io.EOF {
			return nil, f.damaged(at, "it ends too soon")
		}
		return nil, fmt.Errorf("compiled: %s: %w", f.name, err)
	}
	return b, nil
}

func digest(key string) uint64 { return xxhash.Sum64String(key) }

// bucketBits is the number of top bits of a digest that choose its bucket.
func bucketBits(entries uint64) int { return max(0, bits.Len64(entries)-1) }

func bucketOf(digest, entries uint64) uint64 {
	return digest >> (64 - bucketBits(entries)) // a shift by 64 gives 0
}

func (s section) entriesStart() uint64 {
	return s.Start + bucketSize*(1<<bucketBits(s.Entries)+1)
}

func (s section) end() uint64 { return s.entriesStart() + entrySize*s.Entries }

// entries returns the nodes that an index has under the digest of a key, in
// the order of their entries.
func (f *File) entries(index section, key string) ([]uint32, error) {
	want := digest(key)
	at := int64(index.Start + bucketSize*bucketOf(want, index.Entries))
	b, err := f.read(at, 2*bucketSize)
	if err != nil {
		return nil, err
	}
	from, to := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[bucketSize:])
	if from > to || uint64(to) > index.Entries || to-from > maxOfBucket {
		return nil, f.damaged(at, "an index is out of order")
	}
	at = int64(index.entriesStart() + entrySize*uint64(from))
	if b, err = f.read(at, int(to-from)*entrySize); err != nil {
		return nil, err
	}
	var nodes []uint32
	for ; len(b) > 0; b = b[entrySize:] {
		if binary.LittleEndian.Uint64(b) == want {
			nodes = append(nodes, binary.LittleEndian.Uint32(b[8:]))
		}
	}
	return nodes, nil
}
