package classic_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
)

// SharkSearch follows links whose text or surroundings are about the query.
func ExampleSharkSearch() {
	web, err := webs.New([]webs.Document{
		{URL: "http://clinic.example/", Type: "text/html", Body: []byte(`Clinic. <p><a href="/staff">Our staff</a> <p><a href="/flu">About influenza</a>`)},
		{URL: "http://clinic.example/staff", Type: "text/html", Body: []byte(`Two doctors.`)},
		{URL: "http://clinic.example/flu", Type: "text/html", Body: []byte(`Influenza comes in winter.`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := crawl.Crawler{
		Strategy:  classic.SharkSearch{Scorer: classify.NewCosine("influenza"), Decay: 0.5, Anchor: 0.8, Inherit: 0.1, Depth: 3},
		Transport: web, Workers: 1, Delay: crawl.None,
	}
	for page, err := range c.Crawl(context.Background(), "http://clinic.example/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(page.URL)
	}
	// Output:
	// http://clinic.example/
	// http://clinic.example/flu
	// http://clinic.example/staff
}
