package compiled

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/ontology"
)

// WriteFile writes an ontology to a file, which takes the place of one that is
// there when it is whole and on disk.
func WriteFile(path string, g *ontology.Graph) error {
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("compiled: %w", err)
	}
	defer os.Remove(out.Name())
	err = Write(out, g)
	if err == nil {
		err = out.Sync()
	}
	if err := cmp.Or(err, out.Close()); err != nil {
		return fmt.Errorf("compiled: %s: %w", path, err)
	}
	if err := os.Chmod(out.Name(), 0o644); err != nil {
		return fmt.Errorf("compiled: %w", err)
	}
	if err := os.Rename(out.Name(), path); err != nil {
		return fmt.Errorf("compiled: %w", err)
	}
	return nil
}

// Write writes an ontology. In addition to the graph it takes some 50 bytes of
// memory a name. The same graph gives the same bytes.
func Write(w io.Writer, g *ontology.Graph) error {
	out := writer{w: bufio.NewWriterSize(w, 1<<20)}
	out.number(g)
	out.write([]byte(magic))
	out.records(g)
	out.indexes()
	out.write(out.footer.bytes())
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

type writer struct {
	w      *bufio.Writer
	err    error
	at     uint64
	sum    uint32 // of the bytes since it was last set to 0
	footer footer

	nodes             []string // identifiers by number
	numbers           map[string]uint32
	places            []uint64
	ids, names, loose []entry
}

// An entry of an index: the digest of a key, a node that has it, and its rank
// among the nodes that have it.
type entry struct {
	digest uint64
	node   uint32
	rank   uint16
}

func (w *writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
	w.at += uint64(len(b))
	w.sum = crc32.Update(w.sum, castagnoli, b)
}

// number gives concepts their numbers in order and then those that are missing.
func (w *writer) number(g *ontology.Graph) {
	w.numbers = make(map[string]uint32, g.Len())
	add := func(id string) {
		if _, ok := w.numbers[id]; !ok {
			w.numbers[id] = uint32(len(w.nodes))
			w.nodes = append(w.nodes, id)
		}
	}
	for c := range g.All() {
		add(c.ID)
	}
	for c := range g.All() {
		for _, id := range c.Parents {
			add(id)
		}
		for _, id := range c.Children {
			add(id)
		}
	}
	w.footer.Version = version
	w.footer.Nodes, w.footer.Known = uint32(len(w.nodes)), uint32(g.Len())
	w.footer.Terms, w.footer.Relations = uint64(g.Terms()), uint64(g.Relations())
}

func (w *writer) records(g *ontology.Graph) {
	var buf []byte
	put := func(r *record) {
		w.places = append(w.places, w.at)
		buf = r.append(buf[:0])
		w.write(buf)
	}
	for c := range g.All() {
		put(&record{concept: c, parents: w.numbersOf(c.Parents), children: w.numbersOf(c.Children), known: true})
		w.index(&c)
	}
	for _, id := range w.nodes[g.Len():] {
		put(&record{concept: ontology.Concept{ID: id}})
	}
	w.places = append(w.places, w.at)
	w.footer.RecordsSum, w.sum = w.sum, 0
}

func (w *writer) numbersOf(ids []string) []uint32 {
	numbers := make([]uint32, len(ids))
	for i, id := range ids {
		numbers[i] = w.numbers[id]
	}
	return numbers
}

// index notes what a concept is found by.
func (w *writer) index(c *ontology.Concept) {
	n := w.numbers[c.ID]
	w.ids = append(w.ids, entry{digest(c.ID), n, 0})
	for _, id := range c.AltIDs {
		w.ids = append(w.ids, entry{digest(id), n, 1})
	}
	w.indexName(c.Name, n, names.Rank(c.Sense, true, false))
	for _, name := range c.Names {
		w.indexName(name.Text, n, names.Rank(name.Sense, false, name.Relation == ontology.Partial))
	}
}

func (w *writer) indexName(name string, node uint32, rank uint16) {
	if key := phrase.Normalize(name); key != "" {
		w.names = append(w.names, entry{digest(key), node, rank})
		w.loose = append(w.loose, entry{digest(names.Loose(name)), node, rank})
	}
}

func (w *writer) indexes() {
	w.footer.Places = w.at
	for _, p := range w.places {
		w.write(binary.LittleEndian.AppendUint64(nil, p))
	}
	w.footer.IDs = w.putIndex(w.ids)
	w.footer.Names = w.putIndex(w.names)
	w.footer.Loose = w.putIndex(w.loose)
	w.footer.IndexesSum = w.sum
}

func (w *writer) putIndex(entries []entry) section {
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.digest, b.digest), cmp.Compare(a.rank, b.rank), cmp.Compare(a.node, b.node))
	})
	s := section{Start: w.at, Entries: uint64(len(entries))}
	begin := 0
	for bucket := range uint64(1)<<bucketBits(s.Entries) + 1 {
		for begin < len(entries) && bucketOf(entries[begin].digest, s.Entries) < bucket {
			begin++
		}
		w.write(binary.LittleEndian.AppendUint32(nil, uint32(begin)))
	}
	for _, e := range entries {
		b := binary.LittleEndian.AppendUint64(nil, e.digest)
		w.write(binary.LittleEndian.AppendUint32(b, e.node))
	}
	return s
}
