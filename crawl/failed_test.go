package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/frontier"
)

// A listening strategy is breadth-first but for /last, which it raises when a URL
// fails.
type listening struct {
	crawl.BreadthFirst
	heard []string
}

func (s *listening) FrontierOptions() frontier.Options { return frontier.Options{} }

func (s *listening) Failed(url string, why error) []frontier.Entry {
	var status *crawl.StatusError
	switch {
	case errors.As(why, &status):
		why = fmt.Errorf("status %d", status.Status)
	case errors.Is(why, crawl.ErrRedirected):
		why = crawl.ErrRedirected
	}
	s.heard = append(s.heard, url+": "+why.Error())
	return []frontier.Entry{{URL: "http://a.test/last", Value: 1}}
}

func (s *listening) Refused(url string, why error) {
	s.heard = append(s.heard, "refused "+url+": "+why.Error())
}

func TestFailureListener(t *testing.T) {
	page := func(url, body string) experiment.Document {
		return experiment.Document{URL: url, Type: "text/html", Body: []byte(body)}
	}
	web, err := experiment.NewWeb([]experiment.Document{
		page("http://a.test/", `<a href="/dead">1</a><a href="/old">2</a><a href="/c">3</a><a href="/last">4</a><a href="http://b.test/">5</a>`),
		{URL: "http://a.test/old", Status: http.StatusMovedPermanently, Location: "/new"},
		page("http://a.test/new", "new"), page("http://a.test/c", "c"), page("http://a.test/last", "last"),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &listening{}
	c := crawl.Crawler{
		Strategy: s, Transport: web, Workers: 1, Delay: crawl.NoDelay, IgnoreRobots: true,
		Scope: func(url string) error {
			if url == "http://b.test/" {
				return errors.New("not ours")
			}
			return nil
		},
	}
	var order []string
	for p, err := range c.Crawl(context.Background(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, p.URL)
	}
	if want := []string{
		"refused http://b.test/: out of scope: not ours", "http://a.test/dead: status 404", "http://a.test/old: " + crawl.ErrRedirected.Error(),
	}; !slices.Equal(s.heard, want) {
		t.Errorf("heard %q, want %q", s.heard, want)
	}
	if want := []string{
		"http://a.test/", "http://a.test/dead", "http://a.test/last", "http://a.test/old", "http://a.test/c", "http://a.test/new",
	}; !slices.Equal(order, want) {
		t.Errorf("order %q, want %q", order, want)
	}
}
