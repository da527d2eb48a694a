// Package report writes one topical crawl as a single HTML page: readable
// without scripts, and asking nothing of any network.
//
// Titles, URLs and reasons come from the open web. They are shown as text and
// nothing else: html/template escapes them, [plain] takes out what would break
// the layout, and the page's own security policy forbids it to load anything.
package report

import (
	"embed"
	"html/template"
	"io"
)

// A Report has the data of one crawl.
type Report struct {
	Title    string    // the topic, for example "influenza"
	Program  string    // the program that crawled, for example "lokman topical"
	Settings []Setting // in the order in which they are shown
	Ended    string    // why the crawl ended: "reached 100 pages"

	// Judge says who judged relevance. "" means that nobody did: the report
	// then says so and shows neither harvest rates nor relevance.
	Judge string

	Pages  []Page  // in fetch order, with the failed ones and the redirects
	Curves []Curve // the crawl's own first; then what it is compared with
	Terms  []Term  // of the topic
}

// A Setting is one of the choices the crawl was made with.
type Setting struct{ Name, Value string }

// A Page is what became of one URL. It counts as fetched if it has a status of
// 2xx and did not fail.
type Page struct {
	N             int    // place in the fetch order, 1 for the first
	URL, Parent   string // Parent is the page that linked here, "" for a seed
	Host, Title   string
	Why           string // what the value is made of
	Depth, Status int    // Status is 0 if there was no answer
	Bytes         int64  // of the body
	Value, Score  float64
	Relevant      bool // says the judge; of no meaning without Judged
	Judged        bool
	Failed        bool
}

// A Curve counts the relevant pages of a crawl as it went: Relevant[i] of the
// first i+1 fetched pages were relevant.
type Curve struct {
	Name     string
	Relevant []int
}

// A Term is one phrase of the topic and how near it is to it.
type Term struct {
	Text, Relation string
	Weight         float64
}

//go:embed report.html.tmpl report.css
var files embed.FS

var page = template.Must(template.ParseFS(files, "report.html.tmpl", "report.css"))

// Write writes the report as one HTML page. The same report gives the same
// bytes.
func Write(w io.Writer, r Report) error {
	return page.ExecuteTemplate(w, "report.html.tmpl", newView(r))
}
