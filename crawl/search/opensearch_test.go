package search_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/search"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// rss writes an answer in the shape of OpenSearch in RSS.
func rss(w http.ResponseWriter, urls ...string) {
	fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"
		xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>q</title><link>https://example.com/search</link>
		<opensearch:totalResults>4230000</opensearch:totalResults><opensearch:startIndex>1</opensearch:startIndex>
		<opensearch:Query role="request" searchTerms="q" startPage="1"/><atom:link rel="search" href="/opensearch.xml"/>`)
	for _, u := range urls {
		fmt.Fprintf(w, "<item><title>Hit</title><link>%s</link><description>…</description></item>", u)
	}
	fmt.Fprint(w, "</channel></rss>")
}

func TestOpenSearchTemplates(t *testing.T) {
	for _, c := range []struct {
		template string
		asked    []string // paths and queries; a page has 10 hits, 15 are wanted
	}{
		{"/?q={searchTerms}", []string{"/?q=a+b%26c%2F%C3%A4"}},
		{"/?q={searchTerms}&p={startPage?}", []string{"/?q=a+b%26c%2F%C3%A4&p=1", "/?q=a+b%26c%2F%C3%A4&p=2"}},
		{"/{searchTerms}/{startIndex}?n={count}", []string{"/a%20b&c%2F%C3%A4/1?n=15", "/a%20b&c%2F%C3%A4/11?n=15"}},
		{"/?q={searchTerms}&l={language}&e={inputEncoding}&x={geo:box?}", []string{"/?q=a+b%26c%2F%C3%A4&l=%2A&e=UTF-8&x="}},
	} {
		var asked []string
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			rss(w, numbered(10*len(asked), 10)...)
			asked = append(asked, r.URL.RequestURI())
		})
		got, err := (&search.OpenSearch{Template: address + c.template}).Seeds(t.Context(), "a b&c/ä", 0)
		if err != nil {
			t.Errorf("%s: %v", c.template, err)
		}
		if diff := cmp.Diff(c.asked, asked); diff != "" {
			t.Errorf("%s: asked (-want +got)\n%s", c.template, diff)
		}
		if diff := cmp.Diff(numbered(0, min(15, 10*len(c.asked))), got); diff != "" {
			t.Errorf("%s: seeds (-want +got)\n%s", c.template, diff)
		}
	}
}

func TestOpenSearchAtom(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("l") != "de" {
			t.Errorf("language %s", r.URL.Query().Get("l"))
		}
		fmt.Fprint(w, `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/search"/>
			<entry><title>Hit</title><link href="https://example.com/1"/><id>urn:1</id></entry>
			<entry><title>No page</title><link href="mailto:a@b"/></entry>
			<entry><title>Relative</title><link href="2"/></entry></feed>`)
	})
	got, err := (&search.OpenSearch{Template: address + "/x/?q={searchTerms}&l={language}", Language: "de"}).Seeds(t.Context(), "q", 0)
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"https://example.com/1", address + "/x/2"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestOpenSearchErrors(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("q") {
		case "cut":
			fmt.Fprint(w, "<rss><channel><item><link>https://example.com/0</link></item>")
		case "HTML":
			fmt.Fprint(w, "<html><body>no results</body></html>")
		default:
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	const template = "/secret?key=secret&q={searchTerms}"
	for _, c := range []struct {
		template, query string
		seeds           int
		reason          error
		want            string
	}{
		{template, "cut", 1, nil, address + ": not the answer of a search engine: sitemap: line 1: expected </channel>: unexpected EOF"},
		{template, "HTML", 0, sitemap.ErrFormat, address + `: not the answer of a search engine: sitemap: line 1: expected urlset, sitemapindex, rss, RDF, feed or opml, found "<html>": neither sitemap nor feed`},
		{template, "x", 0, nil, address + ": status 502 Bad Gateway"},
		{"/?key=secret", "x", 0, nil, "not a template: no {searchTerms} in it"},
		{"/?key=secret&q={searchTerms", "x", 0, nil, "not a template: a parameter without closing brace"},
		{"/?key=secret&q={searchTerms}&{geo:box}", "x", 0, nil, `not a template: the parameter "geo:box" is not known`},
	} {
		got, err := (&search.OpenSearch{Template: address + c.template}).Seeds(t.Context(), c.query, 0)
		if want := "search: " + c.want; err == nil || err.Error() != want || len(got) != c.seeds {
			t.Errorf("%d seeds, error\n%v\nwant\n%v", len(got), err, want)
		}
		if c.reason != nil && !errors.Is(err, c.reason) {
			t.Errorf("%v is not %v", err, c.reason)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("a secret is in the error: %v", err)
		}
	}
}
