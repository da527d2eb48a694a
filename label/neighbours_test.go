package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// A list takes in the lines beside it that are of its kind though their marks differ.
func TestNeighboursOfLists(t *testing.T) {
	one := []string{"Ada Bean"}
	page := func(entries string) string {
		return "<h1>Peas in May</h1><dl><dt>By<dd class='e first'>" + entries + "</dl><p>x"
	}
	first := "<h1>Peas in May</h1><dl><dt>Of<dd class='e first'>Ada Bean<dt>Status<dd>New</dl><p>x"
	for _, tt := range []struct{ rule, taught, page, want string }{
		{"behind it", first, page("Bert Pea<dd class=e>Carl Oat<dd class=e>Dan Rye<dt>Status<dd>New"), "Bert Pea; Carl Oat; Dan Rye"},
		{"before it", strings.ReplaceAll(first, "e first", "e last"), "<h1>Peas in May</h1><dl><dt>By<dd class=e>Bert Pea<dd class='e last'>Carl Oat<dt>Status<dd>New</dl><p>x", "Bert Pea; Carl Oat"},
		{"no mark in common", first, page("Bert Pea<dd class=f>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
		{"another parent", first, page("Bert Pea</dl><dl><dd class=e>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
		{"no name", first, page("Bert Pea<dd class=e>in the garden, 2012<dd class=e>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := mustLearn(t, []label.Example{{Root: parse(t, []byte(tt.taught)), Values: label.Values{Authors: one}}})
			a := mustLabel(t, m, parse(t, []byte(tt.page)))
			if z, _ := a.Zone(label.Authors); strings.Join(z.Items, "; ") != tt.want {
				t.Errorf("authors %q, want %q", z.Items, tt.want)
			}
		})
	}
}

// A line with something like a name amid other words is no entry of the list that it stands behind.
func TestBadgesBehindLists(t *testing.T) {
	page := func(names ...string) string {
		return "<h1>Peas in May</h1><div class='e first'><a>" + strings.Join(names, "</a>, <a>") +
			"</a></div><div class='e badges'><span>2012</span> <span>Open Access</span> <span>seen 7 times</span></div><p>x"
	}
	var taught []label.Example
	for _, names := range [][]string{{"Ada Bean", "Eve Rye"}, {"Ida Bean", "Uwe Rye", "Udo Rye"}} {
		taught = append(taught, label.Example{Root: parse(t, []byte(page(names...))), Values: label.Values{Title: "Peas in May", Authors: names}})
	}
	m := mustLearn(t, taught)
	a := mustLabel(t, m, parse(t, []byte(page("Bert Pea", "Carl Oat"))))
	if z, _ := a.Zone(label.Authors); strings.Join(z.Items, "; ") != "Bert Pea; Carl Oat" {
		t.Errorf("authors %q, want the two", z.Items)
	}
}
