package ontology_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
)

// A cause is kept once with its first place, and of many causes a hundred.
func TestWarnings(t *testing.T) {
	var g ontology.Graph
	if w := g.Warnings(); len(w) != 0 || strings.Contains(g.Lint("").String(), "warning") {
		t.Errorf("an empty graph has the warnings %v", w)
	}
	for i := range 500 {
		g.Warn(ontology.SyntaxError{Format: "obo", Name: "a.obo", Line: i, Want: fmt.Sprint("cause ", i%250), Got: "x"})
	}
	g.Warn(ontology.SyntaxError{Format: "obo", Name: "b.obo", Line: 7, Want: "cause 0"})
	all := g.Warnings()
	if len(all) != 100 || all[0] != (ontology.SyntaxError{Format: "obo", Name: "a.obo", Want: "cause 0", Got: "x", Count: 2}) {
		t.Fatalf("%d warnings, the first %+v", len(all), all[0])
	}
	total := 0
	for _, w := range all {
		total += w.Count
	}
	if total != 501 {
		t.Errorf("%d are counted, want 501", total)
	}
	all[0].Want = "changed"
	if again := g.Lint("").Warnings; again[0].Want != "cause 0" {
		t.Error("the graph shares its warnings")
	}
	for want, e := range map[string]ontology.SyntaxError{
		`obo: a.obo:3: expected x, found "y", and 4 more`: {Format: "obo", Name: "a.obo", Line: 3, Want: "x", Got: "y", Count: 5},
		`obo: line 3: expected x`:                         {Format: "obo", Line: 3, Want: "x", Count: 1},
		`skos: a.ttl: expected x`:                         {Format: "skos", Name: "a.ttl", Want: "x"},
		`skos: expected x`:                                {Format: "skos", Want: "x"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDangling(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "a", Parents: []string{"b", "c", "c"}, Children: []string{"d"}})
	g.Add(ontology.Concept{ID: "b", Parents: []string{"a"}})
	var got []string
	for from, to := range g.Dangling {
		got = append(got, from+" "+to)
	}
	if strings.Join(got, ", ") != "a c, a d" {
		t.Errorf("%q", got)
	}
}
