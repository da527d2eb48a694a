package label_test

import (
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
