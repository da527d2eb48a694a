package crawl_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

const poison = "http://h0.test/p/1"

// poisoned panics at one page.
func poisoned(p *crawl.Page) crawl.Valuation {
	if p.URL == poison {
		panic("poison")
	}
	return crawl.BreadthFirst{}.Value(p)
}

// A strategy that panics costs the page, not the program.
func TestStrategyPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crawl.Crawler{Transport: testsite.New(testsite.Config{Pages: 4}), Strategy: valuing(poisoned)}
		pages := crawlAll(t, &c, "http://h0.test/")
		var panicked *crawl.PanicError
		if p := only(t, pages, poison); !errors.As(p.Err, &panicked) || panicked.Value != "poison" || crawl.Cause(p.Err) != "panic" {
			t.Errorf("%v, want the panic", p.Err)
		}
		if !strings.Contains(string(panicked.Stack), "poisoned") {
			t.Errorf("the stack does not name the function that panicked:\n%s", panicked.Stack)
		}
		for _, p := range pages {
			if p.URL != poison && !p.OK() {
				t.Errorf("%s: %v", p.URL, p.Err)
			}
		}
	})
}

// recovered returns what a crawl panics with on its caller's goroutine.
func recovered(crawl func()) (value any) {
	defer func() { value = recover() }()
	crawl()
	return nil
}

func TestPanicsReachTheCaller(t *testing.T) {
	seed := "http://h0.test/"
	take := func(context.Context, *crawl.Page) error { return nil }
	for name, run := range map[string]func(*testing.T, *crawl.Crawler){
		"strategy, Run": func(t *testing.T, c *crawl.Crawler) {
			c.Strategy, c.PropagatePanics = valuing(poisoned), true
			_ = c.Run(t.Context(), take, seed)
		},
		"strategy, Crawl": func(t *testing.T, c *crawl.Crawler) {
			c.Strategy, c.PropagatePanics = valuing(poisoned), true
			for range c.Crawl(t.Context(), seed) {
			}
		},
		"sink": func(t *testing.T, c *crawl.Crawler) {
			_ = c.Run(t.Context(), func(_ context.Context, p *crawl.Page) error {
				if p.URL == poison {
					panic("poison")
				}
				return nil
			}, seed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var f frontier.Memory
				c := crawl.Crawler{Transport: testsite.New(testsite.Config{Pages: 4}), Frontier: &f, Workers: 3}
				p, ok := recovered(func() { run(t, &c) }).(*crawl.PanicError)
				if !ok || p.Value != "poison" {
					t.Errorf("recovered %v, want the panic", p)
				}
				if n := stats(t, &f); n.Leased != 0 || n.Dead != 0 {
					t.Errorf("frontier %+v, want no lease left and nothing dead", n)
				}
			})
		})
	}
}

// A page with which the program dies again and again is set aside after
// Limits.Attempts, and reported; the crawl goes on.
func TestPoisonPage(t *testing.T) {
	body := func(p *crawl.Page) {
		if p.URL == poison && p.Err == nil {
			panic("poison")
		}
	}
	sink := func(_ context.Context, p *crawl.Page) error { body(p); return nil }
	for name, run := range map[string]func(*testing.T, *crawl.Crawler){
		"sink": func(t *testing.T, c *crawl.Crawler) {
			if err := c.Run(t.Context(), sink, "http://h0.test/"); err != nil {
				t.Error(err)
			}
		},
		"loop": func(t *testing.T, c *crawl.Crawler) {
			for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
				if err != nil {
					t.Error(err)
					continue
				}
				body(p)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // waits for most of its time
			path := filepath.Join(t.TempDir(), "crawl.db")
			var failed []frontier.Failure
			starts := 0
			for alive := false; !alive && starts < 10; starts++ {
				f, err := bolt.Open(path, bolt.Options{NoSync: true}) // the process lives on
				if err != nil {
					t.Fatal(err)
				}
				c := crawl.Crawler{Transport: testsite.New(testsite.Config{Pages: 4, Links: 4}), Frontier: f, Delay: crawl.None}
				alive = recovered(func() { run(t, &c) }) == nil
				failed = nil
				for x, err := range f.Failures(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					failed = append(failed, x)
				}
				if n := stats(t, f); alive && n.Done != 4 {
					t.Errorf("%+v, want the four other pages done", n)
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if starts != 4 {
				t.Errorf("started %d times, want 4: three attempts, and the end", starts)
			}
			if len(failed) != 1 || failed[0].URL != poison || crawl.FailureCause(failed[0]) != "attempts" {
				t.Errorf("failures %+v, want the page with the cause attempts", failed)
			}
		})
	}
}
