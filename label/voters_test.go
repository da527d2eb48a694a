package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// byClass is a voter for the paragraphs of a class.
func byClass(class string, weight float64, bytes int) label.Voter {
	steps := []label.Step{{Tag: "p", Marks: []string{"." + class}}}
	return label.Voter{Weight: weight, Bytes: bytes, Selectors: []label.Selector{{Steps: steps}}}
}

// The patterns count as much wherever they stand among the voters: a model that was
// merged has them in another place.
func TestOrderOfVoters(t *testing.T) {
	const first, second = "The growth of beans", "The mill of peas and oats"
	patterns := label.Voter{Weight: 0.9}
	a, b := byClass("a", 1, 0), byClass("b", 0.97, 0)
	for _, voters := range [][]label.Voter{{patterns, a, b}, {a, patterns, b}, {a, b, patterns}} {
		m := &label.Model{
			Pages: 2,
			Zones: map[label.Label][]label.Pattern{label.Title: {
				{Steps: []label.Step{{Tag: "p", Marks: []string{".b"}}}, Pages: 2, Words: [2]int{3, 9}},
			}},
			Voters: map[label.Label][]label.Voter{label.Title: voters},
		}
		got, err := m.Label(parse(t, []byte("<p class=a>"+first+"<p class=b>"+second)))
		if err != nil {
			t.Fatal(err)
		}
		if z, _ := got.Zone(label.Title); z.Text != second {
			t.Errorf("%v: title %q, want %q, which the patterns and a voter say", voters, z.Text, second)
		}
	}
}

// Voters read texts of any length if no length was learnt.
func TestUnknownLength(t *testing.T) {
	abstract := strings.TrimSpace(strings.Repeat("Each of the beans was counted in the garden. ", 20))
	m := &label.Model{
		Pages:  2,
		Zones:  map[label.Label][]label.Pattern{label.Abstract: {{Steps: []label.Step{{Tag: "p", Marks: []string{".z"}}}, Pages: 2}}},
		Voters: map[label.Label][]label.Voter{label.Abstract: {byClass("a", 1, 0)}},
	}
	got, err := m.Label(parse(t, []byte("<h1>The growth of beans</h1><p class=a>"+abstract)))
	if err != nil {
		t.Fatal(err)
	}
	if z, _ := got.Zone(label.Abstract); z.Text != abstract {
		t.Errorf("abstract %q, want that of the voter", z.Text)
	}
}

// A title has no more lines than those that were learnt.
func TestLinesOfTitles(t *testing.T) {
	for lines, want := range []string{"Beans Peas Oats", "Beans", "Beans Peas"} {
		v := byClass("a", 1, 0)
		v.Lines = lines
		m := &label.Model{
			Pages:  2,
			Zones:  map[label.Label][]label.Pattern{label.Title: {{Steps: []label.Step{{Tag: "p", Marks: []string{".z"}}}, Pages: 2}}},
			Voters: map[label.Label][]label.Voter{label.Title: {v}},
		}
		got, err := m.Label(parse(t, []byte("<p class=a>Beans<p class=a>Peas<p class=a>Oats")))
		if err != nil {
			t.Fatal(err)
		}
		if z, _ := got.Zone(label.Title); z.Text != want {
			t.Errorf("%d lines learnt: title %q, want %q", lines, z.Text, want)
		}
	}
}
