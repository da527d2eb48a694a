package classify_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/page/pagetest"
)

const page = "http://www.example.org/a/b.html"

func parse(t testing.TB, src string) classify.Document {
	t.Helper()
	return classify.Reader{}.Document(tree(t, src), page)
}

func tree(t testing.TB, src string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

var (
	ignoreNode  = cmpopts.IgnoreFields(classify.Link{}, "Node")
	ignoreSpans = cmpopts.IgnoreFields(classify.Document{}, "Spans")
)

func TestDocument(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      classify.Document
	}{
		{"text and blocks",
			"<title> The\n Title </title><body>\n<h1>Head</h1><p>one <b>two</b>three\u00a0x<br>four</p><ul><li>a<li>b</ul>",
			classify.Document{Title: "The Title", Text: "The Title\n\nHead\n\none twothree\u00a0x four\n\na\n\nb"}},
		{"hidden",
			"<p>a<script>var b = '<a href=x>';</script><style>c{}</style><noscript><a href=d>d</a></noscript><template><a href=e>e</a></template> f</p>",
			classify.Document{Text: "a f"}},
		{"link",
			`<p>zero one two three four five six seven eight nine ten <A HREF="../c.html#top" rel="external NoFollow">the <i>link</i> text</A> eleven</p>`,
			classify.Document{
				Text: "zero one two three four five six seven eight nine ten the link text eleven",
				Links: []classify.Link{{
					URL: "http://www.example.org/c.html", Href: "../c.html#top", Text: "the link text", NoFollow: true,
					Context: "one two three four five six seven eight nine ten the link text eleven"}}}},
		{"no web page behind",
			`<a name=x>here</a> <a href="mailto:a@example.org">mail</a> <a href="javascript:go()"><img alt=i></a> <a href="http://[">bad</a>`,
			classify.Document{Text: "here mail bad", Links: []classify.Link{
				{Text: "here", Context: "here mail bad"},
				{Href: "mailto:a@example.org", Text: "mail", Context: "here mail bad"},
				{Href: "javascript:go()", Context: "here mail bad"},
				{Href: "http://[", Text: "bad", Context: "here mail bad"}}}},
		{"first base counts, for links before it too",
			`<a href=x>1</a><base href="//other.example/d/"><base href="http://third.example/"><a href="?q=1&amp;r=2">2</a>`,
			classify.Document{Text: "12", Links: []classify.Link{
				{URL: "http://other.example/d/x", Href: "x", Text: "1", Context: "12"},
				{URL: "http://other.example/d/?q=1&r=2", Href: "?q=1&r=2", Text: "2", Context: "12"}}}},
		{"a link ends where the next begins",
			`<a href=1>one<a href=2>two</a>three`,
			classify.Document{Text: "onetwothree", Links: []classify.Link{
				{URL: "http://www.example.org/a/1", Href: "1", Text: "one", Context: "onetwothree"},
				{URL: "http://www.example.org/a/2", Href: "2", Text: "two", Context: "onetwothree"}}}},
		{"empty", "", classify.Document{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, parse(t, c.src), ignoreNode, ignoreSpans); diff != "" {
				t.Errorf("NewDocument (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.want, classify.Reader{}.Scan([]byte(c.src), page), ignoreNode, ignoreSpans); diff != "" {
				t.Errorf("ScanDocument (-want +got):\n%s", diff)
			}
		})
	}
}

// Documents are what all readers of this module agree on.
func TestReaderCases(t *testing.T) {
	for _, c := range pagetest.Cases {
		t.Run(c.Name, func(t *testing.T) {
			root := tree(t, c.Page)
			for by, d := range map[string]classify.Document{
				"tree": classify.Reader{}.Document(root, pagetest.PageURL),
				"scan": classify.Reader{}.Scan([]byte(c.Page), pagetest.PageURL),
			} {
				var links []string
				for _, l := range d.Links {
					links = append(links, l.URL)
				}
				if text := strings.Join(strings.Fields(d.Text), " "); text != c.Text || !slices.Equal(links, c.Links) {
					t.Errorf("by %s: text %q and links %q, want %q and %q", by, text, links, c.Text, c.Links)
				}
			}
			if links := slices.Collect((classify.Reader{}).LinkURLs([]byte(c.Page), pagetest.PageURL)); !slices.Equal(links, c.Links) {
				t.Errorf("links %q, want %q", links, c.Links)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	const src = `<title>The <b>T</b></title><h1>Head <b>of</b> all</h1><p>one <strong>two <b>three</b></strong> <a href=x>four <b>five</b></a>
		<a name=y>six</a> <b></b><b> </b><h2>seven<h3>eight</h3><b>nine`
	want := []string{"title The <b>T</b>", "heading Head of all", "bold of", "bold two three", "anchor four five", "bold five",
		"heading seven", "heading eight", "bold nine"}
	root := tree(t, src)
	for by, d := range map[string]classify.Document{"tree": classify.Reader{}.Document(root, page), "scan": classify.Reader{}.Scan([]byte(src), page)} {
		var got []string
		for _, s := range d.Spans {
			got = append(got, s.Mark+" "+d.Text[s.Start:s.End])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("by %s (-want +got):\n%s", by, diff)
		}
	}
}

// Pages of well-formed HTML look the same parsed and scanned.
func TestScanEqualsParse(t *testing.T) {
	words := rapid.SampledFrom([]string{"flu", "heart", " ", "\n", "a&amp;b", "é", "x  y"})
	hrefs := rapid.SampledFrom([]string{"", "/x", "y?z", "#f", "HTTP://Other.Example/", "mailto:m", "http://["})
	var element func(depth int) *rapid.Generator[string]
	element = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			if depth == 0 {
				return words.Draw(t, "word")
			}
			inside := strings.Join(rapid.SliceOfN(element(depth-1), 0, 4).Draw(t, "inside"), "")
			switch tag := rapid.SampledFrom([]string{"", "div", "b", "strong", "section", "noscript", "a"}).Draw(t, "tag"); tag {
			case "":
				return inside
			case "a":
				return fmt.Sprintf("<a href=%q>%s</a>", hrefs.Draw(t, "href"), words.Draw(t, "anchor"))
			case "noscript": // its content is no markup to a browser with scripts
				return "<noscript>" + words.Draw(t, "hidden") + "</noscript>"
			default:
				return fmt.Sprintf("<%s>%s</%s>", tag, inside, tag)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		src := "<!DOCTYPE html><html><head><title>t</title></head><body>" + element(4).Draw(t, "body") + "</body></html>"
		root, err := html.Parse(strings.NewReader(src))
		if err != nil {
			t.Skip(err)
		}
		parsed, scanned := classify.Reader{}.Document(root, page), classify.Reader{}.Scan([]byte(src), page)
		if diff := cmp.Diff(parsed, scanned, ignoreNode); diff != "" {
			t.Fatalf("%s\n(-parsed +scanned):\n%s", src, diff)
		}
	})
}

func FuzzScanDocument(f *testing.F) {
	f.Add([]byte(`<title>t</title><base href=/d/><a href=x>y</a><noscript>`))
	f.Add([]byte("<a\x00href=\"//\"><a><template><a href=z>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		d := classify.Reader{}.Scan(src, page)
		var urls []string
		for _, l := range d.Links {
			if !strings.Contains(l.Context, l.Text) || !strings.Contains(d.Text, l.Context) {
				t.Errorf("link %q, context %q, text %q", l.Text, l.Context, d.Text)
			}
			if l.URL != "" {
				urls = append(urls, l.URL)
			}
		}
		last := 0
		for _, s := range d.Spans {
			if s.Start < last || s.End <= s.Start || s.End > len(d.Text) {
				t.Errorf("span %v after %d of a text of %d bytes", s, last, len(d.Text))
			}
			last = s.Start
		}
		if got := slices.Collect((classify.Reader{}).LinkURLs(src, page)); !slices.Equal(got, urls) {
			t.Errorf("LinkURLs %q, links of the document %q", got, urls)
		}
	})
}

func TestCosine(t *testing.T) {
	c := classify.NewCosine("Diabetes mellitus")
	for _, tt := range []struct {
		text string
		want float64
	}{
		{"", 0},
		{"heart", 0},
		{"diabetes MELLITUS", 1},
		{"diabetes", 0.7071},
		{"Diabetes, diabetes and insulin", 0.5774}, // 2 / (sqrt 2 * sqrt 6)
	} {
		if got := c.Score(tt.text); fmt.Sprintf("%.4f", got) != fmt.Sprintf("%.4f", tt.want) {
			t.Errorf("Score(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
	if got := classify.NewCosine("").Score("anything"); got != 0 {
		t.Errorf("an empty query scores %v", got)
	}
}

func ExampleReader_Scan() {
	d := classify.Reader{}.Scan([]byte(`<h1>Diseases</h1><p>All about <a href="/flu">influenza</a>.`), "http://www.example.org/")
	fmt.Printf("%q\n", d.Text)
	for _, l := range d.Links {
		fmt.Printf("%s %q in %q\n", l.URL, l.Text, l.Context)
	}
	// Output:
	// "Diseases\n\nAll about influenza."
	// http://www.example.org/flu "influenza" in "Diseases\n\nAll about influenza."
}

// Reading is linear in pages that would make it quadratic: text without white
// space before many links.
func TestHostileContexts(t *testing.T) {
	one := strings.Repeat("<a href=/>y</a>", 50_000)
	d := classify.Reader{MaxLinks: -1}.Scan([]byte(one), page)
	if len(d.Links) != 50_000 {
		t.Fatalf("%d links", len(d.Links))
	}
	for _, l := range d.Links {
		if len(l.Context) > 1100 {
			t.Fatalf("a context of %d bytes", len(l.Context))
		}
	}
	d = classify.Reader{}.Scan([]byte(strings.Repeat("é", 400)+" <a href=/>y</a> "+strings.Repeat("é", 400)), page)
	if got := d.Links[0].Context; got != "y" {
		t.Errorf("context %q, want no part of a word", got)
	}
}

func TestLinksAreJSON(t *testing.T) {
	root := tree(t, `<a href="/1">Beans at night</a>`)
	line, err := json.Marshal(classify.Reader{}.Document(root, "https://journal.example/").Links)
	if err != nil {
		t.Fatal(err)
	}
	var back []classify.Link
	if err := json.Unmarshal(line, &back); err != nil {
		t.Fatal(err)
	}
	if len(back) != 1 || back[0].URL != "https://journal.example/1" || back[0].Text != "Beans at night" {
		t.Errorf("%s", line)
	}
}
