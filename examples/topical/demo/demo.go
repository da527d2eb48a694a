package demo

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed sites.txt
var sitesText string

//go:embed ontology.obo
var ontologyText string

// Page is one document of the demonstration web.
type Page struct {
	URL         string // absolute, http
	Status      int    // 200, 301 or 404
	Location    string // of a 301: absolute
	ContentType string
	Body        []byte // UTF-8; empty for a 301
}

const (
	htmlType = "text/html; charset=utf-8"
	textType = "text/plain; charset=utf-8"
)

// Pages returns the web in the byte order of its URLs. The same seed gives the same bytes; other seeds
// give other titles, texts, links and (mostly) URLs on the same hosts, as many of each subject.
// An error is of the files that are embedded here.
func Pages(seed uint64) ([]Page, error) {
	w, err := newWeb(seed)
	if err != nil {
		return nil, err
	}
	w.addLinks()
	layouts, err := parseLayouts()
	if err != nil {
		return nil, err
	}
	pages := robots()
	for _, p := range w.pages {
		switch p.kind {
		case movedKind:
			pages = append(pages, Page{URL: p.url, Status: 301, Location: p.target.url, ContentType: htmlType})
		case goneKind:
			pages = append(pages, Page{URL: p.url, Status: 404, ContentType: textType, Body: []byte("not found\n")})
		default:
			body, err := w.render(layouts, p)
			if err != nil {
				return nil, err
			}
			pages = append(pages, Page{URL: p.url, Status: 200, ContentType: htmlType, Body: body})
		}
	}
	slices.SortFunc(pages, func(a, b Page) int { return strings.Compare(a.URL, b.URL) })
	return pages, nil
}

// robots returns the two robots.txt files of the web; the other hosts have none.
func robots() []Page {
	text := func(url, body string) Page {
		return Page{URL: url, Status: 200, ContentType: textType, Body: []byte(body)}
	}
	return []Page{
		text("http://www.university.example/robots.txt", "User-agent: *\nDisallow: /staff/\n"),
		text("http://bells.example/robots.txt", "User-agent: *\nCrawl-delay: 1\n"),
	}
}

// Ontology returns a small medical ontology in OBO 1.2, in words of its own.
func Ontology() string { return ontologyText }
