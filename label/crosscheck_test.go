package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

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
	m := mustLearn(t, []label.Example{
		learn(1, "A. Bean", "A. Bean", "Mill Inc.", "May 2011"),
		learn(2, "B. Pea", "B. Pea", "Lentil Works Inc.", "June 2012"),
	})
	a := mustLabel(t, m, page(3, "C. Oat", "Vetch Farm Inc.", "D. Rye", "Clover Ltd.", "June 2013"))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"C. Oat", "D. Rye"}) {
		t.Errorf("authors %q, want both", z.Items)
	}
}

// TestLinesInInlineElements: a line between breaks is one wherever the breaks stand, and a name
// is found as it was given.
func TestLinesInInlineElements(t *testing.T) {
	learn := func(n int, authors ...string) label.Example {
		page := fmt.Sprintf("<div id=menu>Home</div><h1>Growing beans in winter, part %d</h1><div><cite>%s<br><a href=x>beans.test/%d</a></cite></div><p>%s wrote more.</p>",
			n, strings.Join(authors, "; "), n, "Ada Bean and Bert Pea")
		return label.Example{Root: parse(t, []byte(page)), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Bean, Ada", "Pea, Bert"), learn(2, "Oat, Carla", "Bean, Ada")})
	a := mustLabel(t, m, learn(3, "Rye, Dora", "Vetch, Emil", "Lentil, Fay").Root)
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye", "Emil Vetch", "Fay Lentil"}) {
		t.Errorf("authors %q, want three", z.Items)
	}
}

// Authors are learnt where they are written as they were given: a citation may have another form, and end in "et al.".
func TestAuthorsAsGiven(t *testing.T) {
	learn := func(n int, cited string, authors ...string) label.Example {
		page := fmt.Sprintf("<h1>Growing beans in winter, part %d</h1><p>%s. Beans, 2020.</p><dl><dt>Authors<dd>%s<dt>Year<dd>2020</dl>", n, cited, strings.Join(authors, "; "))
		return label.Example{Root: parse(t, []byte(page)), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Ada Bean, Bert Pea", "Bean, Ada", "Pea, Bert"), learn(2, "Carla Oat, Ada Bean", "Oat, Carla", "Bean, Ada")})
	a := mustLabel(t, m, learn(3, "Dora Rye et al", "Rye, Dora", "Vetch, Emil", "Lentil, Fay").Root)
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye", "Emil Vetch", "Fay Lentil"}) || (z.Confidence < label.GuessBelow) {
		t.Errorf("authors %q, confidence %.2f, want three", z.Items, z.Confidence)
	}
}
