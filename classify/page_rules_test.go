package classify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

func nWords(n int) string { return strings.Repeat("word ", n) }

// TestPageRules has one page for each rule that tells classes of pages: its
// class, the confidence and the evidence that decides.
func TestPageRules(t *testing.T) {
	link := func(class string, why ...string) classify.Resource {
		return classify.Resource{Link: classify.Classification{Class: class, Evidence: why}}
	}
	refused := func(class string) classify.Resource {
		return classify.Resource{Link: classify.Classification{Class: class, Refused: true}}
	}
	contents := func(n int) string {
		var b strings.Builder
		b.WriteString("<h1>Issue two</h1><dl>")
		for i := range n {
			fmt.Fprintf(&b, "<dt><a href=/2/%d.html>Beans in winter</a><dd>Ada Bean, Bert Pea", i)
		}
		return b.String() + "</dl>"
	}
	searched := func(control string) string {
		return "<form>Search " + control + "</form>" + contents(4)
	}
	entries := func(all, headed int, tag string) string { // of an issue, the first of which print their abstracts
		var b strings.Builder
		for i := range all {
			fmt.Fprintf(&b, "<%s><td><a href=/2/%d.html>Beans in winter</a>", tag, i)
			if i < headed {
				b.WriteString("<p><b>Abstract:</b> " + nWords(12))
			}
			fmt.Fprintf(&b, "</%s>", tag)
		}
		return b.String()
	}
	const articleMeta = "<meta name=citation_title content=T>"
	tests := []struct {
		rule string
		src  string
		r    classify.Resource
		want string // class, confidence, what decided
	}{
		{"a PDF may begin within 1,024 bytes", "", classify.Resource{Body: []byte(strings.Repeat(" ", 1019) + "%PDF-")}, "PDF 0.99 content: begins as a PDF"},
		{"but not behind them", "", classify.Resource{ContentType: "text/html", Body: []byte(strings.Repeat(" ", 1020) + "%PDF-")}, "Other 0.00 type: text/html, without a tree to read"},
		{"application/pdf", "", classify.Resource{ContentType: "application/pdf"}, "PDF 0.95 type: application/pdf"},
		{"application/x-pdf", "", classify.Resource{ContentType: "application/x-pdf"}, "PDF 0.95 type: application/x-pdf"},
		{"no tree, no type", "", classify.Resource{}, "Other 0.00 type: none, without a tree to read"},
		{"no tree of HTML behind an article's link", "", classify.Resource{ContentType: "text/html; charset=utf-8", Body: []byte("<p>x"), Link: classify.Classification{Class: classify.ClassArticle}}, "Other 0.00 type: text/html, without a tree to read"},
		{"no tree of XHTML", "", classify.Resource{ContentType: "application/xhtml+xml", Link: classify.Classification{Class: "Abstract"}}, "Other 0.00 type: application/xhtml+xml, without a tree to read"},
		{"a type that has no tree", "", classify.Resource{ContentType: "text/plain"}, "Other 0.90 type: text/plain"},
		{"the full text's meta names this page", "<meta name=citation_fulltext_html_url content=/a#x>", classify.Resource{}, "FullText 0.97 meta: citation_fulltext_html_url is this page"},
		{"the abstract's meta names this page", "<meta name=' Citation_Abstract_HTML_URL ' content=/a>", classify.Resource{}, "Abstract 0.97 meta: citation_abstract_html_url is this page"},
		{"the abstract's meta names another page", "<meta name=citation_abstract_html_url content=/b>", classify.Resource{}, "Other 0.50 text: 0 words and 0 in links"},
		{"a title's meta makes an article", articleMeta, classify.Resource{}, "Abstract 0.60 text: 0 words and 0 in links"},
		{"an empty one does not", "<meta name=citation_title content=' '>", classify.Resource{}, "Other 0.50 text: 0 words and 0 in links"},
		{"another element does not", "<p name=citation_title content=T>", classify.Resource{}, "Other 0.50 text: 0 words and 0 in links"},
		{"an abstract's link", "<p>x", link("Abstract", "a", "b"), "Abstract 0.85 link: a, b"},
		{"a full text's link", "<p>" + nWords(50), link("FullText", "a"), "FullText 0.85 link: a"},
		{"a full text's link to a frame around a PDF", "<p>" + nWords(49) + "<iframe src=a.pdf></iframe>", link("FullText", "a"), "Other 0.50 text: 49 words and 0 in links"},
		{"an abstract's link to a page without text", "<noscript>x</noscript><img src=x>", link("Abstract", "a"), "Other 0.50 text: 0 words and 0 in links"},
		{"a full text's link to one", "<script>x</script>", link("FullText", "a"), "Other 0.50 text: 0 words and 0 in links"},
		{"an article's link to one", "<!-- x -->", link(classify.ClassArticle), "Other 0.50 text: 0 words and 0 in links"},
		{"the URL of an abstract without text", "<p>", classify.Resource{URL: "http://www.example.org/abs/7"}, "Other 0.50 text: 0 words and 0 in links"},
		{"a refused link to an abstract", "<p>x", refused("Abstract"), "Other 0.50 text: 1 words and 0 in links"},
		{"a refused link to a full text, and a URL of an abstract", "<p>x", classify.Resource{URL: "http://www.example.org/abs/7", Link: refused("FullText").Link}, "Abstract 0.75 URL: Abstract: abs"},
		{"a refused link to an article", "<p>x", refused(classify.ClassArticle), "Other 0.50 text: 1 words and 0 in links"},
		{"a refused link to no article", "<h2>Abstract</h2>", refused("Other"), "Abstract 0.60 text: 1 words and 0 in links, abstract's headings: 1"},
		{"the URL of an abstract", "<p>x", classify.Resource{URL: "http://www.example.org/abs/7"}, "Abstract 0.75 URL: Abstract: abs"},
		{"the URL of a full text", "<p>" + nWords(50), classify.Resource{URL: "http://www.example.org/full/7"}, "FullText 0.75 URL: FullText: full"},
		{"the URL of a PDF is none of its page", "<p>x", classify.Resource{URL: "http://www.example.org/pdf/7"}, "Other 0.50 text: 1 words and 0 in links"},
		{"600 words with references", "<p>" + nWords(599) + "<h2>References</h2>", classify.Resource{}, "FullText 0.70 text: 600 words and 0 in links, references"},
		{"599 words with references", "<p>" + nWords(598) + "<h2>References</h2>", classify.Resource{}, "Other 0.50 text: 599 words and 0 in links, references"},
		{"1,000 words with an abstract", "<h2>Abstract</h2><p>" + nWords(999), classify.Resource{}, "FullText 0.70 text: 1000 words and 0 in links, abstract's headings: 1"},
		{"999 words with an abstract", "<h2>Abstract</h2><p>" + nWords(998), classify.Resource{}, "Abstract 0.60 text: 999 words and 0 in links, abstract's headings: 1"},
		{"1,000 words with neither", "<p>" + nWords(1000), classify.Resource{}, "Other 0.50 text: 1000 words and 0 in links"},
		{"1,000 words of an article", articleMeta + "<p>" + nWords(1000), classify.Resource{}, "FullText 0.70 text: 1000 words and 0 in links"},
		{"a full text with references behind no article's link", "<p>" + nWords(1999) + "<h2>References</h2>", link("Other"), "Other 0.50 text: 2000 words and 0 in links, references"},
		{"an abstract behind no article's link", "<h2>Abstract</h2>", link("Other"), "Other 0.50 text: 1 words and 0 in links, abstract's headings: 1"},
		{"an article's meta behind no article's link", articleMeta + "<p>" + nWords(1000), link("Other"), "FullText 0.70 text: 1000 words and 0 in links"},
		{"more words in links than outside", "<h2>Abstract</h2><a href=x>one two</a>", classify.Resource{}, "Abstract 0.60 text: 1 words and 2 in links, abstract's headings: 1"},
		{"a text deep in a link", "<p>one<a href=x><b><i><u><tt><em><small>two three</small></em></tt></u></i></b></a><p>", classify.Resource{}, "Other 0.50 text: 1 words and 2 in links"},
		{"a text behind a link", "<p><a href=x><b>two three</b></a> one<p>four five", classify.Resource{}, "Other 0.50 text: 3 words and 2 in links"},
		{"the same without an abstract", "<p>one<a href=x>one two</a>", classify.Resource{}, "Other 0.50 text: 1 words and 2 in links"},
		{"as many in links as outside", "<h2>Abstract</h2><a href=x>one</a>", classify.Resource{}, "Abstract 0.60 text: 1 words and 1 in links, abstract's headings: 1"},
		{"more in links, but 1,000 outside", "<h2>Abstract</h2>" + nWords(999) + "<a href=x>" + nWords(1001) + "</a>", classify.Resource{}, "FullText 0.70 text: 1000 words and 1001 in links, abstract's headings: 1"},
		{"links within the page count neither as linked nor as others", "<p>one<a href=#x>two three</a>", link(classify.ClassArticle), "Abstract 0.60 text: 1 words and 0 in links"},
		{"more words in links behind an article's link", "<p>one<a href=x>two three</a>", link(classify.ClassArticle), "Abstract 0.60 text: 1 words and 2 in links"},
		{"an article is no list", articleMeta + "<a href=x>one two</a>", classify.Resource{}, "Abstract 0.60 text: 0 words and 2 in links"},
		{"three abstracts among entries are a list", contents(4) + strings.Repeat("<h2>Abstract</h2>", 3) + "<p>" + nWords(99), classify.Resource{}, "Other 0.80 list: 28 words in lists of up to 4 entries, 99 outside, abstract's headings: 3"},
		{"so they are behind an article's link", contents(4) + strings.Repeat("<h2>Abstract</h2>", 3), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside, abstract's headings: 3"},
		{"among three entries they are the abstracts of a session", contents(3) + strings.Repeat("<h2>Abstract</h2>", 3), link(classify.ClassArticle), "Abstract 0.60 text: 17 words and 9 in links, abstract's headings: 3"},
		{"but with references they are an article in three languages", contents(4) + strings.Repeat("<h2>Abstract</h2>", 3) + "<h2>References</h2>", link(classify.ClassArticle), "Abstract 0.60 text: 22 words and 12 in links, abstract's headings: 3, references"},
		{"two are not", contents(4) + strings.Repeat("<h2>Abstract</h2>", 2), classify.Resource{}, "Abstract 0.60 text: 20 words and 12 in links, abstract's headings: 2"},
		{"entries with links of their own behind an article's link", contents(4), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"and behind that of a full text", contents(4), link("FullText", "full"), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"three entries are no list", contents(3), link(classify.ClassArticle), "Abstract 0.60 text: 14 words and 9 in links"},
		{"four to the same page are none", strings.NewReplacer("/2/1", "/2/0", "/2/2", "/2/0", "/2/3", "/2/0").Replace(contents(4)), link(classify.ClassArticle), "Abstract 0.60 text: 18 words and 12 in links"},
		{"and so are four to the home pages of other sites", strings.NewReplacer("/2/0.html", "//a.test/", "/2/1.html", "//b.test/", "/2/2.html", "//c.test/", "/2/3.html", "//d.test/").Replace(contents(4)), link(classify.ClassArticle), "Abstract 0.60 text: 18 words and 12 in links"},
		{"an article among entries", contents(4) + "<p>" + nWords(56), link(classify.ClassArticle), "Abstract 0.60 text: 74 words and 12 in links"},
		{"entries in a menu are no list", "<p>one<nav>" + contents(4) + "</nav>", link(classify.ClassArticle), "Abstract 0.60 text: 1 words and 0 in links"},
		{"entries beside a menu are one", "<nav>" + contents(4) + "</nav>" + contents(4), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"an article with references to like pages", contents(4) + "<h2>References</h2>", link(classify.ClassArticle), "Abstract 0.60 text: 19 words and 12 in links, references"},
		{"an article's meta on a list", articleMeta + contents(4), classify.Resource{}, "Abstract 0.60 text: 18 words and 12 in links"},
		{"a choice of a search form is no heading", searched("<select><option>Title<option value=Abstract>Abstract<option>Keywords</select>"), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"nor is a label", searched("<label>Abstract <input type=checkbox></label>"), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"nor a button", searched("<button><span>Abstract</span></button>"), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"nor the head of a column", "<table><tr><th>Title<th>Abstract<th>Year</table>" + contents(4), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"nor one in a plain cell", "<table><tr><td>Title<td>Abstract<td>Year</table>" + contents(4), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 4 entries, 0 outside"},
		{"the head of a row is", "<table><tr><th>Abstract<td>Beans are sown in winter</table>", classify.Resource{}, "Abstract 0.60 text: 6 words and 0 in links, abstract's headings: 1"},
		{"and so is the target of a link within the page", "<h2><a name=abstract>Abstract</a></h2><p>Beans are sown in winter</p>" + contents(4), link(classify.ClassArticle), "Abstract 0.60 text: 24 words and 12 in links, abstract's headings: 1"},
		{"and so is a row of its own", "<table><tr><td>Abstract<tr><td>Beans are sown in winter</table>", classify.Resource{}, "Abstract 0.60 text: 6 words and 0 in links, abstract's headings: 1"},
		{"one of ten entries prints its abstract", entries(10, 1, "li"), link(classify.ClassArticle), "Other 0.80 list: 43 words in lists of up to 10 entries, 0 outside, abstract's headings: 1"},
		{"one that has most of the words is the article beside a menu", entries(5, 1, "li"), link(classify.ClassArticle), "Abstract 0.60 text: 13 words and 15 in links, abstract's headings: 1"},
		{"two do, in rows of a table", "<table>" + entries(5, 2, "tr") + "</table>", link(classify.ClassArticle), "Other 0.80 list: 41 words in lists of up to 5 entries, 0 outside, abstract's headings: 2"},
		{"it stands behind the entry's heading", strings.NewReplacer("<li>", "<h3>", "<p><b>", "</h3><h4>", "</b>", "</h4><p>", "</li>", "</h3>").Replace(entries(5, 1, "li")), link(classify.ClassArticle), "Other 0.80 list: 28 words in lists of up to 5 entries, 0 outside, abstract's headings: 1"},
		{"two entries that all print theirs", "<h1>Issue</h1>" + entries(2, 2, "section"), link(classify.ClassArticle), "Other 0.80 list: 32 words in lists of up to 2 entries, 0 outside, abstract's headings: 2"},
		{"and two that theirs stand behind", "<h1>Issue</h1>" + strings.NewReplacer("<li>", "<h3>", "<p><b>", "</h3><h4>", "</b>", "</h4><p>", "</li>", "").Replace(entries(2, 2, "li")), link(classify.ClassArticle), "Other 0.80 list: 32 words in lists of up to 2 entries, 0 outside, abstract's headings: 2"},
		{"two texts in two languages are an article's", "<h1>Beans</h1><section><h2>Abstract</h2><p>" + nWords(9) + "<a href=/2/1.html>word</a></section><section><h2>Resumen</h2><p>" + nWords(9) + "<a href=/2/2.html>word</a></section>", link(classify.ClassArticle), "Abstract 0.60 text: 21 words and 2 in links, abstract's headings: 2"},
		{"the rows of a table about one article are no entries", "<table><tr><td>Title<td>Beans</tr>" + strings.Repeat("<tr><td>Uses<td><a href=/2/1.html>Peas</a> <a href=/2/2.html>Vetches</a> <a href=/2/3.html>Lentils</a> <a href=/2/4.html>Clover</a></tr>", 3) + "<tr><td>Abstract<td>" + nWords(9) + "</tr></table>", link(classify.ClassArticle), "Abstract 0.60 text: 15 words and 12 in links, abstract's headings: 1"},
		{"a heading before a colon", "<p>Abstract: of beans", classify.Resource{}, "Abstract 0.60 text: 3 words and 0 in links, abstract's headings: 1"},
		{"a heading before a colon and 400 bytes", "<p>Abstract: " + nWords(90), classify.Resource{}, "Abstract 0.60 text: 91 words and 0 in links, abstract's headings: 1"},
		{"a heading after a number", "<p>2 Abstract", classify.Resource{}, "Abstract 0.60 text: 2 words and 0 in links, abstract's headings: 1"},
		{"a heading after two numbers", "<p>2.1 Abstract", classify.Resource{}, "Abstract 0.60 text: 2 words and 0 in links, abstract's headings: 1"},
		{"a heading after a Roman number", "<p>XIV. Abstract", classify.Resource{}, "Abstract 0.60 text: 2 words and 0 in links, abstract's headings: 1"},
		{"a heading of two words", "<p>Works cited" + nWords(600), classify.Resource{}, "Other 0.50 text: 601 words and 0 in links"},
		{"a heading of two words, alone", "<p>Works cited<p>" + nWords(600), classify.Resource{}, "FullText 0.70 text: 602 words and 0 in links, references"},
		{"a word in a sentence is no heading", "<p>The abstract", classify.Resource{}, "Other 0.50 text: 2 words and 0 in links"},
		{"a link is no heading", "<p>one two<a href=x>Abstract</a>", classify.Resource{}, "Other 0.50 text: 2 words and 1 in links"},
		{"hidden text is no text", "<noscript>one</noscript><template>two</template><p>three", classify.Resource{}, "Other 0.50 text: 1 words and 0 in links"},
		{"text four elements inside a link", "<p>a b<a href=x><u><i><b><s>Abstract", classify.Resource{}, "Other 0.50 text: 2 words and 1 in links"},
		{"characters without spaces are half words", "<p>" + strings.Repeat("研", 10), classify.Resource{}, "Other 0.50 text: 6 words and 0 in links"},
		{"pictures that are links in one row are no list", "<p>x<ul><li><a href=/2/1.html><img></a><a href=/2/2.html><img></a><a href=/2/3.html><img></a><a href=/2/4.html><img></a></li><div></div><div></div><div></div></ul>", classify.Resource{}, "Other 0.50 text: 1 words and 0 in links"},
		{"a long word is one to 24 bytes", "<p>" + strings.Repeat("x", 24), classify.Resource{}, "Other 0.50 text: 1 words and 0 in links"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			if tt.r.URL == "" {
				tt.r.URL = "http://www.example.org/a"
			}
			if tt.src != "" {
				tt.r.Root = tree(t, tt.src)
			}
			c := classify.NewConstraints().Page(tt.r)
			why := ""
			for _, e := range c.Evidence {
				if rest, ok := strings.CutPrefix(e, "*"); ok {
					why = rest
				}
			}
			if unread := strings.HasSuffix(why, "without a tree to read"); c.Refused != unread {
				t.Errorf("refused: %v, want %v", c.Refused, unread)
			}
			if got := fmt.Sprintf("%s %.2f %s", c.Class, c.Confidence, why); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPageEvidence: all that was found is told, in the order of belief, and what
// decided has a star.
func TestPageEvidence(t *testing.T) {
	root := tree(t, "<meta name=citation_title content=T><meta name=citation_abstract_html_url content=/pdf/1><p>x")
	c := classify.NewConstraints().Page(classify.Resource{URL: "http://www.example.org/pdf/1", Root: root, Link: classify.Classification{Class: "PDF", Evidence: []string{"a"}}})
	want := []string{"meta: citation_title", "*meta: citation_abstract_html_url is this page", "link: a", "URL: PDF: pdf", "text: 1 words and 0 in links"}
	if !slices.Equal(c.Evidence, want) {
		t.Errorf("got %q, want %q", c.Evidence, want)
	}
	c = classify.NewConstraints().Page(classify.Resource{URL: "http://www.example.org/a", Root: root, Link: classify.Classification{Class: "FullText", Refused: true}})
	if want := []string{"meta: citation_title", "link: FullText, refused", "*text: 1 words and 0 in links"}; !slices.Equal(c.Evidence, want) {
		t.Errorf("got %q, want %q", c.Evidence, want)
	}
	c = classify.NewConstraints().Page(classify.Resource{URL: "http://www.example.org/a", Root: root, Link: classify.Classification{Class: "article"}})
	if want := []string{"meta: citation_title", "link: article", "*text: 1 words and 0 in links"}; !slices.Equal(c.Evidence, want) {
		t.Errorf("got %q, want %q", c.Evidence, want)
	}
}

// TestCitationClasses: each meta names a page of its class; others and empty
// ones name none.
func TestCitationClasses(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"citation_pdf_url", "/b", "map[http://www.example.org/b:PDF]"},
		{"citation_fulltext_html_url", "/b", "map[http://www.example.org/b:FullText]"},
		{"citation_abstract_html_url", "/b", "map[http://www.example.org/b:Abstract]"},
		{"Citation_PDF_URL", " /b ", "map[http://www.example.org/b:PDF]"},
		{"citation_public_url", "/b", "map[]"},
		{"citation_pdf_url", "", "map[]"},
		{"dc_pdf_url", "/b", "map[]"},
	} {
		root := tree(t, fmt.Sprintf("<meta name=%q content=%q>", tt.name, tt.value))
		if got := fmt.Sprint(classify.CitationURLs(root, "http://www.example.org/a")); got != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.name, tt.value, got, tt.want)
		}
	}
}

// FuzzPages reads any page as one of a site's, alone and beside others: its class is one of
// those that there are.
func FuzzPages(f *testing.F) {
	f.Add("<ul><li><a href=1>Beans in winter</a> Ada Bean<li><a href=2>Peas</a><li><a href=3>Vetches</a><li><a href=4>Lentils</a></ul>")
	f.Add("<ul><li><a href=1><img></a><a href=2><img></a><a href=3><img></a><a href=4><img></a></li><div></div><div></div><div></div></ul>")
	f.Add("<table><tr><td>Beans in winter<td><a href=1>PDF</a><tr><td>Peas<td><a href=2>PDF</a></table>")
	f.Add("<meta name=citation_title content=T><h1>T</h1><h2>Abstract</h2><p>Text<h2>References</h2><ol><li>x")
	f.Fuzz(func(t *testing.T, src string) {
		const url = "http://j.example/7/"
		root, err := html.Parse(strings.NewReader(src))
		if err != nil {
			return
		}
		classify.Propose(classify.Reader{}.Document(root, url).Links, url)
		var set classify.PageSet
		for i := range 6 {
			r := classify.Resource{URL: fmt.Sprintf("%s%d", url, i), ContentType: "text/html", Root: root}
			if i > 0 {
				r.Link.Class = classify.ClassArticle
			}
			set.Add(r, classify.NewConstraints().Page(r))
		}
		for _, c := range set.Classify() {
			switch c.Class {
			case classify.ClassUnfiled, classify.ClassAbstract, classify.ClassFullText, classify.ClassPDF:
			default:
				t.Errorf("class %q", c.Class)
			}
		}
	})
}
