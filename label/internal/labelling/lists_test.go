package labelling_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// listVoter is a voter for the paragraphs of a class that were learnt from pages with so
// many values; of any class if it is empty.
func listVoter(class string, weight float64, values int) voters.Voter {
	step := layout.Step{Tag: "p"}
	if class != "" {
		step.Marks = []string{"." + class}
	}
	return voters.Voter{Weight: weight, Values: values, Selectors: []voters.Selector{{Steps: []layout.Step{step}, Bare: class == ""}}}
}

// ofClasses is a voter for the paragraphs of several classes, learnt from pages with one value.
func ofClasses(weight float64, classes ...string) voters.Voter {
	v := voters.Voter{Weight: weight, Values: 1}
	for _, class := range classes {
		v.Selectors = append(v.Selectors, listVoter(class, weight, 1).Selectors...)
	}
	return v
}

// listModel is a model whose patterns find no list, so that the voters decide.
func listModel(authors, affiliations []voters.Voter) *labelling.Model {
	pattern := []patterns.Pattern{{Steps: []layout.Step{{Tag: "p", Marks: []string{".none"}}}, Pages: 2, Words: [2]int{1, 9}}}
	return &labelling.Model{
		Pages: 2, Zones: map[zones.Label][]patterns.Pattern{zones.Authors: pattern, zones.Affiliations: pattern},
		Voters: map[zones.Label][]voters.Voter{zones.Authors: authors, zones.Affiliations: affiliations},
	}
}

func labelLists(t *testing.T, page string, authors, affiliations []voters.Voter) (foundAuthors, foundAffiliations []string) {
	t.Helper()
	a := mustLabel(t, listModel(authors, affiliations), page)
	return zoneOf(a, zones.Authors).Items, zoneOf(a, zones.Affiliations).Items
}

// TestSingleValues: of what was learnt from pages with one value, a way that finds more is
// believed, even though one that finds the first has more votes.
func TestSingleValues(t *testing.T) {
	const page = "<p class=a>Ada Bean</p><p class=b>Bert Pea</p>"
	opens := voters.Voter{Weight: 1, Values: 1, Selectors: []voters.Selector{{Steps: []layout.Step{{Tag: "p"}}, Bare: true, Opens: "by", Like: true}}}
	for _, tt := range []struct {
		name, page string
		voters     []voters.Voter
		want       string
	}{
		{"learnt from one value", page, []voters.Voter{listVoter("a", 1, 1), listVoter("", 0.95, 1)}, "Ada Bean, Bert Pea"},
		{"learnt from two values", page, []voters.Voter{listVoter("a", 1, 2), listVoter("", 0.95, 1)}, "Ada Bean"},
		{"not known from how many", page, []voters.Voter{listVoter("a", 1, 0), listVoter("", 0.95, 1)}, "Ada Bean"},
		{"less than 0.4 of the votes", page, []voters.Voter{listVoter("a", 1, 1), listVoter("", 0.9, 1)}, "Ada Bean"},
		{"without the winner's name", page + "<p class=a>Carl Oat</p>", []voters.Voter{listVoter("b", 1, 1), listVoter("a", 0.95, 1)}, "Bert Pea"},
		{"the longest", page + "<p class=c>Carl Oat</p>", []voters.Voter{listVoter("a", 1, 1), ofClasses(0.96, "a", "b"), listVoter("", 0.95, 1)}, "Ada Bean, Bert Pea, Carl Oat"},
		{"an institution", "<p class=a>Ada Bean</p><p class=b>Bean Institute</p>", []voters.Voter{listVoter("a", 1, 1), listVoter("", 0.95, 1)}, "Ada Bean"},
		{"behind a label in its line", "<p>By: Ada Bean</p><p>Of: Winter Beans</p>", []voters.Voter{opens, listVoter("", 0.95, 1)}, "Ada Bean"},
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
		{"an author who begins like another", byline("Ada Bean-Smith, Mill of Oslo"), "Ada Bean-Smith, Mill of Oslo"},
		{"more behind brackets", byline("Ada Bean (Mill of Bonn), Germany"), "Ada Bean (Mill of Bonn), Germany"},
		{"nothing behind", byline("Ada Bean, "), "Ada Bean"},
		{"another author", byline("Bert Pea, Mill of Bonn"), "Bert Pea, Mill of Bonn"},
		{"a mill of that name", byline("Ada Bean and Sons"), "Ada Bean and Sons"},
		{"the same place twice", byline("Ada Bean, Mill of Bonn") + "<p class=b>Mill of Bonn</p>", "Mill of Bonn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got := labelLists(t, tt.page, []voters.Voter{listVoter("a", 1, 2)}, []voters.Voter{listVoter("b", 1, 2)})
			if strings.Join(got, "; ") != tt.want {
				t.Errorf("affiliations %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("an author of one word, and one that is an institution", func(t *testing.T) {
		page := "<p class=a>Beans</p><p class=a>Mill Institute</p><p class=b>Beans, Bonn</p><p class=b>Mill Institute, Kiel</p>"
		_, got := labelLists(t, page, []voters.Voter{listVoter("a", 1, 2)}, []voters.Voter{listVoter("b", 1, 2)})
		if strings.Join(got, "; ") != "Beans, Bonn; Mill Institute, Kiel" {
			t.Errorf("affiliations %q, want both as they are", got)
		}
	})
	const mill, house, school = "<p class=b>Mill of Bonn</p>", "<p class=c>House of Oslo</p>", "<p class=c>School of Peas</p>"
	for _, tt := range []struct {
		name, page string
		voters     []voters.Voter
		want       string
	}{
		{"lists with and without the authors", mill, []voters.Voter{listVoter("", 1, 2), listVoter("b", 0.97, 2)}, "Mill of Bonn"},
		{"a longer list", mill + house, []voters.Voter{listVoter("b", 1, 1), ofClasses(0.95, "b", "c")}, "Mill of Bonn; House of Oslo"},
		{"a longer list with an author", mill + house + school, []voters.Voter{listVoter("b", 1, 1), listVoter("", 0.99, 1)}, "Mill of Bonn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got := labelLists(t, "<p class=a>Ada Bean</p>"+tt.page, []voters.Voter{listVoter("a", 1, 2)}, tt.voters)
			if strings.Join(got, "; ") != tt.want {
				t.Errorf("affiliations %q, want %q", got, tt.want)
			}
		})
	}
}

// TestSentences: running text is hardly an affiliation.
func TestSentences(t *testing.T) {
	voters := []voters.Voter{listVoter("a", 1, 2), listVoter("b", 0.9, 2)}
	for text, want := range map[string]string{
		"Due to their size, beans often have a large impact":       "Acme, Bonn",
		"Due to their size, beans of the institute have an impact": "Due to their size, beans of the institute have an impact",
		"Centre de culture des fèves":                              "Centre de culture des fèves",
	} {
		if _, got := labelLists(t, "<p class=a>"+text+"</p><p class=b>Acme, Bonn</p>", nil, voters); strings.Join(got, "; ") != want {
			t.Errorf("%s: affiliations %q, want %q", text, got, want)
		}
	}
}

// TestMarksOfOnePlace: authors keep their affiliation when two that became the same are one.
func TestMarksOfOnePlace(t *testing.T) {
	page := "<p class=a>Ada Bean<sup>1</sup></p><p class=a>Bert Pea<sup>2</sup></p><p class=b><sup>1</sup>Ada Bean, Mill of Bonn</p><p class=b><sup>2</sup>Bert Pea, Mill of Bonn</p>"
	m := listModel([]voters.Voter{listVoter("a", 1, 2)}, []voters.Voter{listVoter("b", 1, 2)})
	a := mustLabel(t, m, page)
	if got, want := fmt.Sprint(a.Authors), "[{Ada Bean [0]} {Bert Pea [0]}]"; got != want {
		t.Errorf("authors %s, want %s", got, want)
	}
}

// Affiliations that no template finds are no authors of the page.
func TestMarkedAuthors(t *testing.T) {
	authors, affiliations := labelLists(t, "<p class=a>Ada Bean</p><ul><li class=affiliation>Ada Bean<li class=affiliation>School of Peas</ul>",
		[]voters.Voter{listVoter("a", 1, 1)}, nil)
	if strings.Join(authors, "; ") != "Ada Bean" || strings.Join(affiliations, "; ") != "School of Peas" {
		t.Errorf("authors %q, affiliations %q", authors, affiliations)
	}
}

// A list of authors that is cut short is no sure one, whatever voters agree on it.
func TestAuthorsCutShort(t *testing.T) {
	pattern := []patterns.Pattern{{Steps: []layout.Step{{Tag: "p", Marks: []string{".none"}}}, Pages: 2}}
	under := listVoter("a", 1, 2)
	under.Selectors[0].After = "author"
	m := &labelling.Model{
		Pages: 2, Zones: map[zones.Label][]patterns.Pattern{zones.Authors: pattern},
		Voters: map[zones.Label][]voters.Voter{zones.Authors: {listVoter("a", 1, 2), under, listVoter("b", 1, 2)}},
	}
	const all = "<p class=b>Ada Bean, Bert Pea, Carl Oat</p>"
	for page, want := range map[string]string{
		"<p class=a>Ada Bean et al.</p>":                           "Ada Bean, a guess: true",
		"<p class=a>Ada Bean et al.</p>" + all:                     "Ada Bean, Bert Pea, Carl Oat, a guess: false",
		"<h4>Authors</h4><p class=a>Ada Bean et al.</p><hr>" + all: "Ada Bean, Bert Pea, Carl Oat, a guess: false",
	} {
		a := mustLabel(t, m, page)
		z := zoneOf(a, zones.Authors)
		if got := fmt.Sprintf("%s, a guess: %v", strings.Join(z.Items, ", "), z.Confidence < 0.5); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}
