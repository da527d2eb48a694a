// Package load opens an ontology in whatever format it is and says what it
// found:
//
//	o, err := load.Open("doid.obo.gz")
//	fmt.Println(o) // doid.obo.gz: OBO, 12246 concepts, 27768 terms, 12288 relations
//	topic, err := o.Topic(ctx, "chickenpox")
//
// It knows the formats of all packages of ontology. A program that needs only one
// format can import that package.
package load

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
	"github.com/lokman-crawler/lokman/ontology/mesh"
	"github.com/lokman-crawler/lokman/ontology/obo"
	"github.com/lokman-crawler/lokman/ontology/skos"
	"github.com/lokman-crawler/lokman/ontology/snomed"
	"github.com/lokman-crawler/lokman/ontology/umls"
	"github.com/lokman-crawler/lokman/ontology/wordnet"
)

// What Open tells apart.
const (
	oboText       = "OBO"
	oboGraph      = "OBO Graph JSON"
	rdf           = "RDF (SKOS or OWL)"
	meSH          = "MeSH"
	umlsRelease   = "UMLS release (RRF)"
	kss           = "UMLS Knowledge Source Server (XML)"
	snomedRelease = "SNOMED CT release (RF2)"
	wordNet       = "WordNet"
	compiledFile  = "compiled ontology"
)

// compiledMagic is what the files of package compiled begin with.
const compiledMagic = "lokman ontology\n"

// An Ontology is an [ontology.Ontology] that Open opened. Many goroutines may
// use it at once. A UMLS release is not read into memory but scanned for each
// question; see [umls.Dir].
type Ontology struct {
	ontology.Store
	Path string // that was opened

	// Format is what it was found to be in: "OBO", "OBO Graph JSON", "RDF (SKOS or
	// OWL)", "MeSH", "UMLS release (RRF)", "UMLS Knowledge Source Server (XML)",
	// "SNOMED CT release (RF2)", "WordNet" or "compiled ontology".
	Format string
}

// Open opens the file or directory at path. Its format is detected from its
// contents; of a release that is a directory, any of its files opens all of it.
// The errors for bad contents are those of the format's package; for an unknown
// format the error is a *FormatError.
func Open(path string) (*Ontology, error) {
	format, path, err := detect(path)
	if err != nil {
		return nil, err
	}
	o := &Ontology{Path: path, Format: format}
	switch format {
	case umlsRelease:
		if !hasNames(path) {
			return nil, fmt.Errorf("load: no MRCONSO.RRF in %s, which has the names of a UMLS release: %w", path, fs.ErrNotExist)
		}
		o.Store = umls.Dir{Path: path}
		return o, nil
	case compiledFile:
		f, err := compiled.Open(path)
		if err != nil {
			return nil, err
		}
		o.Store = f
		return o, nil
	}
	graph, err := read(format, path)
	if err != nil {
		return nil, err
	}
	o.Store = graph
	return o, nil
}

// hasNames reports whether a UMLS release has the table of names, or a part of it.
func hasNames(release string) bool {
	for _, dir := range [2]string{release, filepath.Join(release, "META")} {
		files, err := os.ReadDir(dir)
		if err == nil && slices.ContainsFunc(files, func(f fs.DirEntry) bool { return strings.HasPrefix(f.Name(), "MRCONSO.RRF") }) {
			return true
		}
	}
	return false
}

func read(format string, path string) (*ontology.Graph, error) {
	switch format {
	case oboText, oboGraph:
		return obo.Open(path)
	case meSH:
		return mesh.Reader{}.Open(path)
	case snomedRelease:
		return snomed.Reader{}.Open(path)
	case wordNet:
		return wordnet.Open(path)
	case umlsRelease:
		return umls.Dir{Path: path}.Load()
	case kss:
		return umls.OpenKSS(path)
	}
	return skos.Reader{}.Open(path)
}

// Topic implements [ontology.Ontology] with the thesis's expansion.
func (o *Ontology) Topic(ctx context.Context, name string) (ontology.Topic, error) {
	return ontology.Expand(ctx, o, name, ontology.Expansion{})
}

// Nearest returns names similar to one that the ontology lacks; see [ontology.Store].
func (o *Ontology) Nearest(ctx context.Context, name string) ([]string, error) {
	if s, ok := o.Store.(interface {
		Nearest(ctx context.Context, name string) ([]string, error)
	}); ok {
		return s.Nearest(ctx, name)
	}
	return nil, nil
}

// Graph returns the whole ontology in memory: the one that Open read, or a UMLS
// release, which is read now. A compiled file has none.
func (o *Ontology) Graph() (*ontology.Graph, error) {
	if g, ok := o.Store.(*ontology.Graph); ok {
		return g, nil
	}
	if o.Format == umlsRelease {
		return read(umlsRelease, o.Path)
	}
	return nil, fmt.Errorf("load: %s is a %s, which is not read whole: open what it was made from", o.Path, o.Format)
}

// Close closes a compiled file; the other formats are read and closed by Open.
func (o *Ontology) Close() error {
	if f, ok := o.Store.(*compiled.File); ok {
		return f.Close()
	}
	return nil
}

// Warnings returns what reading mended or left out; see [ontology.Graph.Warnings].
// A UMLS release and a compiled file have none.
func (o *Ontology) Warnings() []ontology.SyntaxError {
	if g, ok := o.Store.(*ontology.Graph); ok {
		return g.Warnings()
	}
	return nil
}

// String says what was found: "doid.obo.gz: OBO, 12246 concepts, 27768 terms,
// 12288 relations", and how many causes of warnings if there are any.
func (o *Ontology) String() string {
	s := fmt.Sprintf("%s: %s", filepath.Base(o.Path), o.Format)
	if n, ok := o.Store.(interface{ Len() int }); ok {
		s += fmt.Sprintf(", %d concepts", n.Len())
	}
	if n, ok := o.Store.(interface{ Terms() int }); ok {
		s += fmt.Sprintf(", %d terms", n.Terms())
	}
	if n, ok := o.Store.(interface{ Relations() int }); ok {
		s += fmt.Sprintf(", %d relations", n.Relations())
	}
	if n := len(o.Warnings()); n > 0 {
		s += fmt.Sprintf(", %d warnings", n)
	}
	return s
}
