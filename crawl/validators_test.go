package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// versioned answers 304 to requests that carry the current validators.
func versioned(a testsite.Answer, etag, modified string) func(*http.Request) testsite.Answer {
	a.Header = http.Header{}
	if etag != "" {
		a.Header.Set("ETag", etag)
	}
	if modified != "" {
		a.Header.Set("Last-Modified", modified)
	}
	return func(req *http.Request) testsite.Answer {
		if etag != "" && req.Header.Get("If-None-Match") == etag ||
			etag == "" && modified != "" && req.Header.Get("If-Modified-Since") == modified {
			return testsite.Answer{Status: http.StatusNotModified, Header: a.Header}
		}
		return a
	}
}

func TestConditionalRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const date = "Tue, 15 Nov 1994 12:45:26 GMT"
		cut := testsite.Page("cut")
		cut.Cut = true
		web := testsite.New(testsite.Config{})
		web.Handle("/", versioned(testsite.Page("start", "/etag", "/date", "/none", "/cut"), "", ""))
		web.Handle("/etag", versioned(testsite.Page("etag"), `"v1"`, date))
		web.Handle("/date", versioned(testsite.Page("date"), "", date))
		web.Handle("/none", versioned(testsite.Page("none"), "", ""))
		web.Handle("/cut", versioned(cut, `"c"`, ""))
		var known crawl.MemoryValidators
		crawlTwice := func() map[string]int {
			c := crawl.Crawler{Transport: web, Validators: &known}
			statuses := map[string]int{}
			for _, p := range crawlAll(t, &c, "http://h0.test/") {
				statuses[strings.TrimPrefix(p.URL, "http://h0.test")] = p.Status
				if p.NotModified != (p.Status == 304) || p.Err != nil || p.NotModified && (p.OK() || len(p.Body) > 0) {
					t.Errorf("%s: status %d, not modified %v, error %v, %d bytes", p.URL, p.Status, p.NotModified, p.Err, len(p.Body))
				}
			}
			if got := c.Stats().NotModified; got != int64(count(statuses, 304)) {
				t.Errorf("Stats.NotModified = %d, want %d", got, count(statuses, 304))
			}
			return statuses
		}
		if diff := cmp.Diff(map[string]int{"/": 200, "/etag": 200, "/date": 200, "/none": 200, "/cut": 200}, crawlTwice()); diff != "" {
			t.Errorf("first crawl (-want +got):\n%s", diff)
		}
		// A page of which the end is missing is fetched again.
		if diff := cmp.Diff(map[string]int{"/": 200, "/etag": 304, "/date": 304, "/none": 200, "/cut": 200}, crawlTwice()); diff != "" {
			t.Errorf("second crawl (-want +got):\n%s", diff)
		}
		web.Handle("/etag", versioned(testsite.Page("changed"), `"v2"`, date))
		if got := crawlTwice()["/etag"]; got != 200 {
			t.Errorf("a page that has changed: status %d, want 200", got)
		}
		// A page that comes back as it once was is another than the one before.
		web.Handle("/etag", versioned(testsite.Page("without a validator"), "", ""))
		crawlTwice()
		web.Handle("/etag", versioned(testsite.Page("changed"), `"v2"`, date))
		if got := crawlTwice()["/etag"]; got != 200 {
			t.Errorf("a page whose validator was lost and came back: status %d, want 200", got)
		}
	})
}

func count(statuses map[string]int, status int) (n int) {
	for _, s := range statuses {
		if s == status {
			n++
		}
	}
	return n
}

// A 304 that nobody asked for is a failure.
func TestUnaskedNotModified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := fetchOne(t, testsite.Answer{Status: 304}, crawl.Limits{})
		var status *failure.StatusError
		if !errors.As(p.Err, &status) || status.Status != 304 || p.NotModified {
			t.Errorf("error %v, not modified %v, want a StatusError of 304", p.Err, p.NotModified)
		}
	})
}

// A page that the sink does not take is not known the next time.
func TestValidatorsOfWhatTheSinkTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Handle("/", versioned(testsite.Page("page"), `"v1"`, ""))
		var known crawl.MemoryValidators
		c := crawl.Crawler{Transport: web, Validators: &known}
		full := errors.New("disk full")
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return full }, "http://h0.test/"); !errors.Is(err, full) {
			t.Fatalf("Run: %v, want the sink's error", err)
		}
		if v, _ := known.Validator(t.Context(), "http://h0.test/"); v != (crawl.Validator{}) {
			t.Errorf("validator %+v is known, want none", v)
		}
	})
}

func TestMemoryValidatorsWriteAndRead(t *testing.T) {
	var m crawl.MemoryValidators
	want := map[string]crawl.Validator{
		"http://a.test/b": {LastModified: "Tue, 15 Nov 1994 12:45:26 GMT"},
		"http://a.test/":  {ETag: `W/"1"`},
	}
	for url, v := range want {
		if err := m.Keep(t.Context(), url, v); err != nil {
			t.Fatal(err)
		}
	}
	const text = `{"url":"http://a.test/","etag":"W/\"1\""}` + "\n" +
		`{"url":"http://a.test/b","last_modified":"Tue, 15 Nov 1994 12:45:26 GMT"}` + "\n"
	var file strings.Builder
	if n, err := m.WriteTo(&file); err != nil || n != int64(len(text)) || file.String() != text {
		t.Fatalf("WriteTo wrote %d bytes, %v:\n%s\nwant %d:\n%s", n, err, file.String(), len(text), text)
	}
	read, err := modeltest.Read[crawl.MemoryValidators](strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for url, v := range want {
		if got, _ := read.Validator(t.Context(), url); got != v {
			t.Errorf("%s: %+v, want %+v", url, got, v)
		}
	}
	if empty, err := modeltest.Read[crawl.MemoryValidators](strings.NewReader("")); err != nil || len(empty.URLs()) > 0 {
		t.Errorf("an empty file: %v", err)
	}
	for _, bad := range []string{`{"url":"http://a.test/"`, "text", `{"etag":"x"}`} {
		_, err := modeltest.Read[crawl.MemoryValidators](strings.NewReader(strings.Join([]string{`{"url":"http://c.test/"}`, bad}, "\n")))
		if err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("ReadFrom %q: %v, want an error that names line 2", bad, err)
		}
	}
}

// A server may write any bytes, and wants them back.
func TestValidatorsOfOtherEncodings(t *testing.T) {
	want := map[string]crawl.Validator{
		"http://a.test/latin1": {ETag: "\"caf\xe9\"", LastModified: "Tue, 15 Nov 1994 12:45:26 GMT"},
		"http://a.test/date":   {ETag: `"é"`, LastModified: "15 M\xe4rz"},
	}
	var m crawl.MemoryValidators
	for url, v := range want {
		if err := m.Keep(t.Context(), url, v); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(file.Bytes()) {
		t.Errorf("the file is not UTF-8: %q", file.String())
	}
	read, err := modeltest.Read[crawl.MemoryValidators](&file)
	if err != nil {
		t.Fatal(err)
	}
	for url, v := range want {
		if got, _ := read.Validator(t.Context(), url); got != v {
			t.Errorf("%s: %+q, want %+q", url, got, v)
		}
	}
}

// What is read is written and read again as it is.
func FuzzReadMemoryValidators(f *testing.F) {
	f.Add([]byte(`{"url":"http://a.test/","etag":"W/\"1\""}` + "\n" + `{"url":"http://a.test/b","last_modified":"x"}`))
	f.Add([]byte(`{"url":"http://a.test/","bytes":{"etag":"6Q=="}}`))
	f.Add([]byte(`{"url":"http://a.test/","etag":"\ud800","bytes":{}}{"url":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := modeltest.Read[crawl.MemoryValidators](bytes.NewReader(data))
		if err != nil {
			return
		}
		var file bytes.Buffer
		if _, err := m.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		again, err := modeltest.Read[crawl.MemoryValidators](&file)
		if err != nil {
			t.Fatal(err)
		}
		for _, url := range m.URLs() {
			v, _ := m.Validator(t.Context(), url)
			if got, _ := again.Validator(t.Context(), url); got != v {
				t.Errorf("%q: %+q, want %+q", url, got, v)
			}
		}
	})
}

// lost are validators of a store that is down.
type lost struct{ err error }

func (f lost) Validator(context.Context, string) (crawl.Validator, error) {
	return crawl.Validator{}, f.err
}

func (f lost) Keep(context.Context, string, crawl.Validator) error { return f.err }

// A store of validators that fails ends the crawl, and no URL is lost by it.
func TestValidatorError(t *testing.T) {
	web := testsite.New(testsite.Config{Pages: 5})
	var f frontier.Memory
	down := errors.New("the store is down")
	c := crawl.Crawler{Transport: web, Frontier: &f, Delay: crawl.None, Workers: 1, Validators: lost{down}}
	for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
		if p != nil || !errors.Is(err, down) || !strings.Contains(err.Error(), "http://h0.test/") {
			t.Errorf("page %v, error %v, want the store's error with the URL", p, err)
		}
	}
	if n := stats(t, &f); n.Queued != 1 || n.Dead != 0 {
		t.Errorf("frontier %+v, want the URL queued", n)
	}
	c.Validators = nil
	if p := only(t, crawlAll(t, &c), "http://h0.test/"); !p.OK() {
		t.Errorf("%s: %v", p.URL, p.Err)
	}
}
