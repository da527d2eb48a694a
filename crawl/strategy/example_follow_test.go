package strategy_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// volume is a journal's page with links to articles and to other pages.
func volume() *webs.Web {
	docs := []webs.Document{{URL: "http://j.example/7/", Type: "text/html", Body: []byte(
		`<a href="/help">Help</a> <a href="/about">About flu</a> <a href="a1.html">Soup</a> <a href="a2.html">Flu in winter</a> <a href="a2.pdf">PDF</a>`)}}
	for _, path := range []string{"help", "about", "7/a1.html", "7/a2.html", "7/a2.pdf"} {
		docs = append(docs, webs.Document{URL: "http://j.example/" + path, Type: "text/html", Body: []byte("flu")})
	}
	web, err := webs.New(docs)
	if err != nil {
		panic(err)
	}
	return web
}

// The downloading of WebMARS (Tran et al. 2001): links with a word such as "help"
// are eliminated, the others followed in their order.
func ExampleFollow() {
	c := crawl.Crawler{
		Strategy:  strategy.Follow{Classifier: paper.NewConstraints()},
		Revisit:   true, // what fails is tried once more at the end
		Transport: volume(), Delay: crawl.None, Workers: 1,
	}
	for page, err := range c.Crawl(context.Background(), "http://j.example/7/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %q\n", page.URL, strategy.Followed(page).Class)
	}
	// Output:
	// http://j.example/7/ ""
	// http://j.example/about "Other"
	// http://j.example/7/a1.html "Other"
	// http://j.example/7/a2.html "Other"
	// http://j.example/7/a2.pdf "PDF"
}

// An articleLinks is a classifier: of pages that are named a and a number.
type articleLinks struct{}

func (articleLinks) Classify(l classify.Link) classify.Classification {
	if strings.Contains(l.URL, "/a") && strings.HasSuffix(l.URL, ".html") {
		return classify.Classification{Class: classify.ClassArticle}
	}
	return classify.Classification{Class: classify.ClassOther}
}

// Any strategy, but only article links. A classify.NearestNeighbor that has learned
// the journal's links is such a classifier.
func ExampleFollow_strategy() {
	c := crawl.Crawler{
		Strategy: strategy.Follow{
			Classifier: articleLinks{}, Accept: []string{classify.ClassArticle},
			Strategy: strategy.BestFirst{Scorer: classify.NewCosine("flu"), Anchor: 0.5},
		},
		Transport: volume(), Delay: crawl.None, Workers: 1,
	}
	for page, err := range c.Crawl(context.Background(), "http://j.example/7/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %.2f\n", page.URL, page.Score)
	}
	// Output:
	// http://j.example/7/ 0.63
	// http://j.example/7/a2.html 1.00
	// http://j.example/7/a1.html 1.00
}
