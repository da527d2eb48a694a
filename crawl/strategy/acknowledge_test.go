package strategy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

// tree is a web of 127 pages on nine hosts: page i links to 2i+1, 2i+2 and
// another.
type tree struct{}

const treePages = 127

func (tree) RoundTrip(req *http.Request) (*http.Response, error) {
	var i int
	if _, err := fmt.Sscanf(req.URL.Path, "/%d", &i); err != nil {
		return nil, err
	}
	body := fmt.Sprintf("<title>p %d</title><p>%s %s", i, strings.Repeat("flu ", i%5), strings.Repeat("other words ", 5+i%7))
	for _, j := range []int{2*i + 1, 2*i + 2, i * 7 % treePages} {
		if j < treePages {
			body += fmt.Sprintf(`<a href="http://h%d.test/%d">flu %d</a>`, j%9, j, j)
		}
	}
	return &http.Response{
		StatusCode: 200, Request: req, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1,
	}, nil
}

// strategies are all that find every page of a tree.
func strategies() map[string]func() crawl.Strategy {
	flu := ontology.NewScorer(ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}})
	cosine := classify.NewCosine("flu other")
	return map[string]func() crawl.Strategy{
		"breadthfirst": func() crawl.Strategy { return crawl.BreadthFirst{} },
		"opic":         func() crawl.Strategy { return classic.OPIC{} },
		"normalized":   func() crawl.Strategy { return &strategy.LokmanNormalized{Scorer: flu} },
		"pagerank":     func() crawl.Strategy { return &classic.PageRank{} },
		"hits":         func() crawl.Strategy { return &classic.HITS{Scorer: cosine, First: 5} },
		"adaptive":     func() crawl.Strategy { return &strategy.Adaptive{Scorer: flu} },
		"infospiders":  func() crawl.Strategy { return &classic.InfoSpiders{Query: "flu other"} },
	}
}

// A page that was valued but not acknowledged gives its links when it is valued
// again: a program that leaves the loop, or fails to store a page, and goes on
// later reaches every page.
func TestUnacknowledged(t *testing.T) {
	for name, fresh := range strategies() {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprintf("%s, loop left, %d workers", name, workers), func(t *testing.T) {
				s := fresh()
				c := crawl.Crawler{Strategy: s, Frontier: frontier.New(crawl.FrontierOptions(s)), Transport: tree{}, Workers: workers, Delay: crawl.None, IgnoreRobots: true}
				seen := map[string]bool{}
				for left := true; left; {
					left = false
					n := 0
					for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
						if err != nil {
							t.Fatal(err)
						}
						seen[p.URL] = true
						if n++; n == 3 {
							left = true
							break
						}
					}
				}
				if len(seen) != treePages {
					t.Errorf("%d pages, want %d", len(seen), treePages)
				}
			})
		}
		t.Run(name+", sink failed", func(t *testing.T) {
			s := fresh()
			c := crawl.Crawler{Strategy: s, Frontier: frontier.New(crawl.FrontierOptions(s)), Transport: tree{}, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
			seen, full := map[string]bool{}, errors.New("disk full")
			failing := true
			sink := func(_ context.Context, p *crawl.Page) error {
				if failing = !failing; !failing {
					return full
				}
				seen[p.URL] = true
				return nil
			}
			err := full
			for errors.Is(err, full) {
				err = c.Run(t.Context(), sink, "http://h0.test/0")
			}
			if err != nil || len(seen) != treePages {
				t.Errorf("%d pages and error %v, want %d", len(seen), err, treePages)
			}
		})
	}
}

// failing is a tree that answers 503 once for its second request.
type failing struct{ asked int }

func (f *failing) RoundTrip(req *http.Request) (*http.Response, error) {
	if f.asked++; f.asked == 2 {
		return &http.Response{StatusCode: 503, Request: req, Header: http.Header{}, Body: http.NoBody}, nil
	}
	return tree{}.RoundTrip(req)
}

// A page that was valued, was given back and then fails once gives its links
// when it is fetched again.
func TestUnacknowledgedThatFails(t *testing.T) {
	for name, fresh := range strategies() {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			c := crawl.Crawler{Strategy: s, Frontier: frontier.New(crawl.FrontierOptions(s)), Transport: new(failing), Workers: 1, Delay: crawl.None, IgnoreRobots: true}
			for range c.Crawl(t.Context(), "http://h0.test/0") {
				break
			}
			seen := map[string]bool{}
			for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
				if err != nil {
					t.Fatal(err)
				}
				seen[p.URL] = true
			}
			if len(seen) != treePages {
				t.Errorf("%d pages, want %d", len(seen), treePages)
			}
		})
	}
}

// chain is a web of nine pages each of which links to the next. The second is not
// there when it is first asked for.
type chain struct{ asked int }

const chainPages = 9

func (c *chain) RoundTrip(req *http.Request) (*http.Response, error) {
	var i int
	if _, err := fmt.Sscanf(req.URL.Path, "/%d", &i); err != nil {
		return nil, err
	}
	if c.asked++; c.asked == 2 {
		return &http.Response{StatusCode: 404, Request: req, Header: http.Header{}, Body: http.NoBody}, nil
	}
	body := "<p>flu"
	if i+1 < chainPages {
		body += fmt.Sprintf(`<a href="/%d">flu</a>`, i+1)
	}
	return &http.Response{
		StatusCode: 200, Request: req, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1,
	}, nil
}

// A page that failed gives its links when it is requeued and fetched after all.
func TestRequeued(t *testing.T) {
	for name, fresh := range strategies() {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			f := frontier.New(crawl.FrontierOptions(s))
			c := crawl.Crawler{Strategy: s, Frontier: f, Transport: new(chain), Workers: 1, Delay: crawl.None, IgnoreRobots: true}
			seen := map[string]bool{}
			for range 2 {
				for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
					if err != nil {
						t.Fatal(err)
					}
					if p.OK() {
						seen[p.URL] = true
					}
				}
				if _, err := f.Requeue(t.Context(), func(frontier.Failure) bool { return true }); err != nil {
					t.Fatal(err)
				}
			}
			if len(seen) != chainPages {
				t.Errorf("%d pages, want %d", len(seen), chainPages)
			}
		})
	}
}

// A strategy that has seen a crawl comes to every page of another, whose frontier is
// empty.
func TestSecondCrawl(t *testing.T) {
	for name, fresh := range strategies() {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			for n := range 2 {
				c := crawl.Crawler{Strategy: s, Transport: tree{}, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
				pages := 0
				for _, err := range c.Crawl(t.Context(), "http://h0.test/0") {
					if err != nil {
						t.Fatal(err)
					}
					pages++
				}
				if pages != treePages {
					t.Errorf("crawl %d: %d pages, want %d", n+1, pages, treePages)
				}
			}
		})
	}
}

type (
	counter interface {
		Stats(context.Context) (frontier.Stats, error)
	}
	configured interface{ Options() frontier.Options }
)

// forgetful is a frontier that keeps no observations.
type forgetful struct {
	frontier.Frontier
	counter
	configured
}

// A crawl is not resumed with a strategy that has lost its state, unless it is
// asked to: then it comes to every page all the same.
func TestResumeWithoutState(t *testing.T) {
	for name, fresh := range strategies() {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "crawl.db")
			seen := map[string]bool{}
			run := func(without bool, pages int) (err error) {
				s := fresh()
				f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(s), NoSync: true})
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				c := crawl.Crawler{
					Strategy: s, Frontier: forgetful{f, f, f}, Transport: tree{}, Delay: crawl.None, IgnoreRobots: true,
					ResumeWithoutState: without, Limits: crawl.Limits{Pages: pages},
				}
				for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
					if err != nil {
						return err
					}
					seen[p.URL] = true
				}
				return nil
			}
			if err := run(false, 10); err != nil {
				t.Fatal(err)
			}
			_, stateful := fresh().(interface{ Begun() bool })
			if err := run(false, 10); errors.Is(err, crawl.ErrState) != stateful {
				t.Errorf("error %v, want ErrState: %v", err, stateful)
			}
			for range treePages {
				if err := run(true, 10); err != nil {
					t.Fatal(err)
				}
				if len(seen) == treePages {
					return
				}
			}
			t.Errorf("%d pages, want %d", len(seen), treePages)
		})
	}
}

// lost is a frontier of several processes, of which another has ended each page
// when this one would.
type lost struct{ *frontier.Memory }

func (f lost) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if err := f.Memory.Done(ctx, l, o); err != nil {
		return err
	}
	return frontier.ErrStaleLease
}

// Of pages whose leases were lost a strategy does not keep the documents, also within
// another, nor the valuations.
func TestLostLeases(t *testing.T) {
	all := strategies()
	within := all["adaptive"]
	all["neardup"] = func() crawl.Strategy { return &neardup.Strategy{Strategy: within()} }
	all["follow"] = func() crawl.Strategy {
		return strategy.Follow{Classifier: acceptAll{}, Strategy: within()}
	}
	for name, fresh := range all {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			c := crawl.Crawler{Strategy: s, Frontier: lost{frontier.New(crawl.FrontierOptions(s))}, Transport: tree{}, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
			var texts []weak.Pointer[byte]
			for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, weak.Make(unsafe.StringData(p.Document().Text)))
			}
			runtime.GC()
			kept := 0
			for _, text := range texts {
				if text.Value() != nil {
					kept++
				}
			}
			if kept > 2 || len(texts) != treePages { // the last page may be somebody's still
				t.Errorf("the texts of %d among %d pages are kept, want %d and none", kept, len(texts), treePages)
			}
			runtime.KeepAlive(s)
		})
	}
}
