package strategy_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// site makes a web of pages by URL.
func site(t *testing.T, pages map[string]string) *webs.Web {
	t.Helper()
	var docs []webs.Document
	for url, body := range pages {
		d := webs.Document{URL: url, Type: "text/html", Body: []byte(body)}
		if to, ok := strings.CutPrefix(body, "Location: "); ok {
			d = webs.Document{URL: url, Status: 302, Location: to}
		}
		docs = append(docs, d)
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// fetched crawls a site and returns the URLs of its pages in their order.
func fetched(t *testing.T, c *crawl.Crawler, pages map[string]string, start string) []string {
	t.Helper()
	c.Transport, c.Delay, c.Workers = site(t, pages), crawl.None, 1
	var urls []string
	for p, err := range c.Crawl(t.Context(), start) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Redirect == "" {
			urls = append(urls, p.URL)
		}
	}
	return urls
}

// issue is an issue of a journal as Tran et al. 2001 describe one.
var issue = map[string]string{
	"http://j.example/1/": `<a href=/home.html>Start</a> <a href=/help>?</a> <a href=/x>home</a> <a href=mailto:a@j.example>write</a>
		<a href=http://k.example/abs/1>Abstract</a> <a href=http://j.example:81/abs/1>Abstract</a>
		<a href=/abs/1>[Abstract]</a> <a href=/7>Full Text</a> <a href=/view/pdf/1>Article</a> <a href=/about>About us</a> <a href=/go>Article 2</a>`,
	"http://j.example/home.html":       "home",
	"http://j.example/help":            "help",
	"http://j.example/x":               "x",
	"http://k.example/abs/1":           "another server",
	"http://j.example:81/abs/1":        "another server",
	"http://j.example/abs/1":           `<a href=/refs>References</a> <a href=/search?q=1>more</a>`,
	"http://j.example/7":               `<a href=/abs/1>Abstract</a>`,
	"http://j.example/view/pdf/1":      `a viewer of a PDF: <a href=/viewer/settings>settings</a>`,
	"http://j.example/about":           `<a href=/staff>staff</a>`,
	"http://j.example/refs":            "",
	"http://j.example/search?q=1":      "",
	"http://j.example/staff":           "",
	"http://j.example/viewer/settings": "",

	// A link of the journal's server that redirects to others.
	"http://j.example/go":   "Location: http://doi.example/1",
	"http://doi.example/1":  "Location: http://k.example/2",
	"http://k.example/2":    `<a href=/3>References</a> <a href=http://doi.example/4>Full Text</a> <a href=http://j.example/back>back</a>`,
	"http://k.example/3":    "",
	"http://doi.example/4":  "",
	"http://j.example/back": "",
}

// With the paper's constraints Follow is the downloading of Tran et al. 2001:
// ELIMINATION keeps it to the server of the issue and away from the words of V,
// and LOCATION generates no children of a PDF.
func TestFollowIsTheDownloadingOfThePaper(t *testing.T) {
	want := []string{
		"http://j.example/1/",
		"http://j.example/abs/1", "http://j.example/7", "http://j.example/view/pdf/1", "http://j.example/about",
		"http://j.example/refs", "http://j.example/staff", "http://k.example/2", "http://j.example/back",
	}
	c := crawl.Crawler{Strategy: strategy.Follow{Classifier: paper.NewConstraints()}}
	if got := fetched(t, &c, issue, "http://j.example/1/"); !slices.Equal(got, want) {
		t.Errorf("downloaded\n     %s\nwant %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}

// The server of the issue is the one that a start redirects to.
func TestFollowFromAStartThatRedirects(t *testing.T) {
	pages := map[string]string{
		"http://j.example/":      "Location: http://www.j.example/",
		"http://www.j.example/":  `<a href=/1>1</a> <a href=http://j.example/2>2</a>`,
		"http://www.j.example/1": "", "http://j.example/2": "",
	}
	c := crawl.Crawler{Strategy: strategy.Follow{Classifier: paper.NewConstraints()}}
	want := []string{"http://www.j.example/", "http://www.j.example/1"}
	if got := fetched(t, &c, pages, "http://j.example/"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Links that ask not to be followed are not, unless the crawl ignores that.
func TestFollowNoFollow(t *testing.T) {
	pages := map[string]string{
		"http://j.example/":  `<a rel=nofollow href=/1>Abstract</a> <a href=/2>Abstract</a> <a rel=nofollow href=/3>Abstract</a> <a href=/3>Abstract</a>`,
		"http://j.example/1": "", "http://j.example/2": `<meta name=robots content=nofollow><a href=/4>Abstract</a>`, "http://j.example/3": "", "http://j.example/4": "",
	}
	for ignore, want := range map[bool]int{false: 3, true: 5} {
		c := crawl.Crawler{Strategy: strategy.Follow{Classifier: paper.NewConstraints()}, IgnoreNoFollow: ignore}
		if got := fetched(t, &c, pages, "http://j.example/"); len(got) != want {
			t.Errorf("nofollow ignored: %v; fetched %v, want %d pages", ignore, got, want)
		}
	}
}

const listing = `<a target=_top href=/a/1 class=x>On beans</a> <a target=_top href=/a/2 class=x>On peas</a> <a href=/about>About us</a> <a href=/help>Help</a>`

// A linkModel is a NearestNeighbor of either package.
type linkModel interface {
	classify.Classifier
	Learn(...classify.Example) error
}

// learned teaches a model of the journal whose page is listing.
func learned(t *testing.T, m linkModel) linkModel {
	t.Helper()
	root, err := html.Parse(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	paper.RestoreAttributes(root, []byte(listing))
	var examples []classify.Example
	for i, l := range (classify.Reader{}).Document(root, "http://j.example/").Links {
		examples = append(examples, classify.Example{Link: l, Class: []string{classify.ClassArticle, classify.ClassOther}[i/2]})
	}
	if err := m.Learn(examples...); err != nil {
		t.Fatal(err)
	}
	return m
}

// A model classifies the links of a page together, in its paper mode with their
// attributes in the order of the source: a page that it has learned is as near
// as can be.
func TestFollowModel(t *testing.T) {
	for mode, m := range map[string]linkModel{"enhanced": &classify.NearestNeighbor{}, "paper": &paper.NearestNeighbor{}} {
		f := strategy.Follow{Classifier: learned(t, m), Accept: []string{classify.ClassArticle}, Guesses: true}
		v := f.Value(smallweb.Page("http://j.example/", listing))
		if len(v.Links) != 2 || v.Links[0].URL != "http://j.example/a/1" {
			t.Fatalf("%s: follows %v", mode, v.Links)
		}
		got := strategy.Followed(&crawl.Page{Note: v.Links[0].Note})
		if got.Class != classify.ClassArticle || !strings.HasPrefix(got.Evidence[0], "nearest at 0.000") {
			t.Errorf("%s: followed by %+v", mode, got)
		}
		v = f.Value(smallweb.Page("http://j.example/", `<a href=/about>About us</a> <a href=/help>Help</a>`))
		if len(v.Links) != 0 || !strings.Contains(v.Explanation.String(), "no articles, though all pages") {
			t.Errorf("%s: a page that has drifted: %v, %v", mode, v.Links, v.Explanation)
		}
	}
}
