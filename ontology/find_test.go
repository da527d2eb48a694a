package ontology_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
)

func TestFind(t *testing.T) {
	g := diseases()
	g.Add(ontology.Concept{ID: "D009", AltIDs: []string{"C14.280", "D:5"}, Name: "Diseases of the Valves", Names: []ontology.Name{{Text: "valve disease", Relation: ontology.Synonym}}})
	for _, c := range []struct {
		name string
		want []string
	}{
		{"D:1", []string{"D:1"}},
		{"MESH:D009", []string{"D009"}},
		{"MESH:C14.280", []string{"D009"}},
		{"D:5", []string{"D009"}},                  // that concept itself is obsolete
		{"VALVE-disease", []string{"D:3", "D009"}}, // the one that prefers it first
		{"valves disease", []string{"D:3", "D009"}},
		{"disease of heart", nil}, // an "of" makes another name
		{"diseases, heart", []string{"D:1"}},
		{"old disease", nil},
		{"D:missing", nil},
		{"", nil},
	} {
		if got, err := g.Find(context.Background(), c.name); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Find(%q) = %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

// A name of a file is as long as its line may be. That stemming it would take many
// minutes is seen by the time limit of tests.
func TestFindBesideLongWord(t *testing.T) {
	g := diseases()
	g.Add(ontology.Concept{ID: "D009", Name: strings.Repeat("ay", 1<<19)})
	g.Add(ontology.Concept{ID: "D010", Name: strings.Repeat("上", 1<<21)})
	for name, want := range map[string][]string{"diseases, heart": {"D:1"}, "unknown": nil, strings.Repeat("AY", 1<<19): {"D009"}, strings.Repeat("上", 1<<21): {"D010"}} {
		if got, err := g.Find(t.Context(), name); err != nil || !slices.Equal(got, want) {
			t.Errorf("Find(%.40q) = %v, %v; want %v", name, got, err, want)
		}
	}
}

// The indexes are made by whichever goroutine asks first.
func TestFindAtOnce(t *testing.T) {
	g := diseases()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, name := range []string{"lung disease", "diseases, heart", "D:1", "nothing"} {
				if _, err := g.Expand(name, ontology.Expansion{}); err != nil && name != "nothing" {
					t.Error(err)
				}
			}
			g.Lint("")
		})
	}
	wg.Wait()
}

// Concepts without identifiers are told apart by their names, and none answers for
// names that are unknown.
func TestFindWithoutIdentifiers(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{Name: "espresso", Parents: []string{"coffee", ""}})
	g.Add(ontology.Concept{Name: "green tea", AltIDs: []string{""}})
	g.Add(ontology.Concept{ID: "t1", Name: "tea", Children: []string{"green tea", ""}})
	g.Add(ontology.Concept{})
	for name, want := range map[string]string{"espresso": "espresso", "tea": "t1", "Green Tea": "green tea", "zzz": "", "": "", "x:": ""} {
		ids, err := g.Find(t.Context(), name)
		if err != nil || strings.Join(ids, " ") != want {
			t.Errorf("%q: %q, %v, want %q", name, ids, err, want)
		}
	}
	if c, _ := g.Concept("t1"); g.Len() != 3 || !slices.Equal(c.Children, []string{"green tea"}) {
		t.Errorf("%d concepts, tea %+v", g.Len(), c)
	}
	if topic, err := g.Expand("zzz", ontology.Expansion{}); err == nil {
		t.Errorf("a topic for a name that is unknown: %+v", topic)
	}
}

// In a script without spaces every sign is a word, and their order matters.
func TestFindLooselyInScriptsWithoutSpaces(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "上海"})
	g.Add(ontology.Concept{ID: "2", Name: "A型 肝炎 tests"})
	g.Add(ontology.Concept{ID: "3", Name: "เบาหวาน"})
	for name, want := range map[string][]string{
		"上海": {"1"}, "上 海": {"1"}, "海上": nil,
		"test A型 肝炎": {"2"}, "型A 肝炎 test": nil, "A型 炎肝 tests": nil,
		"เบาหวาน": {"3"}, "หวานเบา": nil,
	} {
		if got, err := g.Find(t.Context(), name); err != nil || !slices.Equal(got, want) {
			t.Errorf("Find(%q) = %v, %v; want %v", name, got, err, want)
		}
	}
}

// A name that is broader than a concept means another one rather, if that has it as a
// synonym.
func TestFindPutsBroaderNamesLast(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "organ", Name: "muscle organ", Names: []ontology.Name{{Text: "muscle", Relation: ontology.Partial}}})
	g.Add(ontology.Concept{ID: "structure", Name: "muscle structure", Names: []ontology.Name{{Text: "Muscle", Relation: ontology.Synonym}}})
	for name, want := range map[string][]string{"muscle": {"structure", "organ"}, "muscles": {"structure", "organ"}} {
		if got, err := g.Find(t.Context(), name); err != nil || !slices.Equal(got, want) {
			t.Errorf("Find(%q) = %v, %v; want %v", name, got, err, want)
		}
	}
}

// Where a concept has no preferred name its nearest one is suggested.
func TestNearestOfConceptWithoutPreferredName(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Names: []ontology.Name{{Text: "heart disease"}, {Text: "cardiopathy"}}})
	nearest, err := g.Nearest(t.Context(), "hart disease")
	if err != nil || !slices.Equal(nearest, []string{"heart disease"}) {
		t.Errorf("nearest %q, %v; want heart disease", nearest, err)
	}
}
