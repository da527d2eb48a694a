package label_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// longPage is a page with a long text, before or behind the abstract.
func longPage(n int, abstractLast bool) (string, label.Values) {
	v := label.Values{
		Title:    fmt.Sprintf("The %d beans of the old garden", n),
		Authors:  []string{"Ada Abel", "Bert Brandt"},
		Abstract: strings.Repeat(fmt.Sprintf("Each of the %d beans was counted in the garden. ", n), 4),
	}
	text := "<div class=body>" + strings.Repeat("<p>Beans were moved from here to there, slowly, and back again.</p>\n", 400) + "</div>"
	abstract := "<h2>Abstract</h2><div class=abstract>" + v.Abstract + "</div>"
	if abstractLast {
		text, abstract = abstract, text
	}
	return "<h1>" + v.Title + "</h1><p class=authors>" + strings.Join(v.Authors, ", ") + "</p>" + abstract + text, v
}

// learnLong learns from two long pages.
func learnLong(t *testing.T) *label.Model {
	t.Helper()
	var examples []label.Example
	for n := range 2 {
		body, v := longPage(n+11, false)
		examples = append(examples, label.Example{Root: parse(t, []byte(body)), Values: v})
	}
	return mustLearn(t, examples)
}

// The rest of a long page is read only if a zone is missing, and what is found is the
// same as on the whole page.
func TestReach(t *testing.T) {
	m := learnLong(t)
	if reach := written(t, m).Reach; reach == 0 || reach > 1000 {
		t.Errorf("reach %d, want the end of the abstract", reach)
	}
	whole := rewritten(t, m, func(file map[string]any) { delete(file, "reach") })
	for _, abstractLast := range []bool{false, true} {
		body, v := longPage(37, abstractLast)
		root := parse(t, []byte(body))
		got := mustLabel(t, m, root)
		for _, l := range []label.Label{label.Title, label.Authors, label.Abstract} {
			want := map[label.Label]string{label.Title: v.Title, label.Authors: strings.Join(v.Authors, ", "), label.Abstract: strings.TrimSpace(v.Abstract)}[l]
			if z, _ := got.Zone(l); z.Text != want || z.Source != "template" {
				t.Errorf("abstract last %v: %s = %q by %s, want %q", abstractLast, l, z.Text, z.Source, want)
			}
		}
		if all, err := whole.Label(root); err != nil || !reflect.DeepEqual(got.Zones, all.Zones) {
			t.Errorf("abstract last %v: other zones than without a reach (%v): %v, %v", abstractLast, err, got.Zones, all.Zones)
		}
	}
}

// An abstract that begins before the end of what is read first and ends behind it is
// found whole.
func TestReachAcrossAbstract(t *testing.T) {
	m := learnLong(t)
	const part = "<p>Each of the beans was counted.</p>"
	_, v := longPage(37, false)
	want := strings.TrimSpace(strings.Repeat("Each of the beans was counted. ", 30))
	for before := range 8 {
		text := "<div class=menu>" + strings.Repeat("<p>Menu of beans and peas.</p>", 180+20*before) + "</div>"
		page := "<h1>" + v.Title + "</h1><p class=authors>Ada Abel, Bert Brandt</p>" + text +
			"<h2>Abstract</h2><div class=abstract>" + strings.Repeat(part, 30) + "</div><div class=body>" + strings.Repeat("<p>Beans were moved from here to there.</p>", 400) + "</div>"
		a := mustLabel(t, m, parse(t, []byte(page)))
		if z, _ := a.Zone(label.Abstract); z.Text != want {
			t.Errorf("behind %d paragraphs: %d bytes of an abstract of %d", 180+20*before, len(z.Text), len(want))
		}
	}
}

// Metadata at the end of a long page count for a zone that the pages do not show.
func TestReachOfMetadata(t *testing.T) {
	m := learnLong(t)
	body, _ := longPage(37, false)
	a := mustLabel(t, m, parse(t, []byte(body+`<meta name=citation_author_institution content="Institute of Beans, Nice, France">`)))
	if z, _ := a.Zone(label.Affiliations); z.Source != "meta" {
		t.Errorf("affiliations %q by %q, want those of the meta", z.Text, z.Source)
	}
}
