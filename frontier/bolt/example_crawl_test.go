package bolt_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// A crawl that was stopped goes on where it was when it is given the same file.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	web, err := webs.New([]webs.Document{
		{URL: "http://a.example/", Type: "text/html", Body: []byte(`<a href="/soup">soup</a> <a href="/flu">flu</a>`)},
		{URL: "http://a.example/flu", Type: "text/html", Body: []byte(`Flu!`)},
		{URL: "http://a.example/soup", Type: "text/html", Body: []byte(`Soup.`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for run := 1; run <= 2; run++ {
		s := strategy.Lokman{Scorer: classify.NewCosine("flu")}
		queue, err := bolt.Open(filepath.Join(dir, "crawl.db"), bolt.Options{Options: crawl.FrontierOptions(s)})
		if err != nil {
			fmt.Println(err)
			return
		}
		c := crawl.Crawler{Strategy: s, Frontier: queue, Transport: web, Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: 2}}
		for page, err := range c.Crawl(context.Background(), "http://a.example/") {
			if err != nil {
				fmt.Println(err)
				break
			}
			fmt.Println("run", run, page.URL)
		}
		if err := queue.Close(); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// run 1 http://a.example/
	// run 1 http://a.example/flu
	// run 2 http://a.example/soup
}
