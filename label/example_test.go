package label_test

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

const page = `<body><h1>%s</h1><p class="by">%s</p><h2>Abstract</h2><p>%s</p></body>`

func tree(title, by, abstract string) *html.Node {
	root, err := html.Parse(strings.NewReader(fmt.Sprintf(page, title, by, abstract)))
	if err != nil {
		panic(err)
	}
	return root
}

// Learn from one page, label another.
func ExampleLearn() {
	model, err := label.Learn([]label.Example{{
		Root: tree("Beans at night", "Ada Bean and Bert Pea", "We grew beans by night and by day, and compared how long they were."),
		Values: label.Values{
			Title:    "Beans at night",
			Authors:  []string{"Ada Bean", "Bert Pea"},
			Abstract: "We grew beans by night and by day, and compared how long they were.",
		},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	article, err := model.Label(tree("Oats in the rain", "Carl Oat, Dora Rye and Emil Spelt", "Oats were left in the rain for a month, and then they were weighed."))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, z := range article.Zones {
		fmt.Printf("%s (%s): %s\n", z.Label, z.Source, z.Text)
	}
	// Output:
	// title (template): Oats in the rain
	// authors (template): Carl Oat, Dora Rye, Emil Spelt
	// abstract (template): Oats were left in the rain for a month, and then they were weighed.
}

// A page's own metas say what its zones are, so that nobody needs to label it. The
// model that is learned from it reads pages without metas, and is kept in a file.
func ExampleMetaValues() {
	const head = `<meta name="citation_title" content="Beans at night"><meta name="citation_author" content="Ada Bean"><meta name="citation_author" content="Bert Pea">`
	labelled, err := html.Parse(strings.NewReader(head + fmt.Sprintf(page, "Beans at night", "Ada Bean and Bert Pea", "We grew beans.")))
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := label.MetaValues(labelled)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := label.Learn([]label.Example{{Root: labelled, Values: values}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer // or a file
	if _, err := model.WriteTo(&file); err != nil {
		fmt.Println(err)
		return
	}

	var kept label.Model
	if _, err := kept.ReadFrom(&file); err != nil {
		fmt.Println(err)
		return
	}
	article, err := kept.Label(tree("Oats in the rain", "Carl Oat, Dora Rye and Emil Spelt", "Oats were left in the rain."))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, z := range article.Zones {
		if z.Confidence >= label.GuessBelow {
			fmt.Printf("%s: %s\n", z.Label, z.Text) // z.Items has single names
		}
	}
	// Output:
	// title: Oats in the rain
	// authors: Carl Oat, Dora Rye, Emil Spelt
}

// What a model knows, for a program that reads pages by CSS or XPath.
func ExampleModel_Selector() {
	one := tree("Beans at night", "Ada Bean and Bert Pea", "We grew beans by night and by day, and compared how long they were.")
	other := tree("Oats in the rain", "Carl Oat and Dora Rye", "Oats were left in the rain for a month, and then they were weighed.")
	model, err := label.Learn([]label.Example{{Root: one, Values: label.Values{Title: "Beans at night", Authors: []string{"Ada Bean", "Bert Pea"}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	css, xpath, agree, err := model.Selector(label.Authors, one, other)
	fmt.Println(css, xpath, agree, err)
	// Output: p.by //p[contains(concat(' ', normalize-space(@class), ' '), ' by ')] 1 <nil>
}
