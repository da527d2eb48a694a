package label_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// learnt learns a title from one page, with other text before and behind it, and
// prints the element of its pattern.
func learnt(t *testing.T, page, title string) string {
	t.Helper()
	m, err := label.Learn([]label.Example{{Root: parse(t, []byte("<ul><li>x</ul>"+page+"<ul><li>y</ul>")), Values: label.Values{Title: title}}})
	if err != nil {
		return "nothing"
	}
	p := m.Zones[label.Title][0]
	return fmt.Sprintf("%s, opens %q, before %q", p.Steps[len(p.Steps)-1], p.Opens, p.Before)
}

// TestTitleRules has one page for each rule of which element holds a title.
func TestTitleRules(t *testing.T) {
	const title = "on the growth of green beans in dark rooms"
	for _, tt := range []struct{ rule, page, want string }{
		{"the element", "<p class=t>" + title, "p.t, opens \"\", before \"x\""},
		{"case and signs aside", "<p class=t>" + strings.ToUpper(title) + "!", "p.t, opens \"\", before \"x\""},
		{"a heading before another element", "<p class=t>" + title + "</p><h2>" + title + "</h2>", "h2, opens \"\", before \"\""},
		{"an element around it that is a heading", "<h2><b class=t>" + title + "</b></h2>", "h2, opens \"\", before \"x\""},
		{"the outermost of what holds only it", "<div class=o><p class=t>" + title + "</p></div>", "div.o, opens \"\", before \"x\""},
		{"three words before it", "<p class=t>new in may: " + title, "p.t, opens \"new in may\", before \"x\""},
		{"four words before it", "<p class=t>new in may too: " + title, "nothing"},
		{"a word behind it", "<p class=t>" + title + " new", "nothing"},
		{"words around it in marked elements", "<p class=t><b class=k>" + strings.Repeat("k ", 10) + "</b>" + title + " <b class=k>" + strings.Repeat("k ", 10) + "</b>", "p.t, opens \"\", before \"x\""},
		{"21 of them", "<p class=t><b class=k>" + strings.Repeat("k ", 11) + "</b>" + title + " <b class=k>" + strings.Repeat("k ", 10) + "</b>", "nothing"},
		{"words in unmarked elements", "<p class=t><b>" + strings.Repeat("k ", 10) + "</b>" + title, "nothing"},
		{"one word more inside", "<p class=t>on the growth of green beans in very dark rooms", "nothing"},
		{"two words else", "<p class=t>on the growth of green peas in light rooms", "nothing"},
		{"words joined", "<p class=t>on the growth of greenbeans in dark rooms", "p.t, opens \"\", before \"x\""},
		{"an equal one before an alike one", "<p class=u>on the growth of green beans in very dark rooms</p><p class=t>" + title, "p.t, opens \"\", before \"\""},
		{"words of the row before", "<h4>Results of 12 May</h4><p class=t>" + title, "p.t, opens \"\", before \"results of may\""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := learnt(t, tt.page, title); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestClosing labels pages by a model of one whose title has other words behind it in its element.
func TestClosing(t *testing.T) {
	const taught, title = "on the growth of green beans", "peas, lentils (and others) - a survey"
	for _, tt := range []struct{ rule, taught, behind, want string }{
		{"in brackets", " (Papers Track)", " (Proposals Track)", title},
		{"and an element", " (Papers Track)", " (Ideas Track) <b class=k>Spotlight</b>", title},
		{"behind a bar", " | Talk", " | Invited talk 7", title},
		{"behind a dash", " - Talk", " - Poster", title},
		{"none on the page", " | Talk", "", title},
		{"another sign on the page", " | Talk", " [Poster]", title + " [Poster]"},
		{"six words on the page", " | Talk", " | one two three four five six", title + " | one two three four five six"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m, err := label.Learn([]label.Example{{Root: parse(t, []byte("<p>x<h2 class=t>"+taught+tt.taught+"</h2><p>y")), Values: label.Values{Title: taught}}})
			if err != nil {
				t.Fatal(err)
			}
			a, err := m.Label(parse(t, []byte("<p>x<h2 class=t>"+title+tt.behind+"</h2><p>y")))
			if err != nil {
				t.Fatal(err)
			}
			if z, _ := a.Zone(label.Title); z.Text != tt.want {
				t.Errorf("got %q, want %q", z.Text, tt.want)
			}
		})
	}
}

// TestMarks has one element for each rule of its marks.
func TestMarks(t *testing.T) {
	for _, tt := range []struct{ rule, attributes, want string }{
		{"none", "", "p"},
		{"a class", "class=a", "p.a"},
		{"classes in order", "class='b a'", "p.a.b"},
		{"an identifier", "id=a", "p#a"},
		{"itemprop", "itemprop=a", "p@itemprop=a"},
		{"property", "property=a", "p@property=a"},
		{"role", "role=a", "p@role=a"},
		{"face", "face=a", "p@face=a"},
		{"size", "size=a", "p@size=a"},
		{"color", "color=a", "p@color=a"},
		{"align", "align=a", "p@align=a"},
		{"another attribute", "title=a", "p"},
		{"digits are masked", "class=a12b3", "p.a#b#"},
		{"200 bytes are a mark", "class=" + strings.Repeat("a", 200), "p.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
		{"201 are none", "class=" + strings.Repeat("a", 201), "p"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			got := learnt(t, "<p "+tt.attributes+">one two three", "one two three")
			if got, _, _ = strings.Cut(got, ","); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	// Elements that differ in a mark are of two kinds, and digits in it are none.
	for _, attribute := range []string{"class", "id", "itemprop", "property", "role", "face", "size", "color", "align"} {
		fields := fmt.Sprintf(`"steps":[{"tag":"p","marks":[%q]}]`, map[string]string{"class": ".t#", "id": "#t#"}[attribute])
		if attribute != "class" && attribute != "id" {
			fields = fmt.Sprintf(`"steps":[{"tag":"p","marks":["@%s=t#"]}]`, attribute)
		}
		if got := zoneOf(t, label.Title, fields, fmt.Sprintf("<p %[1]s=u>one</p><p %[1]s='t12'>two</p>", attribute)); got != "two" {
			t.Errorf("%s: got %q", attribute, got)
		}
	}
}
