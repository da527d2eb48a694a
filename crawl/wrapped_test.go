package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// keeping is a transport that takes its time to keep what is read, as one does
// that writes it somewhere, and that does not expect Close meanwhile.
type keeping struct {
	http.RoundTripper
	closed, beside atomic.Int64
}

func (k *keeping) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := k.RoundTripper.RoundTrip(req)
	if err == nil {
		resp.Body = &kept{ReadCloser: resp.Body, by: k}
	}
	return resp, err
}

type kept struct {
	io.ReadCloser
	by      *keeping
	reading atomic.Bool
}

func (k *kept) Read(p []byte) (int, error) {
	k.reading.Store(true)
	defer k.reading.Store(false)
	n, err := k.ReadCloser.Read(p)
	time.Sleep(2 * time.Second)
	return n, err
}

func (k *kept) Close() error {
	k.by.closed.Add(1)
	if k.reading.Load() {
		k.by.beside.Add(1)
	}
	return k.ReadCloser.Close()
}

// A body that ends with its request's context is closed once, when it is not
// read any more, whether its time is over, the crawl's is, or the loop is left.
func TestBodyIsClosedAfterRead(t *testing.T) {
	for _, c := range []struct {
		name      string
		limit, in time.Duration // of a request, of the crawl
		leave     bool
	}{
		{name: "in time", limit: crawl.NoLimit},
		{name: "Limits.Time", limit: 10 * time.Second},
		{name: "the context's deadline", limit: crawl.NoLimit, in: 10 * time.Second},
		{name: "break", limit: crawl.NoLimit, leave: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Hosts: 2})
				late := testsite.Page("late")
				late.Stall = time.Minute
				web.Set("/", late)
				web.Set("h1.test/", testsite.Page("at once"))
				k := &keeping{RoundTripper: web}
				ctx := t.Context()
				if c.in > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.in)
					defer cancel()
				}
				crawler := crawl.Crawler{
					Transport: k, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Time: c.limit, Attempts: 1},
				}
				for range crawler.Crawl(ctx, web.URL(0, "/"), web.URL(1, "/")) {
					if c.leave {
						break
					}
				}
				if closed, beside := k.closed.Load(), k.beside.Load(); closed != 2 || beside != 0 {
					t.Errorf("closed %d times, %d of them beside a Read; want each body once and not beside", closed, beside)
				}
			})
		})
	}
}

// deaf is a transport whose bodies do not mind their requests' contexts.
type deaf struct{ closed func() error }

func (d deaf) RoundTrip(req *http.Request) (*http.Response, error) {
	r, _ := io.Pipe()
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, ContentLength: -1, Request: req,
		Body: struct {
			io.Reader
			io.Closer
		}{r, closerFunc(func() error { r.Close(); return d.closed() })},
	}, nil
}

type closerFunc func() error

func (f closerFunc) Close() error { return f() }

// A body that does not end with its request's context holds no worker for good.
func TestBodyWithoutAContext(t *testing.T) {
	for want, closed := range map[string]func() error{
		"timeout": func() error { return nil },
		"panic":   func() error { panic("poison") }, // of Close, beside the Read
	} {
		t.Run(want, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := crawl.Crawler{Transport: deaf{closed}, IgnoreRobots: true, Limits: crawl.Limits{Attempts: 1}}
				begun := time.Now()
				p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/")
				if p.Err == nil || crawl.Cause(p.Err) != want {
					t.Errorf("%v, want a failure by %s", p.Err, want)
				}
				if took := time.Since(begun); took > time.Minute {
					t.Errorf("the crawl took %v, want it to end soon after Limits.Time", took)
				}
			})
		})
	}
}

// recorded is a recorder of a web, and its file.
func recorded(t *testing.T, web http.RoundTripper) (*warc.Recorder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crawl.warc")
	w, err := warc.Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &warc.Recorder{Transport: web, Writer: w}, path
}

// transportFunc is the transport of a function.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// records finishes a recorder's file and says what it has of each URL: how
// often a record of each type, and how answers are truncated.
func records(t *testing.T, r *warc.Recorder, path string) map[string]map[string]int {
	t.Helper()
	if err := errors.Join(r.Err(), r.Writer.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := make(map[string]map[string]int)
	for in := warc.NewReader(f); ; {
		rec, err := in.Next()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec.URL() == "" {
			continue // of the file
		}
		if found[rec.URL()] == nil {
			found[rec.URL()] = make(map[string]int)
		}
		found[rec.URL()][strings.TrimSpace(rec.Type()+" "+rec.Fields.Get("WARC-Truncated"))]++
	}
}

// Answers whose time is over are recorded once each, with what came of them and
// why there is no more, and crawled again they end alike.
func TestRecordedTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 20})
		late := testsite.Page("late")
		late.Stall = time.Minute
		web.Set("/", late)
		r, path := recorded(t, web)
		crawler := crawl.Crawler{
			Transport: r, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Time: 10 * time.Second, Attempts: 1},
		}
		var seeds []string
		for i := range 20 {
			seeds = append(seeds, web.URL(i, "/"))
		}
		for _, p := range crawlAll(t, &crawler, seeds...) {
			if crawl.Cause(p.Err) != "timeout" {
				t.Errorf("%s: %v, want a timeout", p.URL, p.Err)
			}
		}
		found := records(t, r, path)
		want := map[string]int{"response time": 1, "request": 1, "metadata": 1}
		for _, seed := range seeds {
			if diff := cmp.Diff(want, found[seed]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", seed, diff)
			}
		}
		again, err := warc.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		crawler = crawl.Crawler{Transport: again, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Attempts: 1}}
		for _, p := range crawlAll(t, &crawler, seeds...) {
			if p.Err == nil || !strings.Contains(p.Err.Error(), "no complete answer within 10s") {
				t.Errorf("%s, crawled again: %v, want the cause that was recorded", p.URL, p.Err)
			}
		}
	})
}

// The bodies of errors and redirects are recorded as far as they come in some
// seconds, and hold a worker no longer. None is lost for coming slowly.
func TestRecordedSlowErrors(t *testing.T) {
	for _, status := range []int{http.StatusFound, http.StatusNotFound} {
		for _, length := range []int64{-1, 100} {
			t.Run(fmt.Sprintf("status %d, length %d", status, length), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{})
					r, path := recorded(t, transportFunc(func(req *http.Request) (*http.Response, error) {
						if req.URL.Path != "/" {
							return web.RoundTrip(req)
						}
						in, out := io.Pipe()
						context.AfterFunc(req.Context(), func() { out.CloseWithError(req.Context().Err()) })
						go io.WriteString(out, "some")
						return &http.Response{
							StatusCode: status, Status: fmt.Sprint(status, " as it is"), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
							Header: http.Header{"Location": {"/found"}}, ContentLength: length, Body: in, Request: req,
						}, nil
					}))
					c := crawl.Crawler{Transport: r, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Time: time.Hour}}
					begun := time.Now()
					p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/")
					if p.Status != status || (p.Redirect != "") != (status == http.StatusFound) {
						t.Errorf("status %d, redirect to %q", p.Status, p.Redirect)
					}
					if took := time.Since(begun); took > time.Minute {
						t.Errorf("the crawl took %v, want it not to wait for the body", took)
					}
					if found := records(t, r, path)["http://h0.test/"]; found["response time"] != 1 || found["request"] != 1 {
						t.Errorf("records %v, want the answer as far as it came", found)
					}
				})
			})
		}
	}
}

// The times of real connections end at any moment: in a Read, between two, or
// as a body is closed.
func TestRecordedTimeoutsOfSockets(t *testing.T) {
	t.Parallel()
	web := listen(t, testsite.Config{Hosts: 8})
	huge := testsite.Answer{Type: "text/plain", Body: []byte(strings.Repeat("0123456789abcdef", 2048)), Times: 1 << 30}
	var seeds []string
	bodies := 15
	if testing.Short() {
		bodies = 2
	}
	for host := range 8 {
		for i := range bodies {
			seeds = append(seeds, web.URL(host, fmt.Sprint("/endless/", i)))
			web.Set(fmt.Sprint("/endless/", i), huge)
		}
	}
	transport := opened()
	defer transport.CloseIdleConnections()
	r, path := recorded(t, transport)
	c := crawl.Crawler{
		Transport: r, IgnoreRobots: true, Delay: crawl.None,
		Limits: crawl.Limits{Time: 20 * time.Millisecond, Attempts: 1, Body: crawl.NoLimit},
	}
	for _, p := range crawlAll(t, &c, seeds...) {
		if why := errors.Join(p.Err, p.Incomplete); crawl.Cause(why) != "timeout" {
			t.Errorf("%s: %v, want a timeout", p.URL, why)
		}
	}
	found := records(t, r, path)
	for _, seed := range seeds {
		// On a busy machine not even the header comes in time.
		if n := found[seed]; n["response time"]+n["response"] > 1 || n["response"] != 0 || n["request"] != 1 || n["metadata"] != 1 {
			t.Errorf("%s: records %v, want it once, with the reason", seed, n)
		}
	}
}
