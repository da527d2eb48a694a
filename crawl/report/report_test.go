package report

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
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
		"one page":      {Judge: "a list", Pages: []Page{{N: 1, URL: "http://a.example/", Status: 200, Judged: true}}},
		"only failures": {Judge: "a list", Pages: []Page{{N: 1, URL: "http://a.example/", Failed: true}}},
	}
}

// The page is not XHTML, but it closes what it opens, so a lenient XML decoder
// reads it and finds elements that are not nested well.
func TestElementsNest(t *testing.T) {
	for name, r := range anything() {
		d := xml.NewDecoder(strings.NewReader(withoutScript(t, render(t, r))))
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

// withoutScript takes the page's one script out. The page's policy names it by its
// hash and allows no other.
func withoutScript(t *testing.T, page string) string {
	t.Helper()
	before, rest, ok := strings.Cut(page, "<script>")
	script, after, closed := strings.Cut(rest, "</script>")
	if !ok || !closed {
		t.Fatal("the page has no script")
	}
	sum := sha256.Sum256([]byte(script))
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	if want := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"; !strings.Contains(policy, want) {
		t.Errorf("the policy is %s, want %s", policy, want)
	}
	return before + after
}

func TestAsksNothingOfTheNetwork(t *testing.T) {
	loads := regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed|base|form)\b|\bsrc(set)?=|url\(|@import|http-equiv="refresh"`)
	for name, r := range anything() {
		if m := loads.FindString(withoutScript(t, render(t, r))); m != "" {
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
		r.Pages = append(r.Pages, Page{N: i, URL: fmt.Sprintf("http://h%d.example/%d", i%3, i),
			Status: 200, Bytes: 100_000, Judged: true, Relevant: i%2 == 0})
	}
	r.Pages = append(r.Pages,
		Page{N: 31, URL: "http://h0.example/moved", Status: 302},
		Page{N: 32, URL: "http://h3.example/", Failed: true},
		Page{N: 33, URL: "http://h0.example/cut", Status: 200, Failed: true})
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
		r.Pages = append(r.Pages, Page{N: i + 1, Status: 200, URL: fmt.Sprintf("http://h%02d.example/", i)})
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

// The way to a page goes over the pages whose links led there. Of a long one the
// seed and the last ones are shown.
func TestPath(t *testing.T) {
	var r Report
	for i := range 30 {
		p := Page{N: i + 1, URL: fmt.Sprintf("http://a.example/%d", i), Status: 200, Title: fmt.Sprintf("title %d", i)}
		if i > 0 {
			p.Parent = fmt.Sprintf("http://a.example/%d", i-1)
		}
		r.Pages = append(r.Pages, p)
	}
	r.Pages = append(r.Pages, Page{N: 31, URL: "http://b.example/", Parent: "http://b.example/", Status: 200}, Page{N: 32, URL: "http://c.example/", Parent: "http://unknown.example/", Status: 200})
	got := render(t, r)
	ways := regexp.MustCompile(`<p class="path">.*?</p>`).FindAllString(got, -1)
	if len(ways) != 29 {
		t.Fatalf("%d ways, want one for each of the 30 but the seed", len(ways))
	}
	plain := func(s string) string { return regexp.MustCompile(`<[^>]*>`).ReplaceAllString(s, "") }
	for i, want := range map[int]string{
		0:  "The way here: title 0 → this page",
		7:  "The way here: title 0 → title 1 → title 2 → title 3 → title 4 → title 5 → title 6 → title 7 → this page",
		8:  "The way here: title 0 → … 1 more … → title 2 → title 3 → title 4 → title 5 → title 6 → title 7 → title 8 → this page",
		28: "The way here: title 0 → … 21 more … → title 22 → title 23 → title 24 → title 25 → title 26 → title 27 → title 28 → this page",
	} {
		if got := plain(ways[i]); got != want {
			t.Errorf("way %d\ngot  %s\nwant %s", i, got, want)
		}
	}
	if !strings.Contains(ways[3], `<a href="#p3">title 2</a>`) {
		t.Errorf("a step leads nowhere: %s", ways[3])
	}
}

// The values are given a scale: where the pages lie, and the relevant ones.
func TestScale(t *testing.T) {
	r := Report{Judge: "a list"}
	for i := range 100 {
		r.Pages = append(r.Pages, Page{N: i + 1, URL: fmt.Sprint("http://a.example/", i), Status: 200, Value: float64(i), Judged: true, Relevant: i >= 60})
	}
	r.Pages = append(r.Pages, Page{N: 101, Status: 404, Failed: true, Value: 1e9})
	got := render(t, r)
	for _, want := range []string{
		"Values go from 0.00 to 99.00, higher is better: half the pages have 50.00 or more, the best tenth 90.00 or more. Half the relevant pages have 80.00 or more, half the others 30.00 or more.",
		`<i style="width:50.5%">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for i := range r.Pages {
		r.Pages[i].Value = 3
	}
	if want := "The values do not distinguish the pages: each has 3.000."; !strings.Contains(render(t, r), want) {
		t.Errorf("the page lacks %q", want)
	}
}

func TestAdd(t *testing.T) {
	r := Report{Judge: "the title", Relevant: func(p *crawl.Page) bool { return strings.Contains(p.Document().Title, "flu") }}
	header := http.Header{"Content-Type": {"text/html"}}
	explained := crawl.Explanation{{Of: "page", Factor: 1, Score: 12, Evidence: []string{"flu (synonym) 1 x 12"}}}
	r.Add(&crawl.Page{URL: "http://a.example/", Status: 200, Header: header, Body: []byte("<title>About flu</title>"), Value: 12, Score: 12, Explanation: explained})
	r.Add(&crawl.Page{URL: "http://a.example/b", Parent: "http://a.example/", Depth: 1, Status: 302, Redirect: "http://b.example/"})
	r.Add(&crawl.Page{URL: "http://a.example/c", Parent: "http://a.example/", Depth: 1, Status: 404, Err: &crawl.Error{URL: "http://a.example/c", Err: errors.New("status 404 Not Found")}})
	want := []Page{
		{N: 1, URL: "http://a.example/", Title: "About flu", Status: 200, Bytes: 24, Value: 12, Score: 12, Why: "page 12 [flu (synonym) 1 x 12]", Judged: true, Relevant: true},
		{N: 2, URL: "http://a.example/b", Parent: "http://a.example/", Depth: 1, Status: 302, Why: "redirects to http://b.example/"},
		{N: 3, URL: "http://a.example/c", Parent: "http://a.example/", Depth: 1, Status: 404, Why: "failed: status 404 Not Found", Failed: true},
	}
	if diff := cmp.Diff(want, r.Pages); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
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
