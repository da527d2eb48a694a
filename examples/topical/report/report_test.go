package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

// anything returns the reports whose pages every test of form looks at.
func anything() map[string]Report {
	unjudged := sample(60)
	unjudged.Judge, unjudged.Curves = "", nil
	return map[string]Report{
		"judged":        sample(60),
		"unjudged":      unjudged,
		"long":          sample(600),
		"hostile":       hostile(),
		"empty":         {},
		"empty, judged": {Title: "influenza", Judge: "a list"},
		"one page":      {Judge: "a list", Pages: []Page{{N: 1, URL: "http://a.example/", Host: "a.example", Status: 200, Judged: true}}},
		"only failures": {Judge: "a list", Pages: []Page{{N: 1, URL: "http://a.example/", Host: "a.example", Failed: true}}},
	}
}

// The page is not XHTML, but it closes what it opens, so a lenient XML decoder
// reads it and finds elements that are not nested well.
func TestElementsNest(t *testing.T) {
	for name, r := range anything() {
		d := xml.NewDecoder(strings.NewReader(render(t, r)))
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		ids := map[string]bool{}
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range element.Attr {
				switch {
				case a.Name.Local == "id" && ids[a.Value]:
					t.Errorf("%s: id %q twice", name, a.Value)
				case a.Name.Local == "id":
					ids[a.Value] = true
				case strings.HasPrefix(a.Name.Local, "on"):
					t.Errorf("%s: handler %s", name, a.Name.Local)
				}
			}
		}
	}
}

func TestAsksNothingOfTheNetwork(t *testing.T) {
	loads := regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed|base|form)\b|\bsrc(set)?=|url\(|@import|http-equiv="refresh"`)
	for name, r := range anything() {
		if m := loads.FindString(render(t, r)); m != "" {
			t.Errorf("%s: the page has %q", name, m)
		}
	}
}

func TestSameBytes(t *testing.T) {
	for name, r := range anything() {
		first, second := render(t, r), render(t, r)
		if first != second {
			t.Errorf("%s: two writes differ", name)
		}
	}
}

func TestKeyFigures(t *testing.T) {
	r := Report{Title: "flu", Ended: "the frontier ran dry after 30 pages", Judge: "a list"}
	for i := 1; i <= 30; i++ {
		r.Pages = append(r.Pages, Page{N: i, URL: fmt.Sprintf("http://h%d.example/%d", i%3, i), Host: fmt.Sprintf("h%d.example", i%3),
			Status: 200, Bytes: 100_000, Judged: true, Relevant: i%2 == 0})
	}
	r.Pages = append(r.Pages,
		Page{N: 31, URL: "http://h0.example/moved", Host: "h0.example", Status: 302},
		Page{N: 32, URL: "http://h3.example/", Host: "h3.example", Failed: true},
		Page{N: 33, URL: "http://h0.example/cut", Host: "h0.example", Status: 200, Failed: true})
	got := render(t, r)
	for _, want := range []string{
		"<h1 dir=\"auto\">flu</h1>",
		"The frontier ran dry after 30 pages.",
		"judged by <bdi>a list</bdi>",
		"<dt>Harvest rate</dt><dd>50.0\u00a0%<small>48.0\u00a0% after 25</small>",
		"<dt>Relevant</dt><dd>15<small>of 30 pages fetched</small>",
		"<dt>Fetched</dt><dd>30<small>of 33 URLs</small>",
		"<dt>Hosts</dt><dd>4</dd>",
		"<dt>Redirects</dt><dd>1</dd>",
		"<dt>Failures</dt><dd>2</dd>",
		"<dt>Downloaded</dt><dd>3.0\u00a0MB</dd>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(got, "figures disagree") {
		t.Error("figures that agree are said to disagree")
	}
	r.Curves = []Curve{{Name: "lokman", Relevant: []int{1, 2, 3}}}
	if !strings.Contains(render(t, r), "counts 3 relevant of 3 pages, the list of pages 15 of 30") {
		t.Error("a curve that contradicts the pages is not an error")
	}
}

// A crawl that nobody judged must not look as if somebody had, whatever the
// pages and curves say.
func TestUnjudged(t *testing.T) {
	r := sample(60)
	r.Judge = ""
	got := render(t, r)
	_, body, _ := strings.Cut(got, "<body>") // the style sheet names every class
	for _, banned := range []string{">Harvest", "Relevant", "class=\"relevant\"", ">relevant<", "class=\"rug\"", "class=\"curve own\""} {
		if strings.Contains(body, banned) {
			t.Errorf("the page has %q", banned)
		}
	}
	for _, want := range []string{"Nobody judged these pages.", "not judged", "score by the crawler itself", "class=\"dots\""} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestPagesInFetchOrder(t *testing.T) {
	r := sample(60)
	got := render(t, r)
	at := 0
	for _, p := range r.Pages {
		i := strings.Index(got[at:], fmt.Sprintf(`<li id="p%d"`, p.N))
		if i < 0 {
			t.Fatalf("page %d is not listed after page %d", p.N, p.N-1)
		}
		at += i
	}
	if want := "Found on <a href=\"#p1\">page 1</a>"; !strings.Contains(got, want) {
		t.Errorf("the page lacks %q", want)
	}
}

func TestHostsAndTermsFold(t *testing.T) {
	var r Report
	for i := range 40 {
		r.Pages = append(r.Pages, Page{N: i + 1, Status: 200, Host: fmt.Sprintf("h%02d.example", i)})
		r.Terms = append(r.Terms, Term{fmt.Sprintf("sibling %d", i), "contextual", 5})
	}
	r.Terms = append(r.Terms, Term{"flu", "exact", 15}, Term{"grippe", "synonym", 12}, Term{"ague", "synonym", 11})
	got := render(t, r)
	for _, want := range []string{"<summary>25 more</summary>", "<summary>10 more</summary>", "<bdi>ague</bdi> <small>11</small>",
		"<bdi>exact</bdi> <span class=\"weight\">weight 15</span>"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Index(got, "<bdi>exact") > strings.Index(got, "<bdi>contextual") {
		t.Error("siblings come before the topic itself")
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, n := range []int{100, 5000} {
		r := sample(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
