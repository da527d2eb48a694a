package warc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// dripping is a server without sockets whose answers have no end: a piece of
// their bodies comes every 800 ms, until their requests' contexts end.
type dripping struct {
	status, piece int
	length        int64 // as announced, -1 for none
}

func (d dripping) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: d.status, Status: fmt.Sprint(d.status, " ", http.StatusText(d.status)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/html"}}, ContentLength: d.length, Request: req,
		Body: &drip{ctx: req.Context(), left: bytes.Repeat([]byte("x"), d.piece), piece: d.piece},
	}, nil
}

type drip struct {
	ctx   context.Context
	left  []byte // of a piece
	piece int
}

func (d *drip) Read(p []byte) (int, error) {
	if len(d.left) == 0 {
		select {
		case <-time.After(800 * time.Millisecond):
			d.left = bytes.Repeat([]byte("x"), d.piece)
		case <-d.ctx.Done():
		}
	}
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	n := copy(p, d.left)
	d.left = d.left[n:]
	return n, nil
}

func (d *drip) Close() error { return nil }

// piped is a server whose bodies do not mind their requests' contexts.
type piped struct{}

func (piped) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := dripping{status: http.StatusNotFound, length: -1}.RoundTrip(req)
	resp.Body, _ = io.Pipe()
	return resp, err
}

var errTooSlow = errors.New("too slow")

// recordedOnce finishes a recorder's file and says how its only answer is
// recorded: how it was truncated, the length of its body and the failure.
func recordedOnce(t *testing.T, r *warc.Recorder, path string) string {
	t.Helper()
	entries := finish(t, r, path)
	answers := find(entries, "response", "/")
	if len(answers) != 1 {
		t.Fatalf("%d answers are recorded, want one", len(answers))
	}
	_, body, _ := strings.Cut(string(answers[0].block), "\r\n\r\n")
	how := fmt.Sprintf("%q, %d bytes", answers[0].field("WARC-Truncated"), len(body))
	for _, e := range find(entries, "metadata", "/") {
		how += ", " + strings.TrimSpace(string(e.block))
	}
	return how
}

// An answer is recorded once, with the reason for its end, whoever notices
// first that the time is over: the reader, the one who closes the body, or
// both at once.
func TestTimeIsOver(t *testing.T) {
	for _, c := range []struct {
		name  string
		piece int
		use   func(context.Context, *http.Response)
		want  string
	}{
		{"while it is read", 10, func(_ context.Context, resp *http.Response) {
			_, _ = io.Copy(io.Discard, resp.Body)
		}, `"time", 50 bytes, fetch-error: too slow`},
		{"while it is read, and closed at that moment", 10, func(ctx context.Context, resp *http.Response) {
			defer context.AfterFunc(ctx, func() { resp.Body.Close() })()
			_, _ = io.Copy(io.Discard, resp.Body)
		}, `"time", 50 bytes, fetch-error: too slow`},
		{"before it is closed", 100_000, func(_ context.Context, resp *http.Response) {
			_, _ = io.CopyN(io.Discard, resp.Body, 100_000)
			time.Sleep(time.Minute)
		}, `"time", 100000 bytes, fetch-error: too slow`},
		{"while it is read on for", 10, func(_ context.Context, resp *http.Response) {
			_, _ = io.CopyN(io.Discard, resp.Body, 10)
		}, `"time", 50 bytes, fetch-error: too slow`},
		{"not before all was read", 10, func(_ context.Context, resp *http.Response) {
			resp.Body.Close()
			time.Sleep(time.Minute)
		}, `"time", 50 bytes, fetch-error: too slow`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, path := record(t, "crawl.warc", dripping{status: http.StatusOK, piece: c.piece, length: -1})
				ctx, cancel := context.WithTimeoutCause(t.Context(), 3500*time.Millisecond, errTooSlow)
				defer cancel()
				resp := askWith(ctx, t, r)
				c.use(ctx, resp)
				resp.Body.Close()
				if got := recordedOnce(t, r, path); got != c.want {
					t.Errorf("%s; want %s", got, c.want)
				}
			})
		})
	}
}

func askWith(ctx context.Context, t *testing.T, transport http.RoundTripper) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://slow.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// All of a body is all of it, though its time was over when it was closed.
func TestWholeBodyWhenTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, path := record(t, "crawl.warc", dripping{status: http.StatusOK, piece: 10, length: 10})
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errTooSlow)
		defer cancel()
		resp := askWith(ctx, t, r)
		_, _ = io.ReadFull(resp.Body, make([]byte, 10))
		time.Sleep(time.Minute)
		resp.Body.Close()
		if got, want := recordedOnce(t, r, path), `"", 10 bytes`; got != want {
			t.Errorf("%s; want %s", got, want)
		}
	})
}

// A body may be closed beside a Read, which that ends.
func TestCloseBesideRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, path := record(t, "crawl.warc", dripping{status: http.StatusOK, piece: 10, length: -1})
		resp := askWith(t.Context(), t, r)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := io.Copy(io.Discard, resp.Body); err == nil {
				t.Error("the Read ended as if there were no more")
			}
		})
		time.Sleep(2500 * time.Millisecond)
		for range 2 {
			wg.Go(func() { resp.Body.Close() })
		}
		wg.Wait()
		if n, err := resp.Body.Read(make([]byte, 1)); n != 0 || err == nil || err == io.EOF {
			t.Errorf("a Read after Close: %d, %v; want an error", n, err)
		}
		if got, want := recordedOnce(t, r, path), `"length", 40 bytes`; got != want {
			t.Errorf("%s; want %s", got, want)
		}
	})
}

// Close reads on for some seconds, not as long as a server likes.
func TestReadOnEnds(t *testing.T) {
	for _, c := range []struct {
		name      string
		transport http.RoundTripper
		most      time.Duration
		want      string
	}{
		{"a body that drips", dripping{status: http.StatusNotFound, piece: 10, length: -1}, 5 * time.Second, `"time", 70 bytes`},
		{"a body that stalls", dripping{status: http.StatusFound, length: 100}, 5 * time.Second, `"time", 0 bytes`},
		{"a body without a context", piped{}, 10 * time.Second, `"time", 0 bytes`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, path := record(t, "crawl.warc", c.transport)
				resp := askWith(t.Context(), t, r)
				begun := time.Now()
				resp.Body.Close()
				if took := time.Since(begun); took > c.most {
					t.Errorf("Close took %v, want at most %v", took, c.most)
				}
				if got := recordedOnce(t, r, path); got != c.want {
					t.Errorf("%s; want %s", got, c.want)
				}
			})
		})
	}
}

// What follows a 101 is no body: its connection speaks another protocol.
func TestSwitchedProtocol(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "chat")
		w.WriteHeader(http.StatusSwitchingProtocols)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "hello")
		_, _ = conn.Read(make([]byte, 1)) // until the other side hangs up
	}))
	defer s.Close()
	r, path := record(t, "crawl.warc", s.Client().Transport)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"chat"}}
	resp, err := r.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got, want := recordedOnce(t, r, path), `"", 0 bytes`; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// The times of real connections end at any moment: in a Read, between two, or
// as the body is closed.
func TestManyTimesAreOver(t *testing.T) {
	piece := bytes.Repeat([]byte("0123456789abcdef"), 2048)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	r, path := record(t, "crawl.warc", s.Client().Transport)
	const n = 100
	answers := make([]bool, n)
	var wg sync.WaitGroup
	turn := make(chan struct{}, 4)
	for i := range n {
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, errTooSlow)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/%d", s.URL, i), nil)
			if err != nil {
				t.Error(err)
				return
			}
			resp, err := r.RoundTrip(req)
			if err != nil {
				return // no answer in time
			}
			answers[i] = true
			defer context.AfterFunc(ctx, func() { resp.Body.Close() })()
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		})
	}
	wg.Wait()
	entries := finish(t, r, path) // checks digests and lengths
	for i, answered := range answers {
		name := fmt.Sprintf("/%d", i)
		want := 0
		if answered {
			want = 1
		}
		if got := len(find(entries, "response", name)); got != want {
			t.Errorf("%s: %d answers recorded, want %d", name, got, want)
		}
		if failures := find(entries, "metadata", name); len(failures) != 1 || !strings.Contains(string(failures[0].block), "fetch-error: too slow") {
			t.Errorf("%s: failures %v, want one with the cause", name, failures)
		}
	}
}
