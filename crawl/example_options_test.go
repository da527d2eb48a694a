package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
)

// counter counts what a crawl has refused, by cause.
type counter map[string]int

func (c counter) Observe(e crawl.Event) {
	if e.Kind == "refused" {
		c[crawl.Cause(e.Err)]++ // with several workers: take a lock
	}
}

// A crawl that stays on one site and counts the links that it leaves out.
func ExampleCrawler_scope() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<a href="/flu">Flu</a> <a href="https://elsewhere.example/">Elsewhere</a> <a href="/ad" rel="nofollow">Ad</a>`)
	}))
	defer server.Close()
	refused := counter{}
	c := crawl.Crawler{
		UserAgent: "ExampleBot/1.0 (+https://example.org/bot)",
		Scope: func(url string) error {
			if !strings.HasPrefix(url, server.URL) {
				return errors.New("on another site")
			}
			return nil
		},
		Limits:    crawl.Limits{Pages: 1000, Depth: 10},
		Observer:  refused,
		Logger:    slog.New(slog.DiscardHandler), // or slog.Default()
		Workers:   1,
		Transport: &crawl.Transport{Open: crawl.Hostnames(server.URL)},
		Delay:     crawl.None,
	}
	for _, err := range c.Crawl(context.Background(), server.URL+"/") {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(c.Stats().Pages, "pages;", refused)
	// Output: 2 pages; map[nofollow:2 scope:2]
}

// The second crawl of a site asks for what has changed.
func ExampleMemoryValidators() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, "<!doctype html>The flu comes in winter.")
	}))
	defer server.Close()
	var file bytes.Buffer // keeps the validators from one crawl to the next
	for range 2 {
		var known crawl.MemoryValidators
		if _, err := known.ReadFrom(&file); err != nil {
			fmt.Println(err)
			return
		}
		c := crawl.Crawler{Validators: &known, Transport: &crawl.Transport{Open: crawl.Hostnames(server.URL)}, Delay: crawl.None}
		for page, err := range c.Crawl(context.Background(), server.URL+"/") {
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println(page.Status, "not modified:", page.NotModified)
		}
		if _, err := known.WriteTo(&file); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// 200 not modified: false
	// 304 not modified: true
}

// What a site's sitemaps name, as the seeds of a crawl.
func ExampleCrawler_Sitemaps() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, "Sitemap: http://%s/map.xml\n", r.Host)
		case "/map.xml":
			fmt.Fprintf(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://%s/flu</loc><lastmod>2026-01-02</lastmod></url></urlset>`, r.Host)
		default:
			fmt.Fprint(w, "<!doctype html>The flu comes in winter.")
		}
	}))
	defer server.Close()
	c := crawl.Crawler{Transport: &crawl.Transport{Open: crawl.Hostnames(server.URL)}, Delay: crawl.None}
	var seeds []string
	for entry, err := range c.Sitemaps(context.Background(), server.URL+"/") {
		if err != nil {
			fmt.Println(err) // that list could not be read, the others follow
			continue
		}
		fmt.Println(path(entry.URL), entry.LastMod.Format("2 January 2006"))
		seeds = append(seeds, entry.URL)
	}
	for page, err := range c.Crawl(context.Background(), seeds...) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(path(page.URL), page.Status)
	}
	// Output:
	// /flu 2 January 2026
	// /flu 200
}
