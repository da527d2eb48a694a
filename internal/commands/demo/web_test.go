package demo

import (
	"bytes"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

var (
	hrefPattern = regexp.MustCompile(`<a href="([^"]*)"[^>]*>(.*?)</a>`)
	basePattern = regexp.MustCompile(`<base href="([^"]*)">`)
	textPattern = regexp.MustCompile(`(?s)<(?:h1|p)>(.*?)</(?:h1|p)>`)
	tagPattern  = regexp.MustCompile(`<[^>]*>`)
)

type found struct{ url, text string }

// linksOf returns the links of a page, resolved and without fragments. Regular expressions do for HTML
// of our own making.
func linksOf(t testing.TB, p webs.Document) []found {
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

func byURL(pages []webs.Document) map[string]webs.Document {
	m := make(map[string]webs.Document)
	for _, p := range pages {
		m[p.URL] = p
	}
	return m
}

func isHTML(p webs.Document) bool {
	return p.Status == 200 && strings.HasPrefix(p.Type, "text/html")
}

func TestCounts(t *testing.T) {
	hosts := make(map[string]bool)
	count := make(map[int]int)
	pages := must(documents())
	for _, p := range pages {
		u, err := url.Parse(p.URL)
		if err != nil {
			t.Fatal(err)
		}
		hosts[u.Host] = true
		if p.Status != 200 || isHTML(p) {
			count[p.Status]++
		}
	}
	if count[200] < 360 || count[200] > 480 || count[301] != 2 || count[404] != 7 {
		t.Errorf("pages by status: %v", count)
	}
	if len(hosts) != 14 {
		t.Errorf("%d hosts", len(hosts))
	}
	if !slices.IsSortedFunc(pages, func(p, q webs.Document) int { return strings.Compare(p.URL, q.URL) }) {
		t.Error("pages are not in the order of their URLs")
	}
	if web := must(Web()); web.Len() != len(pages) {
		t.Errorf("a web of %d pages, want %d", web.Len(), len(pages))
	}
}

func TestPagesDiffer(t *testing.T) {
	urls, bodies := make(map[string]bool), make(map[string]string)
	for _, p := range must(documents()) {
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

// Texts are prose, and articles are of the length of articles.
func TestProse(t *testing.T) {
	for _, p := range must(documents()) {
		text := ownText(p)
		if !isHTML(p) {
			continue
		}
		if strings.ContainsAny(text, "[]{}|") {
			t.Errorf("%s: a pattern was left unfilled: %s", p.URL, text)
		}
		if words := len(strings.Fields(text)); words < 8 || words > 500 {
			t.Errorf("%s has %d words", p.URL, words)
		}
	}
}

func TestLinksResolve(t *testing.T) {
	pages := must(documents())
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
			case l.url == "http://adverts.outside.example/click?from=lantern&to=shoes": // where nothing answers
				outside++
			case !ok:
				t.Errorf("%s links to %s, which does not exist", p.URL, l.url)
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
		t.Errorf("%d dead links, %d links to the outside, want some of each", dead, outside)
	}
	if share := float64(same) / float64(all); share < 0.65 || share > 0.9 {
		t.Errorf("%.2f of the links stay on their host", share)
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
	for _, p := range must(documents()) {
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

// must is for what has an error only if the embedded files have a mistake.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
