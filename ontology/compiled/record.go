package compiled

import (
	"encoding/binary"
	"hash/crc32"

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
		b = appendText(b, s)
	}
	for _, list := range [...][]string{c.AltIDs, c.Types} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			b = appendText(b, s)
		}
	}
	b = binary.AppendUvarint(b, uint64(c.Sense))
	b = binary.AppendUvarint(b, uint64(len(c.Names)))
	for _, n := range c.Names {
		b = append(appendText(b, n.Text), byte(n.Relation))
		b = binary.AppendUvarint(b, uint64(n.Sense))
		b = appendText(appendText(b, n.Language), n.Source)
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

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
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
	p := fields{b: b[1:], ok: true}
	c := &r.concept
	r.known, c.Obsolete = b[0]&flagKnown != 0, b[0]&flagObsolete != 0
	c.ID, c.Name, c.Language, c.Source = p.text(), p.text(), p.text(), p.text()
	for range p.count() {
		c.AltIDs = append(c.AltIDs, p.text())
	}
	for range p.count() {
		c.Types = append(c.Types, p.text())
	}
	c.Sense = int(p.number())
	for range p.count() {
		n := ontology.Name{Text: p.text(), Relation: ontology.Relation(p.byte()), Sense: int(p.number())}
		n.Language, n.Source = p.text(), p.text()
		c.Names = append(c.Names, n)
	}
	for range p.count() {
		r.parents = append(r.parents, uint32(p.number()))
	}
	for range p.count() {
		r.children = append(r.children, uint32(p.number()))
	}
	return p.ok && len(p.b) == 0
}

// fields reads fields; ok becomes false if one is cut short.
type fields struct {
	b  []byte
	ok bool
}

func (p *fields) number() uint64 {
	v, n := binary.Uvarint(p.b)
	if n <= 0 {
		p.ok, p.b = false, nil
		return 0
	}
	p.b = p.b[n:]
	return v
}

// count reads the length of a text or list, each of whose items takes a byte
// or more.
func (p *fields) count() uint64 {
	n := p.number()
	if n > uint64(len(p.b)) {
		p.ok, p.b = false, nil
		return 0
	}
	return n
}

func (p *fields) byte() byte {
	if len(p.b) == 0 {
		p.ok = false
		return 0
	}
	c := p.b[0]
	p.b = p.b[1:]
	return c
}

func (p *fields) text() string {
	n := p.count()
	s := string(p.b[:n])
	p.b = p.b[n:]
	return s
}
