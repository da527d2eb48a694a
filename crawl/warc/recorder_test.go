package warc_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// site answers in all the ways that a recording must keep.
func site(t testing.TB) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page", "/copy":
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("X-Path", r.URL.Path)
			fmt.Fprint(w, "<title>the same page</title>")
		case "/old":
			w.Header().Set("Location", "/page")
			w.WriteHeader(http.StatusMovedPermanently)
		case "/chunks":
			for i := range 3 {
				fmt.Fprintf(w, "chunk %d\n", i)
				w.(http.Flusher).Flush()
			}
		case "/large":
			w.Header().Set("Content-Length", "1600000")
			fmt.Fprint(w, strings.Repeat("0123456789abcdef", 100_000))
		case "/stalled": // the rest never comes
			w.Header().Set("Content-Length", "1600000")
			fmt.Fprint(w, strings.Repeat("0123456789abcdef", 100))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/gone":
			http.Error(w, "gone", http.StatusGone)
		case "/empty":
		case "/broken":
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
		case "/reset":
			panic(http.ErrAbortHandler)
		case "/unmodified":
			if r.Header.Get("If-None-Match") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			fmt.Fprint(w, "not modified since")
		default:
			http.NotFound(w, r)
		}
	}))
	s.Config.ErrorLog = nil
	t.Cleanup(s.Close)
	return s
}

var paths = []string{"/page", "/copy", "/old", "/chunks", "/large", "/gone", "/empty", "/broken", "/reset", "/nothing", "/page"}

// record opens a file for a recorder.
func record(t testing.TB, name string, transport http.RoundTripper) (*warc.Recorder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := warc.Create(path, warc.Fields{{Name: "software", Value: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	return &warc.Recorder{Transport: transport, Writer: w}, path
}

// finish closes a recorder's file and reads it as the standard says.
func finish(t testing.TB, r *warc.Recorder, path string) []entry {
	t.Helper()
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	if err := r.Writer.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".zst") {
		return readStandard(t, readFrames(t, data, nil), false)
	}
	return readStandard(t, data, strings.HasSuffix(path, ".gz"))
}

// What was recorded is answered again, failures included.
func TestRecordedWebAnswersAlike(t *testing.T) {
	for _, name := range []string{"crawl.warc.gz", "crawl.warc", "crawl.warc.zst"} {
		t.Run(name, func(t *testing.T) {
			s := site(t)
			r, path := record(t, name, s.Client().Transport)
			want := map[string]string{}
			for _, p := range paths {
				want[p] = get(t, r, s.URL+p)
			}
			entries := finish(t, r, path)
			if diff := cmp.Diff(map[string]int{"warcinfo": 1, "response": 8, "revisit": 2, "request": 11, "metadata": 2}, kinds(entries)); diff != "" {
				t.Error(diff)
			}
			web, err := warc.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range paths {
				if got := get(t, web, s.URL+p); got != want[p] {
					t.Errorf("%s: %.200q, want %.200q", p, got, want[p])
				}
			}
			if want, got := "404 not in the recorded web\n", get(t, web, s.URL+"/never"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			resp, err := ask(t, web, s.URL+"/copy")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.Header.Get("X-Path") != "/copy" {
				t.Error("a revisit record is answered with the header of the first visit")
			}
			for _, e := range entries[1:] {
				if e.kind != "metadata" && e.field("WARC-IP-Address") != "127.0.0.1" {
					t.Errorf("%s: IP address %q", e.kind, e.field("WARC-IP-Address"))
				}
			}
		})
	}
}

// find returns the records of a type about a path.
func find(entries []entry, kind, path string) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e entry) bool {
		return e.kind != kind || !strings.HasSuffix(e.field("WARC-Target-URI"), path)
	})
}

func TestTransferCodingIsNoted(t *testing.T) {
	s := site(t)
	r, path := record(t, "crawl.warc", s.Client().Transport)
	get(t, r, s.URL+"/chunks")
	e := find(finish(t, r, path), "response", "/chunks")[0]
	if !strings.Contains(string(e.block), "\r\nX-Crawl-Transfer-Encoding: chunked\r\n") ||
		!strings.HasSuffix(string(e.block), "\r\n\r\nchunk 0\nchunk 1\nchunk 2\n") {
		t.Errorf("%q", e.block)
	}
}

// A body is recorded as far as it was read, and a short one whole.
func TestBodyClosedEarly(t *testing.T) {
	s := site(t)
	spools := t.TempDir()
	t.Setenv("TMPDIR", spools)
	for _, c := range []struct {
		path      string
		read      int64
		truncated string
		want      int
	}{
		{"/large", 100_000, "length", 100_000},
		{"/large", 10, "length", 64 << 10},
		{"/large", 1_600_000, "", 1_600_000}, // to the last byte, but not to the end
		{"/page", 0, "", 28},
		{"/chunks", 3, "", 24},
		{"/broken", 0, "disconnect", 4},
	} {
		r, path := record(t, "crawl.warc.gz", s.Client().Transport)
		resp, err := ask(t, r, s.URL+c.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, resp.Body, c.read); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		e := find(finish(t, r, path), "response", c.path)[0]
		_, body, _ := strings.Cut(string(e.block), "\r\n\r\n")
		if got := e.field("WARC-Truncated"); got != c.truncated || len(body) != c.want {
			t.Errorf("%s, %d read: %d bytes, truncated %q; want %d, %q", c.path, c.read, len(body), got, c.want, c.truncated)
		}
		web, err := warc.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ask(t, web, s.URL+c.path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(again.Body)
		again.Body.Close()
		if string(got) != body || (err != nil) != (c.truncated != "") {
			t.Errorf("%s, %d read: read back %d bytes and %v", c.path, c.read, len(got), err)
		}
	}
	if left, err := os.ReadDir(spools); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestNotModified(t *testing.T) {
	for _, before := range []bool{true, false} {
		s := site(t)
		r, path := record(t, "crawl.warc.gz", s.Client().Transport)
		if before {
			get(t, r, s.URL+"/unmodified")
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/unmodified", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("If-None-Match", `"1"`)
		resp, err := r.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if n := len(find(finish(t, r, path), "revisit", "/unmodified")); n != 1 {
			t.Errorf("%d revisit records", n)
		}
		web, err := warc.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		got := get(t, web, s.URL+"/unmodified")
		if before && got != "200 not modified since" || !before && !strings.Contains(got, "the earlier visit is not in the files") {
			t.Errorf("visited before: %v: %q", before, got)
		}
	}
}

func TestCredentials(t *testing.T) {
	s := site(t)
	for _, asked := range []bool{false, true} {
		r, path := record(t, "crawl.warc", s.Client().Transport)
		r.Credentials = asked
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.Replace(s.URL, "//", "//user:hidden-1@", 1)+"/page#hidden-2", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{
			"Authorization": {"secret-1"}, "cookie": {"secret-2"}, "Proxy-Authorization": {"secret-3"}, "X-Kept": {"kept"},
		}
		resp, err := r.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		var all strings.Builder
		for _, e := range finish(t, r, path) {
			fmt.Fprintf(&all, "%v %s\n", e.fields, e.block)
		}
		want := 0
		if asked {
			want = 3
		}
		if n := strings.Count(all.String(), "secret-"); n != want || strings.Contains(all.String(), "hidden") || !strings.Contains(all.String(), "X-Kept: kept") {
			t.Errorf("asked for: %v: %s", asked, all.String())
		}
	}
}

// What was cancelled is not what the server did.
func TestCancelledIsNotRecorded(t *testing.T) {
	s := site(t)
	r, path := record(t, "crawl.warc", s.Client().Transport)
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/large", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := r.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	resp.Body.Close()
	if _, err := r.RoundTrip(req); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if entries := finish(t, r, path); len(entries) != 1 {
		t.Errorf("%v", kinds(entries))
	}
}

// A caller that gives a reason for not going on says what became of the
// request, unless it is that the crawl was cancelled.
func TestCauseIsRecorded(t *testing.T) {
	s := site(t)
	for cause, want := range map[error]int{
		errors.New("refused by the crawler"): 1,
		nil:                                  0,
		fmt.Errorf("interrupted: %w", context.Canceled): 0,
	} {
		for _, path := range []string{"/page", "/stalled"} {
			r, file := record(t, "crawl.warc.gz", s.Client().Transport)
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if path == "/page" {
				cancel(cause)
			}
			if resp, err := r.RoundTrip(req); err == nil {
				_, _ = io.ReadFull(resp.Body, make([]byte, 100))
				cancel(cause)
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			failures := 0
			for _, e := range find(finish(t, r, file), "metadata", path) {
				failures += strings.Count(string(e.block), "fetch-error: refused by the crawler")
			}
			if failures != want {
				t.Errorf("%s, cause %v: %d failures recorded, want %d", path, cause, failures, want)
			}
		}
	}
}

func TestNoWriter(t *testing.T) {
	var r warc.Recorder
	if _, err := ask(t, &r, "http://a.test/"); err == nil || !strings.Contains(err.Error(), "no Writer") {
		t.Errorf("%v", err)
	}
	if err := r.Err(); err == nil {
		t.Error("Err is nil after a failure")
	}
}

// pipes is a network within the process, in which fake time goes on.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A request whose time is over is recorded with the cause that its caller gave.
func TestTimeIsRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		network := newPipes()
		s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/half" {
				fmt.Fprint(w, "half")
				w.(http.Flusher).Flush()
			}
			<-hang
		})}
		var serving sync.WaitGroup
		serving.Go(func() { _ = s.Serve(network) }) // ends with ErrServerClosed
		defer serving.Wait()
		defer s.Close()
		defer close(hang)
		transport := &http.Transport{DialContext: network.dial}
		defer transport.CloseIdleConnections()
		r, path := record(t, "crawl.warc.gz", transport)
		want := map[string]string{"/half": "200 half, then too slow", "/none": "error: too slow"}
		for p := range want {
			ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errTooSlow)
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://slow.test"+p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if resp, err := r.RoundTrip(req); err == nil {
				_, _ = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			cancel()
		}
		entries := finish(t, r, path)
		if got := find(entries, "response", "/half")[0].field("WARC-Truncated"); got != "time" {
			t.Errorf("truncated %q", got)
		}
		web, err := warc.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for p, want := range want {
			if got := get(t, web, "http://slow.test"+p); got != want {
				t.Errorf("%s: %q, want %q", p, got, want)
			}
		}
	})
}

// An archive that cannot be written is no secret.
func TestFullDisk(t *testing.T) {
	s := site(t)
	full := errors.New("disk full")
	r := &warc.Recorder{Transport: s.Client().Transport, Writer: warc.NewWriter(&limited{left: 5000, err: full})}
	first := ""
	for i := range 100 {
		if got := get(t, r, fmt.Sprintf("%s/page?%d", s.URL, i)); strings.Contains(got, "disk full") {
			first = got
			break
		}
	}
	if first == "" || !errors.Is(r.Err(), full) {
		t.Errorf("first %q, then %v", first, r.Err())
	}
	if _, err := ask(t, r, s.URL+"/page"); !errors.Is(err, full) {
		t.Errorf("afterwards: %v", err)
	}
}

type limited struct {
	left int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, l.err
	}
	return len(p), nil
}

// Methods that are not recorded pass.
func TestOtherMethods(t *testing.T) {
	s := site(t)
	r, path := record(t, "crawl.warc", s.Client().Transport)
	resp, err := (&http.Client{Transport: r}).Post(s.URL+"/page", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if entries := finish(t, r, path); len(entries) != 1 {
		t.Errorf("%v", kinds(entries))
	}
}

// Many goroutines leave a file as sound as one does.
func TestConcurrent(t *testing.T) {
	s := site(t)
	r, path := record(t, "crawl.warc.gz", s.Client().Transport)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i, p := range paths {
				got := get(t, r, s.URL+p)
				if err := r.Writer.Metadata(s.URL+p, warc.Fields{{Name: "note", Value: got[:min(len(got), 20)]}}); err != nil {
					t.Errorf("%d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	n := kinds(finish(t, r, path))
	if n["response"]+n["revisit"] != 8*10 || n["metadata"] != 8*(len(paths)+2) {
		t.Errorf("%v", n)
	}
}

// The connections of a Recorder's transport can be closed through the client that
// has the Recorder.
func TestCloseIdleConnections(t *testing.T) {
	s := site(t)
	dialled := 0
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		dialled++
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	r, _ := record(t, "crawl.warc", transport)
	client := &http.Client{Transport: r}
	for range 2 {
		get(t, r, s.URL+"/page")
		client.CloseIdleConnections()
	}
	if dialled != 2 {
		t.Errorf("%d connections were made, want 2: the first was to be closed", dialled)
	}
}
