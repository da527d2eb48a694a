package label_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// perAuthor writes each author with one affiliation.
func perAuthor(a madeArticle, format string) string {
	var b strings.Builder
	for i, n := range a.values.Authors {
		fmt.Fprintf(&b, format, html.EscapeString(n), a.values.Affiliations[a.places[i][0]])
	}
	return b.String()
}

func joinedByAnd(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func plural(list []string) string {
	if len(list) > 1 {
		return "s"
	}
	return ""
}

// listLayouts are pages whose lists are cut inside texts, change with the number of
// their entries, or stand on the page more than once.
var listLayouts = []layout{
	{"a name, a dash, a place", func(a madeArticle, r *rand.Rand) string {
		return "<ol class=crumbs><li>Home<li>2020<li>" + a.values.Title + "</ol><h1>" + a.values.Title + "</h1>" + perAuthor(a, "<h4>%s - %s</h4>") + "<p>Room " + fmt.Sprint(r.IntN(9)) +
			"</p><h5>Keywords</h5><p>amber, basin</p><h5>Abstract</h5><p>" + a.values.Abstract + "</p>"
	}},
	{"labels by number", func(a madeArticle, r *rand.Rand) string {
		return "<table><tr><td><b>Title:</b><td>" + a.values.Title + "<tr><td><b>Author" + plural(a.values.Authors) + ":</b><td>" + joinedByAnd(a.values.Authors) + "<tr><td><b>Affiliation" +
			plural(a.values.Affiliations) + ":</b><td>" + strings.Join(a.values.Affiliations, "<br>") + perhaps(r, "<tr><td><b>Submitted:</b><td>2012-03-01") + "<tr><td><b>Abstract:</b><td>" +
			a.values.Abstract + "<tr><td><b>BibTeX:</b><td><pre>@article{x,\n author = {" + strings.Join(a.values.Authors, " and ") + "},\n title = {" + a.values.Title + "}}</pre></table>"
	}},
	{"names and places by turns", func(a madeArticle, r *rand.Rand) string {
		return "<div class=top>Journal of Pebbles</div><h1>" + a.values.Title + "</h1>" + perAuthor(a, "<p class=au>%s</p><p class=af>%s</p>") + "<h3>Abstract</h3><p>" + a.values.Abstract + "</p>" + body(a, "h3")
	}},
	{"degrees", func(a madeArticle, r *rand.Rand) string {
		degrees := []string{"MD", "MD, PhD", "MSc", "PhD"}
		var names []string
		for i, n := range a.values.Authors {
			names = append(names, fmt.Sprintf("%s, %s<sup>%d</sup>", n, degrees[r.IntN(len(degrees))], a.places[i][0]+1))
		}
		var places []string
		for i, s := range a.values.Affiliations {
			places = append(places, fmt.Sprintf("<sup>%d</sup>%s", i+1, s))
		}
		return "<div id=head>" + navigation(r) + "</div><div id=t>" + a.values.Title + "</div><div id=a>" + strings.Join(names, "; ") + "</div><div id=p><i>" + strings.Join(places, "; ") +
			"</i></div><div id=abs><h5>Abstract</h5><p>" + a.values.Abstract + "</p></div>" + body(a, "h5")
	}},
	{"from a word processor", func(a madeArticle, r *rand.Rand) string {
		return "<p align=center><b><font size=5>" + a.values.Title + "</font></b></p><p align=center>" + joinedByAnd(a.values.Authors) + "</p>" + each(a.values.Affiliations, "<p align=center><i>%s</i></p>") +
			"<p><b>Abstract.</b> " + a.values.Abstract + "</p><p><b>Keywords:</b> amber</p><p><b>Introduction</b></p>" + body(a, "p")
	}},
	{"a menu of other articles", func(a madeArticle, r *rand.Rand) string {
		var menu strings.Builder
		for range 5 {
			o := makeArticle(r).values
			fmt.Fprintf(&menu, "<div class=item><h3><a>%s</a></h3><p>%s</p></div>", o.Title, joinedByAnd(o.Authors))
		}
		return "<div class=side>" + menu.String() + "</div><div class=art><h3>" + a.values.Title + "</h3><p>" + joinedByAnd(a.values.Authors) + "</p>" + each(a.values.Affiliations, "<p class=inst>%s</p>") +
			"<p class=abs>" + a.values.Abstract + "</p></div>"
	}},
	{"a second article", func(a madeArticle, r *rand.Rand) string {
		write := func(a madeArticle, class string) string {
			return "<article class=" + class + "><h2 class=title>" + a.values.Title + "</h2><ul class=authors>" + perAuthor(a, "<li><span class=n>%s</span> <span class=i>%s</span></li>") +
				"</ul><div class=abs><p>" + a.values.Abstract + "</p></div></article>"
		}
		other := makeArticle(r)
		return perhaps(r, write(other, "teaser")) + write(a, "main") + "<section>" + body(a, "h3") + "</section>" + write(other, "related")
	}},
}

// TestListLayouts learns each layout from two pages.
func TestListLayouts(t *testing.T) {
	const pages = 25
	for k, l := range listLayouts {
		t.Run(l.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(k), 11))
			next := func() (*xhtml.Node, label.Values) {
				a := makeArticle(r)
				return parse(t, []byte("<html><body>"+l.write(a, r)+"</body></html>")), a.values
			}
			right, _ := labelLayout(t, 2, pages, next, func(_ label.Label, _ *xhtml.Node, text string) { t.Log(text) })
			for _, zone := range label.Labels() {
				if got := 100 * right[zone] / pages; got < 90 {
					t.Errorf("%s: %d %% right, want 90", zone, got)
				}
			}
		})
	}
}

// TestNext: a model asks for the page that has what it does not know, and for a
// page at all where there is nothing to choose from.
func TestNext(t *testing.T) {
	page := func(places int, names ...string) *xhtml.Node {
		at := strings.Repeat(fmt.Sprintf("<p class=at>Department of Beans, University of Oslo, %s Norway</p>", names[0]), places)
		return parse(t, fmt.Appendf(nil, "<h1>Growth of beans by %s</h1><p class=by>%s</p>%s<h2>Abstract</h2><p>%s</p>", names[0], strings.Join(names, ", "), at,
			strings.Repeat("Beans were grown in a room of "+names[0]+". ", 4+len(names))))
	}
	m := &label.Model{}
	if got, err := m.Next([]*xhtml.Node{page(1, "Ada Bean"), page(1, "Bert Pea"), page(1, "Carl Oat", "Dora Rye", "Emil Spelt")}); err != nil || got != 2 {
		t.Errorf("the first page: %d, %v; want 2, with several authors", got, err)
	}
	m = mustLearn(t, []label.Example{{Root: page(0, "Ada Bean", "Bert Pea"), Values: label.Values{Title: "Growth of beans by Ada Bean", Authors: []string{"Ada Bean", "Bert Pea"}}}})
	if got, err := m.Next([]*xhtml.Node{page(0, "Bert Pea"), page(1, "Carl Oat", "Dora Rye"), page(1, "Emil Spelt"), page(0, "Finn Grant")}); err != nil || got != 1 {
		t.Errorf("the next page: %d, %v; want 1, with affiliations", got, err)
	}
	if _, err := m.Next(nil); err == nil {
		t.Error("no error without pages")
	}
}

// TestLearnUnlabelled: pages of one journal without any labels, and with what is easily taken for names.
func TestLearnUnlabelled(t *testing.T) {
	const noHeading = "an abstract of paragraphs without heading, behind a notice"
	at := func(a madeArticle, i int) string { return a.values.Affiliations[a.places[i][0]] }
	for _, c := range []struct {
		name string
		page func(a madeArticle, r *rand.Rand) string
	}{
		{"names in one line", func(a madeArticle, r *rand.Rand) string {
			return "<h1>" + a.values.Title + "</h1><p class=by>" + joinedByAnd(a.values.Authors) + "</p>" + each(a.values.Affiliations, "<p class=at>%s</p>")
		}},
		{"each name with its institution", func(a madeArticle, r *rand.Rand) string {
			var b strings.Builder
			for i, name := range a.values.Authors {
				b.WriteString("<div class=by>" + name + " - " + at(a, i) + "</div>")
			}
			return "<h1>" + a.values.Title + "</h1>" + b.String()
		}},
		{"rows of a table, told apart by their labels", func(a madeArticle, r *rand.Rand) string {
			return "<table><tr><td>Title:<td>" + a.values.Title + "<tr><td>Author" + plural(a.values.Authors) + ":<td>" + joinedByAnd(a.values.Authors) +
				"<tr><td>Affiliations:<td>" + strings.Join(a.values.Affiliations, "<br>") + "<tr><td>Place:<td>Section " + fmt.Sprint(r.IntN(9)) + "</table>"
		}},
		{"surnames first", func(a madeArticle, r *rand.Rand) string {
			var names []string
			for _, name := range a.values.Authors {
				names = append(names, surnameFirst(name))
			}
			return "<h1>" + a.values.Title + "</h1><p class=by>" + strings.Join(names, "; ") + "</p>" + each(a.values.Affiliations, "<p class=at>%s</p>")
		}},
		{"a constant label and keywords in capitals", func(a madeArticle, r *rand.Rand) string {
			return "<h1>" + a.values.Title + "</h1><p class=keys><b>Key Terms</b> Pebble Moved, Pebble There</p><p class=by>Permanent Link, " +
				joinedByAnd(a.values.Authors) + "</p>" + each(a.values.Affiliations, "<p class=at>%s</p>")
		}},
		{noHeading, func(a madeArticle, r *rand.Rand) string {
			notices := []string{"paper", "plastic"}
			notice := strings.Repeat("This journal is not printed on "+notices[r.IntN(2)]+" any more. ", 9)
			return "<h1>" + a.values.Title + "</h1><p class=by>" + joinedByAnd(a.values.Authors) + "</p>" + each(a.values.Affiliations, "<p class=at>%s</p>") +
				"<p class=notice>" + notice + "</p>" + each(a.paragraphs, "<p>%s</p>")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 5))
			var pages []*xhtml.Node
			var values []label.Values
			for range 20 {
				a := makeArticle(r)
				text := c.page(a, r)
				if c.name != noHeading {
					text += "<h2>Abstract</h2><p>" + a.values.Abstract + "</p>" + body(a, "h2")
				}
				pages = append(pages, parse(t, []byte("<div class=top>Journal of Pebbles "+fmt.Sprint(r.IntN(9))+"</div>"+navigation(r)+text)))
				values = append(values, a.values)
			}
			checkUnlabelled(t, pages, values)
		})
	}
}

// checkUnlabelled learns from the first ten of 20 pages without their values, and wants the others right.
func checkUnlabelled(t *testing.T, pages []*xhtml.Node, values []label.Values) {
	t.Helper()
	m, err := label.LearnUnlabelled(pages[:10])
	if err != nil {
		t.Fatal(err)
	}
	right := map[label.Label]int{}
	for i, root := range pages[10:] {
		a := mustLabel(t, m, root)
		for zone, ok := range agreement(a, values[10+i]) {
			if ok {
				right[zone]++
			}
		}
		for _, z := range a.Zones {
			if z.Confidence >= 0.9 {
				t.Errorf("%s: confidence %v without labels", z.Label, z.Confidence)
			}
		}
	}
	for _, zone := range label.Labels() {
		if right[zone] < 9 {
			t.Errorf("%s: %d of 10 right, want 9", zone, right[zone])
		}
	}
}
