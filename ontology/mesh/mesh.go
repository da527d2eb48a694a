// Package mesh reads the Medical Subject Headings in all forms in which the
// National Library of Medicine publishes them as files: the XML of descriptors,
// supplementary records and qualifiers (desc*.xml, supp*.xml, qual*.xml), the
// ASCII of descriptors (d*.bin), the trees ("name;tree number", mtrees*.bin),
// and tables with tabs between columns and a header that names them.
//
// What is kept of a record:
//
//   - its unique identifier, as ID: "D002644". The trees have none; there it is
//     the first tree number of a name.
//   - its tree numbers, as further identifiers: "C01.925.256.466.930.750".
//   - its parents: the holders of its tree numbers without their last part, and
//     of a supplementary record the headings that it is mapped to. A record may
//     come before its parents. A tree number that nothing holds is no parent.
//   - its name and terms. The terms of its narrower and related concepts are
//     synonyms, as MeSH means them for indexing; those of a broader concept are
//     partial names.
//   - its semantic types if the file has them: "T047", and in XML also their
//     names.
//   - the language, which only XML has. A translation has the English terms and
//     its own. Their identifiers distinguish them, and a heading such as
//     "Schlachthöfe[Abattoirs]" is two names.
//
// MeSH lists the permuted forms of its terms as terms: with another order of
// words ("Neoplasm, Breast") or in another number ("Breast Neoplasm"). They are
// kept unless [Reader] says otherwise, since texts use the other number, and the
// ASCII file does not distinguish them from its other terms.
//
// Memory follows what is kept, not the file.
//
// Sources: the documents of MeSH XML Data Elements and ASCII MeSH Descriptor
// Data Elements at nlm.nih.gov/mesh.
package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// maxLine is the longest line, or in XML the longest tag or text, that is read,
// in bytes. The longest in MeSH are notes of a few kilobytes.
const maxLine = 1 << 20

// A Reader reads MeSH. Its zero value keeps all terms.
type Reader struct {
	// NoPermuted leaves out the terms that XML or a table marks as permuted,
	// which are half of all.
	NoPermuted bool
}

// Open reads the file at path. More files add to the same ontology, as
// supplementary records do to the descriptors.
func (r Reader) Open(path string, more ...string) (*ontology.Graph, error) {
	l := newLoader(r)
	for _, path := range append([]string{path}, more...) {
		if err := l.open(path); err != nil {
			return nil, err
		}
	}
	return l.finish(), nil
}

// Read reads a whole file, gzipped or not; the first bytes decide its form.
// With an error, which is an *[ontology.SyntaxError] unless reading failed,
// there is no ontology. A text whose last line has no end may have been cut short:
// [ontology.Graph.Warnings] says so.
func (r Reader) Read(in io.Reader) (*ontology.Graph, error) {
	l := newLoader(r)
	if err := l.read(in); err != nil {
		return nil, err
	}
	return l.finish(), nil
}

func (l *loader) open(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("mesh: %w", err)
	}
	defer f.Close()
	l.name = path
	err = l.read(f)
	var syntax *ontology.SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = path
	case err != nil:
		err = fmt.Errorf("mesh: %s: %w", path, err)
	}
	return err
}

func (l *loader) read(r io.Reader) error {
	in, err := unzip.NewReader(r)
	if err != nil {
		return err
	}
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(len(mark))
	}
	if start, _ := in.Peek(512); isXML(start) {
		return readXML(in, l)
	}
	text := &textLines{in: lines.NewReader(in, maxLine)}
	more, err := text.next()
	switch {
	case err != nil:
		return err
	case bytes.IndexByte(text.text, '\r') >= 0:
		return text.expected("lines that do not end in carriage returns alone")
	case more && string(text.text) == newRecord:
		err = readASCII(text, l)
	case more && isTreeLine(string(text.text)):
		err = readTrees(text, l)
	case more && isHeader(string(text.text)):
		err = readTable(text, l)
	default:
		return text.expected(`MeSH: XML, "*NEWRECORD", "name;tree number" or a header of columns`)
	}
	if err == nil && text.unended {
		l.graph.Warn(ontology.SyntaxError{Format: "mesh", Name: l.name, Line: text.in.Number - 1, Want: lines.WantEnd})
	}
	return err
}
