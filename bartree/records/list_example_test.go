package records_test

import (
	"context"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

func ExampleLearn() {
	page := []byte(`<html><body><h1>Issue 1</h1><ul>
<li><a href="tides.html">Tides in small harbours</a>, by M. Okafor
<li><a href="notes.html">Notes</a>
<li><a href="swifts.html">Counting swifts</a>, by P. Ilves and T. Saar
</ul><a rel="next" href="../2/">Next issue</a></body></html>`)

	list, err := records.Learn(page, bartree.Region{
		Text:  "Tides in small harbours",
		Parts: map[string]string{"title": "Tides in small harbours", "authors": "M. Okafor"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	listing, err := list.Read("http://journal.example/1/", page)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range listing.Records {
		fmt.Printf("%q by %q: %s\n", r.Parts["title"], r.Parts["authors"], r.Links["title"])
	}
	fmt.Println("next:", listing.Next)
	// Output:
	// "Tides in small harbours" by "M. Okafor": http://journal.example/1/tides.html
	// "Notes" by "": http://journal.example/1/notes.html
	// "Counting swifts" by "P. Ilves and T. Saar": http://journal.example/1/swifts.html
	// next: http://journal.example/2/
}

// What a list knows, for a program that reads pages by CSS or XPath.
func ExampleList_Selector() {
	page := []byte(`<html><body><ul class="menu"><li><a href="/">Home</a></ul><ul>
<li><a href="tides.html">Tides in small harbours</a> 12
<li><a href="swifts.html">Counting swifts</a> 19
</ul></body></html>`)
	title := "Tides in small harbours"
	list, err := records.Learn(page, bartree.Region{Text: title, Parts: map[string]string{"title": title}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, part := range []string{"", "title"} {
		css, xpath, agree, err := list.Selector(part, page)
		fmt.Println(css, xpath, agree, err)
	}
	// Output:
	// ul:nth-of-type(2) > li //ul[2]/li 1 <nil>
	// a .//a 1 <nil>
}

func ExampleHarvest() {
	pages := map[string]string{
		"http://journal.example/":      `<html><body><ul><li><a href="tides">Tides</a><li><a href="bread">Bread</a><li><a href="moss">Moss</a></ul></body></html>`,
		"http://journal.example/tides": `<html><body><h1>Tides</h1><p class="text">They rise.</p></body></html>`,
		"http://journal.example/bread": `<html><body><h1>Bread</h1><p class="text">It rises too.</p></body></html>`,
	}
	get := func(_ context.Context, url string) ([]byte, error) { // a polite fetcher in its place
		if page, ok := pages[url]; ok {
			return []byte(page), nil
		}
		return nil, fmt.Errorf("not found")
	}

	list, err := records.Learn([]byte(pages["http://journal.example/"]), bartree.Region{Text: "Tides", Parts: map[string]string{"title": "Tides"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var watch bartree.Watch
	if err := watch.Add("text", bartree.Region{Text: "They rise."}, time.Now(), []byte(pages["http://journal.example/tides"])); err != nil {
		fmt.Println(err)
		return
	}
	h := records.Harvest{List: list, Link: "title", Watch: &watch, Target: "text"}
	for one, err := range h.Run(context.Background(), "http://journal.example/", get) {
		switch {
		case err != nil:
			fmt.Println(err)
		case one.Deferred != nil:
			fmt.Println("deferred:", one.Deferred)
		default:
			fmt.Println(one.Record.Parts["title"], "-", one.Look.Region.Text)
		}
	}
	// Output:
	// Tides - They rise.
	// Bread - It rises too.
	// deferred: bartree: http://journal.example/moss: not found
}
