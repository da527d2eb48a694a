package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A listening strategy is breadth-first but for /last, which it raises when a URL
// fails.
type listening struct {
	crawl.BreadthFirst
	heard []string
}

func (s *listening) FrontierOptions() frontier.Options { return frontier.Options{} }

func (s *listening) Failed(url string, why error) []frontier.Entry {
	var status *failure.StatusError
	var redirect *crawl.RedirectError
	switch {
	case errors.As(why, &status):
		why = fmt.Errorf("status %d", status.Status)
	case errors.As(why, &redirect):
		why = fmt.Errorf("redirects to %q", redirect.To)
	}
	s.heard = append(s.heard, url+": "+why.Error())
	return []frontier.Entry{{URL: "http://a.test/last", Value: 1}}
}

func (s *listening) Refused(url string, why error) {
	s.heard = append(s.heard, "refused "+url+": "+why.Error())
}

func TestFailureListener(t *testing.T) {
	page := func(url, body string) webs.Document {
		return webs.Document{URL: url, Type: "text/html", Body: []byte(body)}
	}
	web, err := webs.New([]webs.Document{
		page("http://a.test/", `<a href="/dead">1</a><a href="/old">2</a><a href="/c">3</a><a href="/last">4</a><a href="http://b.test/">5</a>`),
		{URL: "http://a.test/old", Status: http.StatusMovedPermanently, Location: "/new"},
		page("http://a.test/new", "new"), page("http://a.test/c", "c"), page("http://a.test/last", "last"),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &listening{}
	c := crawl.Crawler{
		Strategy: s, Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
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
		"refused http://b.test/: out of scope: not ours", "http://a.test/dead: status 404", `http://a.test/old: redirects to "http://a.test/new"`,
	}; !slices.Equal(s.heard, want) {
		t.Errorf("heard %q, want %q", s.heard, want)
	}
	if want := []string{
		"http://a.test/", "http://a.test/dead", "http://a.test/last", "http://a.test/old", "http://a.test/c", "http://a.test/new",
	}; !slices.Equal(order, want) {
		t.Errorf("order %q, want %q", order, want)
	}
}

// panicking panics with one page, and notes what it is told of failures. It may panic
// with those too.
type panicking struct {
	crawl.BreadthFirst
	at    string
	also  bool
	heard *[]string
}

func (s panicking) Value(p *crawl.Page) crawl.Valuation {
	if p.URL == s.at {
		panic("poison")
	}
	return s.BreadthFirst.Value(p)
}

func (s panicking) Failed(url string, why error) []frontier.Entry {
	*s.heard = append(*s.heard, url+": "+crawl.Cause(why))
	if s.also {
		panic("again")
	}
	return nil
}

func (panicking) Refused(string, error) {}

// A strategy hears of a page with which something panics, be it the strategy itself.
func TestFailureListenerOfPanics(t *testing.T) {
	for _, also := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var heard []string
			c := crawl.Crawler{
				Transport: testsite.New(testsite.Config{Pages: 4}), Workers: 1,
				Strategy: panicking{at: poison, also: also, heard: &heard},
			}
			var panicked *crawl.PanicError
			pages := crawlAll(t, &c, "http://h0.test/")
			if p := only(t, pages, poison); !errors.As(p.Err, &panicked) || panicked.Value != "poison" {
				t.Errorf("%v, want the first panic", p.Err)
			}
			if want := []string{poison + ": panic"}; !slices.Equal(heard, want) {
				t.Errorf("heard %q, want %q", heard, want)
			}
		})
	}
}

// A strategy hears of a URL whose attempts are spent before it is fetched.
func TestFailureListenerOfSpentAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const seed = "http://h0.test/"
		ctx := t.Context()
		var f frontier.Memory
		if err := f.Push(ctx, frontier.Entry{URL: seed, Host: "h0.test"}); err != nil {
			t.Fatal(err)
		}
		l, err := f.Pop(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Done(ctx, l, frontier.Outcome{Result: frontier.Retry}); err != nil {
			t.Fatal(err)
		}
		s := &listening{}
		c := crawl.Crawler{
			Transport: testsite.New(testsite.Config{Pages: 4}), Frontier: &f, Strategy: s,
			Limits: crawl.Limits{Attempts: 1},
		}
		crawlAll(t, &c)
		if len(s.heard) != 1 || !strings.Contains(s.heard[0], failure.ErrAttempts.Error()) {
			t.Errorf("heard %q, want that the attempts of %s are spent", s.heard, seed)
		}
	})
}
