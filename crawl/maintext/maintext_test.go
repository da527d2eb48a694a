package maintext_test

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/maintext"
)

const (
	sentence = "Beans that were roasted for a few minutes longer lose more of their acids, and what is left tastes of chocolate and of nuts. "
	menu     = `<div class=menu><ul><li><a href=/>Home</a><li><a href=/shop>Our shop for beans</a><li><a href=/jobs>Jobs</a></ul></div>`
)

func of(t *testing.T, mediaType, body string) maintext.Content {
	t.Helper()
	p := &crawl.Page{URL: "http://a.test/x/y", Status: 200, Header: http.Header{"Content-Type": {mediaType}}, Body: []byte(body)}
	c, err := maintext.Of(p)
	if err != nil {
		t.Fatal(err)
	}
	if string(p.Body) != body {
		t.Error("the page was changed")
	}
	return c
}

// What is kept of a page, and what is not.
func TestOf(t *testing.T) {
	article := "<p>" + strings.Repeat(sentence, 4)
	for _, c := range []struct {
		name, body string
		has, lacks []string
	}{
		{"a menu and a footer", menu + "<h1>Roasting</h1>" + article + "<footer>Rights reserved</footer>", []string{"Roasting", "chocolate"}, []string{"Our shop", "reserved"}},
		{"a section that readability leaves out", menu + "<div>" + article + article + `</div><div class="comment sidebar"><p>The abstract, ` + sentence + "</div>", []string{"The abstract"}, []string{"Our shop"}},
		{"short blocks", "<main>" + article + "<div>A <i>short</i> remark.</div><div>Another</div></main>", []string{"A short remark.", "Another"}, nil},
		{"hidden text", article + "<p hidden>Never " + sentence + `<p style="display: none">Nor ` + sentence, nil, []string{"Never", "Nor"}},
		{"a page within an object that is not closed", `<object data=logo.svg />` + article, []string{"chocolate"}, nil},
		{"an element with a number of its own", `<p data-lokman=0>` + article + `<p data-lokman=-1>` + article, []string{"chocolate"}, nil},
	} {
		text := of(t, "text/html", c.body).Text
		for _, has := range c.has {
			if !strings.Contains(text, has) {
				t.Errorf("%s: %q is not in %q", c.name, has, text)
			}
		}
		for _, lacks := range c.lacks {
			if strings.Contains(text, lacks) {
				t.Errorf("%s: %q is in %q", c.name, lacks, text)
			}
		}
	}
}

func TestOfOther(t *testing.T) {
	if c := of(t, "text/plain", "A plain text."); c.Text != "A plain text." || c.Node != nil {
		t.Errorf("of a plain text %+v", c)
	}
	if c := of(t, "application/pdf", "%PDF-1.7"); c.Text != "" {
		t.Errorf("of a PDF file %+v", c)
	}
	if c := of(t, "text/html", ""); c.Text != "" || c.Node != nil {
		t.Errorf("of an empty page %+v", c)
	}
}

// Markdown has headings, lists, tables and absolute links of the web alone.
func TestMarkdown(t *testing.T) {
	c := of(t, "text/html", `<base href=/beans/><article><h2>Roasts</h2><p>`+sentence+`<a href=dark#2>Dark</a> and <a href="javascript:alert(1)">light</a> are <b>two</b>.</p>
<ul><li>Dark, `+sentence+`<li>Light, `+sentence+`</ul><table><tr><th>Roast<th>Minutes<tr><td>Dark<td>`+sentence+`</table></article>`)
	for range 2 { // it does not change the content
		got, err := c.Markdown()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"## Roasts", "[Dark](http://a.test/beans/dark#2)", "**two**", "- Dark, ", "| Dark "} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in\n%s", want, got)
			}
		}
		if strings.Contains(got, "javascript") {
			t.Errorf("a script is in\n%s", got)
		}
	}
}

// Any bytes are a page: the content is text of the page.
func TestOfAny(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		part := rapid.SampledFrom([]string{menu, "<p>" + sentence, "<table><tr><td>", "</div>", "<article>", "<svg><a href=x>", "<template>", "<form>", "<h1>A", "<li>", "<b>", "é", "<!--", "\x00", "<frameset>"})
		body := strings.Join(rapid.SliceOf(part).Draw(rt, "parts"), "")
		c := of(t, "text/html", body)
		if !utf8.ValidString(c.Text) || (c.Node == nil) != (c.Text == "") {
			rt.Errorf("of %q: %+v", body, c)
		}
		if _, err := c.Markdown(); err != nil {
			rt.Error(err)
		}
	})
}

// A page with more elements than readability is asked about has its paragraphs.
func TestOfMany(t *testing.T) {
	if c := of(t, "text/html", strings.Repeat("<i>x</i>", 20_001)+menu+"<p>"+sentence); !strings.Contains(c.Text, "chocolate") || strings.Contains(c.Text, "Our shop") {
		t.Error("the paragraph is not the main part")
	}
}

func TestLanguage(t *testing.T) {
	for want, text := range map[string]string{
		"en": sentence + sentence,
		"de": "Bohnen, die einige Minuten länger geröstet wurden, verlieren mehr von ihren Säuren, und was bleibt, schmeckt nach Schokolade und nach Nüssen.",
		"fr": "Les grains qui ont été torréfiés quelques minutes de plus perdent davantage de leurs acides, et ce qui reste a un goût de chocolat et de noix.",
		"ja": "数分長く焙煎した豆は酸味がより少なくなり、チョコレートやナッツのような味が残ります。",
		"fa": "دانه\u200cهایی که چند دقیقه بیشتر برشته شده\u200cاند اسید بیشتری از دست می\u200cدهند و آنچه می\u200cماند مزه شکلات و گردو دارد.",
	} {
		for _, text := range []string{text, strings.Repeat(text+" ", 30)} {
			if got, _ := maintext.Language(text); got != want {
				t.Errorf("%q is for %.40q, want %q", got, text, want)
			}
		}
	}
	for _, text := range []string{"", "12345 67 89"} {
		if got, sure := maintext.Language(text); sure || got != "" {
			t.Errorf("%q is surely for %q", got, text)
		}
	}
}
