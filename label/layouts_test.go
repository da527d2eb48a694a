package label_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// layout writes an article page in one journal's manner. Pages of one layout
// differ in what journals' pages differ in: rows that only some have, numbers of
// authors, affiliations and paragraphs.
type layout struct {
	name  string
	write func(a madeArticle, r *rand.Rand) string
}

// madeArticle is an invented article.
type madeArticle struct {
	values     label.Values
	places     [][]int // of each author, places in the affiliations
	paragraphs []string
}

const vocabulary = `amber basin carbon delta ember fennel garden harbour island jasmine kernel ladder marble needle orchard pebble
	quarry ribbon saddle timber umber valley willow yarrow zephyr growth decay method result model effect study change under over with
	from into between after before slow rapid early late mean local upper lower deep`

func makeArticle(r *rand.Rand) madeArticle {
	vocab := strings.Fields(vocabulary)
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	words := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = vocab[r.IntN(len(vocab))]
		}
		out[0] = strings.ToUpper(out[0][:1]) + out[0][1:]
		return strings.Join(out, " ")
	}
	var a madeArticle
	a.values.Title = words(4 + r.IntN(9))
	for len(a.values.Authors) < 1+r.IntN(5) {
		given := pick("Ada", "Bert", "Carla", "Dora", "Emil", "Finn", "Gerda", "Hugo", "Ines", "Jonas")
		if r.IntN(3) == 0 {
			given += " " + pick("A.", "J.", "M.", "T.")
		}
		name := given + " " + pick("Abel", "Brandt", "Castro", "Duval", "Eriksen", "Fabri", "Grant", "Haddad", "Ivanov", "Jansen", "de Klerk", "O'Leary")
		if !slices.ContainsFunc(a.values.Authors, func(s string) bool { return strings.Fields(s)[0] == strings.Fields(name)[0] }) {
			a.values.Authors = append(a.values.Authors, name)
		}
	}
	for i := range 1 + r.IntN(len(a.values.Authors)) {
		a.values.Affiliations = append(a.values.Affiliations, fmt.Sprintf("Department of %s, University of %s, %d %s, %s", words(1), words(1), 1000*(i+1)+r.IntN(999), words(1),
			pick("Norway", "Chile", "Kenya", "Japan", "Italy")))
	}
	for i := range a.values.Authors {
		a.places = append(a.places, []int{i % len(a.values.Affiliations)})
	}
	for range 1 + r.IntN(3) {
		a.paragraphs = append(a.paragraphs, words(25+r.IntN(40))+". "+words(20+r.IntN(20))+".")
	}
	a.values.Abstract = strings.Join(a.paragraphs, " ")
	return a
}

// perhaps returns s in half of the cases.
func perhaps(r *rand.Rand, s string) string {
	if r.IntN(2) == 0 {
		return s
	}
	return ""
}

func navigation(r *rand.Rand) string {
	var b strings.Builder
	for i := range 2 + r.IntN(4) {
		fmt.Fprintf(&b, "<li><a href=/n%d>Section %d</a></li>", i, i)
	}
	return "<ul>" + b.String() + "</ul>"
}

func each(list []string, format string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, format, html.EscapeString(s))
	}
	return b.String()
}

func surnameFirst(name string) string {
	given, surname, _ := strings.Cut(name, " ")
	if initial, rest, ok := strings.Cut(surname, ". "); ok && len(initial) == 1 {
		given, surname = given+" "+initial+".", rest
	}
	return surname + ", " + given
}

func mapped(list []string, f func(string) string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = f(s)
	}
	return out
}

func body(a madeArticle, tag string) string {
	return fmt.Sprintf("<%[1]s>Introduction</%[1]s><p>%[2]s</p><p>%[2]s</p><%[1]s>Methods</%[1]s><p>%[2]s</p>", tag, strings.Repeat("Pebble after pebble was moved from here to there. ", 6))
}

var layouts = []layout{
	{"lines in a table", func(a madeArticle, r *rand.Rand) string {
		return "<table><tr><td>" + navigation(r) + "<td>" + perhaps(r, "<p>Volume 3<p>Original paper") + "<center><font size=+2><b>" + a.values.Title + "</b></font></center><br><i>" +
			strings.Join(a.values.Authors, ", ") + "</i><br>" + each(a.values.Affiliations, "<font size=-1>%s</font><br>") + "<h4>Abstract</h4>" + each(a.paragraphs, "<p>%s") +
			body(a, "h4") + "</table>"
	}},
	{"definition list", func(a madeArticle, r *rand.Rand) string {
		return navigation(r) + "<dl>" + perhaps(r, "<dt>Section<dd>Reports and letters") + "<dt>Title<dd>" + a.values.Title + perhaps(r, "<dt>Running head<dd>Pebbles in motion") + "<dt>Authors<dd>" +
			strings.Join(a.values.Authors, "; ") + "<dt>Affiliations<dd>" + strings.Join(a.values.Affiliations, "<br>") + perhaps(r, "<dt>Received<dd>2 May 2001") +
			"<dt>Abstract<dd>" + strings.Join(a.paragraphs, "<br><br>") + "<dt>Keywords<dd>pebble, basin</dl>"
	}},
	{"rows of a table", func(a madeArticle, r *rand.Rand) string {
		return "<table class=meta>" + perhaps(r, "<tr><th>Type<td>Article in a volume") + "<tr><th>Title<td>" + a.values.Title + "<tr><th>Author(s)<td>" + each(a.values.Authors, "<a href=/a>%s</a><br>") +
			perhaps(r, "<tr><th>Editor<td>Otto Editor") + "<tr><th>Institutes<td>" + each(a.values.Affiliations, "<div>%s</div>") + "<tr><th>Pages<td>1-9<tr><th>Abstract<td>" +
			a.values.Abstract + "</table>"
	}},
	{"classes", func(a madeArticle, r *rand.Rand) string {
		return "<header>" + navigation(r) + "</header><main>" + perhaps(r, "<div class=notice>This article has been corrected since it was printed.</div>") + "<h1 class=page_header>" +
			a.values.Title + "</h1>" + perhaps(r, "<h2 class=subtitle>A report</h2>") + "<ul class='item authors'>" + func() string {
			var b strings.Builder
			for i, n := range a.values.Authors {
				fmt.Fprintf(&b, "<li><span class=name>%s</span>%s<span class=affiliation>%s</span></li>", n, perhaps(r, "<span class=orcid><a href=x>https://orcid.org/0000-0002-1825-0097</a></span>"), a.values.Affiliations[a.places[i][0]])
			}
			return b.String()
		}() + "</ul><section class='item abstract'><h2 class=label>Abstract</h2>" + each(a.paragraphs, "<p>%s</p>") + "</section><section class='item references'><p>" + a.values.Title + " cites this.</p></section></main>"
	}},
	{"marks in superscript", func(a madeArticle, r *rand.Rand) string {
		var names, places []string
		for i, n := range a.values.Authors {
			names = append(names, fmt.Sprintf("%s<sup>%d%s</sup>", n, a.places[i][0]+1, perhaps(r, ",*")))
		}
		for i, s := range a.values.Affiliations {
			places = append(places, fmt.Sprintf("<li id=aff%d><sup>%d</sup> %s</li>", i+100, i+1, s))
		}
		return "<div id=page-" + fmt.Sprint(r.IntN(1e6)) + "><div>" + perhaps(r, "<p class=crumb>Home / Volume</p>") + "<h1>" + a.values.Title + "</h1><div class=contributors>" + strings.Join(names, ", ") +
			"</div><ol class=places>" + strings.Join(places, "") + "</ol><p class=mail>* Corresponding author: someone@example.org</p><h2>Summary</h2>" + each(a.paragraphs, "<p>%s</p>") + body(a, "h2") + "</div></div>"
	}},
	{"surnames first", func(a madeArticle, r *rand.Rand) string {
		return perhaps(r, "<div>Open access</div>") + "<div id=content><h3 class=t>" + a.values.Title + "</h3><p class=a>" + strings.Join(mapped(a.values.Authors, surnameFirst), "; ") + "</p><p class=b>" +
			strings.Join(a.values.Affiliations, "</p><p class=b>") + "</p><blockquote>" + each(a.paragraphs, "<p>%s</p>") + "</blockquote><p class=c>Received 3 March 2004, in revised form after many months and accepted on 4 May 2005 by the editors.</p></div>"
	}},
	{"labels in the line", func(a madeArticle, r *rand.Rand) string {
		return navigation(r) + "<h2>" + a.values.Title + "</h2>" + perhaps(r, "<p><b>Section:</b> Reports</p>") + "<p><b>Authors:</b> " + strings.Join(a.values.Authors, ", ") + "</p><p><b>Affiliation:</b> " +
			strings.Join(a.values.Affiliations, "; ") + "</p>" + perhaps(r, "<p><b>Published:</b> 3 May 2004</p>") + "<p><b>Abstract:</b> " + a.values.Abstract + "</p><p><b>Keywords:</b> pebble, basin, amber</p>"
	}},
	{"headed paragraphs", func(a madeArticle, r *rand.Rand) string {
		heads := []string{"Background", "Results", "Conclusions"}
		abstract := ""
		for i, p := range a.paragraphs {
			abstract += "<p><strong>" + heads[i] + "</strong> " + p + "</p>"
		}
		return "<article>" + perhaps(r, "<aside><p>Check for updates on this article</p></aside>") + "<h1>" + a.values.Title + "</h1><p>" + strings.Join(a.values.Authors, ", ") + "</p><h2>Abstract</h2>" + abstract + "<h2>Introduction</h2>" + body(a, "h2") + "</article>"
	}},
	{"a word before the title", func(a madeArticle, r *rand.Rand) string {
		return navigation(r) + "<div class=head><h1 class=main><span class=descriptor>Title:</span>" + a.values.Title + perhaps(r, "<span class=version> [version 2; seen by three editors]</span>") +
			"</h1><div class=by><span class=descriptor>Authors:</span>" + strings.Join(mapped(a.values.Authors, func(n string) string { return "<a>" + n + "</a>" }), ", ") + "</div><div class=at>" +
			each(a.values.Affiliations, "<p>%s</p>") + "</div><blockquote class=abs><span class=descriptor>Abstract:</span>" + a.values.Abstract + "</blockquote></div>"
	}},
	{"a name, a place, an address", func(a madeArticle, r *rand.Rand) string {
		var b strings.Builder
		for i, n := range a.values.Authors {
			fmt.Fprintf(&b, "<p class=blue>%s<br>%s<br>someone@example.org</p>", n, a.values.Affiliations[a.places[i][0]])
		}
		return "<table><tr><td><h3 class=large>The Bean Magazine</h3><p class=blue>May 2009<br>Volume 15</p><h3 class=large>" + a.values.Title + "</h3>" + b.String() + "<h3 class=blue>Abstract</h3>" +
			each(a.paragraphs, "<p class=blue>%s</p>") + body(a, "h3") + "</table>"
	}},
	{"names and how to cite them", func(a madeArticle, r *rand.Rand) string {
		var b strings.Builder
		for i, n := range a.values.Authors {
			fmt.Fprintf(&b, "<li><span class=name>%s</span><span class=place>%s</span>%s</li>", n, a.values.Affiliations[a.places[i][0]], perhaps(r, "<a class=id>https://orcid.org/0000-0002-1825-0097</a>"))
		}
		return "<article><h1>" + a.values.Title + "</h1><section class=authors><h2 class=hidden>Authors</h2><ul class=authors>" + b.String() + "</ul></section><section class=abstract><h2>Abstract</h2>" +
			each(a.paragraphs, "<p>%s</p>") + "</section><aside class=cite><h2>How to cite</h2>" + strings.Join(a.values.Authors, ", ") + " (2009). " + a.values.Title + ". <i>Beans</i>, 3.</aside></article>"
	}},
	{"places between names", func(a madeArticle, r *rand.Rand) string {
		var names, groups strings.Builder
		for i, n := range a.values.Authors {
			fmt.Fprintf(&names, "<a class=who>%s</a>, ", n)
			fmt.Fprintf(&groups, "<p>%s %s</p><ul class=plain><li>%s</li></ul>", n, perhaps(r, "and others"), a.values.Affiliations[a.places[i][0]])
		}
		return "<h1>" + a.values.Title + "</h1><div class=names>" + names.String() + "</div><details><summary>Places</summary><div class=groups>" + groups.String() + "</div></details><h3>Abstract</h3><div class=abs>" + each(a.paragraphs, "<p>%s</p>") + "</div>"
	}},
	{"links without commas", func(a madeArticle, r *rand.Rand) string {
		return "<div class='css-1a2b" + fmt.Sprint(r.IntN(9)) + " wrap'>" + perhaps(r, "<nav><a href=/>Home</a></nav>") + "<div class=head><div class=title>" + a.values.Title + "</div><div class=people>" + each(a.values.Authors, "<a class=person href=/p>%s</a>\n") +
			"</div></div><div class=tabs><a>PDF</a><a>Cite</a></div><div class=abs><div class=inner>" + each(a.paragraphs, "<div class=para>%s</div>") + "</div></div></div>"
	}},
}

// TestLayouts learns each layout from one and from two pages and asks for what
// the real journals must reach on average.
func TestLayouts(t *testing.T) {
	const pages = 40
	for _, train := range []int{1, 2} {
		for k, l := range layouts {
			t.Run(fmt.Sprintf("%s/%d", l.name, train), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(k), 7))
				shown := map[label.Label]bool{}
				next := func() (*xhtml.Node, label.Values) {
					a := makeArticle(r)
					root := parse(t, []byte("<html><head><title>x</title></head><body>"+l.write(a, r)+"</body></html>"))
					if l.name == "headed paragraphs" {
						for i, h := range []string{"Background", "Results", "Conclusions"}[:len(a.paragraphs)] {
							a.paragraphs[i] = h + " " + a.paragraphs[i]
						}
						a.values.Abstract = strings.Join(a.paragraphs, " ")
						a.values.Affiliations = nil
					}
					if l.name == "links without commas" {
						a.values.Affiliations = nil
					}
					return root, a.values
				}
				right, examples := labelLayout(t, train, pages, next, func(zone label.Label, root *xhtml.Node, text string) {
					if !shown[zone] {
						shown[zone] = true
						var page strings.Builder
						_ = xhtml.Render(&page, root)
						t.Logf("%s\nin %s", text, &page)
					}
				})
				for zone, least := range map[label.Label]int{label.Title: 98, label.Authors: 98, label.Affiliations: 92, label.Abstract: 96} {
					if train == 1 {
						least -= 20
					}
					if zone == label.Affiliations && examples[0].Values.Affiliations == nil {
						continue
					}
					if got := 100 * right[zone] / pages; got < least {
						t.Errorf("%s: %d %% right, want %d", zone, got, least)
					}
				}
			})
		}
	}
}

// labelLayout learns from the first pages of a layout, labels the others, and returns how
// many of them have each zone right and what it learned from. It calls wrong for
// each zone that is not right.
func labelLayout(t *testing.T, train, pages int, next func() (*xhtml.Node, label.Values), wrong func(zone label.Label, root *xhtml.Node, text string)) (right map[label.Label]int, examples []label.Example) {
	t.Helper()
	for range train {
		root, values := next()
		examples = append(examples, label.Example{Root: root, Values: values})
	}
	m := mustLearn(t, examples)
	right = map[label.Label]int{}
	for i := range pages {
		root, values := next()
		found := mustLabel(t, m, root)
		for zone, ok := range agreement(found, values) {
			if ok {
				right[zone]++
				continue
			}
			z, _ := found.Zone(zone)
			wrong(zone, root, fmt.Sprintf("page %d: %s: got %q %q, want %+v", i, zone, z.Text, z.Items, values))
		}
	}
	return right, examples
}

// agreement says which zones are exactly right.
func agreement(a *label.Article, want label.Values) map[label.Label]bool {
	out := map[label.Label]bool{}
	distinct := func(list []string) string {
		list = slices.Clone(list)
		slices.Sort(list)
		return strings.Join(slices.Compact(list), "; ")
	}
	for _, l := range label.Labels() {
		z, _ := a.Zone(l)
		switch l {
		case label.Title:
			out[l] = z.Text == want.Title
		case label.Authors:
			out[l] = distinct(z.Items) == distinct(want.Authors)
		case label.Affiliations:
			if want.Affiliations != nil {
				out[l] = distinct(z.Items) == distinct(want.Affiliations) || normal(z.Text) == normal(strings.Join(want.Affiliations, " "))
			}
		case label.Abstract:
			out[l] = z.Text == want.Abstract
		}
	}
	return out
}

func normal(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,;", r) }), " ")
}
