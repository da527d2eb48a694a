package label_test

import (
	"slices"
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

// TestAffiliationsOfEachAuthor: where each author's affiliations are listed behind the
// name, with commas between and inside, those that stand alone elsewhere are told apart.
func TestAffiliationsOfEachAuthor(t *testing.T) {
	const (
		peas  = "School of Green Peas, Bonn, Germany"
		beans = "Institute of Old Beans, Oslo, Norway"
		oats  = "Department of Wild Oats, Nice, France"
		mills = "College of Water Mills, Ghent, Belgium"
	)
	page := func(title string, authors []string, places ...[]string) (string, label.Values) {
		v := label.Values{Title: title, Authors: authors}
		body := "<h1>" + title + "</h1><ul class=authors>"
		for i, name := range authors {
			body += "<li><span class=author>" + name + "</span><div><p>Affiliations: " + strings.Join(places[i], ", ") + "</p></div></li>"
			for _, p := range places[i] {
				if !slices.Contains(v.Affiliations, p) {
					v.Affiliations = append(v.Affiliations, p)
				}
			}
		}
		return body + "</ul><p>Beans were moved from here to there, slowly, and back again.</p>", v
	}
	var examples []label.Example
	for i, places := range [][][]string{{{peas, beans}, {peas}, {beans}}, {{oats}, {mills, oats}, {mills}}} {
		body, v := page([]string{"Growth of beans", "Mills of the north"}[i], []string{"Ada Bean", "Bert Pea", "Carl Oat"}, places...)
		examples = append(examples, label.Example{Root: parse(t, []byte(body)), Values: v})
	}
	m, err := label.Learn(examples)
	if err != nil {
		t.Fatal(err)
	}
	body, want := page("Light and shade", []string{"Dora Rye", "Emil Hay", "Fred Corn"}, []string{mills, peas}, []string{peas}, []string{mills})
	a, err := m.Label(parse(t, []byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	z, _ := a.Zone(label.Affiliations)
	if got := slices.Sorted(slices.Values(z.Items)); !slices.Equal(got, slices.Sorted(slices.Values(want.Affiliations))) {
		t.Errorf("got %q, want %q", got, want.Affiliations)
	}
}
