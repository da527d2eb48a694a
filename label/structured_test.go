package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// An abstract that was found in part has the parts of a structured abstract that follow it.
func TestStructuredAbstracts(t *testing.T) {
	const part = "each of the beans was counted in the garden in each of the years"
	voter := byClass("a", 1, 0)
	m := &label.Model{
		Pages:  2,
		Zones:  map[label.Label][]label.Pattern{label.Abstract: {{Steps: []label.Step{{Tag: "p", Marks: []string{".none"}}}, Pages: 2}}},
		Voters: map[label.Label][]label.Voter{label.Abstract: {voter}},
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
			got, err := m.Label(parse(t, []byte(strings.ReplaceAll(tt.page, "PART", part))))
			if err != nil {
				t.Fatal(err)
			}
			if z, _ := got.Zone(label.Abstract); z.Text != strings.ReplaceAll(tt.want, "PART", part) {
				t.Errorf("abstract %q, want %q", strings.ReplaceAll(z.Text, part, "PART"), tt.want)
			}
		})
	}
}
