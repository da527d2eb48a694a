package labelling_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

func mustLabel(t testing.TB, m *labelling.Model, page string) *labelling.Article {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Label(root)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// zoneOf returns the zone of an article with a label, an empty one if there is none.
func zoneOf(a *labelling.Article, l zones.Label) (z labelling.Zone) {
	for _, z := range a.Zones {
		if z.Label == l {
			return z
		}
	}
	return z
}

// byClass is a voter for the paragraphs of a class.
func byClass(class string, weight float64, bytes int) voters.Voter {
	steps := []layout.Step{{Tag: "p", Marks: []string{"." + class}}}
	return voters.Voter{Weight: weight, Bytes: bytes, Selectors: []voters.Selector{{Steps: steps}}}
}

// The patterns count as much wherever they stand among the voters: a model that was
// merged has them in another place.
func TestOrderOfVoters(t *testing.T) {
	const first, second = "The growth of beans", "The mill of peas and oats"
	rule := voters.Voter{Weight: 0.9}
	a, b := byClass("a", 1, 0), byClass("b", 0.97, 0)
	for _, order := range [][]voters.Voter{{rule, a, b}, {a, rule, b}, {a, b, rule}} {
		m := &labelling.Model{
			Pages: 2,
			Zones: map[zones.Label][]patterns.Pattern{zones.Title: {
				{Steps: []layout.Step{{Tag: "p", Marks: []string{".b"}}}, Pages: 2, Words: [2]int{3, 9}},
			}},
			Voters: map[zones.Label][]voters.Voter{zones.Title: order},
		}
		got := mustLabel(t, m, "<p class=a>"+first+"<p class=b>"+second)
		if z := zoneOf(got, zones.Title); z.Text != second {
			t.Errorf("%v: title %q, want %q, which the patterns and a voter say", order, z.Text, second)
		}
	}
}

// Voters read texts of any length if no length was learnt.
func TestUnknownLength(t *testing.T) {
	abstract := strings.TrimSpace(strings.Repeat("Each of the beans was counted in the garden. ", 20))
	m := &labelling.Model{
		Pages:  2,
		Zones:  map[zones.Label][]patterns.Pattern{zones.Abstract: {{Steps: []layout.Step{{Tag: "p", Marks: []string{".z"}}}, Pages: 2}}},
		Voters: map[zones.Label][]voters.Voter{zones.Abstract: {byClass("a", 1, 0)}},
	}
	got := mustLabel(t, m, "<h1>The growth of beans</h1><p class=a>"+abstract)
	if z := zoneOf(got, zones.Abstract); z.Text != abstract {
		t.Errorf("abstract %q, want that of the voter", z.Text)
	}
}

// A title has no more lines than those that were learnt.
func TestLinesOfTitles(t *testing.T) {
	for lines, want := range []string{"Beans Peas Oats", "Beans", "Beans Peas"} {
		v := byClass("a", 1, 0)
		v.Lines = lines
		m := &labelling.Model{
			Pages:  2,
			Zones:  map[zones.Label][]patterns.Pattern{zones.Title: {{Steps: []layout.Step{{Tag: "p", Marks: []string{".z"}}}, Pages: 2}}},
			Voters: map[zones.Label][]voters.Voter{zones.Title: {v}},
		}
		got := mustLabel(t, m, "<p class=a>Beans<p class=a>Peas<p class=a>Oats")
		if z := zoneOf(got, zones.Title); z.Text != want {
			t.Errorf("%d lines learnt: title %q, want %q", lines, z.Text, want)
		}
	}
}

// An abstract that was found in part has the parts of a structured abstract that follow it.
func TestStructuredAbstracts(t *testing.T) {
	const part = "each of the beans was counted in the garden in each of the years"
	voter := byClass("a", 1, 0)
	m := &labelling.Model{
		Pages:  2,
		Zones:  map[zones.Label][]patterns.Pattern{zones.Abstract: {{Steps: []layout.Step{{Tag: "p", Marks: []string{".none"}}}, Pages: 2}}},
		Voters: map[zones.Label][]voters.Voter{zones.Abstract: {voter}},
	}
	for _, tt := range []struct{ name, page, want string }{
		{"headings in the lines", "<p class=a>Background: PART<p>Methods: PART<p>Results: PART<p>Introduction", "Background: PART Methods: PART Results: PART"},
		{"headings alone", "<p>Aims<p class=a>PART<p>Patients and methods<p>PART<p>Conclusions<p>PART<p>PART", "Aims PART Patients and methods PART Conclusions PART"},
		{"in another language", "<p class=a>Objetivo: PART<p>Métodos: PART<p>Objective: PART", "Objetivo: PART Métodos: PART"},
		{"parts that are not headed", "<p class=a>PART<p>Methods: PART", "PART"},
		{"the article's own part", "<p class=a>Background: PART<p>Conclusions: PART<p>Background<p>PART", "Background: PART Conclusions: PART"},
		{"a sentence that begins so", "<p class=a>Background: PART<p>Results of this PART", "Background: PART"},
		{"nothing behind", "<p class=a>Background: PART", "Background: PART"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustLabel(t, m, strings.ReplaceAll(tt.page, "PART", part))
			if z := zoneOf(got, zones.Abstract); z.Text != strings.ReplaceAll(tt.want, "PART", part) {
				t.Errorf("abstract %q, want %q", strings.ReplaceAll(z.Text, part, "PART"), tt.want)
			}
		})
	}
}

// A model that a program makes may have more marks than one that is read.
func TestManyMarks(t *testing.T) {
	step := layout.Step{Tag: "p"}
	class := ""
	for i := range 100 {
		name := "c" + strings.Repeat("x", i+1)
		step.Marks, class = append(step.Marks, "."+name), name+" "+class
	}
	m := &labelling.Model{Pages: 1, Zones: map[zones.Label][]patterns.Pattern{zones.Title: {{Steps: []layout.Step{step}, Pages: 1}}}}
	mustLabel(t, m, `<body><h1 class="`+class+`">A title of some words</h1>`)
}

// With one model whose reach is not known the merged one reads pages whole.
func TestMergeReach(t *testing.T) {
	for _, c := range []struct{ pages, a, otherPages, b, want int }{
		{2, 500, 2, 700, 700}, {2, 900, 2, 700, 900}, {2, 500, 1, 0, 0}, {1, 0, 2, 500, 0}, {0, 0, 2, 500, 500}, {2, 500, 0, 0, 500},
	} {
		m := &labelling.Model{Pages: c.pages, Reach: c.a}
		m.Merge(&labelling.Model{Pages: c.otherPages, Reach: c.b})
		if m.Reach != c.want {
			t.Errorf("%+v: Reach %d", c, m.Reach)
		}
	}
}

// TestMergeVoters: voters that pick other lines stay apart, and those that pick the same
// have read as much as the one that has read more.
func TestMergeVoters(t *testing.T) {
	step := []layout.Step{{Tag: "p", Marks: []string{".a"}}}
	model := func(bytes int) *labelling.Model {
		return &labelling.Model{Pages: 1, Voters: map[zones.Label][]voters.Voter{zones.Authors: {
			{Weight: 0.9, Bytes: bytes, Selectors: []voters.Selector{{Steps: step}}},
			{Weight: 0.5, Bytes: bytes, Selectors: []voters.Selector{{Steps: step, Run: true}}},
		}}}
	}
	m := model(50)
	m.Merge(model(5000))
	got := m.Voters[zones.Authors]
	if len(got) != 2 || got[0].Weight != 0.9 || got[1].Weight != 0.5 || got[0].Bytes != 5000 {
		t.Errorf("voters %+v, want the weights 0.9 and 0.5 and 5000 bytes", got)
	}
}
