package classify_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

// A page in the list of an issue's articles is built unlike them.
func ExamplePageSet() {
	article := `<h1 class=title>%[1]s</h1><ul class=by><li>Ada Bean</ul><h2>Summary</h2><p class=text>%[2]s</p><p class=mail>Bonn`
	notice := `<h1>%[1]s</h1><div>%[2]s</div>`
	pages := []struct{ name, template string }{
		{"beans", article}, {"peas", article}, {"lentils", article}, {"vetches", article}, {"prices", notice},
	}
	words := classify.NewConstraints("en")
	var issue classify.PageSet
	for _, p := range pages {
		src := fmt.Sprintf(p.template, p.name, strings.Repeat("They grow in the shade. ", 20))
		root, err := html.Parse(strings.NewReader(src))
		if err != nil {
			panic(err)
		}
		r := classify.Resource{URL: "https://j.example/7/" + p.name + ".html", ContentType: "text/html", Root: root}
		r.Link.Class = classify.ClassArticle // all are linked like articles
		alone := words.Page(r)
		issue.Add(r, alone)
		fmt.Println(p.name, alone.Class)
	}
	fmt.Println("together:")
	for i, c := range issue.Classify() {
		fmt.Println(pages[i].name, c.Class)
	}
	// Output:
	// beans Abstract
	// peas Abstract
	// lentils Abstract
	// vetches Abstract
	// prices Abstract
	// together:
	// beans Abstract
	// peas Abstract
	// lentils Abstract
	// vetches Abstract
	// prices Other
}
