package rdf_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

const suites = "../../../shared/conformance/w3c-rdf-tests/rdf/rdf11"

// A suite is one manifest and the numbers of tests in it, so that none is lost.
type suite struct {
	folder string
	read   func(document []byte, base string) rdf.Triples
	counts map[string]int
}

func TestW3C(t *testing.T) {
	for _, s := range []suite{
		{"rdf-n-triples", func(d []byte, _ string) rdf.Triples { return ntriples(bytes.NewReader(d)) },
			map[string]int{"TestNTriplesPositiveSyntax": 41, "TestNTriplesNegativeSyntax": 29}},
		{"rdf-turtle", func(d []byte, base string) rdf.Triples { return rdf.Turtle(bytes.NewReader(d), base, nil) },
			map[string]int{"TestTurtleEval": 145, "TestTurtlePositiveSyntax": 74, "TestTurtleNegativeSyntax": 94}},
		{"rdf-xml", func(d []byte, base string) rdf.Triples { return rdf.XML(bytes.NewReader(d), base, nil) },
			map[string]int{"TestXMLEval": 126, "TestXMLNegativeSyntax": 40}},
	} {
		t.Run(s.folder, func(t *testing.T) { s.run(t) })
	}
}

func (s suite) run(t *testing.T) {
	folder := filepath.Join(suites, s.folder)
	manifest, err := os.ReadFile(filepath.Join(folder, "manifest.ttl"))
	if err != nil {
		t.Skipf("no conformance suite: %v", err)
	}
	triples, err := collect(rdf.Turtle(bytes.NewReader(manifest), "https://w3c.github.io/rdf-tests/rdf/rdf11/"+s.folder+"/", nil))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]map[string]string{} // test to local name of a property to its value
	for _, x := range triples {
		of := tests[x.Subject.Value]
		if of == nil {
			of = map[string]string{}
			tests[x.Subject.Value] = of
		}
		of[x.Predicate[strings.LastIndexAny(x.Predicate, "#/")+1:]] = x.Object.Value
	}
	counts := map[string]int{}
	for _, test := range tests {
		_, kind, ok := strings.Cut(test["type"], "rdftest#")
		if !ok {
			continue
		}
		counts[kind]++
		t.Run(test["name"], func(t *testing.T) { s.check(t, folder, kind, test) })
	}
	for kind, want := range s.counts {
		if counts[kind] != want {
			t.Errorf("%d tests of %s, want %d", counts[kind], kind, want)
		}
	}
}

func (s suite) check(t *testing.T, folder, kind string, test map[string]string) {
	file := func(iri string) []byte {
		_, name, _ := strings.Cut(iri, s.folder+"/")
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	document := file(test["action"])
	got, err := collect(s.read(document, test["action"]))
	if strings.Contains(kind, "Negative") {
		if err == nil {
			t.Errorf("not refused:\n%s", document)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v:\n%s", err, document)
	}
	if !strings.Contains(kind, "Eval") {
		return
	}
	want, err := collect(ntriples(bytes.NewReader(file(test["result"]))))
	if err != nil {
		t.Fatal(err)
	}
	if !isomorphic(got, want) {
		t.Errorf("not the same graph:\n%s\ngot %+v\nwant %+v", document, got, want)
	}
}
