package neardup_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A site has pages, by path, and answers other paths as missing says.
type site struct {
	pages   map[string]string
	missing func(path string) testsite.Answer
	robots  string
}

const start = "http://h0.test/"

func html(format string, args ...any) testsite.Answer {
	return testsite.Answer{Body: fmt.Appendf(nil, format, args...)}
}

// web serves the site; asked are the paths that it has no page for, in their order.
func (s site) web(asked *[]string) http.RoundTripper {
	web := testsite.New(testsite.Config{Robots: s.robots})
	for path, body := range s.pages {
		web.Set(path, html("%s", body))
	}
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if path := r.URL.RequestURI(); path != "/robots.txt" && s.pages[path] == "" {
			*asked = append(*asked, path)
			web.Set(r.URL.Path, s.missing(path))
		}
		return web.RoundTrip(r)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// articles is a site of ten articles in a frame, which also links to what is not there.
func articles(missing func(path string) testsite.Answer) site {
	rng := rand.New(rand.NewPCG(21, 22))
	s := site{pages: map[string]string{}, missing: missing}
	var list strings.Builder
	for i := range 10 {
		fmt.Fprintf(&list, "<li><a href=/a%d>%s</a><li><a href=/gone/%d.html?id=%[1]d>more</a>", i, strings.Join(words(rng, 3), " "), i)
		s.pages[fmt.Sprintf("/a%d", i)] = framed(fmt.Sprintf("article %d", i), fmt.Sprintf("<p>%s<p><a href=list/>list</a>", strings.Join(words(rng, 12), " ")))
	}
	s.pages["/"] = framed("start", "<ul>"+list.String()+"</ul>")
	return s
}

// listed is a site of ten short pages and a list on all pages but the first.
func listed(oops string, titles []string, text string) site {
	list := "<aside>" + strings.Join(words(rand.New(rand.NewPCG(25, 26)), 50), " ") + "</aside>"
	s := articles(func(string) testsite.Answer {
		return html("%s", framed(oops, "<p>Nothing here<p><a href=more/>more</a>"+list))
	})
	for i := range 10 {
		s.pages[fmt.Sprintf("/a%d", i)] = framed(titles[i%len(titles)], fmt.Sprintf("<img src=%d.jpg><p>%[1]d %s<p><a href=list/>list</a>", i, text)+list)
	}
	return s
}

// small is a site of ten pages of two words each, all with the title of the error page.
func small() site {
	s := articles(func(string) testsite.Answer { return html("%s", framed("Site", "<p>Nothing here")) })
	for i := range 10 {
		s.pages[fmt.Sprintf("/a%d", i)] = framed("Site", fmt.Sprintf("<p>Picture %d<p><a href=list/>list</a>", i))
	}
	return s
}

var menu = strings.Join(words(rand.New(rand.NewPCG(23, 24)), 200), " ")

func framed(title, body string) string {
	return fmt.Sprintf("<title>%s - The Site</title><nav>%s <a href=/>home</a></nav><h1>%[1]s</h1>%[3]s<footer>%.500[2]s</footer>", title, menu, body)
}

// What a site answers where it has no page is found out, and pages that are no more than
// that lead nowhere.
func TestNotFound(t *testing.T) {
	answer := func(format string, args ...any) func(string) testsite.Answer {
		return func(string) testsite.Answer { return html(format, args...) }
	}
	clock := 0
	shell := "<title>App</title><noscript>This needs scripts.</noscript><div id=app></div>"
	tests := []struct {
		name  string
		site  site
		soft  int // pages that are reported as soft 404s
		asked int // paths without a page that are asked for, the probe among them
	}{
		{"404", articles(func(string) testsite.Answer { return testsite.Answer{Status: http.StatusNotFound} }), 0, 12},
		{"bare", articles(answer("<p>Not Found<p><a href=more/>more</a>")), 11, 12},
		{"in the frame", articles(answer("%s", framed("Oops", "<p>Nothing here.<p><a href=more/>more</a>"))), 11, 12},
		{"quotes the path", articles(func(path string) testsite.Answer {
			return html("%s", framed("No page "+path, "<p>There is no "+path[1:]+".<p>"+start[:len(start)-1]+path+"<p>"+path[strings.LastIndexByte(path, '/')+1:]+"<p><a href=more/>more</a>"))
		}), 11, 12},
		{"tells the time", articles(func(path string) testsite.Answer {
			clock++
			return html("%s", framed("Oops", fmt.Sprintf("<p>There is nothing here, try another<p>at %d o'clock<p><a href=more/>more</a>", clock)))
		}), 11, 12},
		{"is the home page", articles(answer("%s", articles(nil).pages["/"])), 11, 12},
		{"redirects to the home page", articles(func(string) testsite.Answer { return testsite.Redirect(http.StatusFound, "/") }), 0, 12},
		{"has no text", articles(answer("<img src=oops.png>")), 0, 12},
		{"forbids all but what it has", func() site {
			s := articles(answer("<p>Not Found"))
			s.robots = "User-agent: *\nAllow: /a\nAllow: /gone/\nAllow: /$\nDisallow: /\n"
			return s
		}(), 0, 10},
		{"in the frame of pictures, and with a list that the home page lacks", listed("Oops", []string{"Cats", "Dogs"}, ""), 11, 12},
		{"the same, with short texts below one title", listed("Site", []string{"Site"}, "has only nine words of its own in it"), 11, 12},
		{"in the frame of pictures below one title", small(), 11, 12},
		{"one page", site{pages: map[string]string{"/": framed("start", "<p>All there is.")}, missing: answer("<p>Not Found")}, 0, 1},
		{"one page without links", site{pages: map[string]string{"/": "<p>All there is."}, missing: answer("<p>Not Found")}, 0, 0},
		{"one page for all paths", site{pages: map[string]string{"/": shell + "<a href=x/1>x</a><a href=x/2>x</a>"}, missing: answer("%s", shell+"<a href=x/1>x</a><a href=x/2>x</a>")}, 2, 3},
	}
	for _, tc := range tests {
		for name, within := range map[string]crawl.Strategy{"breadth-first": nil, "depth-first": classic.DepthFirst{}, "best-first": constant(5)} {
			t.Run(tc.name+", "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var asked, soft []string
					s := &neardup.Strategy{Strategy: within, NotFound: true}
					s.Report = func(url string, m neardup.Match) {
						if m.NotFound {
							soft = append(soft, url)
						}
					}
					c := crawl.Crawler{Transport: tc.site.web(&asked), Strategy: s, Workers: 1, Limits: crawl.Limits{Pages: 100}}
					pages := map[string]*crawl.Page{}
					for p, err := range c.Crawl(t.Context(), start) {
						if err != nil {
							t.Fatal(err)
						}
						pages[p.URL] = p
					}
					if len(soft) != tc.soft || len(asked) != tc.asked {
						t.Errorf("%d soft 404s, %d paths without a page are asked for, want %d and %d: %q, %q", len(soft), len(asked), tc.soft, tc.asked, soft, asked)
					}
					for path := range tc.site.pages {
						if p := pages[start+path[1:]]; p == nil || slices.Contains(soft, p.URL) {
							t.Errorf("%s is not fetched, or is a soft 404", path)
						}
					}
					for _, url := range soft {
						p := pages[url]
						if want := p.Value == 0 || p.Value == 0.5; !want || !strings.Contains(p.Explanation.String(), "soft 404") {
							t.Errorf("%s: value %v, %v", url, p.Value, p.Explanation)
						}
					}
				})
			})
		}
	}
}

// A host that answers 404 is crawled in the order in which it is without NotFound, by any
// strategy: the probe, which is no page of the host and is worth nothing, is the only
// difference. No rule for URLs takes it for another URL or for a trap.
func TestNotFoundChangesNoOrder(t *testing.T) {
	redirected := articles(func(string) testsite.Answer { return testsite.Redirect(http.StatusFound, "/a3") })
	gone := articles(func(string) testsite.Answer { return testsite.Answer{Status: http.StatusNotFound} })
	quiet := articles(func(string) testsite.Answer { return html("") })
	rules := urls.Rules{Tracking: true, Sessions: true, SortQuery: true, EmptyQuery: true, Escapes: true, Slashes: true, LowerPath: true, Documents: true, TrailingSlash: true}
	guard := &urls.Guard{}
	for name, within := range map[string]func() crawl.Strategy{
		"breadth-first": func() crawl.Strategy { return nil },
		"depth-first":   func() crawl.Strategy { return classic.DepthFirst{} },
		"best-first":    func() crawl.Strategy { return strategy.BestFirst{Scorer: classify.NewCosine("w1 w2 w3")} },
		"follow":        func() crawl.Strategy { return strategy.Follow{Classifier: anyClass{}} },
		"opic":          func() crawl.Strategy { return classic.OPIC{} },
		"pagerank":      func() crawl.Strategy { return &classic.PageRank{} },
		"adaptive":      func() crawl.Strategy { return &strategy.Adaptive{Scorer: classify.NewCosine("w1 w2 w3")} },
	} {
		crawled := func(t *testing.T, site site, notFound bool) (order []string, probe *crawl.Page) {
			at := 0
			synctest.Test(t, func(t *testing.T) {
				var asked []string
				c := crawl.Crawler{
					Transport: site.web(&asked), Workers: 1, Normalize: rules.Apply, Scope: guard.Check,
					Strategy: &neardup.Strategy{Strategy: within(), NotFound: notFound},
				}
				for p, err := range c.Crawl(t.Context(), start) {
					switch {
					case err != nil:
						t.Fatal(err)
					case strings.Trim(p.URL[len(start):], "bcdfghjklmnpqrst") == "" && p.URL != start:
						probe, at = p, len(order)
					default:
						order = append(order, p.URL)
					}
				}
			})
			if probe != nil && at != 1 {
				t.Errorf("%d pages come before the probe, want 1", at)
			}
			return order, probe
		}
		t.Run(name, func(t *testing.T) {
			want, none := crawled(t, gone, false)
			got, probe := crawled(t, gone, true)
			if diff := cmp.Diff(want, got); diff != "" || len(got) != 22 {
				t.Errorf("%d URLs:\n%s", len(got), diff)
			}
			if none != nil || probe == nil || probe.Status != http.StatusNotFound {
				t.Errorf("the probe is %v without NotFound and %v with it", none, probe)
			}
			if order, _ := crawled(t, redirected, true); len(order) != 22 {
				t.Errorf("%d URLs of a host that redirects, want 22: %q", len(order), order)
			}
			if _, probe := crawled(t, quiet, true); probe == nil || probe.Value != 0 || probe.Explanation[0].Of != "soft 404 probe" {
				t.Errorf("the probe is %v, want one without a value that says what it is", probe)
			}
		})
	}
}

// A page that asks not to follow links does not ask, the next does.
func TestNotFoundOfQuietPages(t *testing.T) {
	s := articles(func(string) testsite.Answer { return html("<p>Not Found") })
	for _, path := range []string{"/", "/a0", "/a1"} {
		s.pages[path] = "<meta name=robots content=nofollow>" + s.pages[path]
	}
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		c := crawl.Crawler{Transport: s.web(&asked), Strategy: &neardup.Strategy{NotFound: true}, Workers: 1}
		for _, err := range c.Crawl(t.Context(), start, start+"a0", start+"a1", start+"a2") {
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(asked) != 2 || asked[1] != "/list/" {
			t.Errorf("asked for %q, want a path that does not exist before /list/, by /a2", asked)
		}
	})
}

// A strategy that resumes knows what came for the probe.
func TestNotFoundObserve(t *testing.T) {
	page := func(path, body string) *crawl.Page {
		return &crawl.Page{URL: start + path, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}
	}
	var soft string
	fresh := func() *neardup.Strategy {
		return &neardup.Strategy{NotFound: true, Strategy: &classic.PageRank{}, Report: func(url string, m neardup.Match) { soft = url }}
	}
	before, after := fresh(), fresh()
	probe := before.Value(page("a", `<a href=/b>b</a>`)).Links[0].URL
	const sorry = "<h1>Sorry</h1><p>We have nothing like that<p>It is Saturday"
	if v := before.Value(page(probe[len(start):], sorry+"<a href=/c>c</a>")); len(v.Links) > 0 {
		t.Errorf("the probe's links are followed: %v", v.Links)
	}
	observation := before.Observation(probe)
	if err := after.Observe(t.Context(), observation); err != nil {
		t.Fatal(err)
	}
	if v := after.Value(page("gone", strings.Replace(sorry, "Satur", "Sun", 1)+"<a href=/c>c</a>")); soft != start+"gone" || len(v.Links) > 0 {
		t.Errorf("the soft 404 is %q, want /gone, and its links %v", soft, v.Links)
	}
	if v := after.Value(page("", sorry+"<a href=/c>c</a>")); len(v.Links) != 1 || soft != start+"gone" {
		t.Errorf("the links of a home page that comes for all paths are %v, and the latest soft 404 is %s", v.Links, soft)
	}
	if v := before.Value(page("a", sorry+"<a href=/b>b</a>")); len(v.Links) != 2 {
		t.Errorf("the links of the page that asked are %v, want them again", v.Links)
	}
	if v := after.Value(page("d", "<p>We have that<p><a href=/c>c</a>")); len(v.Links) != 1 || soft != start+"gone" {
		t.Errorf("the links of a page are %v, and the latest soft 404 is %s", v.Links, soft)
	}
	observation = bytes.TrimSuffix(observation, (&classic.PageRank{}).Observation(probe))
	reporting := &neardup.Strategy{NotFound: true, Keep: 1}
	if err := reporting.Observe(t.Context(), observation); err != nil {
		t.Fatal(err)
	}
	if v := reporting.Value(page("gone", sorry+"<a href=/c>c</a>")); len(v.Links) != 1 {
		t.Errorf("the links of a soft 404 that is only reported are %v, want one", v.Links)
	}
	head := len("neardup/1 not\n") // without it, it may be one of another strategy
	for n := range observation {
		if err := new(neardup.Strategy).Observe(t.Context(), observation[:n]); err == nil || errors.Is(err, crawl.ErrDamaged) != (n >= head) {
			t.Errorf("the first %d bytes are taken for an observation, or not for a damaged one: error %v", n, err)
		}
	}
	if before.Observation("") == nil {
		t.Error("no observation of no URL, which says by which strategy it is")
	}
}

// A crawl that is resumed by another strategy goes on as if it had not ended.
func TestNotFoundResumes(t *testing.T) {
	s := articles(func(path string) testsite.Answer {
		return html("%s", framed("Oops", "<p>Nothing at "+path+"<p><a href=more/>more</a>"))
	})
	crawled := func(path string, pages int) (order []string) {
		within := &neardup.Strategy{Strategy: &classic.PageRank{}, NotFound: true}
		f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(within), NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var asked []string
		c := crawl.Crawler{
			Transport: s.web(&asked), Strategy: within, Frontier: f, Workers: 1, Delay: crawl.None,
			IgnoreRobots: true, Limits: crawl.Limits{Pages: pages},
		}
		for p, err := range c.Crawl(t.Context(), start) {
			if err != nil {
				t.Fatal(err)
			}
			order = append(order, fmt.Sprint(p.URL, " ", p.Explanation))
		}
		return order
	}
	want := crawled(filepath.Join(t.TempDir(), "whole"), 0)
	if n := strings.Count(strings.Join(want, "\n"), "soft 404 "); n != 12 { // with the probe
		t.Fatalf("%d soft 404s, want 12: %q", n, want)
	}
	for _, first := range []int{1, 2, 3, 10} {
		path := filepath.Join(t.TempDir(), "parts")
		if diff := cmp.Diff(want, append(crawled(path, first), crawled(path, 0)...)); diff != "" {
			t.Errorf("resumed after %d pages:\n%s", first, diff)
		}
	}
}

// Whatever a host answers with, a page that is the same is found, and none is to blame.
func FuzzNotFound(f *testing.F) {
	f.Add("a/b?c=%20d", "<title>Oops</title><p>There is no a/b?c= d, nor b<p>Sorry")
	f.Add("%ff//?", "Not Found")
	f.Add("x", "<p>.<p>")
	f.Fuzz(func(t *testing.T, path, body string) {
		url, err := crawl.Canonical(start + path)
		if err != nil || !strings.HasPrefix(url, start) || url == start {
			t.Skip()
		}
		soft := false
		s := &neardup.Strategy{NotFound: true, Report: func(_ string, m neardup.Match) { soft = m.NotFound }}
		page := func(url string) *crawl.Page {
			return &crawl.Page{URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body)}
		}
		probe := s.Value(&crawl.Page{URL: start, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte("<a href=/a>a</a>")}).Links[0].URL
		s.Value(page(probe))
		s.Value(page(url))
		text := page(url).Document().Text
		some := false
		for range phrase.Words(text) {
			some = true
		}
		if some != soft && !strings.Contains(text, probe[len(start):]) && strings.Count(text, "\n\n") < 1000 {
			t.Errorf("a soft 404: %v, of the text %q", soft, text)
		}
		s.Value(page(path))
		if err := new(neardup.Strategy).Observe(t.Context(), s.Observation(probe)); err != nil {
			t.Error(err)
		}
		_ = new(neardup.Strategy).Observe(t.Context(), append([]byte("neardup/1 not\n"), body...)) // an error, perhaps
	})
}
