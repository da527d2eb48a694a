package main

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// site is a small journal as it was recorded: a list on three pages, and an own page
// for each article but one. The articles of the last page have a new design.
//
//go:embed demo
var site embed.FS

const siteURL = "http://journal.example/"

// teachDemo points at one record of the built-in site.
func teachDemo(o *options) {
	o.start = siteURL
	o.record.Text = "Tides in small harbours"
	o.record.Parts = map[string]string{"title": "Tides in small harbours", "pages": "3-9"}
	o.inner["authors"] = "M. Okafor"
	o.link = "title"
	o.next = "Older articles"
	o.own.Text = "We measured the tide in four small harbours for a year and found that a wall of stones delays it by eleven minutes."
}

// demoWeb serves the built-in site: demo/index.html is its start.
func demoWeb() (http.RoundTripper, error) {
	var documents []webs.Document
	err := fs.WalkDir(site, "demo", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := site.ReadFile(path)
		if err != nil {
			return err
		}
		url := siteURL + d.Name()
		if d.Name() == "index.html" {
			url = siteURL
		}
		documents = append(documents, webs.Document{URL: url, Type: "text/html; charset=utf-8", Body: body})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return webs.New(documents)
}
