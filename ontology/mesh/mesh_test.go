package mesh_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/mesh"
)

// descriptors holds a child before its parent, concepts of all relations, and
// a permuted term.
const descriptors = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DescriptorRecordSet SYSTEM "https://www.nlm.nih.gov/databases/dtd/nlmdescriptorrecordset_20240101.dtd">
<!-- made up -->
<DescriptorRecordSet LanguageCode = "eng">
<DescriptorRecord DescriptorClass = "1">
  <DescriptorUI>D900002</DescriptorUI>
  <DescriptorName>
   <String>Ear &amp; Nose Pox</String>
  </DescriptorName>
  <SeeRelatedList><SeeRelatedDescriptor><DescriptorReferredTo>
    <DescriptorUI>D900009</DescriptorUI><DescriptorName><String>Noses</String></DescriptorName>
  </DescriptorReferredTo></SeeRelatedDescriptor></SeeRelatedList>
  <TreeNumberList>
   <TreeNumber>C91.100.200</TreeNumber>
   <TreeNumber>C92.300</TreeNumber>
  </TreeNumberList>
  <ConceptList>
   <Concept PreferredConceptYN="Y">
    <ConceptUI>M9000001</ConceptUI>
    <ConceptName><String>Ear &amp; Nose Pox</String></ConceptName>
    <SemanticTypeList><SemanticType>
     <SemanticTypeUI>T047</SemanticTypeUI><SemanticTypeName>Disease or Syndrome</SemanticTypeName>
    </SemanticType></SemanticTypeList>
    <ConceptRelationList>
     <ConceptRelation RelationName="BRD"><Concept1UI>M9000001</Concept1UI><Concept2UI>M9000003</Concept2UI></ConceptRelation>
    </ConceptRelationList>
    <TermList>
     <Term ConceptPreferredTermYN="Y" IsPermutedTermYN="N" LexicalTag="NON" RecordPreferredTermYN="Y">
      <TermUI>T900001</TermUI><String>Ear &amp; Nose Pox</String>
     </Term>
     <Term ConceptPreferredTermYN="N" IsPermutedTermYN="Y" LexicalTag="NON" RecordPreferredTermYN="N">
      <TermUI>T900001</TermUI><String>Pox, Ear &amp; Nose</String>
     </Term>
    </TermList>
   </Concept>
   <Concept PreferredConceptYN="N">
    <ConceptUI>M9000002</ConceptUI>
    <ConceptName><String>Earpox</String></ConceptName>
    <ConceptRelationList>
     <ConceptRelation RelationName="NRW"><Concept1UI>M9000001</Concept1UI><Concept2UI>M9000002</Concept2UI></ConceptRelation>
    </ConceptRelationList>
    <TermList><Term IsPermutedTermYN="N"><TermUI>T900002</TermUI><String>Earpox</String></Term></TermList>
   </Concept>
   <Concept PreferredConceptYN="N">
    <ConceptUI>M9000003</ConceptUI>
    <ConceptName><String>Head Pox</String></ConceptName>
    <ConceptRelationList>
     <ConceptRelation RelationName="BRD"><Concept1UI>M9000001</Concept1UI><Concept2UI>M9000003</Concept2UI></ConceptRelation>
    </ConceptRelationList>
    <TermList><Term IsPermutedTermYN="N"><TermUI>T900003</TermUI><String>Head Pox</String></Term></TermList>
   </Concept>
   <Concept PreferredConceptYN="N">
    <ConceptUI>M9000004</ConceptUI>
    <ConceptName><String>Nose Spots</String></ConceptName>
    <ConceptRelationList>
     <ConceptRelation RelationName="REL"><Concept1UI>M9000001</Concept1UI><Concept2UI>M9000004</Concept2UI></ConceptRelation>
    </ConceptRelationList>
    <TermList><Term IsPermutedTermYN="N"><TermUI>T900004</TermUI><String>Nose Spots</String></Term></TermList>
   </Concept>
  </ConceptList>
</DescriptorRecord>
<DescriptorRecord DescriptorClass = "1">
  <DescriptorUI>D900001</DescriptorUI>
  <DescriptorName><String>Poxes</String></DescriptorName>
  <TreeNumberList><TreeNumber>C91.100</TreeNumber></TreeNumberList>
  <ConceptList/>
</DescriptorRecord>
</DescriptorRecordSet>
`

// ascii is the same without what the ASCII form lacks.
const ascii = `*NEWRECORD
RECTYPE = D
MH = Ear & Nose Pox
AQ = DI DT
ENTRY = Pox, Ear & Nose
PRINT ENTRY = Earpox|T047|NON|NRW|NLM (2000)|000101|abcdef
ENTRY = Head Pox|T047|NON|BRD|NLM (2000)|000101|abcdef
ENTRY = Nose Spots|T184|NON|REL|UNK (19XX)|abcde
MN = C91.100.200
MN = C92.300
MS = A pox = of the ear.
ST = T047
UI = D900002

*NEWRECORD
RECTYPE = D
MH = Poxes
MN = C91.100
UI = D900001
`

const supplement = `<SupplementalRecordSet LanguageCode="eng">
<SupplementalRecord SCRClass="3">
 <SupplementalRecordUI>C900001</SupplementalRecordUI>
 <SupplementalRecordName><String>nose pox of 1900</String></SupplementalRecordName>
 <HeadingMappedToList><HeadingMappedTo>
  <DescriptorReferredTo>
   <DescriptorUI>*D900002</DescriptorUI><DescriptorName><String>Ear &amp; Nose Pox</String></DescriptorName>
  </DescriptorReferredTo>
  <QualifierReferredTo><QualifierUI>*Q000031</QualifierUI><QualifierName><String>history</String></QualifierName></QualifierReferredTo>
 </HeadingMappedTo></HeadingMappedToList>
 <PharmacologicalActionList><PharmacologicalAction><DescriptorReferredTo>
  <DescriptorUI>D900009</DescriptorUI><DescriptorName><String>Noses</String></DescriptorName>
 </DescriptorReferredTo></PharmacologicalAction></PharmacologicalActionList>
 <ConceptList><Concept PreferredConceptYN="Y"><ConceptUI>M9000009</ConceptUI>
  <ConceptName><String>nose pox of 1900</String></ConceptName>
  <TermList>
   <Term><TermUI>T900009</TermUI><String>nose pox of 1900</String></Term>
   <Term><TermUI>T900010</TermUI><String>the great pox</String></Term>
  </TermList>
 </Concept></ConceptList>
</SupplementalRecord>
</SupplementalRecordSet>`

func read(t *testing.T, text string) *ontology.Graph {
	t.Helper()
	g, err := mesh.Reader{}.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func all(g *ontology.Graph) []ontology.Concept { return slices.Collect(g.All()) }

func names(relation ontology.Relation, language string, texts ...string) []ontology.Name {
	var all []ontology.Name
	for _, text := range texts {
		all = append(all, ontology.Name{Text: text, Relation: relation, Language: language})
	}
	return all
}

func TestReadXML(t *testing.T) {
	want := []ontology.Concept{
		{ID: "D900002", Name: "Ear & Nose Pox", Language: "en", AltIDs: []string{"C91.100.200", "C92.300"},
			Parents: []string{"D900001"}, Types: []string{"T047", "Disease or Syndrome"},
			Names: slices.Concat(names(ontology.Synonym, "en", "Pox, Ear & Nose", "Earpox"),
				names(ontology.Partial, "en", "Head Pox"), names(ontology.Synonym, "en", "Nose Spots"))},
		{ID: "D900001", Name: "Poxes", Language: "en", AltIDs: []string{"C91.100"}, Children: []string{"D900002"}},
	}
	if diff := cmp.Diff(want, all(read(t, descriptors))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	g, err := mesh.Reader{NoPermuted: true}.Read(strings.NewReader(descriptors))
	if err != nil {
		t.Fatal(err)
	}
	want[0].Names = want[0].Names[1:]
	if diff := cmp.Diff(want, all(g)); diff != "" {
		t.Errorf("without permuted terms (-want +got):\n%s", diff)
	}
}

func TestReadASCII(t *testing.T) {
	want := []ontology.Concept{
		{ID: "D900002", Name: "Ear & Nose Pox", AltIDs: []string{"C91.100.200", "C92.300"},
			Parents: []string{"D900001"}, Types: []string{"T047"},
			Names: slices.Concat(names(ontology.Synonym, "", "Pox, Ear & Nose", "Earpox"),
				names(ontology.Partial, "", "Head Pox"), names(ontology.Synonym, "", "Nose Spots"))},
		{ID: "D900001", Name: "Poxes", AltIDs: []string{"C91.100"}, Children: []string{"D900002"}},
	}
	if diff := cmp.Diff(want, all(read(t, ascii))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, all(read(t, strings.ReplaceAll(ascii, "\n", "\r\n")))); diff != "" {
		t.Errorf("with CRLF (-want +got):\n%s", diff)
	}
}

func TestReadTrees(t *testing.T) {
	want := []ontology.Concept{
		{ID: "C91.100.200", Name: "Pox; Ear", AltIDs: []string{"C92.300.400"}, Parents: []string{"C91.100", "C92.300"}},
		{ID: "C91.100", Name: "Poxes", Children: []string{"C91.100.200"}},
		{ID: "C92.300", Name: "Ears", Children: []string{"C91.100.200"}},
	}
	got := all(read(t, "Pox; Ear;C91.100.200\nPoxes;C91.100\nEars;C92.300\nPox; Ear;C92.300.400\n"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadTable(t *testing.T) {
	want := []ontology.Concept{
		{ID: "D900002", Name: "Ear Pox", AltIDs: []string{"C91.100.200", "C92.300"}, Parents: []string{"D900001"},
			Names: names(ontology.Synonym, "", "Earpox", "Pox of Ears")},
		{ID: "D900001", Name: "Poxes", AltIDs: []string{"C91.100"}, Children: []string{"D900002"}},
	}
	for name, text := range map[string]string{
		"a row a record": "DescriptorUI\tDescriptorName\tTreeNumbers(|)\tEntryTerms(|)\n" +
			"D900002\tEar Pox\tC91.100.200|C92.300\tEarpox|Pox of Ears\nD900001\tPoxes\tC91.100\t\n",
		"a row a term": "DescriptorUI\tTermName\tRecordPreferred\tTree Number\n" +
			"D900002\tEarpox\tN\tC91.100.200\nD900002\tEar Pox\tY\tC92.300\nD900002\tPox of Ears\tN\t\nD900001\tPoxes\tY\tC91.100\n",
		"a row a place": "\ufeffTree Number\tDesc Ui\tTerm\tEntry Terms\n" +
			"C91.100.200\tD900002\tEar Pox\tEarpox\nC91.100\tD900001\tPoxes\t\nC92.300\tD900002\tEar Pox\tPox of Ears\n",
	} {
		g := read(t, text)
		if diff := cmp.Diff(want, all(g)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if g.Terms() != 4 {
			t.Errorf("%s: %d terms, want 4", name, g.Terms())
		}
	}
}

// Supplementary records join the descriptors that they are mapped to.
func TestOpenSupplement(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for name, text := range map[string]string{"supp.xml": supplement, "desc.xml": descriptors} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	g, err := mesh.Reader{}.Open(paths[0], paths[1])
	if err != nil {
		t.Fatal(err)
	}
	want := ontology.Concept{ID: "C900001", Name: "nose pox of 1900", Language: "en", Parents: []string{"D900002"},
		Names: names(ontology.Synonym, "en", "the great pox")}
	got, _ := g.Concept("C900001")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if parent, _ := g.Concept("D900002"); !slices.Equal(parent.Children, []string{"C900001"}) {
		t.Errorf("children %q, want C900001", parent.Children)
	}
}

func TestReadQualifiers(t *testing.T) {
	got := all(read(t, `<QualifierRecordSet LanguageCode="fre"><QualifierRecord><QualifierUI>Q900001</QualifierUI>`+
		`<QualifierName><String>histoire</String></QualifierName></QualifierRecord></QualifierRecordSet>`))
	if diff := cmp.Diff([]ontology.Concept{{ID: "Q900001", Name: "histoire", Language: "fr"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadRefuses(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(descriptors))
	z.Close()
	const open = "<DescriptorRecordSet><DescriptorRecord><DescriptorUI>D9</DescriptorUI>"
	long := strings.Repeat("x", (1<<20)+1)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1: expected MeSH"},
		{"prose", "\n\nHello there\n", `line 3: expected MeSH: XML, "*NEWRECORD", "name;tree number" or a header of columns, found "Hello there"`},
		{"binary", "\x00\x01\xff\n", "line 1: expected UTF-8"},
		{"cut gzip", packed.String()[:packed.Len()-12], "unexpected EOF"},
		{"cut gzip early", packed.String()[:20], "unexpected EOF"},

		{"no root", "<?xml version='1.0'?>\n", "line 2: expected a DescriptorRecordSet, found \"the end of the file\""},
		{"other XML", "<rdf:RDF xmlns:rdf='x'/>", `line 1: expected one DescriptorRecordSet, SupplementalRecordSet or QualifierRecordSet, found "RDF"`},
		{"other record", "<DescriptorRecordSet>\n<QualifierRecord/>", `line 2: expected a DescriptorRecord, found "QualifierRecord"`},
		{"two roots", strings.Repeat(open+"<DescriptorName><String>a</String></DescriptorName></DescriptorRecord></DescriptorRecordSet>\n", 2), "line 2: expected one DescriptorRecordSet"},
		{"cut", "<DescriptorRecordSet>\n<DescriptorRecord>\n", "line 3: expected well-formed XML, found \"unexpected EOF\""},
		{"crossed", "<DescriptorRecordSet>\n<DescriptorRecord></DescriptorRecordSet>", "line 2: expected well-formed XML"},
		{"no identifier", "<DescriptorRecordSet>\n<DescriptorRecord>\n</DescriptorRecord>", "line 2: expected a DescriptorUI and a DescriptorName"},
		{"no name", open + "\n</DescriptorRecord>", "line 1: expected a DescriptorUI and a DescriptorName"},
		{"bomb", "<!DOCTYPE DescriptorRecordSet [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n<DescriptorRecordSet>&b;</DescriptorRecordSet>",
			`line 2: expected well-formed XML, found "invalid character entity &b;"`},
		{"not UTF-8", "<DescriptorRecordSet>\n\xff</DescriptorRecordSet>", "line 2: expected well-formed XML, found \"invalid UTF-8\""},
		{"other encoding", "<?xml version='1.0' encoding='UTF-16'?>\n<DescriptorRecordSet/>", "line 1: expected XML in UTF-8"},
		{"long text", "<DescriptorRecordSet>\n" + long + long + long, "line 2: expected a text of at most"},
		{"long text in pieces", "<DescriptorRecordSet>\n" + strings.Repeat("<!---->"+long[:1000], 1100), "line 2: expected a text of at most"},
		{"long tag", "<DescriptorRecordSet>\n<" + long + long, "line 2: expected a tag or text of at most"},
		{"deep", "<DescriptorRecordSet><DescriptorRecord>\n" + strings.Repeat("<a>", 100), "line 2: expected at most 50 levels"},

		{"ASCII of supplements", "*NEWRECORD\nRECTYPE = C\nNM = a\n", `line 2: expected a descriptor, RECTYPE = D, found "RECTYPE = C"`},
		{"ASCII without UI", "*NEWRECORD\nMH = a\n\n*NEWRECORD\nMH = b\nUI = D1\n", "line 1: expected a UI and an MH"},
		{"ASCII prose", "*NEWRECORD\nMH = a\nHello\n", `line 3: expected "ELEMENT = value" or *NEWRECORD, found "Hello"`},
		{"long line", "*NEWRECORD\nMS = " + long, "line 2: expected a line of at most"},

		{"trees with the ends of old Macs", "Poxes;C91\rCowpox;C91.1\r", `line 1: expected lines that do not end in carriage returns alone, found "Poxes;C91\rCowpox;C91.1"`},
		{"trees", "Poxes;C91\nPoxes\n", `line 2: expected "name;tree number", found "Poxes"`},
		{"table", "Tree Number\tDesc UI\tTerm\nC91\tD9\n", `line 2: expected a row with a record's identifier and a name`},
		{"table without identifier", "Desc UI\tTerm\nD9\ta\n\tb\n", `line 3: expected a row with a record's identifier and a name`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := mesh.Reader{}.Read(strings.NewReader(c.text))
			readertest.Refused(t, g, err, c.want)
		})
	}
}

func TestOpenNamesTheFile(t *testing.T) {
	readertest.OpenNamesTheFile(t, func(path string) (*ontology.Graph, error) { return mesh.Reader{}.Open(path) }, "bad.xml", "no MeSH\n", ":1: expected")
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{descriptors, ascii, supplement, "Poxes;C91\nEar Pox;C91.100\n",
		"Tree Number\tDesc UI\tTerm\nC91\tD9\tPoxes\n", "\x1f\x8b\x08", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := mesh.Reader{}.Read(bytes.NewReader(data))
		if (g == nil) == (err == nil) {
			t.Fatalf("graph %v with error %v", g, err)
		}
		if err != nil {
			return
		}
		for c := range g.All() {
			if c.ID == "" || slices.Contains(c.Parents, "") {
				t.Errorf("concept without an identifier: %+v", c)
			}
		}
	})
}

func ExampleReader_Read() {
	g, err := mesh.Reader{}.Read(strings.NewReader(`*NEWRECORD
RECTYPE = D
MH = Influenza, Human
ENTRY = Grippe
MN = C01.748.310
UI = D007251

*NEWRECORD
RECTYPE = D
MH = Respiratory Tract Infections
MN = C01.748
UI = D012141
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	topic, err := g.Topic(context.Background(), "MESH:C01.748.310")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Influenza, Human is exact
	// Grippe is synonym
	// Respiratory Tract Infections is partial
}
