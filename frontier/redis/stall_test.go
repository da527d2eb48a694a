package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// soon is long after a call whose context has ended has to be back, and long
// before the read timeout.
const soon = 15 * time.Second

// Every call to a server that does not answer ends with its context.
func TestStalledCalls(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := open(t, s.url(), newName(), frontier.Options{History: true})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"}, frontier.Entry{URL: "http://b.test/"})
	l := testcall.Pop(t, f)
	goOn := s.stop(t)
	calls := map[string]func(ctx context.Context) error{
		"Push": func(ctx context.Context) error { return f.Push(ctx, frontier.Entry{URL: "http://c.test/"}) },
		"Pop":  func(ctx context.Context) error { _, err := f.Pop(ctx); return err },
		"PopN": func(ctx context.Context) error { _, err := f.PopN(ctx, 3); return err },
		"Done": func(ctx context.Context) error {
			return f.Done(ctx, l, frontier.Outcome{Links: []frontier.Entry{{URL: "http://d.test/"}}})
		},
		"Renew":   func(ctx context.Context) error { _, err := f.Renew(ctx, l); return err },
		"Block":   func(ctx context.Context) error { return f.Block(ctx, "a.test", time.Now().Add(time.Hour)) },
		"Rescore": func(ctx context.Context) error { return f.Rescore(ctx, func(frontier.Entry) float64 { return 1 }) },
		"Explain": func(ctx context.Context) error { _, err := f.Explain(ctx, l.URL); return err },
		"Record":  func(ctx context.Context) error { _, err := f.Record(ctx, l.URL); return err },
		"Records": func(ctx context.Context) error {
			for _, err := range f.Records(ctx) {
				return err
			}
			return nil
		},
		"Stats": func(ctx context.Context) error { _, err := f.Stats(ctx); return err },
		"Failures": func(ctx context.Context) error {
			for _, err := range f.Failures(ctx) {
				return err
			}
			return nil
		},
		"Requeue": func(ctx context.Context) error {
			_, err := f.Requeue(ctx, func(frontier.Failure) bool { return true })
			return err
		},
		"Open": func(ctx context.Context) error { _, err := Open(ctx, s.url(), f.name, Options{}); return err },
		"Drop": func(ctx context.Context) error { _, err := Drop(ctx, s.url(), "another"); return err },
	}
	for want, begin := range map[error]func() (context.Context, context.CancelFunc){
		context.Canceled: func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(100*time.Millisecond, cancel)
			return ctx, cancel
		},
		context.DeadlineExceeded: func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), time.Second)
		},
	} {
		var wg sync.WaitGroup
		for name, call := range calls {
			wg.Go(func() {
				ctx, cancel := begin()
				defer cancel()
				start := time.Now()
				err := call(ctx)
				if took := time.Since(start); took > soon || !errors.Is(err, want) {
					t.Errorf("%s: %v after %v, want %v within %v", name, err, took, want, soon)
				}
			})
		}
		wg.Wait()
	}
	goOn()
	if _, err := f.Stats(t.Context()); err != nil {
		t.Errorf("Stats once the server goes on: %v", err)
	}
}

// A Pop that waits ends with its context, and Close ends all, though the server
// does not answer.
func TestStalledWait(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"before it is asked", "while it is asked"} {
		t.Run(when, func(t *testing.T) {
			s := startServer(t, "--appendonly", "no")
			f, err := Open(t.Context(), s.url(), newName(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
			testcall.Pop(t, f)
			if when == "before it is asked" {
				s.stop(t)
			}
			ended := make(chan error, 4)
			ctx, cancel := context.WithCancel(t.Context())
			for i := range cap(ended) {
				ctx := ctx
				if i%2 == 0 {
					ctx = context.Background()
				}
				go func() { _, err := f.Pop(ctx); ended <- err }()
			}
			time.Sleep(100 * time.Millisecond)
			if when != "before it is asked" {
				s.stop(t)
			}
			late := time.After(soon)
			cancel()
			for range 2 {
				select {
				case err := <-ended:
					if !errors.Is(err, context.Canceled) {
						t.Errorf("Pop = %v, want the context's error", err)
					}
				case <-late:
					t.Fatal("Pop does not end with its context")
				}
			}
			closed := make(chan error)
			go func() { closed <- f.Close() }()
			for range 2 {
				select {
				case err := <-ended:
					if err == nil || err == io.EOF {
						t.Errorf("Pop of a closed frontier = %v", err)
					}
				case <-late:
					t.Fatal("Pop does not end when the frontier is closed")
				}
			}
			select {
			case err := <-closed:
				if err != nil {
					t.Errorf("Close: %v", err)
				}
			case <-late:
				t.Fatal("Close does not end")
			}
		})
	}
}

// A crawl that is cancelled, or that is left, ends soon though the server does
// not answer.
func TestStalledCrawl(t *testing.T) {
	for _, how := range []string{"cancelled", "left"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, "--appendonly", "no")
			f := open(t, s.url(), newName(), frontier.Options{Order: frontier.FIFO})
			c := crawl.Crawler{Frontier: f, Transport: endless{}, Workers: 8, Delay: crawl.None, IgnoreRobots: true}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var stopped atomic.Int64
			ended := make(chan error)
			go func() {
				pages := 0
				var last error
				for _, err := range c.Crawl(ctx, "http://h0.test/0") {
					last = err
					if pages++; pages != 100 {
						continue
					}
					s.stop(t)
					stopped.Store(time.Now().UnixNano())
					if how == "left" {
						break
					}
					time.AfterFunc(100*time.Millisecond, cancel)
				}
				ended <- last
			}()
			select {
			case err := <-ended:
				t.Logf("%s: the crawl ended %v after the server stopped: %v", how, time.Since(time.Unix(0, stopped.Load())).Round(time.Millisecond), err)
			case <-time.After(time.Minute):
				t.Fatal("the crawl does not end")
			}
			if took := time.Since(time.Unix(0, stopped.Load())); took > soon {
				t.Errorf("the crawl ended %v after the server stopped, want at most %v", took, soon)
			}
		})
	}
}

// endless is a web without end: a page links to two further ones.
type endless struct{}

func (endless) RoundTrip(r *http.Request) (*http.Response, error) {
	var page int
	fmt.Sscanf(r.URL.Path, "/%d", &page)
	body := ""
	for _, to := range []int{2*page + 1, 2*page + 2} {
		body += fmt.Sprintf(`<a href="http://h%d.test/%d">page</a>`, to%50, to)
	}
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1,
	}, nil
}
