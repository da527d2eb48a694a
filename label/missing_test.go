package label_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// TestNotFound: a model names the values that were not on their page, each with its
// page, and no others.
func TestNotFound(t *testing.T) {
	page := func() label.Example {
		return label.Example{
			Root: markedArticle(t, "", "Growth of beans", "Ada Bean<sup>1</sup>, Bert Pea<sup>2</sup>, Cora Oat<sup>2</sup>, Dora Rye<sup>1</sup>",
				"<li><sup>1</sup>Institute of Gardens<li><sup>2</sup>School of Houses"),
			Values: label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean", "Bert Pea", "Cora Oat", "Dora Rye"},
				Affiliations: []string{"Institute of Gardens", "School of Houses"}, Abstract: strings.Repeat("Beans were grown in a room. ", 6)},
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*label.Values)
		want   []label.Missing
	}{
		{"nothing", func(*label.Values) {}, nil},
		{"no value", func(v *label.Values) { v.Title, v.Abstract, v.Affiliations = "", " ", nil }, nil},
		{"a title", func(v *label.Values) { v.Title = "Growth of baens" }, []label.Missing{{Example: 1, Label: label.Title, Value: "Growth of baens"}}},
		{"one of the authors", func(v *label.Values) { v.Authors[2] = "Cora Wheat" }, []label.Missing{{Example: 1, Label: label.Authors, Value: "Cora Wheat"}}},
		{"an affiliation", func(v *label.Values) { v.Affiliations[1] = "Shore of Horses" }, []label.Missing{{Example: 1, Label: label.Affiliations, Value: "Shore of Horses"}}},
		{"an abstract", func(v *label.Values) { v.Abstract = "Oats, which nobody grows." }, []label.Missing{{Example: 1, Label: label.Abstract, Value: "Oats, which nobody grows."}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			second := page()
			tt.change(&second.Values)
			m := mustLearn(t, []label.Example{page(), second})
			if !slices.Equal(m.NotFound, tt.want) {
				t.Errorf("got %q, want %q", m.NotFound, tt.want)
			}
		})
	}
}

// TestNothingLearntNames: the error names the value and the page.
func TestNothingLearntNames(t *testing.T) {
	_, err := label.Learn([]label.Example{{Root: parse(t, []byte("<p>x")), Values: label.Values{Title: "Not there", Authors: []string{"Ada Bean"}}}})
	if !errors.Is(err, label.ErrNothingLearnt) {
		t.Fatal(err)
	}
	if want := `example 1 lacks "Not there" (title)`; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Ada Bean") {
		t.Errorf("%v, want it to say %s", err, want)
	}
}
