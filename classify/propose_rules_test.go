package classify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestProposeRules has one page for each rule of the score of a group: the best
// group's size, score, class and reasons.
func TestProposeRules(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	for _, tt := range []struct{ rule, src, want string }{
		{"five titles on the site", many(5, "<a href=/#.html>the growth of bean #</a>"), "5 1.00 article titles, or captions of articles 100 %, on the site 100 %, repeated 100 %, different pages 100 % 20"},
		{"four are repeated less", many(4, "<a href=/#.html>the growth of bean #</a>"), "4 0.96 article titles, or captions of articles 100 %, on the site 100 %, repeated 80 %, different pages 100 % 20"},
		{"labels of articles count 0.7 of titles", many(5, "<a href=/#>full text</a>"), "5 0.88 article titles, or captions of articles 70 %, on the site 100 %, repeated 100 %, different pages 100 % 9"},
		{"other captions are none", many(4, "<a href=/#>bean #</a>"), "4 0.56 other on the site 100 %, repeated 80 %, different pages 100 % 6"},
		{"half titles are too few", many(2, "<a href=/#>the growth of bean #</a>") + many(2, "<a href=/9#>bean #</a>"), "4 0.76 other titles, or captions of articles 50 %, on the site 100 %, repeated 80 %, different pages 100 % 20"},
		{"more than half are enough", many(5, "<a href=/#>the growth of bean #</a>") + many(4, "<a href=/9#>bean #</a>"), "9 0.82 article titles, or captions of articles 56 %, on the site 100 %, repeated 100 %, different pages 100 % 20"},
		{"half labels are too few", many(2, "<a href=/#/abs>bean x#</a>") + many(2, "<a href=/9#/abt>bean #</a>"), "4 0.70 other titles, or captions of articles 35 %, on the site 100 %, repeated 80 %, different pages 100 % 7"},
		{"another site", many(5, "<a href=http://other.example/#>the growth of bean #</a>"), "5 0.80 article titles, or captions of articles 100 %, repeated 100 %, different pages 100 % 20"},
		{"one page", many(5, "<a href=/a>the growth of bean #</a>"), "5 0.68 other titles, or captions of articles 100 %, on the site 100 %, repeated 20 %, different pages 20 % 20"},
		{"this page is no other page", many(5, "<a href=/a/b.html>the growth of bean #</a>"), "5 0.60 other titles, or captions of articles 100 %, on the site 100 % 20"},
		{"unwanted words", many(5, "<a href='/#?search'>the growth of bean #</a>"), "5 0.30 other titles, or captions of articles 100 %, repeated 100 %, different pages 100 %, unwanted words 100 % 20"},
		{"nothing is less than 0", many(5, "<a href='/a/b.html?search'>#</a>"), "5 0.00 other repeated 20 %, different pages 20 %, unwanted words 100 % 1"},
		{"queries that are numbers are of one list", many(5, "<a href='/doc.pdf?#'>the growth of bean #</a>"), "5 1.00 article titles, or captions of articles 100 %, on the site 100 %, repeated 100 %, different pages 100 % 20"},
		{"the list has the longest captions", many(5, "<p><a href=/#>the growth of bean #</a></p>") + many(6, "<li><a href=/9/#>the growth of bean #</a></li>"), "6 1.00 article titles, or captions of articles 100 %, on the site 100 %, repeated 100 %, different pages 100 % 20"},
		{"an example is cut at 80 bytes", "<a href=/a>" + strings.Repeat("bean ", 20) + "</a>", "1 0.84 article titles, or captions of articles 100 %, on the site 100 %, repeated 20 %, different pages 100 % 80"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			g := classify.Propose(parse(t, tt.src).Links, page)[0]
			if got := fmt.Sprintf("%d %.2f %s %s %d", len(g.Links), g.Score, g.Likely, strings.Join(g.Why, ", "), len(g.Example)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestProposeBeside: where links with titles lead to fewer than five pages, what is beside a
// link in its row or behind it counts.
func TestProposeBeside(t *testing.T) {
	titles := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<h2><a href=/%d><img alt='the growth of bean %d'></a></h2>", 90+i, i)
		}
		return b.String()
	}
	deep := func(levels int) string {
		return "<div>the growth of bean #" + strings.Repeat("<div>", levels-1) + "<a href=/#>Lee, Ann</a>" + strings.Repeat("</div>", levels)
	}
	for _, tt := range []struct{ rule, before, entry, want string }{
		{"a title behind a name", "", "<a href=/#>Lee, Ann</a> <b>P#</b>: the growth of <i>bean</i> #<br>", "article"},
		{"beside four titles", titles(4), "<a href=/#>Lee, Ann</a>: the growth of bean #<br>", "article"},
		{"beside five titles", titles(5), "<a href=/#>Lee, Ann</a>: the growth of bean #<br>", "other"},
		{"none", "", "<a href=/#>Lee, Ann</a> <b>P#</b><br>the growth of bean #<br>", "other"},
		{"in another block", "", "<p><a href=/#>Lee, Ann</a></p> the growth of bean #", "other"},
		{"behind the next link", "", "<a href=/#>Lee, Ann</a> <a name=b#>the growth of bean #</a><br>", "other"},
		{"hidden", "", "<a href=/#>Lee, Ann</a> <script>the growth of bean #</script><br>", "other"},
		{"in the cell before an icon", "<table>", "<tr><td>the growth of bean #<td><a href=/#><i class=icon></i></a>", "article"},
		{"in a block of the same entry", "", "<li><h3>the growth of bean #</h3><div><a href=/#>Lee, Ann</a></div>", "article"},
		{"in a row with a link to a file", "<table>", "<tr><td>the growth of bean #<td><a href=/#><i></i></a><td><a href=/#.zip><b></b></a>", "article article"},
		{"hidden in the row", "", "<li><script>the growth of bean #</script><a href=/#>Lee, Ann</a>", "other"},
		{"in another link of the row", "", "<li><a name=a#>the growth of bean #</a> <a href=/#>Lee, Ann</a>", "other"},
		{"before a link to another site", "", "<li>the growth of bean # <a href=http://h.test/#>Lee, Ann</a>", "other"},
		{"31 levels above", "", deep(31), "article"},
		{"32 levels above", "", deep(32), "other"},
	} {
		var b strings.Builder
		for i := range 5 {
			b.WriteString(strings.ReplaceAll(tt.entry, "#", fmt.Sprint(i)))
		}
		links := parse(t, tt.before+b.String()).Links
		var got []string
		for _, g := range classify.Propose(links, page) {
			switch {
			case strings.HasPrefix(links[g.Links[0]].Href, "/9") || links[g.Links[0]].Href == "":
			case slices.Contains(g.Why, longest):
				got = append(got, classify.ClassOther) // but for that
			default:
				got = append(got, g.Likely)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.rule, got, tt.want)
		}
	}
}

// longest is why links without titles are proposed.
const longest = "in the longest list"

// TestProposeLongest: where links with titles lead to fewer than five pages, the list with the
// longest captions is proposed.
func TestProposeLongest(t *testing.T) {
	links := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	poems := links(5, "<p><a href=/8/#-bean>bean #</a></p>")
	for _, tt := range []struct{ rule, src, want string }{
		{"short captions", poems, "bean 0"},
		{"four pages are no list", links(4, "<p><a href=/8/#-bean>bean #</a></p>"), ""},
		{"a menu is shorter", links(6, "<li><a href=/#>b#</a></li>") + poems, "bean 0"},
		{"and so is one of labels", links(6, "<li><a href=/#>pea</a></li>") + poems, "bean 0"},
		{"a caption that comes twice in the list", poems + "<p><a href=/8/p>2 peas</a></p><p><a href=/8/q>2 peas</a></p>", "bean 0 2 peas"},
		{"which stands otherwise", poems + "<li><a href=/8/p>2 peas</a></li><li><a href=/8/q>2 peas</a></li>", "bean 0"},
		{"which leads elsewhere", poems + "<p><a href=/p>2 peas</a></p><p><a href=/q>2 peas</a></p>", "bean 0"},
		{"other sites", links(5, "<p><a href=http://other.example/#>bean #</a></p>"), ""},
		{"unwanted words", links(5, "<p><a href=/8/#?search>bean #</a></p>"), ""},
		{"five titles", poems + links(5, "<div><a href=/9/#>the growth of bean #</a></div>"), ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			links := parse(t, tt.src).Links
			var got []string
			for _, g := range classify.Propose(links, page) {
				if slices.Contains(g.Why, longest) {
					got = append(got, links[g.Links[0]].Text)
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestProposeList: groups with titles beside the page's list are not likely.
func TestProposeList(t *testing.T) {
	group := func(before, dir, behind string) string {
		var b strings.Builder
		for i := range 5 {
			fmt.Fprintf(&b, "%s<a href=%s%d.html>the growth of bean %d</a>%s", before, dir, i, i, behind)
		}
		return b.String()
	}
	list := group("<li>", "/b/", "in the long shade</li>")
	list = strings.ReplaceAll(list, "</a>in the long shade", " in the long shade</a>")
	for _, tt := range []struct{ rule, src, want string }{
		{"elsewhere", list + group("<p>", "/a/", "</p>"), "article; other beside the list"},
		{"which stands like it", list + group("<li>", "/a/", "</li>"), "article; article"},
		{"which leads to its directory", list + group("<p>", "/b/9", "</p>"), "article; article"},
		{"with captions of articles", list + strings.ReplaceAll(group("<p>", "/a/", "</p>"), "the growth of bean", "pdf"), "article; article"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var got []string
			for _, g := range classify.Propose(parse(t, tt.src).Links, page) {
				s := g.Likely
				if why := g.Why[len(g.Why)-1]; why == "beside the list" {
					s += " " + why
				}
				got = append(got, s)
			}
			if strings.Join(got, "; ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLooks: what makes a link look unlike another. Each page has two links.
func TestLooks(t *testing.T) {
	for _, tt := range []struct {
		rule, src string
		groups    int
	}{
		{"numbers are alike", "<a href=/a1/1.html>one</a><a href=/a2/2.html>two</a>", 1},
		{"a label that comes again is a look", "<a href=/1>pdf</a><a href=/2>pdf</a><a href=/3>b</a>", 2},
		{"one that comes once is none", "<a href=/1>pdf</a><a href=/3>b</a>", 1},
		{"two words are a label", "<a href=/1>pdf b</a><a href=/2>pdf b</a><a href=/3>b</a>", 2},
		{"three words are none", "<a href=/1>pdf b c</a><a href=/2>pdf b c</a><a href=/3>b</a>", 1},
		{"tags inside", "<a href=/1><b>one</b></a><a href=/2>two</a>", 2},
		{"names of attributes", "<a href=/1 title=t>one</a><a href=/2>two</a>", 2},
		{"values of attributes are none", "<a href=/1 title=t>one</a><a href=/2 title=u>two</a>", 1},
		{"names of a query", "<a href=/1?a=1>one</a><a href=/2?b=1>two</a>", 2},
		{"directories", "<a href=/a/1>one</a><a href=/b/2>two</a>", 2},
		{"a last slash is no directory", "<a href=/a/>one</a><a href=/b/>two</a>", 1},
		{"nor is that of an index page", "<a href=/a/index.html>one</a><a href=/b/index.html>two</a>", 1},
		{"what begins like one is none", "<a href=/a/indexes.html>one</a><a href=/b/indexes.html>two</a>", 2},
		{"formats", "<a href=/1.pdf>one</a><a href=/2.html>two</a>", 2},
		{"another site", "<a href=http://o.example/1>one</a><a href=/2>two</a>", 2},
		{"a link without a host is on no other site", "<a href=mailto:a>one</a><a href=/2>two</a>", 1},
		{"this site by name", "<a href=http://www.example.org/1>one</a><a href=/2>two</a>", 1},
		{"the third ancestor", "<div><u><i><a href=/1>one</a></i></u></div><p><u><i><a href=/2>two</a></i></u>", 2},
		{"the fourth ancestor is none", "<div><s><u><i><a href=/1>one</a></i></u></s></div><p><s><u><i><a href=/2>two</a></i></u></s>", 1},
	} {
		if got := classify.Propose(parse(t, tt.src).Links, page); len(got) != tt.groups {
			t.Errorf("%s: %d groups, want %d: %+v", tt.rule, len(got), tt.groups, got)
		}
	}
}
