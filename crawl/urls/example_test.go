package urls_test

import (
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

func ExampleRules() {
	rules := urls.Rules{Tracking: true, Sessions: true, Drop: []string{"ref"}, SortQuery: true}
	for _, url := range []string{
		"https://shop.example/list;jsessionid=5F2C?page=2&color=red&utm_source=mail",
		"https://shop.example/list?color=red&page=2&ref=home",
	} {
		name, err := rules.Apply(url)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(name)
	}
	// Output:
	// https://shop.example/list?color=red&page=2
	// https://shop.example/list?color=red&page=2
}

func ExampleGuard() {
	guard := urls.Guard{Dates: 24, Hosts: urls.NoLimit}
	for month := range 1000 {
		url := fmt.Sprintf("https://club.example/calendar/%d/%d", 2026+month/12, 1+month%12)
		err := guard.Check(url)
		var trap *urls.TrapError
		if errors.As(err, &trap) {
			fmt.Println(month, "pages, then:", trap.Trap)
			fmt.Println(err)
			return
		}
	}
	// Output:
	// 24 pages, then: calendar
	// trap, calendar: "https://club.example/calendar/2028/1"
}

// A crawl of two sites, of pages alone, without their archives.
func ExampleFilter() {
	scope := urls.Filter{
		Hosts:    []string{"clinic.example", "*.clinic.example"},
		NotPaths: []string{"/archive/", "/*?*print="},
		Types:    []string{"html", ""},
		Depth:    4,
		Then:     new(urls.Guard).Check,
	}
	for _, url := range []string{
		"https://www.clinic.example/flu/", "https://clinic.example/flu.pdf", "https://clinic.example/archive/2019", "https://elsewhere.example/",
	} {
		fmt.Println(url, scope.Check(url)) // crawl.Crawler{Scope: scope.Check}
	}
	// Output:
	// https://www.clinic.example/flu/ <nil>
	// https://clinic.example/flu.pdf out of scope: the file type
	// https://clinic.example/archive/2019 out of scope: the path
	// https://elsewhere.example/ out of scope: the host elsewhere.example
}
