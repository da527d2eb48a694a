// Package compiled keeps an ontology in one file that opens at once, whatever
// its size, so that a program need not parse the original at every start:
//
//	err := compiled.WriteFile("umls.lokman", graph) // once
//	f, err := compiled.Open("umls.lokman")          // at every start
//	topic, err := f.Topic(ctx, "chickenpox")
//
// Opening reads some 150 bytes; a question reads the few blocks that contain its
// answer. The answers are those of the Graph that was written.
package compiled

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/ontology"
)

// A File is a compiled ontology: an [ontology.Ontology] and an
// [ontology.Store]. Many goroutines may use it at once.
type File struct {
	in     io.ReaderAt
	name   string    // for errors
	closer io.Closer // nil if the caller owns what is read
	footer footer
}

// A DamageError says that a compiled file is not as it was written.
type DamageError struct {
	Name   string // of the file, if it has one
	Offset int64  // in bytes, where it was noticed
	Reason string // what is wrong
}

// Error names the file, the offset and the reason.
func (e *DamageError) Error() string {
	name := e.Name
	if name == "" {
		name = "a compiled ontology"
	}
	return fmt.Sprintf("compiled: %s: damaged at byte %d: %s; write it again from the original", name, e.Offset, e.Reason)
}

// Open opens the file at path. Close it after use. The error is a *DamageError
// if the file is no whole compiled ontology, or one of another version.
func Open(path string) (*File, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("compiled: %w", err)
	}
	info, err := in.Stat()
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("compiled: %w", err)
	}
	f := &File{in: in, name: path, closer: in}
	if err := f.open(info.Size()); err != nil {
		in.Close()
		return nil, err
	}
	return f, nil
}

// NewFile opens a compiled ontology of size bytes in r, which must not change
// while the File is used.
func NewFile(r io.ReaderAt, size int64) (*File, error) {
	f := &File{in: r}
	if err := f.open(size); err != nil {
		return nil, err
	}
	return f, nil
}

// Close closes the file that Open opened.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}

// Len returns the number of concepts, obsolete ones included.
func (f *File) Len() int { return int(f.footer.Known) }

// Terms returns the number of names of concepts that are not obsolete.
func (f *File) Terms() int { return int(f.footer.Terms) }

// Relations returns the number of pairs of a parent and a child.
func (f *File) Relations() int { return int(f.footer.Relations) }

// Topic implements [ontology.Ontology] with the zero [ontology.Expansion]. Use
// [ontology.Expand] for others.
func (f *File) Topic(ctx context.Context, name string) (ontology.Topic, error) {
	return ontology.Expand(ctx, f, name, ontology.Expansion{})
}

// Find implements [ontology.Store].
func (f *File) Find(ctx context.Context, name string) ([]string, error) {
	for _, id := range [2]string{name, names.WithoutPrefix(name)} {
		if id == "" {
			continue
		}
		found, err := f.lookup(ctx, f.footer.IDs, id, byID(id))
		if err != nil || len(found) > 0 {
			return found[:min(1, len(found))], err
		}
	}
	key := phrase.Normalize(name)
	found, err := f.lookup(ctx, f.footer.Names, key, byName(key, phrase.Normalize))
	if err != nil || len(found) > 0 {
		return found, err
	}
	key = names.Loose(name)
	return f.lookup(ctx, f.footer.Loose, key, byName(key, names.Loose))
}

// byID reports whether a concept has an identifier.
func byID(id string) func(*ontology.Concept) bool {
	return func(c *ontology.Concept) bool {
		if c.ID == id {
			return true
		}
		for _, alt := range c.AltIDs {
			if alt == id {
				return true
			}
		}
		return false
	}
}

// byName reports whether a concept has a name whose form is a key.
func byName(key string, form func(string) string) func(*ontology.Concept) bool {
	return func(c *ontology.Concept) bool {
		if key == "" {
			return false
		}
		if form(c.Name) == key {
			return true
		}
		for _, n := range c.Names {
			if form(n.Text) == key {
				return true
			}
		}
		return false
	}
}

// lookup returns the identifiers of the concepts that an index has under a key,
// those that holds is true of, for the index holds digests, without obsolete ones.
func (f *File) lookup(ctx context.Context, index section, key string, holds func(*ontology.Concept) bool) ([]string, error) {
	nodes, err := f.entries(index, key)
	if err != nil {
		return nil, err
	}
	var ids []string
	seen := map[uint32]bool{}
	for _, n := range nodes {
		if seen[n] {
			continue
		}
		seen[n] = true
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := f.record(n)
		if err != nil {
			return nil, err
		}
		if r.known && !r.concept.Obsolete && holds(&r.concept) {
			ids = append(ids, r.concept.ID)
		}
	}
	return ids, nil
}

// Concepts implements [ontology.Store].
func (f *File) Concepts(ctx context.Context, ids []string) ([]ontology.Concept, error) {
	var found []ontology.Concept
	named := map[uint32]string{} // parents and children, which many concepts may share
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		nodes, err := f.entries(f.footer.IDs, id)
		if err != nil {
			return nil, err
		}
		for _, n := range nodes {
			r, err := f.record(n)
			if err != nil {
				return nil, err
			}
			if !r.known || r.concept.ID != id {
				continue
			}
			c := r.concept
			if c.Parents, err = f.ids(r.parents, named); err != nil {
				return nil, err
			}
			if c.Children, err = f.ids(r.children, named); err != nil {
				return nil, err
			}
			found = append(found, c)
			break
		}
	}
	return found, nil
}

// ids returns the identifiers of nodes. Named has those that are known; a record
// is read for each of the others.
func (f *File) ids(nodes []uint32, named map[uint32]string) ([]string, error) {
	var ids []string
	for _, n := range nodes {
		id, ok := named[n]
		if !ok {
			r, err := f.record(n)
			if err != nil {
				return nil, err
			}
			id = r.concept.ID
			named[n] = id
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Nearest returns names similar to one that the file lacks; see [ontology.Store]. It reads all names once.
func (f *File) Nearest(ctx context.Context, name string) ([]string, error) {
	var failed error
	all := func(yield func(text, preferred string) bool) {
		for n := range f.footer.Nodes {
			if n%1024 == 0 && ctx.Err() != nil {
				failed = ctx.Err()
				return
			}
			r, err := f.record(n)
			if err != nil {
				failed = err
				return
			}
			c := &r.concept
			if c.Obsolete {
				continue
			}
			if !yield(c.Name, c.Name) {
				return
			}
			for _, other := range c.Names {
				if !yield(other.Text, c.Name) {
					return
				}
			}
		}
	}
	nearest := names.Nearest(name, all)
	return nearest, failed
}
