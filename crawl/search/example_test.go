package search_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/lokman-crawler/lokman/crawl/search"
)

func ExampleSearXNG() {
	// A stand-in for an instance of your own, http://localhost:8080.
	instance := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"results": [{"url": "https://medlineplus.gov/diabetes.html"}, {"url": "https://example.org/insulin#top"}]}`)
	}))
	defer instance.Close()

	s := search.SearXNG{URL: instance.URL, UserAgent: "MyBot/1.0 (+https://example.com/bot)"}
	seeds, err := s.Seeds(context.Background(), "diabetes mellitus", 0)
	if err != nil {
		fmt.Println(err)
	}
	for _, url := range seeds {
		fmt.Println(url)
	}
	// Output:
	// https://medlineplus.gov/diabetes.html
	// https://example.org/insulin
}
