package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// slowWeb is a web that takes long over one thing.
func slowWeb(where string) *testsite.Web {
	web := testsite.New(testsite.Config{Hosts: 4, Pages: 3})
	late := testsite.Page("late")
	switch where {
	case "header":
		late.Wait = time.Hour
		web.Set("/", late)
	case "body":
		late.Stall = time.Hour
		web.Set("/", late)
	case "robots.txt":
		late.Wait = time.Hour
		web.Set("/robots.txt", late)
	case "delay":
		web.Set("/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 300\n"))
	case "retry":
		web.Set("/", testsite.Failure(503, "3000"))
	}
	return web
}

func TestCancelReturnsAtOnce(t *testing.T) {
	for _, where := range []string{"header", "body", "robots.txt", "delay", "retry"} {
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := slowWeb(where)
				var f frontier.Memory
				c := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Time: crawl.NoLimit}, Workers: 3}
				ctx, cancel := context.WithCancel(t.Context())
				var cancelled time.Time
				time.AfterFunc(time.Minute, func() {
					cancelled = time.Now()
					cancel()
				})
				var errs []error
				for p, err := range c.Crawl(ctx, web.URL(0, "/"), web.URL(1, "/"), web.URL(2, "/"), web.URL(3, "/")) {
					if len(errs) > 0 {
						t.Errorf("page %v and error %v after the error", p, err)
					}
					switch {
					case err == nil:
						t.Errorf("page %s, %v, want nothing but the error", p.URL, p.Err)
					case p != nil:
						t.Errorf("page %s with error %v, want a nil page", p.URL, err)
					default:
						errs = append(errs, err)
					}
				}
				if took := time.Since(cancelled); took != 0 {
					t.Errorf("Crawl returned %v after the cancellation, want at once", took)
				}
				if len(errs) != 1 || !errors.Is(errs[0], context.Canceled) {
					t.Errorf("Crawl yielded errors %v, want context.Canceled once", errs)
				}
				want := frontier.Stats{Queued: 4, Hosts: 4}
				if diff := cmp.Diff(want, stats(t, &f)); diff != "" {
					t.Errorf("frontier afterwards, want all seeds queued again (-want +got):\n%s", diff)
				}
				if s := c.Stats(); s.Failed != 0 {
					t.Errorf("%d URLs count as failed, want none: %+v", s.Failed, s)
				}
			})
		})
	}
}

// A deadline is not a reason for a URL to fail: wherever it strikes, what was
// not fetched is still to be fetched.
func TestDeadline(t *testing.T) {
	for after := 500 * time.Millisecond; after < 12*time.Second; after += 500 * time.Millisecond {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Hosts: 3, Pages: 5, Wait: 300 * time.Millisecond})
			var f frontier.Memory
			c := crawl.Crawler{Transport: web, Frontier: &f, Delay: 2 * time.Second}
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			start := time.Now()
			var last error
			for p, err := range c.Crawl(ctx, web.URL(0, "/")) {
				last = err
				if err == nil && p.Err != nil && !strings.Contains(p.URL, "private") {
					t.Errorf("deadline after %v: %s failed with %v, want no failures", after, p.URL, p.Err)
				}
			}
			if !errors.Is(last, context.DeadlineExceeded) {
				t.Errorf("deadline after %v: Crawl ended with %v, want context.DeadlineExceeded", after, last)
			}
			if took := time.Since(start); took != after {
				t.Errorf("deadline after %v: Crawl took %v", after, took)
			}
			if s := stats(t, &f); s.Dead != 0 || s.Leased != 0 {
				t.Errorf("deadline after %v: frontier %+v, want nothing dead and nothing leased", after, s)
			}
		})
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	web := testsite.New(testsite.Config{})
	c := crawl.Crawler{Transport: web}
	n := 0
	for p, err := range c.Crawl(ctx, web.URL(0, "/")) {
		n++
		if p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("yielded %v, %v, want context.Canceled", p, err)
		}
	}
	if n != 1 || len(web.Log()) != 0 {
		t.Errorf("%d yields and requests %v, want one error and no request", n, web.Log())
	}
}

// Whatever page the loop is left at, a second crawl on the same frontier
// fetches the rest, the last page included, and loses nothing.
func TestBreakAndGoOn(t *testing.T) {
	for _, workers := range []int{1, 8} {
		for _, stop := range []int{1, 2, 3, 5, 10, 20, 40} {
			t.Run(fmt.Sprintf("%d workers, page %d", workers, stop), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{Seed: 1, Hosts: 5, Pages: 10, Links: 3, Robots: "User-agent: *\nDisallow: /private/\n", Wait: 100 * time.Millisecond})
					web.Set("/p/1", testsite.Redirect(302, "/p/9"))
					web.Set("/p/2", testsite.Answer{Reset: true})
					late := testsite.Page("late", "/p/7", "/p/8")
					late.Stall = 10 * time.Second
					web.Set("/p/3", late)
					reference := crawl.Crawler{Transport: web, Workers: workers, Limits: crawl.Limits{Attempts: 1}}
					want := urls(crawlAll(t, &reference, web.URL(0, "/")))
					slices.Sort(want)

					var f frontier.Memory
					c := crawl.Crawler{Transport: web, Workers: workers, Frontier: &f, Limits: crawl.Limits{Attempts: 1}}
					var got []string
					n := 0
					for p, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
						if err != nil {
							t.Fatalf("first crawl: %v", err)
						}
						if n++; n == stop {
							break // the page is not through: it comes again
						}
						got = append(got, urls([]*crawl.Page{p})...)
					}
					if s := stats(t, &f); s.Leased != 0 || s.Done+s.Dead != stop-1 || s.Queued == 0 {
						t.Errorf("frontier after break at page %d: %+v, want %d done or dead, none leased, the rest queued", stop, s, stop-1)
					}
					got = append(got, urls(crawlAll(t, &c))...)
					slices.Sort(got)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("pages of both crawls together, want each once (-want +got):\n%s", diff)
					}
					if s := stats(t, &f); s.Queued != 0 || s.Leased != 0 {
						t.Errorf("frontier at the end: %+v, want nothing queued or leased", s)
					}
				})
			})
		}
	}
}

// What a leaving loop does to a fetch that is under way does not count as one
// of the URL's attempts.
func TestBreakSpendsNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2})
		late := testsite.Page("late")
		late.Wait = time.Minute
		web.Set("h1.test/", late)
		var f frontier.Memory
		for range 5 {
			c := crawl.Crawler{Transport: web, Frontier: &f, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Time: crawl.NoLimit}}
			for range c.Crawl(t.Context(), web.URL(0, "/"), web.URL(1, "/")) {
				break
			}
		}
		web.Sequence("h1.test/", testsite.Failure(503, ""), testsite.Failure(503, ""), testsite.Page("in time"))
		c := crawl.Crawler{Transport: web, Frontier: &f, IgnoreRobots: true}
		if p := only(t, crawlAll(t, &c), web.URL(1, "/")); p.Err != nil {
			t.Errorf("after five crawls that were left: %v, want success at the third full attempt", p.Err)
		}
	})
}

// bodyPanic is how a loop's body goes wrong.
const bodyPanic = "from the body"

// A panic of the loop's body reaches the caller as it is, and leaves neither
// goroutines nor leases behind.
func TestPanicInTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails if a goroutine is left
		web := testsite.New(testsite.Config{Hosts: 4, Pages: 3})
		late := testsite.Page("late")
		late.Wait = time.Hour
		web.Set("slow.test/", late)
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Time: crawl.NoLimit}}
		func() {
			defer func() {
				if r := recover(); r != bodyPanic {
					t.Errorf("recovered %v, want the body's own panic", r)
				}
			}()
			for range c.Crawl(t.Context(), web.URL(0, "/"), "http://slow.test/") {
				panic(bodyPanic) // what the test is about: the crawler must not swallow it
			}
		}()
		want := frontier.Stats{Queued: 2, Hosts: 2}
		if diff := cmp.Diff(want, stats(t, &f)); diff != "" {
			t.Errorf("frontier after the panic (-want +got):\n%s", diff)
		}
		web.Set("slow.test/", testsite.Page("now"))
		if pages := crawlAll(t, &c); len(pages) != 13 {
			t.Errorf("%d pages %q after the panic, want all 13: the crawler works on", len(pages), urls(pages))
		}
	})
}

// strict is a frontier that minds the context, as one on a disk or a network does.
type strict struct{ frontier.Memory }

func (f *strict) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.Memory.Done(ctx, l, o)
}

// The pages that the loop body has finished are done, including the one during
// which the context was cancelled.
func TestCancelInTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Pages: 4})
		for range 20 {
			var f strict
			c := crawl.Crawler{Transport: web, Frontier: &f}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			n := 0
			var last error
			for p, err := range c.Crawl(ctx, web.URL(0, "/"), web.URL(1, "/"), web.URL(2, "/")) {
				last = err
				if p == nil {
					continue
				}
				if n++; n == 5 {
					cancel()
				}
			}
			if !errors.Is(last, context.Canceled) {
				t.Errorf("Crawl ended with %v, want context.Canceled", last)
			}
			s := stats(t, &f.Memory)
			if s.Leased != 0 || s.Done != n {
				t.Errorf("frontier %+v after %d pages, want none leased and %d done", s, n, n)
			}
			if rest := len(crawlAll(t, &c)); n+rest != 15 {
				t.Errorf("%d pages and %d in a second crawl, want 15 together", n, rest)
			}
		}
	})
}

func TestSinkError(t *testing.T) {
	full := errors.New("disk full")
	for _, c := range []struct {
		name string
		err  error
	}{
		{"any", full},
		{"wrapped", fmt.Errorf("sink: %w", full)},
		{"end of file", io.EOF}, // such as from a closed pipe: not the frontier's
		{"cancelled", context.Canceled},
	} {
		for _, workers := range []int{2, 16} {
			t.Run(fmt.Sprintf("%s, %d workers", c.name, workers), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{Hosts: 20, Pages: 20})
					late := testsite.Page("late")
					late.Wait = time.Hour
					web.Set("slow.test/", late)
					var f frontier.Memory
					crawler := crawl.Crawler{Transport: web, Frontier: &f, Workers: workers, Limits: crawl.Limits{Time: crawl.NoLimit}}
					var mu sync.Mutex
					taken := make(map[string]bool)
					start := time.Now()
					err := crawler.Run(t.Context(), func(_ context.Context, p *crawl.Page) error {
						mu.Lock()
						defer mu.Unlock()
						if len(taken) == 10 {
							return c.err
						}
						taken[p.URL] = true
						return nil
					}, web.URL(0, "/"), "http://slow.test/")
					if !errors.Is(err, c.err) {
						t.Errorf("Run returned %v, want the sink's %v", err, c.err)
					}
					if took := time.Since(start); took > time.Minute {
						t.Errorf("Run returned after %v, want it not to wait for the slow host", took)
					}
					if s := stats(t, &f); s.Leased != 0 || s.Done > 10 {
						t.Errorf("frontier %+v, want none leased and no more done than the 10 taken", s)
					}
					web.Set("slow.test/", testsite.Page("in time"))
					var again []string
					err = crawler.Run(t.Context(), func(_ context.Context, p *crawl.Page) error {
						mu.Lock()
						defer mu.Unlock()
						if taken[p.URL] {
							again = append(again, p.URL)
						}
						taken[p.URL] = true
						return nil
					})
					if err != nil {
						t.Errorf("a second Run on the frontier: %v", err)
					}
					for _, u := range append(web.URLs(), "http://slow.test/") {
						if !taken[u] {
							t.Errorf("%s was never given to the sink", u)
						}
					}
					if len(again) > workers {
						t.Errorf("%d pages came twice, want at most those in flight: %q", len(again), again)
					}
				})
			})
		}
	}
}

// The sink is called by several workers at once, but never twice for a page,
// and gets a context that ends with the crawl.
func TestRunInParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 10, Pages: 5})
		c := crawl.Crawler{Transport: web, Workers: 10}
		var mu sync.Mutex
		inside, most := 0, 0
		seen := make(map[string]int)
		err := c.Run(t.Context(), func(ctx context.Context, p *crawl.Page) error {
			mu.Lock()
			inside++
			most = max(most, inside)
			seen[p.URL]++
			mu.Unlock()
			time.Sleep(20 * time.Second)
			mu.Lock()
			inside--
			mu.Unlock()
			return ctx.Err()
		}, web.URL(0, "/"))
		if err != nil {
			t.Fatalf("Run: %v", err)
		}
		if most < 2 || most > 10 {
			t.Errorf("at most %d sinks at once, want more than 1 and at most the 10 workers", most)
		}
		for url, n := range seen {
			if n != 1 {
				t.Errorf("the sink got %s %d times, want once", url, n)
			}
		}
		if got := slices.Sorted(maps.Keys(seen)); len(got) != 50+10 { // each host's /private/3
			t.Errorf("the sink got %d pages, want 60", len(got))
		}
	})
}

// failing is a frontier whose storage breaks.
type failing struct {
	frontier.Memory
	mu   sync.Mutex
	left int // calls of Done that go well
	err  error
}

func (f *failing) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	f.mu.Lock()
	if o.Result != frontier.Returned {
		f.left--
	}
	broken := f.left < 0 && o.Result != frontier.Returned
	f.mu.Unlock()
	if broken {
		return f.err
	}
	return f.Memory.Done(ctx, l, o)
}

func TestFrontierError(t *testing.T) {
	for _, cause := range []error{errors.New("disk full"), io.EOF, io.ErrUnexpectedEOF} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Pages: 7})
			f := &failing{left: 3, err: cause}
			c := crawl.Crawler{Transport: web, Frontier: f}
			var last error
			n := 0
			for _, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
				n++
				last = err
			}
			if !errors.Is(last, cause) {
				t.Errorf("Crawl ended with %v, want the frontier's %v", last, cause)
			}
			if n != 5 {
				t.Errorf("%d yields, want the 3 pages that are done, the one that could not be and the error", n)
			}
		})
	}
}

// waiting answers the first page and holds all others until they are cancelled.
type waiting struct {
	http.RoundTripper
	causes chan error
}

func (w waiting) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Path == "/" {
		return w.RoundTripper.RoundTrip(req)
	}
	<-req.Context().Done()
	w.causes <- context.Cause(req.Context())
	return nil, req.Context().Err()
}

// When the sink fails, the other workers' requests are cancelled, not failed.
func TestRequestsWhenTheSinkFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2})
		w := waiting{web, make(chan error, 1)}
		c := crawl.Crawler{Transport: w, IgnoreRobots: true, Workers: 2}
		full := errors.New("disk full")
		err := c.Run(t.Context(), func(ctx context.Context, p *crawl.Page) error {
			time.Sleep(time.Second) // the other one is under way
			return full
		}, "http://h0.test/", "http://h1.test/held")
		if err != full {
			t.Errorf("Run: %v, want the sink's error as it is", err)
		}
		if cause := <-w.causes; !errors.Is(cause, context.Canceled) || !errors.Is(cause, full) {
			t.Errorf("the held request ended with %v, want it cancelled, for the sink's error", cause)
		}
	})
}
