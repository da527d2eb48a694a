package classify_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/classify"
)

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
	fmt.Printf("%.2f\n", scorer.ScoreDocument(doc))
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
