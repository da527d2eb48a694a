package load_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
	"github.com/lokman-crawler/lokman/ontology/load"
)

const atoms = "C0000001|ENG|P|L1|PF|S1|Y|A1||M1|D000001|MSH|MH|D000001|cold|0|N||\n"

// files of each format that know what a cold is.
var files = map[string]struct {
	format string
	text   string
}{
	"a.obo":                 {"OBO", "! a comment\nformat-version: 1.4\n\n[Term]\nid: X:1\nname: cold\n"},
	"b":                     {"OBO", "[Term]\nid: X:1\nname: cold\n"},
	"b2":                    {"OBO", "\n[Typedef]\nid: part_of\n\n[Term]\nid: X:1\nname: cold\n"},
	"b3":                    {"OBO", "[Instance]\nid: i\n\n[Term]\nid: X:1\nname: cold\n"},
	"c.json":                {"OBO Graph JSON", `{"graphs": [{"nodes": [{"id": "http://x/1", "type": "CLASS", "lbl": "cold"}], "edges": []}]}`},
	"d.ttl":                 {"RDF (SKOS or OWL)", "# a comment\n@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<x> a skos:Concept; skos:prefLabel \"cold\" .\n"},
	"e.nt":                  {"RDF (SKOS or OWL)", "<http://x/1> <http://www.w3.org/2004/02/skos/core#prefLabel> \"cold\" .\n<http://x/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .\n"},
	"f.owl":                 {"RDF (SKOS or OWL)", `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"><skos:Concept rdf:about="http://x/1"><skos:prefLabel>cold</skos:prefLabel></skos:Concept></rdf:RDF>`},
	"g.xml":                 {"MeSH", `<?xml version="1.0"?><DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI><DescriptorName><String>cold</String></DescriptorName></DescriptorRecord></DescriptorRecordSet>`},
	"h.bin":                 {"MeSH", "*NEWRECORD\nRECTYPE = D\nMH = cold\nUI = D000001\n"},
	"i.txt":                 {"MeSH", "cold;C01.100\n"},
	"k.xml":                 {"UMLS Knowledge Source Server (XML)", "<?xml version=\"1.0\"?>\n<RelationCollection version=\"1.0\"><relation><cui>C1</cui><cn>cold</cn></relation></RelationCollection>"},
	"j.owl":                 {"RDF (SKOS or OWL)", "PREFIX skos: <http://www.w3.org/2004/02/skos/core#>\n<x> a skos:Concept; skos:prefLabel \"cold\" .\n"},
	"umls/META/MRCONSO.RRF": {"UMLS release (RRF)", atoms},
	"wn/dict/data.noun":     {"WordNet", "00000200 26 n 01 cold 0 000 | a mild illness\n"},
}

func TestOpen(t *testing.T) {
	for name, c := range files {
		for _, gzipped := range []bool{false, true} {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			text := []byte(c.text)
			if gzipped {
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				z.Write(text)
				z.Close()
				text, path = b.Bytes(), path+".gz"
			}
			write(t, path, text)
			ways := []string{path}
			if filepath.Dir(name) != "." {
				ways = append(ways, dir)
			}
			for _, path := range ways {
				o, err := load.Open(path)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					continue
				}
				topic, err := o.Topic(t.Context(), "Colds")
				if err != nil || o.Format != c.format || topic.Name != "Colds" {
					t.Errorf("%s: %s, topic %v, %v; want %s", path, o.Format, topic, err, c.format)
				}
			}
		}
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestOpenCompiled(t *testing.T) {
	g := new(ontology.Graph)
	g.Add(ontology.Concept{ID: "1", Name: "cold", Parents: []string{"0"}})
	path := filepath.Join(t.TempDir(), "cold")
	if err := compiled.WriteFile(path, g); err != nil {
		t.Fatal(err)
	}
	o, err := load.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if got, want := o.String(), "cold: compiled ontology, 1 concepts, 1 terms, 1 relations"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOpenRefuses(t *testing.T) {
	var format *load.FormatError
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "prose": "Hello there.\n", "page.html": "<!DOCTYPE html><html><body>cold</body></html>", "picture.png": "\x89PNG\r\n\x1a\n"} {
		path := filepath.Join(dir, name)
		write(t, path, []byte(text))
		if _, err := load.Open(path); !errors.As(err, &format) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := load.Open(dir); !errors.As(err, &format) {
		t.Errorf("a directory without any: %v", err)
	}
	if _, err := load.Open(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("gone: %v", err)
	}
	write(t, filepath.Join(dir, "bad.obo"), []byte("format-version: 1.2\n[Term]\nname: cold\n"))
	if o, err := load.Open(filepath.Join(dir, "bad.obo")); err == nil || o != nil {
		t.Errorf("a bad file: %v, %v", o, err)
	}
}

// What people have instead of an ontology, and what they are told to do.
func TestOpenSaysWhatToDo(t *testing.T) {
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	if _, err := z.Create("cold.ttl"); err != nil {
		t.Fatal(err)
	}
	z.Close()
	for _, c := range []struct{ name, text, want string }{
		{"words.txt", "cold\nflu\n", "a list or table of your own becomes an ontology.Graph"},
		{"empty.ttl", "", "found an empty file"},
		{"utf16.ttl", "\xff\xfe@\x00p\x00", "found text in UTF-16: convert it to UTF-8"},
		{"cold.zip", zipped.String(), "a zip of another ontology has to be unpacked"},
		{"omn.owl", "## a comment\nPrefix: : <http://e/>\nOntology: <http://e>\nClass: :a\n", "found OWL in Manchester syntax: convert it to RDF/XML or Turtle"},
		{"ofn.owl", "Prefix(:=<http://e/>)\nOntology(<http://e>\nDeclaration(Class(:a)))\n", "found OWL in functional syntax: convert it to RDF/XML or Turtle"},
		{"bare.ofn", "Ontology(<http://e>)\n", "found OWL in functional syntax"},
		{"cold.yaml", "name: cold\nparent: disease\n", "in a format known here"},
		{"skos.jsonld", `{"@context": {}, "@graph": []}`, "JSON-LD can be converted to Turtle"},
		{"expanded.jsonld", `[{"@id": "http://e/a"}]`, "JSON-LD can be converted"},
		{"cold.nq", "# a comment\n<http://e/a> <http://e/b> \"a \\\"cold\\\"\"@en <http://e/g> .\n", ":2: expected Turtle, N-Triples or RDF/XML, to which N-Quads can be converted, found \"<http://e/g>"},
		{"own.json", `{"concepts": []}`, `found "concepts"`},
		{"nothing.json", `{}`, `found "none"`},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		write(t, path, []byte(c.text))
		if _, err := load.Open(path); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "cold.ttl"), []byte("<http://e/a> <http://e/b> <http://e/c> ."))
	if _, err := load.Open(dir); err == nil || !strings.Contains(err.Error(), "open the file of the ontology itself") {
		t.Errorf("a directory with a file: %v", err)
	}
}

// A directory that lacks the one table that a release cannot do without.
func TestOpenRefusesUMLSWithoutNames(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "MRSTY.RRF"), []byte("C0000001|T047|B2.2.1.2.1|Disease or Syndrome|AT1||\n"))
	if o, err := load.Open(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "no MRCONSO.RRF in "+dir) {
		t.Errorf("%v, %v", o, err)
	}
}

// Everything under ../shared/data/ontology that is an ontology is known.
func TestOpenReal(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "ontology")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no real ontologies: %v", err)
	}
	if testing.Short() {
		t.Skip("reads all of them, which takes a while")
	}
	// Texts about the ontologies, tables of the Human Disease Ontology, and the
	// files of releases but one each.
	others := regexp.MustCompile(`README|LICENSE|copyright|/doid/.*\.tsv|MR(DEF|HIER|REL|STY)|index\.|data\.(adj|adv|verb)|sct2_[DRSs]|der2_`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if others.MatchString(path) {
			return nil
		}
		o, err := load.Open(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		t.Log(o)
		if g, ok := o.Store.(*ontology.Graph); ok && g.Len() == 0 && !strings.Contains(path, "/Delta/") {
			t.Errorf("%s: no concepts", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An IRI with a space, even the first, makes no file of another format.
func TestOpenOfASpace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ash.nt")
	write(t, path, []byte("<http://e/white ash> <http://www.w3.org/2004/02/skos/core#broader> <http://e/tree> .\n<http://e/white ash> <http://www.w3.org/2004/02/skos/core#prefLabel> \"ash\" .\n"))
	o, err := load.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if got, want := o.String(), "ash.nt: RDF (SKOS or OWL), 1 concepts, 1 terms, 1 relations, 2 warnings"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
