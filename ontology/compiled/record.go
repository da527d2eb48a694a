package compiled

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/ontology"
)

// A record is a node: a sum of the rest, a byte of flags, and the fields of the
// concept. Texts and lists have their length before them, as a varint; parents
// and children are numbers of nodes.
type record struct {
	concept           ontology.Concept // without Parents and Children
	parents, children []uint32
	known             bool
}

const (
	flagKnown = 1 << iota
	flagObsolete
)

func (r *record) append(b []byte) []byte {
	start := len(b)
	c := &r.concept
	var flags byte
	if r.known {
		flags |= flagKnown
	}
	if c.Obsolete {
		flags |= flagObsolete
	}
	b = append(b, 0, 0, 0, 0, flags)
	for _, s := range [...]string{c.ID, c.Name, c.Language, c.Source} {
		b = fields.AppendString(b, s)
	}
	for _, list := range [...][]string{c.AltIDs, c.Types} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			b = fields.AppendString(b, s)
		}
	}
	b = binary.AppendUvarint(b, uint64(c.Sense))
	b = binary.AppendUvarint(b, uint64(len(c.Names)))
	for _, n := range c.Names {
		b = append(fields.AppendString(b, n.Text), byte(n.Relation))
		b = binary.AppendUvarint(b, uint64(n.Sense))
		b = fields.AppendString(fields.AppendString(b, n.Language), n.Source)
	}
	for _, list := range [...][]uint32{r.parents, r.children} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	binary.LittleEndian.PutUint32(b[start:], crc32.Checksum(b[start+4:], castagnoli))
	return b
}

// record reads the record of a node.
func (f *File) record(n uint32) (*record, error) {
	if n >= f.footer.Nodes {
		return nil, f.damaged(0, "an index names a concept that there is not")
	}
	place := int64(f.footer.Places + placeSize*uint64(n))
	b, err := f.read(place, 2*placeSize)
	if err != nil {
		return nil, err
	}
	from, to := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[placeSize:])
	if to < from+5 || to > f.footer.Places {
		return nil, f.damaged(place, "the place of a concept is wrong")
	}
	if b, err = f.read(int64(from), int(to-from)); err != nil {
		return nil, err
	}
	r := new(record)
	if binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:], castagnoli) || !r.parse(b[4:]) {
		return nil, f.damaged(int64(from), "a concept is not as it was written")
	}
	return r, nil
}

// parse reads what append wrote behind the sum.
func (r *record) parse(b []byte) bool {
	p := fields.Reader{Rest: b[1:]}
	c := &r.concept
	r.known, c.Obsolete = b[0]&flagKnown != 0, b[0]&flagObsolete != 0
	c.ID, c.Name, c.Language, c.Source = p.String(), p.String(), p.String(), p.String()
	for range p.Count() {
		c.AltIDs = append(c.AltIDs, p.String())
	}
	for range p.Count() {
		c.Types = append(c.Types, p.String())
	}
	c.Sense = int(p.Uvarint())
	for range p.Count() {
		n := ontology.Name{Text: p.String(), Relation: ontology.Relation(p.Byte()), Sense: int(p.Uvarint())}
		n.Language, n.Source = p.String(), p.String()
		c.Names = append(c.Names, n)
	}
	for range p.Count() {
		r.parents = append(r.parents, uint32(p.Uvarint()))
	}
	for range p.Count() {
		r.children = append(r.children, uint32(p.Uvarint()))
	}
	return !p.Bad && len(p.Rest) == 0
}
