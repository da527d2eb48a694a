package label_test

import (
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
	var m label.Model
	for _, tt := range []struct{ src, want string }{
		{"<p><b>Original Article</b><p><b>Eva Clover<sup>I</sup>; Finn Lupin<sup>II</sup>; Gus de Lima<sup>I</sup></b><p>Peas grow.", "Eva Clover; Finn Lupin; Gus de Lima"},
		{"<p>In winter Eva Clover, Finn Lupin and others grew peas.", ""},
		{"<p>Eva Clover", ""},
	} {
		a, err := m.Label(parsed("<h1>Peas in winter</h1>" + tt.src))
		if err != nil {
			t.Fatal(err)
		}
		z, ok := a.Zone(label.Authors)
		if got := strings.Join(z.Items, "; "); got != tt.want || ok && (!z.Guess() || z.Source != label.SourceHeading) {
			t.Errorf("%s: %q by %s, confidence %.2f; want %q", tt.src, got, z.Source, z.Confidence, tt.want)
		}
	}
}
