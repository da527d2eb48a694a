package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/lokman-crawler/lokman/internal/unzip"
)

// A FormatError says that what is at a path is in none of the formats.
type FormatError struct {
	Path  string // that was opened
	Found string // how it begins, or what it is
}

// Error says what was found, and names the formats that are known.
func (e *FormatError) Error() string {
	return fmt.Sprintf("load: %s is no ontology in a format known here: found %s; known are OBO, OBO Graph JSON, "+
		"SKOS and OWL in Turtle, N-Triples or RDF/XML, MeSH (XML, ASCII, trees), KSS XML of UMLS, the directories of "+
		"UMLS (with MRCONSO.RRF), SNOMED CT (with sct2_Concept_*) and WordNet (with data.noun), and compiled ones; "+
		"a list or table of your own becomes an ontology.Graph or an ontology.Topic", e.Path, e.Found)
}

// detect returns the format of the file or directory at a path, and the path to
// open.
func detect(path string) (string, string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", "", fmt.Errorf("load: %w", err)
	}
	if info.IsDir() {
		return detectDir(path)
	}
	if format := releaseOf(filepath.Base(path)); format != "" {
		return format, filepath.Dir(path), nil
	}
	start, err := beginning(path)
	if err != nil {
		return "", "", fmt.Errorf("load: %s: %w", path, err)
	}
	format := detectFile(start)
	if format == "" {
		return "", "", &FormatError{path, unknown(start)}
	}
	return format, path, nil
}

// unknown says what a file of no known format is, by its first bytes.
func unknown(start []byte) string {
	switch {
	case len(start) == 0:
		return "an empty file"
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return "text in UTF-16: convert it to UTF-8"
	}
	switch text := start[len(comments.Find(start)):]; {
	case functionalStart.Match(text):
		return "OWL in functional syntax: convert it to RDF/XML or Turtle"
	case manchesterStart.Match(text):
		return "OWL in Manchester syntax: convert it to RDF/XML or Turtle"
	}
	return fmt.Sprintf("a file that begins with %.60q", start)
}

var (
	umlsFile    = regexp.MustCompile(`^MR[A-Z]+\.RRF`)
	snomedFile  = regexp.MustCompile(`^x?(sct2|der2)_[A-Za-z]+_`)
	wordnetFile = regexp.MustCompile(`^(data|index)\.(noun|verb|adj|adv)(\.gz)?$`)
)

// releaseOf returns the release that a file is a part of, by its name.
func releaseOf(name string) string {
	switch {
	case umlsFile.MatchString(name):
		return umlsRelease
	case snomedFile.MatchString(name):
		return snomedRelease
	case wordnetFile.MatchString(name):
		return wordNet
	}
	return ""
}

// detectDir looks for a file of a release and returns the directory to open:
// the one that it is in, or for SNOMED CT, whose files are in many, dir.
func detectDir(dir string) (string, string, error) {
	found, in := "", dir
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return nil
		}
		if found = releaseOf(d.Name()); found == "" {
			return nil
		}
		if found != snomedRelease {
			in = filepath.Dir(path)
		}
		return fs.SkipAll
	})
	if err != nil {
		return "", "", fmt.Errorf("load: %w", err)
	}
	if found == "" {
		return "", "", &FormatError{dir, "a directory without a release of UMLS, SNOMED CT or WordNet: in another format open the file of the ontology itself"}
	}
	return found, in, nil
}

const startSize = 64 << 10 // bytes in which the kind of an XML file shows

// beginning returns the first bytes of a file, unzipped.
func beginning(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := unzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	start := make([]byte, startSize)
	n, err := io.ReadFull(r, start)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // a file cut short is for its own reader to name
	}
	return start[:n], err
}

var (
	turtleStart = regexp.MustCompile(`^(?i:@?prefix|@?base)\s|^<[^>\s]*>\s|^<\w+://[^>\n]*>\s|^_:|^\[`)
	treesStart  = regexp.MustCompile(`^[^\n]*[;\t][A-Z]\d\d(\.\d+)*[\t\r\n]|^[^\n\t]*\t[^\n]*(?i:ui|tree)`)
	oboStart    = regexp.MustCompile(`^\[(Term|Typedef|Instance)\]|^[A-Za-z-]+: (?s:.*)(?m:^format-version:|^\[Term\])|^format-version:`)
	comments    = regexp.MustCompile(`^(\s*[#!][^\n]*\n)*\s*`)
)

// Syntaxes of OWL that are not read. Ontologies of the OBO Foundry are edited in them.
var (
	functionalStart = regexp.MustCompile(`^(Prefix|Ontology)\s*\(`)
	manchesterStart = regexp.MustCompile(`^(Prefix|Ontology):\s`)
)

// detectFile returns the format of a file, by its first bytes.
func detectFile(start []byte) string {
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	text := bytes.TrimLeft(start, " \t\r\n")
	has := func(s string) bool { return bytes.Contains(text, []byte(s)) }
	switch {
	case bytes.HasPrefix(start, []byte(compiledMagic)):
		return compiledFile
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return snomedRelease
	case bytes.HasPrefix(text, []byte("{")):
		return oboGraph
	case bytes.HasPrefix(text, []byte("*NEWRECORD")):
		return meSH
	case bytes.HasPrefix(text, []byte("<")) && (has("<DescriptorRecord") || has("<SupplementalRecord") || has("<QualifierRecord")):
		return meSH
	case bytes.HasPrefix(text, []byte("<")) && (has("<TermCollection") || has("<RelationCollection") || has("<ContextCollection")):
		return kss
	case bytes.HasPrefix(text, []byte("<")) && has("http://www.w3.org/1999/02/22-rdf-syntax-ns#"):
		return rdf
	}
	text = text[len(comments.Find(text)):]
	switch {
	case oboStart.Match(text):
		return oboText
	case turtleStart.Match(text):
		return rdf
	case treesStart.Match(text):
		return meSH
	}
	return ""
}
