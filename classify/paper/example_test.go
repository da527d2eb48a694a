package paper_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// read reads a page with its elements.
func read(src, url string) classify.Document {
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		panic(err)
	}
	return classify.Reader{}.Document(root, url)
}

func ExampleNearestNeighbor() {
	taught := read(`<a href=/1/a.html>On cells</a> <a href=/help>Help</a>`, "http://j.example/1/")
	model := paper.NearestNeighbor{Journal: "J", Distance: "jaccard"}
	if err := model.Learn(
		classify.Example{Link: taught.Links[0], Class: classify.ClassArticle},
		classify.Example{Link: taught.Links[1], Class: classify.ClassOther},
	); err != nil {
		fmt.Println(err)
	}
	next := read(`<a href=/2/c.html>On hearts</a> <a href=/help>Help</a>`, "http://j.example/2/")
	for _, l := range next.Links {
		fmt.Println(l.Text, "is", model.Classify(l).Class)
	}
	// Output:
	// On hearts is article
	// Help is other
}

func ExampleVector() {
	d := read(`<a href="http://nih.nlm.gov/help/">HELP</a>`, "http://nih.nlm.gov/")
	for i, value := range paper.Vector(d.Links[0]) {
		if value != "<>" {
			fmt.Println(paper.Components()[i], value)
		}
	}
	// Output:
	// attribute-name <href>
	// attribute-value <http://nih.nlm.gov/help/>
	// href-scheme <http>
	// content-caption <HELP>
}
