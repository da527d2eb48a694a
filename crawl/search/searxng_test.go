package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/search"
)

var _ = []search.Seeder{&search.SearXNG{}, &search.OpenSearch{}}

// serve serves what answer says to each request.
func serve(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

// searxngAnswer writes an answer in the shape of SearXNG's.
func searxngAnswer(w io.Writer, urls ...string) {
	results := []map[string]any{}
	for i, u := range urls {
		results = append(results, map[string]any{
			"url": u, "title": "Hit", "content": "…", "engine": "one", "engines": []string{"one", "two"},
			"template": "default.html", "parsed_url": []string{"https", "h", "/", "", "", ""}, "positions": []int{i + 1},
			"score": 1.5, "category": "general", "publishedDate": nil, "thumbnail": nil,
		})
	}
	json.NewEncoder(w).Encode(map[string]any{
		"query": "q", "number_of_results": 0, "results": results,
		"answers": []any{}, "corrections": []any{}, "infoboxes": []any{}, "suggestions": []string{"s"},
		"unresponsive_engines": [][]string{{"brave", "too many requests"}},
	})
}

// numbered returns the URLs of n hits from a number on.
func numbered(from, n int) []string {
	var urls []string
	for i := range n {
		urls = append(urls, fmt.Sprintf("https://example.com/%d", from+i))
	}
	return urls
}

func TestSearXNGPages(t *testing.T) {
	for _, c := range []struct {
		n, want, pages int
	}{
		{0, 15, 2}, {-1, 15, 2}, {10, 10, 1}, {11, 11, 2}, {25, 25, 3}, {40, 30, 4},
	} {
		var asked []string
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.URL.Query().Get("pageno"))
			page := len(asked) - 1
			if page == 3 {
				searxngAnswer(w)
				return
			}
			searxngAnswer(w, numbered(10*page, 10)...)
		})
		got, err := (&search.SearXNG{URL: address}).Seeds(t.Context(), "q", c.n)
		if err != nil {
			t.Errorf("%d: %v", c.n, err)
		}
		if diff := cmp.Diff(numbered(0, c.want), got); diff != "" {
			t.Errorf("%d: (-want +got)\n%s", c.n, diff)
		}
		if diff := cmp.Diff([]string{"1", "2", "3", "4"}[:c.pages], asked); diff != "" {
			t.Errorf("%d: pages (-want +got)\n%s", c.n, diff)
		}
	}
}

func TestSearXNGRequest(t *testing.T) {
	var asked *http.Request
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r
		searxngAnswer(w, numbered(0, 1)...)
	})
	s := search.SearXNG{
		URL: strings.Replace(address, "://", "://user:secret@", 1) + "/searx/", UserAgent: "Bot/1.0",
		Engines: []string{"a", "b"}, Categories: []string{"science"}, Language: "de-CH",
	}
	got, err := s.Seeds(t.Context(), "diabetes & \"insulin\"", 1)
	if err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	want := url.Values{
		"q": {"diabetes & \"insulin\""}, "format": {"json"}, "pageno": {"1"},
		"engines": {"a,b"}, "categories": {"science"}, "language": {"de-CH"},
	}
	if diff := cmp.Diff(want, asked.URL.Query()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if user, password, _ := asked.BasicAuth(); asked.URL.Path != "/searx/search" || user != "user" || password != "secret" || asked.UserAgent() != "Bot/1.0" {
		t.Errorf("%s as %s:%s by %s", asked.URL.Path, user, password, asked.UserAgent())
	}
}

// What is no page, or the same page, is left out.
func TestSearXNGDistinct(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		searxngAnswer(w, "https://EXAMPLE.com/a#x", "https://example.com/a", "magnet:?xt=1", "", "http://user:pw@example.com/b", "ftp://example.com/")
	})
	got, err := (&search.SearXNG{URL: address}).Seeds(t.Context(), "q", 0)
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"https://example.com/a", "http://example.com/b"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// An engine that never ends is left in the end.
func TestSearXNGEndless(t *testing.T) {
	pages := 0
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		pages++
		searxngAnswer(w, numbered(pages, 1)...)
	})
	got, err := (&search.SearXNG{URL: address}).Seeds(t.Context(), "q", 1_000_000)
	if err != nil || len(got) != 50 || pages != 50 {
		t.Errorf("%d seeds of %d pages, %v", len(got), pages, err)
	}
}

func TestSearXNGErrors(t *testing.T) {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
	}
	body := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, text) }
	}
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		reason error
		want   string
	}{
		{"JSON is off", status(http.StatusForbidden), nil, `status 403 Forbidden (the instance does not answer in JSON: it must list "json" under search.formats in its settings.yml)`},
		{"too often", status(http.StatusTooManyRequests), nil, "status 429 Too Many Requests"},
		{"HTML", body("<!DOCTYPE html><html>"), nil, `not the answer of a search engine: expected JSON, found "<!DOCTYPE html><html>"`},
		{"cut off", body(`{"results": [{"url"`), nil, `not the answer of a search engine: expected JSON, found "{\"results\": [{\"url\""`},
		{"nesting", body(strings.Repeat("[", 1<<20)), nil, "not the answer of a search engine: expected JSON, found \"" + strings.Repeat("[", 40) + `"`},
		{"other JSON", body(`{"error": "x"}`), nil, "not the answer of a search engine: no results in the JSON"},
		{"no engine answers", body(`{"results": [], "unresponsive_engines": [["brave", "timeout", true], "qwant"]}`), nil, "no engine answered: [[brave timeout true] qwant]"},
		{"too large", body(strings.Repeat(" ", 9<<20)), nil, "the answer is larger than 8 MiB"},
		{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, io.EOF, "EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			address := serve(t, c.answer)
			s := search.SearXNG{URL: strings.Replace(address, "://", "://user:secret@", 1) + "/secret?key=secret"}
			got, err := s.Seeds(t.Context(), "q", 0)
			if want := "search: " + address + ": " + c.want; err == nil || err.Error() != want || len(got) > 0 {
				t.Errorf("%d seeds, error\n%v\nwant\n%v", len(got), err, want)
			}
			if c.reason != nil && !errors.Is(err, c.reason) {
				t.Errorf("%v is not %v", err, c.reason)
			}
			if e := new(search.Error); !errors.As(err, &e) {
				t.Errorf("%v is no *Error", err)
			}
		})
	}
}

// Whatever is wrong with the URL, the error has none of its secrets.
func TestURLErrors(t *testing.T) {
	for _, address := range []string{"", "secret", "ftp://secret@a/secret", "http://a:secret@[::1/", "http://user:secret@127.0.0.1:1/secret?secret"} {
		for _, s := range []search.Seeder{&search.SearXNG{URL: address}, &search.OpenSearch{Template: address + "{searchTerms}"}} {
			got, err := s.Seeds(t.Context(), "q", 0)
			if err == nil || strings.Contains(err.Error(), "secret") || len(got) > 0 {
				t.Errorf("%q: %v, %v", address, got, err)
			}
		}
	}
}

// What was found before an error is kept.
func TestErrorOnALaterPage(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("pageno") == "2" {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		searxngAnswer(w, numbered(0, 10)...)
	})
	got, err := (&search.SearXNG{URL: address}).Seeds(t.Context(), "q", 0)
	if e := new(search.Error); !errors.As(err, &e) || e.Status != http.StatusTooManyRequests {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(numbered(0, 10), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	for _, s := range []search.Seeder{&search.SearXNG{URL: address}, &search.OpenSearch{Template: address + "/{searchTerms}"}} {
		if _, err := s.Seeds(ctx, "q", 0); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
}
