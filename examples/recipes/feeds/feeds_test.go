package feeds_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/examples/recipes/feeds"
)

var lists = map[string]string{
	"/rss": `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title>
		<link>/home</link><item><title>Ties & hats</title><link>/hats</link></item>
		<item><title>Caf` + "\xe9" + ` and coffee</title><link> /cafe?a=1&amp;b=2 </link><media:title>x</media:title><description><![CDATA[Coffee <b>roasted</b>]]></description></item>`, // cut off
	"/atom": `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/self" rel="self"/><entry><title>Coffee at night</title>
		<link rel="replies" href="/replies"/><link href="/night"/><content type="html">&lt;p>of beans</content></entry></feed>`,
	"/rdf":  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><item><title>Mocha</title><link>/mocha</link></item></rdf:RDF>`,
	"/json": `{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/json-coffee","title":"Coffee","content_text":"of beans"}]}`,
}

// The entries of all kinds of feeds are followed, those about the topic first.
func TestAdaptive(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch list, ok := lists[r.URL.Path]; {
		case ok:
			w.Header().Set("Content-Type", map[bool]string{true: "application/json", false: "application/xml"}[r.URL.Path == "/json"])
			fmt.Fprint(w, list)
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<link rel=alternate type=application/rss+xml href=/rss><link rel=alternate type=application/atom+xml href=/atom>`)
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		default:
			fmt.Fprint(w, `<p>A page.`)
		}
	}))
	defer site.Close()
	c := crawl.Crawler{
		Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)}, Delay: crawl.NoDelay, Workers: 1, LinkKinds: []string{"feed"},
		Strategy: feeds.Adaptive{Adaptive: &strategy.Adaptive{Scorer: coffee{}}},
	}
	var got []string
	for page, err := range c.Crawl(t.Context(), site.URL+"/", site.URL+"/rdf", site.URL+"/json") {
		if err != nil || page.Err != nil {
			t.Fatal(err, page.Err)
		}
		if path := strings.TrimPrefix(page.URL, site.URL); path != "/" && lists[path] == "" {
			got = append(got, path)
		}
	}
	if n := len(got); n != 5 || slices.Index(got, "/hats") < slices.Index(got, "/cafe?a=1&b=2") {
		t.Errorf("followed %q, want five entries, hats behind coffee", got)
	}
	slices.Sort(got)
	if want := []string{"/cafe?a=1&b=2", "/hats", "/json-coffee", "/mocha", "/night"}; !slices.Equal(got, want) {
		t.Errorf("followed %q, want %q", got, want)
	}
}

// What is made to exhaust a reader does not, and what is no feed stays.
func TestPage(t *testing.T) {
	long := func(head, part string) []byte { return []byte(head + strings.Repeat(part, 1<<18/len(part))) }
	for name, body := range map[string][]byte{
		"nested":   long("<rss><item>", "<q:a>"),
		"entries":  long("<rss>", "<item>"),
		"pieces":   long("<rss><item><title>", "a<![CDATA[b]]>"),
		"brackets": long(`{"version":"https://jsonfeed.org/version/1","items":`, "["),
		"binary":   long("", "\x00\xff<"),
	} {
		page := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"application/xml"}}, Body: body}
		if feeds.Page(page) != page {
			t.Errorf("%s: it has entries", name)
		}
	}
	page := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte("<rss><item><link>/x</link>")}
	if feeds.Page(page) != page {
		t.Error("a page of HTML is taken for a feed")
	}
}

type coffee struct{}

func (coffee) Score(text string) float64 {
	return min(1, float64(strings.Count(strings.ToLower(text), "coffee")))
}
