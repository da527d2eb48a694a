package classify_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

// The visible text and the links of a page.
func ExampleReader_Document() {
	root, err := html.Parse(strings.NewReader(`<title>Drinks</title><p>An <a href="/espresso">espresso</a> is strong.</p>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc := classify.Reader{}.Document(root, "https://a.example/")
	fmt.Println(doc.Title)
	fmt.Println(doc.Text)
	for _, l := range doc.Links {
		fmt.Println(l.URL, l.Text)
	}
	// Output:
	// Drinks
	// Drinks
	//
	// An espresso is strong.
	// https://a.example/espresso espresso
}

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

// A text is the more like a query the more of its words are those of the query.
func ExampleCosine() {
	scorer := classify.Words{Stop: classify.EnglishStop}.NewCosine("influenza in winter")
	for _, text := range []string{"Influenza in the winter", "Winter sports", "Soup"} {
		fmt.Printf("%.2f %s\n", scorer.Score(text), text)
	}
	// Output:
	// 1.00 Influenza in the winter
	// 0.50 Winter sports
	// 0.00 Soup
}

// The title and the headings of a page count several times.
func ExampleEmphasis() {
	scorer := classify.Emphasis{Title: 4, Heading: 2}.NewScorer(classify.NewCosine("flu"))
	doc := classify.Reader{}.Scan([]byte(`<title>Flu</title><p>It comes in winter.`), "https://a.example/")
	fmt.Printf("%.2f\n", classify.ScoreDocument(scorer, doc))
	fmt.Printf("%.2f\n", scorer.Score(doc.Text))
	// Output:
	// 0.89
	// 0.45
}

// Links and pages by words in them, as on the page of a journal issue.
func ExampleConstraints() {
	c := classify.NewConstraints("en")
	doc := classify.Reader{}.Scan([]byte(`<a href="/help">Help</a> <a href="/7/1.abs">Abstract</a> <a href="/7/1.pdf">PDF</a>`), "https://j.example/7/")
	for i, found := range c.ClassifyPage(doc.Links, "https://j.example/7/") {
		fmt.Printf("%s %q %q\n", doc.Links[i].Text, found.Class, found.Evidence)
	}
	page := c.Page(classify.Resource{URL: "https://j.example/7/1.pdf", ContentType: "application/pdf", Body: []byte("%PDF-1.7")})
	fmt.Println(page.Class)
	// Output:
	// Help "" ["V: help"]
	// Abstract "Abstract" ["Abstract: abstract" "Abstract: abs"]
	// PDF "PDF" ["PDF: pdf"]
	// PDF
}
