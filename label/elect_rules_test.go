package label_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// TestSplitAffiliations: affiliations of one line are parted where it was learnt so.
func TestSplitAffiliations(t *testing.T) {
	page := func(title, authors, line string) string {
		return "<h1>" + title + "</h1><p>By " + authors + "</p>" + line + "<p>Text of the article follows here and is long enough.</p>"
	}
	first := []string{"Institute of Pulses, Norway", "Department of Botany, Chile"}
	second := []string{"Weather School, Turkey", "Cloud Laboratory, Ireland"}
	for _, sep := range []string{"; ", " | ", "<br>"} {
		for _, open := range []string{"<p>", "<p class=aff>", "<p><b>Affiliations</b>: ", "<p>Affiliations: "} {
			m := mustLearn(t, []label.Example{{
				Root:   parse(t, []byte(page("Beans at night", "Ada Bean, Bert Pea", open+strings.Join(first, sep)+"</p>"))),
				Values: label.Values{Title: "Beans at night", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: first},
			}})
			a := mustLabel(t, m, parse(t, []byte(page("Rain", "Cem Rain, Jean Cloud", open+strings.Join(second, sep)+"</p>"))))
			if z, _ := a.Zone(label.Affiliations); !slices.Equal(z.Items, second) {
				t.Errorf("%q, %q: %q, want %q", open, sep, z.Items, second)
			}
		}
	}
}

// TestAbstractWithoutItsLabel: what stands in the place of an abstract is a guess where the label is
// gone that it stood behind on the learnt pages.
func TestAbstractWithoutItsLabel(t *testing.T) {
	const abstract = "We watched beans for forty nights. They rise at dusk and fall at dawn, whatever the lamps do."
	const text = "<h2>Introduction</h2><p>Beans have been kept in gardens since antiquity, and it is not known why they move at night.</p>" +
		"<p>It was asked long ago whether lamps change the result, and this article asks it again.</p><h2>References</h2><p>Smith J. Old things. 1999.</p>"
	for name, labelled := range map[string]string{
		"in its line": "<p><b>Abstract</b>: " + abstract + "</p>", "a heading": "<h2>Abstract</h2><p>" + abstract + "</p>",
	} {
		page := func(zone string) []byte {
			return []byte("<h1>Beans at night</h1><p>Ada Bean, Bert Pea</p><p>Institute of Pulses, Norway</p>" + zone + text)
		}
		m := mustLearn(t, []label.Example{{Root: parse(t, page(labelled)), Values: label.Values{
			Title: "Beans at night", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: []string{"Institute of Pulses, Norway"}, Abstract: abstract,
		}}})
		for zone, guess := range map[string]bool{labelled: false, "": true} {
			a := mustLabel(t, m, parse(t, page(zone)))
			if z, ok := a.Zone(label.Abstract); ok && (z.Confidence < label.GuessBelow) != guess || !ok && !guess {
				t.Errorf("%s: with the label %t: %.2f %q", name, zone != "", z.Confidence, z.Text)
			}
			if a.Changed != guess {
				t.Errorf("%s: with the label %t: changed %t", name, zone != "", a.Changed)
			}
		}
	}
}
