package harvest

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
)

// site is a small journal as it was recorded: a list on three pages, and an own page
// for each article but one. The articles of the last page have a new design.
//
//go:embed demo
var site embed.FS

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
		url := harvest.SiteURL + d.Name()
		if d.Name() == "index.html" {
			url = harvest.SiteURL
		}
		documents = append(documents, webs.Document{URL: url, Type: "text/html; charset=utf-8", Body: body})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return webs.New(documents)
}
