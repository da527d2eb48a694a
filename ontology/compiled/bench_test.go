package compiled_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
)

// BenchmarkOpen opens an ontology of a million terms and asks it for a topic.
func BenchmarkOpen(b *testing.B) {
	g := new(ontology.Graph)
	const concepts = 250_000
	for i := range concepts {
		c := ontology.Concept{ID: fmt.Sprintf("C%07d", i), Name: fmt.Sprintf("disease %d of the heart", i)}
		for k := range 3 {
			c.Names = append(c.Names, ontology.Name{Text: fmt.Sprintf("cardiac disorder %d variant %d", i, k), Relation: ontology.Synonym})
		}
		if i > 0 {
			c.Parents = []string{fmt.Sprintf("C%07d", i/20)}
		}
		g.Add(c)
	}
	path := filepath.Join(b.TempDir(), "million.lokman")
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := compiled.WriteFile(path, g); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			f, err := compiled.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	})
	b.Run("open and topic", func(b *testing.B) {
		for b.Loop() {
			f, err := compiled.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := f.Topic(b.Context(), "Cardiac disorder 200123, variant 1"); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	})
	b.Run("unknown topic", func(b *testing.B) {
		f, err := compiled.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		for b.Loop() {
			f.Topic(b.Context(), "no such name")
		}
	})
}
