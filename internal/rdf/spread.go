package rdf

import "fmt"

// A spread counts the bytes that short names, relative IRIs, entities and the
// namespaces of literals make besides those that are in the document. Few bytes
// can make many: a name of three may stand for an IRI of a thousand.
type spread struct{ made int64 }

func (s *spread) add(n int) { s.made += int64(max(n, 0)) }

// over reports whether more was made than a document of so many bytes may make.
func (s *spread) over(read int64) bool { return s.made > freeSpread+MaxSpread*read }

// freeSpread is what any document may make, in bytes.
const freeSpread = 16 << 20

func wantSpread() string {
	return fmt.Sprintf("names, bases and entities that make the document at most %d times as long", MaxSpread)
}
