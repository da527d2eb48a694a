// Package report writes one crawl as a single HTML page for people: its harvest or
// its scores as a curve, its hosts, and each page with its value, the reason, and
// the path of links that led to it.
//
//	r := report.Report{Title: "influenza"}
//	for page, err := range c.Crawl(ctx, seeds...) {
//		if err != nil {
//			break
//		}
//		r.Add(page)
//	}
//	err := report.Write(file, r)
//
// The page is readable without scripts and loads nothing. Its one script
// searches and sorts the list of pages.
//
// Titles, URLs and reasons come from the open web. They are shown as text:
// html/template escapes them, characters that would break the layout are
// removed, and the page's security policy forbids to load anything and to run
// any script but its own.
package report

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/lokman-crawler/lokman/crawl"
)

// A Report has the data of one crawl.
type Report struct {
	Title    string      // the topic, for example "influenza"
	Program  string      // the program that crawled, for example "lokman crawl"
	Settings [][2]string // the choices it was made with, each a name and a value, in the order in which they are shown
	Ended    string      // why the crawl ended: "reached 100 pages"

	// Judge says who judged relevance. "" means that they were not judged: the report
	// then says so and shows neither harvest rates nor relevance.
	Judge string

	// Relevant, if set, is how Judge judges the fetched pages that are given to
	// Add. It is called once a page.
	Relevant func(*crawl.Page) bool

	Pages  []Page  // in fetch order, with the failed ones and the redirects
	Curves []Curve // the crawl's own first; then what it is compared with
	Terms  []Term  // of the topic

	revisits revisits
}

// A Page is what became of one URL. It counts as fetched if it has a status of
// 2xx and did not fail.
type Page struct {
	N             int     // place in the fetch order, 1 for the first
	URL, Parent   string  // Parent is the page that linked here, "" for a seed
	Title         string  // of the page
	Why           string  // what the value is made of
	Taken         string  // what the value of its link was made of, "" if it is not known
	Depth, Status int     // Status is 0 if there was no answer
	Bytes         int64   // of the body
	Value, Score  float64 // by the strategy; by its scorer
	Relevant      bool    // says the judge; of no meaning without Judged
	Judged        bool    // by Report.Relevant
	Failed        bool    // no page was fetched
}

// A Curve counts the relevant pages of a crawl as it went: Relevant[i] of the
// first i+1 fetched pages were relevant.
type Curve struct {
	Name     string // in the legend
	Relevant []int
}

// A Term is one phrase of the topic and how near it is to it.
type Term struct {
	Text, Relation string  // the phrase; how it is related to the topic
	Weight         float64 // of one occurrence
}

//go:embed report.html.tmpl report.css
var files embed.FS

//go:embed report.js
var script string

var page = template.Must(template.ParseFS(files, "report.html.tmpl", "report.css"))

// scriptElement is the script as it stands on the page, and scriptHash what the
// page's policy knows it by.
var (
	scriptElement = template.HTML("<script>" + script + "</script>")
	scriptHash    = func() string {
		sum := sha256.Sum256([]byte(script))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}()
)

// Write writes the report as one HTML page. The same report gives the same
// bytes.
func Write(w io.Writer, r Report) error {
	return page.ExecuteTemplate(w, "report.html.tmpl", newView(r))
}
