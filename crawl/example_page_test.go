package crawl_test

import (
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// A page that another program has fetched: its URL, its body and, as far as they
// are known, its status and header are enough to read and to value it.
func ExamplePage() {
	url, err := crawl.Canonical("HTTP://Clinic.Example:80/flu#top")
	if err != nil {
		fmt.Println(err) // neither http nor https
		return
	}
	page := &crawl.Page{
		URL:    url, // links are resolved against it
		Status: http.StatusOK,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, // without it type and encoding are told from the body
		Body:   []byte(`<title>Flu</title><p>Influenza comes in winter. <a href="/vaccine">Influenza vaccine</a> <a href="/news">News</a>`),
	}
	fmt.Println(page.URL, page.Document().Title)

	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{{Text: "influenza", Relation: ontology.Exact}}}
	s := &strategy.LokmanNormalized{Scorer: ontology.NewScorer(topic)}
	v := s.Value(page)
	fmt.Printf("value %.2f\n", v.Explanation.Value()) // v.Explanation says what it is made of
	for _, link := range v.Links {
		fmt.Printf("%.2f %s\n", link.Value, link.URL)
	}
	// Output:
	// http://clinic.example/flu Flu
	// value 0.79
	// 0.64 http://clinic.example/vaccine
	// 0.39 http://clinic.example/news
}

// A page without some of its links: a strategy that leaves them out shows it to
// the one within it.
func ExamplePage_WithLinks() {
	page := &crawl.Page{URL: "http://a.example/", Body: []byte(`<!doctype html><a href="/flu">Flu</a> <a href="/login">Log in</a>`)}
	links := page.Document().Links
	only := page.WithLinks(func(i int) bool { return links[i].Text != "Log in" })
	for _, l := range only.Document().Links {
		fmt.Println(l.URL, classify.NewCosine("flu").Score(l.Text))
	}
	// Output: http://a.example/flu 1
}
