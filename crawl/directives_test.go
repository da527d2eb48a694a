package crawl_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	crawlurls "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/page/pagetest"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func htmlPage(head, body string) testsite.Answer {
	return testsite.Answer{Body: []byte("<!DOCTYPE html><html><head>" + head + "</head><body>" + body + "</body></html>")}
}

func TestDirectives(t *testing.T) {
	type directives = crawl.Directives
	for _, c := range []struct {
		name   string
		header http.Header
		head   string
		want   directives
	}{
		{"none", nil, "<title>robots and canonical links, nofollow</title>", directives{}},
		{"meta", nil, `<meta name="robots" content="noindex, nofollow">`, directives{NoIndex: true, NoFollow: true}},
		{"capitals", nil, `<META NAME=ROBOTS CONTENT=NOFOLLOW>`, directives{NoFollow: true}},
		{"none as a rule", nil, `<meta content="None" name="Robots">`, directives{NoIndex: true, NoFollow: true}},
		{"two metas", nil, `<meta name=robots content=noindex><meta name=robots content=noarchive>`, directives{NoIndex: true, NoArchive: true}},
		{"for this crawler", nil, `<meta name="lokman" content="noindex">`, directives{NoIndex: true}},
		{"for another", nil, `<meta name="otherbot" content="noindex,nofollow">`, directives{}},
		{"allowing", nil, `<meta name="robots" content="index,follow,max-snippet:-1">`, directives{}},
		{"over", nil, `<meta name="robots" content="unavailable_after: 1999-12-31">`, directives{NoIndex: true}},
		{"not over", nil, `<meta name="robots" content="unavailable_after: 2999-12-31">`, directives{}},
		{"spaces in place of commas", nil, `<meta name="robots" content="noindex nofollow">`, directives{NoIndex: true, NoFollow: true}},
		{"semicolons in place of commas", nil, `<meta name="robots" content="noindex;nofollow">`, directives{NoIndex: true, NoFollow: true}},
		{"a word that begins as a rule", nil, `<meta name="robots" content="noindex-nofollow nonesuch">`, directives{}},
		{"over, by a date as Google writes it", http.Header{"X-Robots-Tag": {"unavailable_after: 25 Jun 1998 15:00:00 PST"}}, "", directives{NoIndex: true}},
		{"over, with hyphens", nil, `<meta name="robots" content="unavailable_after: 25-Aug-1997 15:00:00 EST">`, directives{NoIndex: true}},
		{"over, of RFC 822", nil, `<meta name="robots" content="unavailable_after: 25 Aug 97 15:00 EST">`, directives{NoIndex: true}},
		{"over, to the minute", nil, `<meta name="robots" content="unavailable_after: 1997-08-25 15:00">`, directives{NoIndex: true}},
		{"over, without a zone", nil, `<meta name="robots" content="unavailable_after: 1997-08-25T15:00:00">`, directives{NoIndex: true}},
		{"over, other rules behind it", http.Header{"X-Robots-Tag": {"unavailable_after: Fri, 31 Dec 1999 23:59:59 GMT, noarchive"}}, "", directives{NoIndex: true, NoArchive: true}},
		{"over on a day, other rules behind it", nil, `<meta name="robots" content="unavailable_after: 1999-12-31, nofollow">`, directives{NoIndex: true, NoFollow: true}},
		{"not over, other rules behind it", nil, `<meta name="robots" content="unavailable_after: Fri, 31 Dec 2999 23:59:59 GMT, nofollow">`, directives{NoFollow: true}},
		{"header", http.Header{"X-Robots-Tag": {"nofollow"}}, "", directives{NoFollow: true}},
		{"headers", http.Header{"X-Robots-Tag": {"noindex", "noarchive, nofollow"}}, "", directives{NoIndex: true, NoFollow: true, NoArchive: true}},
		{"header for this crawler", http.Header{"X-Robots-Tag": {"Lokman: none"}}, "", directives{NoIndex: true, NoFollow: true}},
		{"header for another", http.Header{"X-Robots-Tag": {"otherbot: none"}}, "", directives{}},
		{"header for all and for this crawler", http.Header{"X-Robots-Tag": {"noarchive, lokman: nofollow"}}, "", directives{NoArchive: true, NoFollow: true}},
		{"headers for several crawlers, joined", http.Header{"X-Robots-Tag": {"otherbot: noindex, noarchive, lokman: nofollow, thirdbot: none"}}, "", directives{NoFollow: true}},
		{"header with a date for another", http.Header{"X-Robots-Tag": {"otherbot: unavailable_after: Fri, 31 Dec 1999 23:59:59 GMT"}}, "", directives{}},
		{"header with a date", http.Header{"X-Robots-Tag": {"unavailable_after: Fri, 31 Dec 1999 23:59:59 GMT"}}, "", directives{NoIndex: true}},
		{"header that begins with a rule of a value", http.Header{"X-Robots-Tag": {"max-image-preview:large, nofollow"}}, "", directives{NoFollow: true}},
		{"headers that begin so", http.Header{"X-Robots-Tag": {"Max-Snippet: -1, max-video-preview: 3, noindex", "max-video-preview:-1 , noarchive"}}, "", directives{NoIndex: true, NoArchive: true}},
		{"rules of a value for another", http.Header{"X-Robots-Tag": {"otherbot: max-snippet:3, nofollow"}}, "", directives{}},
		{"rules of a value for this crawler", http.Header{"X-Robots-Tag": {"lokman: max-snippet:3, nofollow"}}, "", directives{NoFollow: true}},
		{"canonical", nil, `<link rel="canonical" href="/other?a=1#part">`, directives{Canonical: "http://h0.test/other?a=1"}},
		{"canonical, base", nil, `<base href="/dir/"><link href="x" rel="Canonical">`, directives{Canonical: "http://h0.test/dir/x"}},
		{"two canonicals", nil, `<link rel=canonical href=/a><link rel=canonical href=/b>`, directives{}},
		{"canonical of the body", nil, `<p>x</p><link rel=canonical href=/a>`, directives{}},
		{"canonical of another scheme", nil, `<link rel=canonical href="ftp://h0.test/">`, directives{}},
		{"canonical header", http.Header{"Link": {`</style.css>; rel=preload, <http://h0.test/c>; rel="canonical"`}}, "", directives{Canonical: "http://h0.test/c"}},
		{"many links in a header", http.Header{"Link": {strings.Repeat("<>", 100_000) + "<http://h0.test/c>;rel=canonical"}}, "", directives{Canonical: "http://h0.test/c"}},
		{"letters that grow in lower case", nil, `<meta name=robots content="` + strings.Repeat("Ⱥ", 30) + ` unavailable_after: 1999-12-31">`, directives{NoIndex: true}},
		{"the same in a header", http.Header{"X-Robots-Tag": {strings.Repeat("Ⱥ", 30) + " UNAVAILABLE_AFTER: 1999-12-31"}}, "", directives{NoIndex: true}},
		{"the same canonical by header and tag", http.Header{"Link": {`</c>; rel=canonical`}}, `<link rel=canonical href="http://h0.test/c">`, directives{Canonical: "http://h0.test/c"}},
		{"another canonical by header than by tag", http.Header{"Link": {`</c>; rel=canonical`}}, `<link rel=canonical href=/d>`, directives{}},
		{"canonical header, the body has another", http.Header{"Link": {`</c>; rel=canonical`}}, `<p>x</p><link rel=canonical href=/d>`, directives{Canonical: "http://h0.test/c"}},
		{"two canonical headers", http.Header{"Link": {`</c>; rel=canonical`, `</d>; rel=canonical`}}, "", directives{}},
		{"a title that looks like a canonical header", http.Header{"Link": {`</c>; title="a, </x>; rel=canonical; \"b"; rel=next`}}, "", directives{}},
		{"canonical header behind a title", http.Header{"Link": {`</a,b;c>; title="x;y,<z>"; REL="next Canonical"; rel=next`}}, "", directives{Canonical: "http://h0.test/a,b;c"}},
		{"canonical header of another page, language or type", http.Header{"Link": {`</a>; rel=canonical; anchor="/x", </b>; rel=canonical; hreflang=de, </c>; rel=canonical; type="text/plain"`}}, "", directives{}},
		{"links without commas", http.Header{"Link": {`</a>; rel=next </b>; rel=canonical`}}, "", directives{Canonical: "http://h0.test/b"}},
		{"cut header", http.Header{"Link": {`<http://h0.test/c; rel="canonical`}}, "", directives{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := htmlPage(c.head, "text")
				a.Header = c.header
				p := fetchOne(t, a, crawl.Limits{})
				if diff := cmp.Diff(c.want, p.Directives()); diff != "" {
					t.Errorf("directives (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// followed crawls a web whose first page is given and returns the paths of the
// other pages that were asked for.
func followed(t *testing.T, c *crawl.Crawler, first testsite.Answer) string {
	t.Helper()
	web := testsite.New(testsite.Config{})
	web.Set("/", first)
	for _, path := range []string{"/a", "/b", "/c"} {
		web.Set(path, testsite.Page("leaf"))
	}
	c.Transport = web
	crawlAll(t, c, "http://h0.test/")
	var paths []string
	for _, r := range web.Log() {
		if r.Path != "/" && r.Path != "/robots.txt" {
			paths = append(paths, r.Path)
		}
	}
	return strings.Join(paths, " ")
}

func TestNoFollow(t *testing.T) {
	links := `<a href=/a>a</a><a rel="external NoFollow" href=/b>b</a><a rel=nofollow href=/c>c</a><a href=/c>c</a>`
	for _, c := range []struct {
		name     string
		page     testsite.Answer
		honoured string
		ignored  string
	}{
		{"rel", htmlPage("", links), "/a /c", "/a /b /c"},
		{"meta", htmlPage("<meta name=robots content=nofollow>", links), "", "/a /b /c"},
		{"header", testsite.Answer{Body: htmlPage("", links).Body, Header: http.Header{"X-Robots-Tag": {"none"}}}, "", "/a /b /c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := followed(t, &crawl.Crawler{}, c.page); got != c.honoured {
					t.Errorf("followed %q, want %q", got, c.honoured)
				}
				if got := followed(t, &crawl.Crawler{IgnoreNoFollow: true}, c.page); got != c.ignored {
					t.Errorf("followed %q when told to ignore nofollow, want %q", got, c.ignored)
				}
			})
		})
	}
}

// What a page asks and what is followed is what all readers of this module agree
// on, whichever way the page is read.
func TestReaderCases(t *testing.T) {
	for name, strategy := range map[string]crawl.Strategy{"by URLs alone": nil, "by documents": byDocument{}} {
		for _, c := range pagetest.Cases {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{})
					web.Handle("/", func(*http.Request) testsite.Answer { return testsite.Page("leaf") })
					web.Set("/d/page", testsite.Answer{Body: []byte(c.Page), Header: http.Header{"Content-Type": {"text/html"}}})
					crawler := crawl.Crawler{Transport: web, Strategy: strategy, Limits: crawl.Limits{Depth: 1}, Workers: 1}
					pages := crawlAll(t, &crawler, pagetest.PageURL)
					p := only(t, pages, pagetest.PageURL)
					if got := strings.Join(strings.Fields(p.Document().Text), " "); got != c.Text {
						t.Errorf("text %q, want %q", got, c.Text)
					}
					if links := slices.Collect(p.LinkURLs()); !slices.Equal(links, c.Links) {
						t.Errorf("links %q, want %q", links, c.Links)
					}
					d := crawl.Directives{Canonical: c.Canonical, Refresh: c.Refresh, NoFollow: c.NoFollow}
					if diff := cmp.Diff(d, p.Directives()); diff != "" {
						t.Errorf("directives (-want +got):\n%s", diff)
					}
					var followed []string
					for _, p := range pages {
						if p.URL != pagetest.PageURL && p.URL != c.Refresh {
							followed = append(followed, p.URL)
						}
					}
					want := slices.DeleteFunc(slices.Clone(c.Links), func(url string) bool {
						return slices.Contains(c.Refused, url) || url == pagetest.PageURL
					})
					slices.Sort(followed)
					slices.Sort(want)
					if want = slices.Compact(want); !slices.Equal(followed, want) {
						t.Errorf("followed %q, want %q", followed, want)
					}
				})
			})
		}
	}
}

// byDocument follows the links of documents.
type byDocument struct{}

func (byDocument) Value(p *crawl.Page) (v crawl.Valuation) {
	for _, l := range p.Document().Links {
		v.Links = append(v.Links, frontier.Entry{URL: l.URL})
	}
	return v
}

// A page that names another URL as its canonical one is a redirect to there,
// if Crawler.FollowCanonical is set.
func TestFollowCanonical(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := htmlPage("<link rel=canonical href=/b>", "<a href=/a>a</a>")
		if got := followed(t, &crawl.Crawler{FollowCanonical: true}, page); got != "/b" {
			t.Errorf("asked for %q, want /b alone", got)
		}
		if got := followed(t, &crawl.Crawler{}, page); got != "/a" {
			t.Errorf("asked for %q by default, want the page's own link /a", got)
		}
		itself := htmlPage("<link rel=canonical href=/>", "<a href=/a>a</a>")
		if got := followed(t, &crawl.Crawler{FollowCanonical: true}, itself); got != "/a" {
			t.Errorf("asked for %q, want /a: the page is its own canonical one", got)
		}
	})
}

// Of two pages that name each other one is valued, and so is a page whose
// canonical one is out of scope.
func TestCanonicalThatIsNoUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", htmlPage("<link rel=canonical href=/b>", "<a href=/from-first>x</a>"))
		web.Set("/b", htmlPage("<link rel=canonical href=/>", "<a href=/c>x</a>"))
		web.Set("/c", htmlPage("<link rel=canonical href=http://h1.test/>", "<a href=/d>x</a>"))
		web.Set("/d", testsite.Page("leaf"))
		c := crawl.Crawler{Transport: web, FollowCanonical: true, Scope: func(url string) error {
			if !strings.HasPrefix(url, "http://h0.test/") {
				return errors.New("elsewhere")
			}
			return nil
		}}
		pages := crawlAll(t, &c, "http://h0.test/")
		if only(t, pages, "http://h0.test/").Redirect != "http://h0.test/b" {
			t.Error("the first page is no redirect to its canonical one")
		}
		only(t, pages, "http://h0.test/d")
		if len(pages) != 4 {
			t.Errorf("pages %q, want /, /b, /c and /d", urls(pages))
		}
	})
}

// nofollow holds for the link as the page has it, whatever it is normalised to.
func TestNoFollowNormalized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crawl.Crawler{Normalize: crawlurls.Rules{Tracking: true}.Apply}
		if got := followed(t, &c, htmlPage("", `<a rel=nofollow href="/b?utm_source=x">b</a>`)); got != "" {
			t.Errorf("followed %q, want nothing", got)
		}
		c = crawl.Crawler{Normalize: c.Normalize, FollowCanonical: true}
		if got := followed(t, &c, htmlPage(`<link rel=canonical href="/b?utm_source=x">`, "")); got != "/b" {
			t.Errorf("went to %q, want the canonical URL by its normalised name /b", got)
		}
		c = crawl.Crawler{Normalize: c.Normalize}
		if got := followed(t, &c, htmlPage(`<meta http-equiv=refresh content="0; /b?utm_source=x">`, "")); got != "/b" {
			t.Errorf("went to %q, want the refresh's URL by its normalised name /b", got)
		}
	})
}

func FuzzDirectives(f *testing.F) {
	f.Add([]byte(`<meta name=robots content="none, unavailable_after: Ⱥ"><base href=x><a rel=nofollow href=y>`), "lokman: noindex", `<x>; rel="canonical", <`, "1;url='")
	f.Fuzz(func(t *testing.T, body []byte, tag, link, refresh string) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Answer{Body: body, Header: http.Header{"X-Robots-Tag": {tag}, "Link": {link}, "Refresh": {refresh}}})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Pages: 1}}
		for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			d := p.Directives()
			for _, url := range []string{d.Canonical, d.Refresh} {
				if canonical, err := crawl.Canonical(url); url != "" && (err != nil || canonical != url) {
					t.Errorf("%q is no canonical URL: %v", url, err)
				}
			}
		}
	})
}
