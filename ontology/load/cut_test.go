package load_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/load"
)

// A file that was cut anywhere is refused or said to be cut, in every format. Only where a
// whole statement or row ends can nothing be seen.
func TestCutIsSaid(t *testing.T) {
	tabs := func(text string) string { return strings.ReplaceAll(text, " ", "\t") }
	const (
		concepts      = "Snapshot/sct2_Concept_Snapshot_INT_20240101.txt"
		relationships = "Snapshot/sct2_Relationship_Snapshot_INT_20240101.txt"
		descriptions  = "Snapshot/sct2_Description_Snapshot-en_INT_20240101.txt"
	)
	release := map[string]string{
		concepts: tabs("id effectiveTime active moduleId definitionStatusId\n1 20200101 1 900000000000207008 900000000000074008\n2 20200101 1 900000000000207008 900000000000074008\n"),
		descriptions: tabs("id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId\n" +
			"11 20200101 1 900000000000207008 1 en 900000000000013009 ash 900000000000448009\n12 20200101 1 900000000000207008 2 en 900000000000013009 elm 900000000000448009\n"),
		relationships: tabs("id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId\n" +
			"21 20200101 1 900000000000207008 1 2 0 116680003 900000000000011006 900000000000451002\n"),
	}
	names := map[string]string{"MRCONSO.RRF": "C0000001|ENG|P|L1|PF|S1|Y|A1||||MSH|MH|D1|ash|0|N||\nC0000002|ENG|P|L2|PF|S2|Y|A2||||MSH|MH|D2|elm|0|N||\n"}
	for _, c := range []struct {
		name  string
		file  string // that is cut
		text  string
		ends  []string // behind which nothing can be seen
		files map[string]string
	}{
		{"OBO Graph", "a.json", `{"graphs":[{"nodes":[{"id":"X:1","type":"CLASS","lbl":"ash"}]}]}` + "\n", []string{"]}]}"}, nil},
		{"RDF/XML", "a.owl", "<?xml version='1.0'?>\n<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:s='http://www.w3.org/2004/02/skos/core#'>" +
			"<s:Concept r:about='http://e/a'><s:prefLabel>ash</s:prefLabel></s:Concept></r:RDF>\n", []string{"</r:RDF>"}, nil},
		{"Turtle", "a.ttl", "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<http://e/a> a s:Concept ; s:prefLabel \"ash\"@en .\n<http://e/b> a s:Concept ; s:prefLabel '''elm''' .\n", []string{" .", "\n"}, nil},
		{"N-Triples", "a.nt", "<http://e/a> <http://www.w3.org/2004/02/skos/core#prefLabel> \"ash\"@en .\n<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .\n", []string{".", "\n"}, nil},
		{"MeSH XML", "a.xml", "<DescriptorRecordSet>\n<DescriptorRecord><DescriptorUI>D1</DescriptorUI><DescriptorName><String>ash</String></DescriptorName></DescriptorRecord></DescriptorRecordSet>\n", []string{"Set>"}, nil},
		{"MeSH ASCII", "a.bin", "*NEWRECORD\nRECTYPE = D\nMH = ash\nMN = B01.1\nUI = D1\n\n*NEWRECORD\nRECTYPE = D\nMH = elm\nUI = D20\n", []string{"D1\n", "D1\n\n", "D20\n"}, nil},
		{"MeSH trees", "a.bin", "ash;B01.1\nelm;B01.20\n", []string{"\n"}, nil},
		{"MeSH table", "a.tsv", "Tree Number\tDesc UI\tTerm\nB01\tD1\tash\nB02\tD2\telm\n", []string{"\n"}, nil},
		{"KSS", "kss.xml", "<TermCollection><release>2005</release><cui>C1</cui><cn>ash</cn></TermCollection>\n", []string{"</TermCollection>"}, nil},
		{"SNOMED CT, concepts", concepts, release[concepts], []string{"\n", "900000000000074008", "definitionStatusId"}, release},
		{"SNOMED CT, descriptions", descriptions, release[descriptions], []string{"\n", "900000000000448009", "caseSignificanceId"}, release},
		{"SNOMED CT, relationships", relationships, release[relationships], []string{"\n", "900000000000451002", "modifierId"}, release},
		{"UMLS", "MRCONSO.RRF", names["MRCONSO.RRF"], []string{"|N||", "\n"}, names},
		{"UMLS, types", "MRSTY.RRF", "C0000001|T002|A1.1|Plant|AT1|256|\nC0000002|T002|A1.1|Plant|AT2|256|\n", []string{"256|", "\n"}, names},
		{"WordNet", "data.noun", "00000100 20 n 01 ash 0 000 | a tree\n00000200 20 n 01 elm 0 000 | a tree\n", []string{"\n"}, map[string]string{}},
		{"WordNet, index", "index.noun", "ash n 1 0 1 0 00000100\nelm n 1 0 1 0 00000200\n", []string{"\n"},
			map[string]string{"data.noun": "00000100 20 n 01 ash 0 000 | a tree\n00000200 20 n 01 elm 0 000 | a tree\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, name), []byte(text))
			}
			open := filepath.Join(dir, c.file)
			if c.files != nil {
				open = dir
			}
			said := func() bool {
				o, err := load.Open(open)
				if err != nil {
					return true
				}
				defer o.Close()
				_, err = o.Graph()
				return err != nil || len(o.Warnings()) > 0
			}
			step := 1
			if testing.Short() {
				step = 5
			}
			for i := 1; i < len(c.text); i += step {
				text := c.text[:i]
				write(t, filepath.Join(dir, c.file), []byte(text))
				unseen := slices.ContainsFunc(c.ends, func(end string) bool { return strings.HasSuffix(text, end) })
				if !unseen && !said() {
					t.Errorf("nothing is said of %q", text)
				}
			}
			write(t, filepath.Join(dir, c.file), []byte(c.text))
			if said() {
				t.Error("the whole file is refused")
			}
			var zipped bytes.Buffer
			z := gzip.NewWriter(&zipped)
			z.Write([]byte(c.text))
			z.Close()
			if err := os.Remove(filepath.Join(dir, c.file)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, c.file+".gz")
			if open != dir {
				open = path
			}
			write(t, path, zipped.Bytes())
			if said() {
				t.Error("the whole file is refused gzipped")
			}
			for i := 3; i < zipped.Len(); i += 5 * step {
				write(t, path, zipped.Bytes()[:i])
				if !said() {
					t.Errorf("nothing is said of %d bytes of %d gzipped ones", i, zipped.Len())
				}
			}
		})
	}
}
