package synthetic_test

import (
	"fmt"
	"log"

	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
)

// The same seed gives the same web, on any machine.
func Example() {
	g, err := synthetic.Generator{Seed: 1, Pages: 600, Topics: 3}.Generate()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Web.Len(), "documents")
	for _, t := range g.Topics {
		fmt.Println(t.Name, len(t.Relevant), "relevant pages")
	}
	// Output:
	// 889 documents
	// lodrudea stagraen 44 relevant pages
	// costiokeas fuvu 31 relevant pages
	// betriclou tugre 25 relevant pages
}
