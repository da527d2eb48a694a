package maintext_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/maintext"
)

const page = `<title>Espresso – Beans weekly</title>
<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>
<main><h1>Espresso</h1>
<p>Espresso is brewed by forcing hot water, at a pressure of about nine bars, through <a href=/beans>finely ground
beans</a>, so that a small cup is ready in half a minute.</p>
<p>It is the base of other drinks, such as a <em>ristretto</em>, for which the same amount of coffee is brewed with less water than usual.</p></main>
<footer>Beans weekly. All rights reserved.</footer>`

func ExampleOf() {
	web, err := webs.New([]webs.Document{{URL: "http://a.test/espresso", Type: "text/html", Body: []byte(page)}})
	if err != nil {
		panic(err)
	}
	c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Pages: 1}}
	for page, err := range c.Crawl(context.Background(), "http://a.test/espresso") {
		if err != nil {
			panic(err)
		}
		content, err := maintext.Of(page)
		if err != nil {
			continue
		}
		markdown, err := content.Markdown()
		if err != nil {
			continue
		}
		fmt.Println(markdown)
	}
	// Output:
	// # Espresso
	//
	// Espresso is brewed by forcing hot water, at a pressure of about nine bars, through [finely ground beans](http://a.test/beans), so that a small cup is ready in half a minute.
	//
	// It is the base of other drinks, such as a *ristretto*, for which the same amount of coffee is brewed with less water than usual.
}
