package crawl_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

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

// A page in XML is one whose root element is of XHTML, whatever XML it is served as.
func TestXHTMLServedAsXML(t *testing.T) {
	const (
		open  = `<html xmlns="http://www.w3.org/1999/xhtml">`
		inner = `<head><title/><title>Beans</title></head><body><a href="/one">one</a></body>`
		page  = open + inner + "</html>"
		xml   = `<?xml version="1.0"?>`
	)
	prefixed := strings.NewReplacer("</", "</h:", "<?", "<?", "<", "<h:").Replace(inner)
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, mediaType, body string
		want                  bool
	}{
		{"application/xml", "application/xml", xml + page, true},
		{"text/xml", "TEXT/XML; charset=utf-8", page, true},
		{"no type", "", xml + page, true},
		{"unknown type", "application/unknown", "\n " + xml + page, true},
		{"all that comes before", "text/xml", "\ufeff" + xml + "\n<!-- <rss> -->\n<?xml-stylesheet href='a'?>\n" + `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">` + page, true},
		{"entities", "text/xml", `<!DOCTYPE html [ <!ENTITY a "<b>"> <!-- don't --> ] >` + page, true},
		{"other attributes", "text/xml", strings.Replace(page, " xmlns", "\n lang='en'\txml:lang = \"en\" xmlns", 1), true},
		{"a prefix", "text/xml", `<h:html xmlns:h='http://www.w3.org/1999/xhtml'>` + prefixed + "</h:html>", true},
		{"another root", "text/xml", `<div xmlns="http://www.w3.org/1999/xhtml">` + inner + "</div>", true},
		{"UTF-16", "text/xml", utf16, true},
		{"no namespace", "text/xml", xml + "<!DOCTYPE html><html>" + inner + "</html>", false},
		{"another namespace", "text/xml", `<html xmlns="http://h.test/">` + inner + "</html>", false},
		{"namespace of another prefix", "text/xml", `<html xmlns:h="http://www.w3.org/1999/xhtml">` + inner + "</html>", false},
		{"within another root", "application/xml", "<doc>" + page + "</doc>", false},
		{"a feed", "text/xml", xml + "<rss>" + page + "</rss>", false},
		{"a sitemap", "application/xml", xml + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"/>`, false},
		{"no tag", "text/xml", "page", false},
		{"torn", "text/xml", "<html xmlns=\"http://www.w3.org/1999/xhtml", false},
		{"torn before the root", "text/xml", "<!DOCTYPE html [ <!-- ]", false},
		{"far behind", "text/xml", "<!--" + strings.Repeat("-", 64<<10) + "-->" + page, false},
		{"another type", "text/plain", page, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := http.Header{}
			if c.mediaType != "" {
				h.Set("Content-Type", c.mediaType)
			}
			p := &crawl.Page{URL: "http://a.test/", Status: 200, Header: h, Body: []byte(c.body)}
			d := p.Document()
			read := d.Title == "Beans" && len(d.Links) == 1 && d.Links[0].URL == "http://a.test/one"
			if urls := slices.Collect(p.LinkURLs()); p.IsHTML() != c.want || read != c.want || (len(urls) == 1) != c.want {
				t.Errorf("IsHTML %v, title %q, %d links, URLs %q, want a page: %v", p.IsHTML(), d.Title, len(d.Links), urls, c.want)
			}
		})
	}
}

func FuzzXHTML(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><!-- a --><!DOCTYPE html [ <!ENTITY a "b"> ]><h:html lang="" xmlns:h="http://www.w3.org/1999/xhtml"><h:a href="/x"/></h:html>`))
	f.Add([]byte("\xff\xfe<\x00a\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/xml"}}, Body: body}
		if d := p.Document(); !p.IsHTML() && len(d.Links) > 0 {
			t.Errorf("%d links of a page that is none", len(d.Links))
		}
	})
}
