package crawl_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
)

// What XML closes is closed, if the page is served as XML.
func TestXHTML(t *testing.T) {
	const body = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>
<script src="a > b.js" async='async'/><style/><title>Beans</title></head>
<body><a id="top"/><br/><iframe src="/frame"/><p>Text <a href="/one">one</a><textarea/></p><a href="/two">two</a></body></html>`
	page := func(mediaType string) *crawl.Page {
		return &crawl.Page{URL: "http://a.test/", Status: 200, Header: http.Header{"Content-Type": {mediaType}}, Body: []byte(body)}
	}
	want := []string{"http://a.test/one", "http://a.test/two"}
	p := page("application/xhtml+xml; charset=utf-8")
	d := p.Document()
	var links []string
	for _, l := range d.Links {
		if l.URL != "" && l.Text != "" {
			links = append(links, l.URL)
		}
	}
	if d.Title != "Beans" || d.Text != "Beans\n\nText one\n\ntwo" || !slices.Equal(links, want) {
		t.Errorf("title %q, text %q, links %q, want all of the page", d.Title, d.Text, links)
	}
	if got := slices.Collect(page("application/xhtml+xml").LinkURLs()); !slices.Contains(got, want[1]) {
		t.Errorf("scanned: links %q, want %q among them", got, want[1])
	}
	if root, err := p.DOM(); err != nil || root == nil {
		t.Errorf("DOM: %v", err)
	}
	if string(p.UTF8()) != body {
		t.Error("UTF8 changes the page")
	}
	if d := page("text/html").Document(); d.Title != "" {
		t.Errorf("as HTML the title is %q, want what browsers make of it", d.Title)
	}
}
