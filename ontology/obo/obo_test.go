package obo_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

const sample = "\ufeff" + `format-version: 1.2
remark: a comment line follows
! nothing here

[Term]
id: X:1
name: heart disease ! not of the name
synonym: "cardiac \"disease\"" EXACT [PMID:1]
synonym: "disease" BROAD []
is_a: X:0 ! disease

[Term]
id: X:2
name: valve \
disease
related_synonym: "leaky valve" []
is_a: X:1 {source="x"} ! heart disease
relationship: part_of X:9
relationship: has_part X:8

[Typedef]
id: part_of
name: part of

[Term]
id: X:3
name: gone
is_obsolete: true

[Term]
id: X:1
synonym: "morbus cordis" RELATED []
`

func read(t *testing.T, text string) *ontology.Graph {
	t.Helper()
	g, err := obo.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRead(t *testing.T) {
	g := read(t, sample)
	if g.Len() != 3 {
		t.Errorf("%d concepts, want 3", g.Len())
	}
	for _, want := range []ontology.Concept{
		{ID: "X:1", Name: "heart disease", Parents: []string{"X:0"}, Children: []string{"X:2"}, Names: []ontology.Name{
			{Text: `cardiac "disease"`, Relation: ontology.Synonym},
			{Text: "disease", Relation: ontology.Partial},
			{Text: "morbus cordis", Relation: ontology.Synonym}}},
		{ID: "X:2", Name: "valve disease", Parents: []string{"X:1", "X:9"}, Names: []ontology.Name{
			{Text: "leaky valve", Relation: ontology.Synonym}}},
		{ID: "X:3", Name: "gone", Obsolete: true},
	} {
		got, _ := g.Concept(want.ID)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.ID, diff)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	var cut bytes.Buffer
	z := gzip.NewWriter(&cut)
	z.Write([]byte(sample))
	z.Close()
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", `line 1: expected a header`},
		{"prose", "format-version: 1.2\n\nHello there\n", `line 3: expected "tag: value" or a stanza such as [Term], found "Hello there"`},
		{"binary", "\x00\x01\x02\n", `line 1: expected OBO text, not a binary file`},
		{"ends of old Macs", "format-version: 1.2\r\r[Term]\rid: X:1\rname: flu\r", `line 1: expected OBO text, not a text whose lines end in carriage returns alone`},
		{"XML", "<?xml version='1.0'?>\n", `line 1: expected OBO text, not XML such as OWL`},
		{"open bracket", "[Term\nid: X:1\n", `line 1: expected a stanza such as [Term], found "[Term"`},
		{"no id", "format-version: 1.2\n[Term]\nname: a\n\n", "line 2: expected an id"},
		{"cut in a synonym", "[Term]\nid: X:1\nsynonym: \"a EXACT []", "line 3: expected a synonym in double quotes"},
		{"cut in a tag", "[Term]\nid: X:1\nsyno", `line 3: expected "tag: value"`},
		{"cut behind a [Term]", "[Term]\nid: X:1\n[Term]\n", "line 3: expected an id"},
		{"long line", "format-version: 1.2\nremark: " + strings.Repeat("x", (1<<20)) + "\n", "line 2: expected a line of at most"},
		{"cut gzip", cut.String()[:cut.Len()-12], "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := obo.Read(strings.NewReader(c.text))
			readertest.Refused(t, g, err, c.want)
		})
	}
}

func TestOpenNamesTheFile(t *testing.T) {
	readertest.OpenNamesTheFile(t, obo.Open, "bad.obo", "no clause\n", ":1: expected")
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("[Term]\nid: a\nname: b\\\n"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte(graphs))
	f.Add([]byte(rich))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := obo.Read(bytes.NewReader(data))
		if (g == nil) == (err == nil) {
			t.Fatalf("graph %v with error %v", g, err)
		}
		if err != nil {
			return
		}
		for c := range g.All() {
			if c.ID == "" || slices.Contains(c.Parents, "") || slices.Contains(c.AltIDs, "") {
				t.Errorf("empty identifier: %+v", c)
			}
		}
	})
}

func ExampleRead() {
	g, err := obo.Read(strings.NewReader(`format-version: 1.2
[Term]
id: X:1
name: influenza
synonym: "flu" EXACT []
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	topic, err := g.Topic(context.Background(), "Influenza")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Influenza is exact
	// flu is synonym
}

// Published files have spaces at the ends of names, which are no part of them.
func TestReadTrimsNames(t *testing.T) {
	for name, text := range map[string]string{
		"OBO":  "[Term]\nid: T:1\nname: small mouth \nsynonym: \" tiny mouth \" EXACT []\n",
		"JSON": `{"graphs":[{"nodes":[{"id":"T:1","type":"CLASS","lbl":"small mouth ","meta":{"synonyms":[{"pred":"hasExactSynonym","val":" tiny mouth "}]}}]}]}`,
	} {
		g, err := obo.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c, _ := g.Concept("T:1")
		if c.Name != "small mouth" || len(c.Names) != 1 || c.Names[0].Text != "tiny mouth" {
			t.Errorf("%s: %+v", name, c)
		}
	}
}
