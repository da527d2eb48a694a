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
