package umls

import (
	"context"

	"github.com/lokman-crawler/lokman/ontology"
)

// A Dir is a Metathesaurus release in a directory: MRCONSO.RRF, and MRREL.RRF,
// MRSTY.RRF, MRHIER.RRF and MRRANK.RRF if they exist, each plain,
// gzipped, or in the parts that releases are shipped in (MRCONSO.RRF.aa.gz).
//
// As a store it scans the files for each question and keeps nothing between
// two: Find and Nearest read MRCONSO, and once more to find which of several
// concepts prefers a name; a name with a digit that is none is looked for in
// MRHIER; Concepts reads every file once for all identifiers. A topic of the
// thesis's expansion takes five such questions. For many questions load the
// release, or a part of it, and compile it.
//
// Of each concept it keeps
//   - as names the strings of the atoms that are wanted, each once a source;
//     the preferred one is the first by TS = P, STT = PF, ISPREF = Y and the
//     rank that MRRANK gives its source and term type, in this order;
//   - as further identifiers those of SCUI, SDUI and CODE that have a digit, and
//     the HCD of MRHIER, which are the tree numbers of MeSH;
//   - as parents and children what MRREL calls PAR or RB and CHD or RN, in
//     either direction, if Relations does not say otherwise. Siblings follow
//     from the parents: SIB is not read. Without MRREL, parents are those of
//     MRHIER;
//   - as semantic types the TUI and the name of each.
//
// A Dir may be used by many goroutines at once.
type Dir struct {
	// Path is the directory of the files, or one with them in META, as a
	// release is unpacked.
	Path string

	// Languages are those of names in BCP 47, the best first; empty means
	// English, "*" means all. Only the language counts of "en-GB".
	Languages []string

	// Sources are the vocabularies that names, codes and relations are taken
	// from, as SAB abbreviates them ("MSH"); empty means all.
	Sources []string

	// Relations are the labels of the relations that are taken: PAR, and CHD, which
	// is the same backwards; RB, and RN; SY, by which the preferred name of
	// one concept becomes a further name of the other. Empty means PAR and RB.
	Relations []string

	// Suppressed takes atoms and relations too that the release marks as
	// obsolete or suppressible (SUPPRESS O, E or Y). A concept is obsolete if
	// all its atoms are.
	Suppressed bool
}

// Thesis returns a release with the settings of the thesis: English names
// out of MeSH and SNOMED CT (Table 2), whose abbreviation was SNOMEDCT at its time and
// is SNOMEDCT_US today, and the relations SY and PAR (3.4.3.2).
func Thesis(path string) Dir {
	return Dir{
		Path: path, Languages: []string{"en"}, Sources: []string{"MSH", "SNOMEDCT", "SNOMEDCT_US"},
		Relations: []string{"PAR", "SY"},
	}
}

// Load reads the wanted part of the release into memory. Relations to concepts
// that have no wanted name are left out.
func (d Dir) Load() (*ontology.Graph, error) {
	ctx := context.Background()
	r := d.reader(nil)
	r.all = true
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	g := new(ontology.Graph)
	for i := range r.drafts {
		c := r.finish(i)
		c.Children = nil // the children have it as a parent
		g.Add(c)
	}
	return g, nil
}

// Concepts implements ontology.Store. Parents and children may be among them
// that have no wanted name.
func (d Dir) Concepts(ctx context.Context, ids []string) ([]ontology.Concept, error) {
	r := d.reader(ids)
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	return r.asked(ids), nil
}

// Topic implements ontology.Ontology with the thesis's expansion.
func (d Dir) Topic(ctx context.Context, name string) (ontology.Topic, error) {
	return ontology.Expand(ctx, d, name, ontology.Expansion{})
}
