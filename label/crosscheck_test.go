package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// listVoter is a voter for the paragraphs of a class that were learnt from pages with so
// many values; of any class if it is empty.
func listVoter(class string, weight float64, values int) label.Voter {
	step := label.Step{Tag: "p"}
	if class != "" {
		step.Marks = []string{"." + class}
	}
	return label.Voter{Weight: weight, Values: values, Selectors: []label.Selector{{Steps: []label.Step{step}, Bare: class == ""}}}
}

func labelLists(t *testing.T, page string, authors, affiliations []label.Voter) (foundAuthors, foundAffiliations []string) {
	t.Helper()
	pattern := []label.Pattern{{Steps: []label.Step{{Tag: "p", Marks: []string{".none"}}}, Pages: 2, Words: [2]int{1, 9}}}
	m := &label.Model{
		Pages: 2, Zones: map[label.Label][]label.Pattern{label.Authors: pattern, label.Affiliations: pattern},
		Voters: map[label.Label][]label.Voter{label.Authors: authors, label.Affiliations: affiliations},
	}
	a, err := m.Label(parse(t, []byte(page)))
	if err != nil {
		t.Fatal(err)
	}
	x, _ := a.Zone(label.Authors)
	y, _ := a.Zone(label.Affiliations)
	return x.Items, y.Items
}

// TestSingleValues: of what was learnt from pages with one value, a way that finds more is
// believed, even though one that finds the first has more votes.
func TestSingleValues(t *testing.T) {
	const page = "<p class=a>Ada Bean</p><p class=b>Bert Pea</p>"
	opens := label.Voter{Weight: 1, Values: 1, Selectors: []label.Selector{{Steps: []label.Step{{Tag: "p"}}, Bare: true, Opens: "by", Like: true}}}
	for _, tt := range []struct {
		name, page string
		voters     []label.Voter
		want       string
	}{
		{"learnt from one value", page, []label.Voter{listVoter("a", 1, 1), listVoter("", 0.95, 1)}, "Ada Bean, Bert Pea"},
		{"learnt from two values", page, []label.Voter{listVoter("a", 1, 2), listVoter("", 0.95, 1)}, "Ada Bean"},
		{"not known from how many", page, []label.Voter{listVoter("a", 1, 0), listVoter("", 0.95, 0)}, "Ada Bean"},
		{"less than 0.4 of the votes", page, []label.Voter{listVoter("a", 1, 1), listVoter("", 0.9, 1)}, "Ada Bean"},
		{"without the winner's name", page, []label.Voter{listVoter("c", 1, 1), listVoter("b", 0.95, 1), listVoter("a", 0.94, 1)}, "Bert Pea"},
		{"an institution", "<p class=a>Ada Bean</p><p class=b>Bean Institute</p>", []label.Voter{listVoter("a", 1, 1), listVoter("", 0.95, 1)}, "Ada Bean"},
		{"behind a label in its line", "<p>By: Ada Bean</p><p>Of: Winter Beans</p>", []label.Voter{opens, listVoter("", 0.95, 1)}, "Ada Bean"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := labelLists(t, tt.page, tt.voters, nil); strings.Join(got, ", ") != tt.want {
				t.Errorf("authors %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAffiliationsAreNoAuthors: the authors of a page are no affiliations, and none begins
// with one.
func TestAffiliationsAreNoAuthors(t *testing.T) {
	byline := func(line string) string { return "<p class=a>Ada Bean</p><p class=b>" + line + "</p>" }
	for _, tt := range []struct{ name, page, want string }{
		{"a comma", byline("Ada Bean, Mill of Bonn"), "Mill of Bonn"},
		{"brackets", byline("Ada Bean (Mill of Bonn)"), "Mill of Bonn"},
		{"a colon", byline("Ada Bean: Mill of Bonn"), "Mill of Bonn"},
		{"a dash", byline("Ada Bean — Mill of Bonn"), "Mill of Bonn"},
		{"another author", byline("Bert Pea, Mill of Bonn"), "Bert Pea, Mill of Bonn"},
		{"a mill of that name", byline("Ada Bean and Sons"), "Ada Bean and Sons"},
		{"the same place twice", byline("Ada Bean, Mill of Bonn") + "<p class=b>Mill of Bonn</p>", "Mill of Bonn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got := labelLists(t, tt.page, []label.Voter{listVoter("a", 1, 2)}, []label.Voter{listVoter("b", 1, 2)})
			if strings.Join(got, "; ") != tt.want {
				t.Errorf("affiliations %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("lists with and without the authors", func(t *testing.T) {
		page := "<p class=a>Ada Bean</p><p class=b>Mill of Bonn</p>"
		_, got := labelLists(t, page, []label.Voter{listVoter("a", 1, 2)}, []label.Voter{listVoter("", 1, 2), listVoter("b", 0.97, 2)})
		if !slices.Equal(got, []string{"Mill of Bonn"}) {
			t.Errorf("affiliations %q, want the mill", got)
		}
	})
}

// TestOnePageOfSingles: pages with one author in a column teach to find several.
func TestOnePageOfSingles(t *testing.T) {
	page := func(n int, rows ...string) *html.Node {
		var table strings.Builder
		for i, row := range rows {
			fmt.Fprintf(&table, "<tr><td>%s</td><td class=r>%s</td></tr>", []string{"Society of Beans", "Kind: draft", "", "", ""}[i], row)
		}
		return parse(t, fmt.Appendf(nil, "<table>%s</table><h1>Growing beans in winter, part %d</h1>", table.String(), n))
	}
	learn := func(n int, author string, rows ...string) label.Example {
		return label.Example{Root: page(n, rows...), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: []string{author}}}
	}
	m, err := label.Learn([]label.Example{
		learn(1, "A. Bean", "A. Bean", "Mill Inc.", "May 2011"),
		learn(2, "B. Pea", "B. Pea", "Lentil Works Inc.", "June 2012"),
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Label(page(3, "C. Oat", "Vetch Farm Inc.", "D. Rye", "Clover Ltd.", "June 2013"))
	if err != nil {
		t.Fatal(err)
	}
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"C. Oat", "D. Rye"}) {
		t.Errorf("authors %q, want both", z.Items)
	}
}
