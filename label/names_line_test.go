package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestLineOfNames: where nothing that was learnt finds authors, they are guessed from
// the first line of names after the title.
func TestLineOfNames(t *testing.T) {
	parsed := func(src string) *html.Node {
		root, err := html.Parse(strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	m := &label.Model{}
	for _, tt := range []struct{ src, want string }{
		{"<p><b>Original Article</b><p><b>Eva Clover<sup>I</sup>; Finn Lupin<sup>II</sup>; Gus de Lima<sup>I</sup></b><p>Peas grow.", "Eva Clover; Finn Lupin; Gus de Lima"},
		{"<p>In winter Eva Clover, Finn Lupin and others grew peas.", ""},
		{"<p>Eva Clover", ""},
	} {
		a := mustLabel(t, m, parsed("<h1>Peas in winter</h1>" + tt.src))
		z, ok := a.Zone(label.Authors)
		if got := strings.Join(z.Items, "; "); got != tt.want || ok && (!(z.Confidence < label.GuessBelow) || z.Source != "heading") {
			t.Errorf("%s: %q by %s, confidence %.2f; want %q", tt.src, got, z.Source, z.Confidence, tt.want)
		}
	}
}

// What stands in brackets behind authors is none, though no page that was learnt from has brackets.
func TestBracketsNotLearnt(t *testing.T) {
	page := func(n int, by string) []byte {
		return fmt.Appendf(nil, "<h1>Growing beans in winter, part %d</h1><ul><li>%s</ul><p>Room %d</p>", n, by, n)
	}
	var examples []label.Example
	for n, authors := range [][]string{{"Ada Bean"}, {"Carl Oat"}} {
		examples = append(examples, label.Example{Root: parse(t, page(n, strings.Join(authors, ", "))), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}})
	}
	m := mustLearn(t, examples)
	a := mustLabel(t, m, parse(t, page(3, "Fay Lentil (Open Bean Data)")))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Fay Lentil"}) {
		t.Errorf("authors %q, want one", z.Items)
	}
}
