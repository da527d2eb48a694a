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
	p := written(t, m).Zones[label.Title][0]
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

// TestWordsBesideTitles labels pages by a model of one whose title has other words beside it in its element.
func TestWordsBesideTitles(t *testing.T) {
	const taught, title = "on the growth of green beans", "peas, lentils (and others) - a survey"
	for _, tt := range []struct{ rule, taught, page, want string }{
		{"behind it in brackets", "TITLE (Papers Track)", "TITLE (Proposals Track)", "TITLE"},
		{"and in an element", "TITLE (Papers Track)", "TITLE (Ideas Track) <b class=k>Spotlight</b>", "TITLE"},
		{"behind a bar", "TITLE | Talk", "TITLE | Invited talk 7", "TITLE"},
		{"behind a dash", "TITLE - Talk", "TITLE - Poster", "TITLE"},
		{"none on the page", "TITLE | Talk", "TITLE", "TITLE"},
		{"another sign on the page", "TITLE | Talk", "TITLE [Poster]", "TITLE [Poster]"},
		{"six words on the page", "TITLE | Talk", "TITLE | one two three four five six", "TITLE | one two three four five six"},
		{"before it", "Paper: TITLE", "Paper: TITLE", "TITLE"},
		{"other words before it", "Paper: TITLE", "Poster: TITLE", "Poster: TITLE"},
		{"a number", "12. TITLE", "7. TITLE", "TITLE"},
		{"numbers", "1-02 - TITLE", "10-3 - TITLE", "TITLE"},
		{"a word and a number", "PEP-0012: TITLE", "PEP-0400: TITLE", "TITLE"},
		{"a word with a number", "P12a: TITLE", "P7a: TITLE", "TITLE"},
		{"in an element behind it", "TITLE <i class=k>Part of a book</i>", "TITLE <i class=k>Another</i>", "TITLE"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			page := func(title, heading string) []byte {
				return []byte("<p>x<h2 class=t>" + strings.ReplaceAll(heading, "TITLE", title) + "</h2><p>y")
			}
			m := mustLearn(t, []label.Example{{Root: parse(t, page(taught, tt.taught)), Values: label.Values{Title: taught}}})
			a := mustLabel(t, m, parse(t, page(title, tt.page)))
			if z, _ := a.Zone(label.Title); z.Text != strings.ReplaceAll(tt.want, "TITLE", title) {
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

// What stands before a title at one of its places is learnt though it stands alone at another.
func TestTitlesInTwoPlaces(t *testing.T) {
	page := func(number int, title, mention string) string {
		return fmt.Sprintf("<p>x<h1 class=t>PEP %d – %s</h1><p>By Ada Bean<h2 class=m>%s</h2>", number, title, mention)
	}
	var taught []label.Example
	for i, title := range []string{"growth of green beans", "peas in dark rooms"} {
		taught = append(taught, label.Example{Root: parse(t, []byte(page(i+7, title, title))), Values: label.Values{Title: title}})
	}
	m := mustLearn(t, taught)
	a := mustLabel(t, m, parse(t, []byte(page(120, "oats and rye on wet soil", ""))))
	if z, _ := a.Zone(label.Title); z.Text != "oats and rye on wet soil" {
		t.Errorf("title %q, want it without its number", z.Text)
	}
}

// Elements beside a title that held none of it on learnt pages are left out of it, by voters too.
func TestBadgesOfTitles(t *testing.T) {
	page := func(title string) string {
		return "<p>x<h1>" + title + " <span class=badge>Open Access</span></h1><p>By Ada Bean"
	}
	var taught []label.Example
	for _, title := range []string{"growth of green beans", "peas in dark rooms"} {
		taught = append(taught, label.Example{Root: parse(t, []byte(page(title))), Values: label.Values{Title: title}})
	}
	m := mustLearn(t, taught)
	m = rewritten(t, m, func(file map[string]any) {
		voters := file["voters"].(map[string]any)
		voters["title"] = voters["title"].([]any)[1:] // without the patterns
	})
	a := mustLabel(t, m, parse(t, []byte(page("oats and rye on wet soil"))))
	if z, _ := a.Zone(label.Title); z.Text != "oats and rye on wet soil" || z.Confidence < 0.9 {
		t.Errorf("title %q, confidence %v, want it surely without the badge", z.Text, z.Confidence)
	}
}

// A short title of the one learnt page does not make long ones unlikely.
func TestShortTitleLearnt(t *testing.T) {
	page := func(title string) string {
		return "<dl><dt>Conference<dd>Peas and Beans<dt>Pages<dd>1-9<dt>Author<dd>Ada Bean<dt>Title<dd>" + title + "<dt>Language<dd>English</dl>"
	}
	m := mustLearn(t, []label.Example{{Root: parse(t, []byte(page("Peas"))), Values: label.Values{Title: "Peas"}}})
	want := "A long study of the growth of rye on wet soils in the north"
	a := mustLabel(t, m, parse(t, []byte(page(want))))
	if z, _ := a.Zone(label.Title); z.Text != want {
		t.Errorf("title %q, want %q", z.Text, want)
	}
}
