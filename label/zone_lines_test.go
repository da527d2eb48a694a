package label_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestLinesOfLists: a zone of names has the lines that they were read from, and none
// that were only looked at.
func TestLinesOfLists(t *testing.T) {
	page := func(n int, authors string) *html.Node {
		root, err := html.Parse(strings.NewReader(fmt.Sprintf(`<table><tr><th>Name:<td>Growing beans in winter %d
			<tr><th>By:<td>%s<tr><th>Date:<td>2011-05-%02d<tr><th>Text:<td>%s</table>`, n, authors, n, strings.Repeat("Beans grow in rooms. ", 9))))
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	learn := func(n int, authors ...string) label.Example {
		return label.Example{Root: page(n, strings.Join(authors, " and ")), Values: label.Values{Title: fmt.Sprint("Growing beans in winter ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Ada Bean", "Bert Pea"), learn(2, "Carl Lentil", "Dora Vetch")})
	a := mustLabel(t, m, page(3, "Eva Clover (eva /at/ field) and Finn Lupin"))
	z, _ := a.Zone(label.Authors)
	if got := strings.Join(z.Items, "; "); got != "Eva Clover; Finn Lupin" {
		t.Errorf("authors %q", got)
	}
	var text strings.Builder
	for _, n := range z.Nodes {
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				text.WriteString(d.Data)
			}
		}
	}
	if got := strings.TrimSpace(text.String()); !strings.HasSuffix(got, "Finn Lupin") || strings.Contains(got, "winter") || strings.Contains(got, "2011") {
		t.Errorf("the zone is %q", got)
	}
}
