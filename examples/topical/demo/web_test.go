package demo

import (
	"bytes"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	hrefPattern = regexp.MustCompile(`<a href="([^"]*)"[^>]*>(.*?)</a>`)
	basePattern = regexp.MustCompile(`<base href="([^"]*)">`)
	tagPattern  = regexp.MustCompile(`<[^>]*>`)
)

type found struct{ url, text string }

// linksOf returns the links of a page, resolved and without fragments. Regular expressions do for HTML
// of our own making.
func linksOf(t testing.TB, p Page) []found {
	t.Helper()
	base, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	if m := basePattern.FindSubmatch(p.Body); m != nil {
		if base, err = base.Parse(string(m[1])); err != nil {
			t.Fatal(err)
		}
	}
	var links []found
	for _, m := range hrefPattern.FindAllSubmatch(p.Body, -1) {
		u, err := base.Parse(html.UnescapeString(string(m[1])))
		if err != nil {
			t.Fatalf("%s: %v", p.URL, err)
		}
		u.Host, u.Fragment = strings.ToLower(u.Host), ""
		links = append(links, found{u.String(), html.UnescapeString(string(m[2]))})
	}
	return links
}

func byURL(pages []Page) map[string]Page {
	m := make(map[string]Page)
	for _, p := range pages {
		m[p.URL] = p
	}
	return m
}

func isHTML(p Page) bool {
	return p.Status == 200 && strings.HasPrefix(p.ContentType, "text/html")
}

func TestSameSeedSameBytes(t *testing.T) {
	a, b, c := must(Pages(1)), must(Pages(1)), must(Pages(2))
	if !slices.EqualFunc(a, b, samePage) {
		t.Error("the same seed gave two webs")
	}
	if slices.EqualFunc(a, c, samePage) {
		t.Error("two seeds gave the same web")
	}
	if !slices.IsSortedFunc(a, func(p, q Page) int { return strings.Compare(p.URL, q.URL) }) {
		t.Error("pages are not in the order of their URLs")
	}
}

func samePage(p, q Page) bool {
	return p.URL == q.URL && p.Status == q.Status && p.Location == q.Location && bytes.Equal(p.Body, q.Body)
}

func TestCounts(t *testing.T) {
	for seed := range uint64(5) {
		hosts := make(map[string]bool)
		count := make(map[int]int)
		for _, p := range must(Pages(seed)) {
			u, err := url.Parse(p.URL)
			if err != nil {
				t.Fatal(err)
			}
			hosts[u.Host] = true
			if p.Status != 200 || isHTML(p) {
				count[p.Status]++
			}
		}
		if count[200] < 360 || count[200] > 480 || count[301] != 2 || count[404] != dead {
			t.Errorf("seed %d: pages by status: %v", seed, count)
		}
		if len(hosts) != 14 {
			t.Errorf("seed %d: %d hosts", seed, len(hosts))
		}
	}
}

func TestPagesDiffer(t *testing.T) {
	urls, bodies := make(map[string]bool), make(map[string]string)
	for _, p := range must(Pages(1)) {
		if urls[p.URL] {
			t.Errorf("%s occurs twice", p.URL)
		}
		urls[p.URL] = true
		if p.Status != 200 {
			continue
		}
		if other, ok := bodies[string(p.Body)]; ok {
			t.Errorf("%s and %s have the same body", p.URL, other)
		}
		bodies[string(p.Body)] = p.URL
	}
}

// Patterns must be filled to the end, and articles be of the length of articles.
func TestProse(t *testing.T) {
	w := must(newWeb(3))
	for _, p := range w.pages {
		if p.kind != articleKind {
			continue
		}
		text := ownText(w, p)
		if strings.ContainsAny(p.title+text, "[]{}|") {
			t.Errorf("%s: a pattern was left unfilled: %s: %s", p.url, p.title, text)
		}
		if words := len(strings.Fields(text)); words < 120 || words > 500 {
			t.Errorf("%s has %d words", p.url, words)
		}
	}
}

func TestLinksResolve(t *testing.T) {
	for seed := range uint64(5) {
		pages := must(Pages(seed))
		web := byURL(pages)
		dead, outside, same, all := 0, 0, 0, 0
		for _, p := range pages {
			if !isHTML(p) {
				if p.Status == 301 && web[p.Location].Status != 200 {
					t.Errorf("%s is moved to %q, which does not exist", p.URL, p.Location)
				}
				continue
			}
			for _, l := range linksOf(t, p) {
				to, ok := web[l.url]
				switch {
				case l.url == elsewhere:
					outside++
				case !ok:
					t.Errorf("seed %d: %s links to %s, which does not exist", seed, p.URL, l.url)
				case to.Status == 404:
					dead++
				}
				all++
				if hostOf(l.url) == hostOf(p.URL) {
					same++
				}
			}
		}
		if dead == 0 || outside == 0 {
			t.Errorf("seed %d: %d dead links, %d links to the outside, want some of each", seed, dead, outside)
		}
		if share := float64(same) / float64(all); share < 0.65 || share > 0.9 {
			t.Errorf("seed %d: %.2f of the links stay on their host", seed, share)
		}
	}
}

func hostOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// The web must contain the awkward forms that it promises.
func TestOddForms(t *testing.T) {
	var all bytes.Buffer
	for _, p := range must(Pages(1)) {
		all.Write(p.Body)
	}
	for _, form := range []string{
		`<base href=`, `&amp;`, `#top"`, `rel="nofollow"`, `alt=""></a>`, `href="../`, `href="/`, `.EXAMPLE/`, `?print=1`,
		`>read more</a>`, "Disallow:", "Crawl-delay:",
	} {
		if !strings.Contains(all.String(), form) {
			t.Errorf("no page has %s", form)
		}
	}
}

func BenchmarkPages(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		must(Pages(1))
	}
}

// must is for what has an error only if the embedded files have a mistake.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A mistake in the plan is reported with its line.
func TestBadPlan(t *testing.T) {
	for text, want := range map[string]string{
		"host a.example plain A\npage flu 3":                         "sites.txt:2: a page before any section",
		"section / S":                                                "sites.txt:1: a section before any host",
		"host a.example plain A\nsection / S\npage flu many":         "sites.txt:3:",
		"host a.example plain A\nsection / S\n\nchapter flu":         "sites.txt:4: unknown word \"chapter\"",
		"host a.example plain A\nsection / S\nhost b.example x\nhub": "sites.txt:4: a hub before any section",
	} {
		if _, err := parseSites(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	v, err := loadVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	w := &web{vocabulary: v, entries: map[*section][]*page{}}
	for _, it := range []item{{subjects: []string{"nonsense"}, count: 1}, {domain: "nonsense", directory: true, count: 1}} {
		if err := w.addSection(&site{}, &section{items: []item{it}}); err == nil || !strings.Contains(err.Error(), `"nonsense"`) {
			t.Errorf("%+v: %v, want an error that names it", it, err)
		}
	}
	if err := v.parse("x.txt", "@subject s\nunheard of"); err == nil || !strings.Contains(err.Error(), "x.txt:2") {
		t.Errorf("%v, want an error that names x.txt:2", err)
	}
}
