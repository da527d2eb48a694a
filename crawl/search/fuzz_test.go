package search_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/search"
)

// An always answers every request with the same body.
type always []byte

func (a always) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(a)), Request: r}, nil
}

// Whatever an engine answers, the seeds are few, distinct pages, or there is an
// *Error without secrets.
func FuzzSeeds(f *testing.F) {
	f.Add([]byte(`{"results": [{"url": "https://example.com/1"}], "unresponsive_engines": [["a", "b"]]}`), "?q={searchTerms}&p={startPage?}")
	f.Add([]byte(`{"results": [], "unresponsive_engines": [1]}`), "{searchTerms}/{startIndex}")
	f.Add([]byte(`<rss><channel><item><link>https://example.com/1</link></item><item><link>/2</link></item></channel></rss>`), "{searchTerms}")
	f.Add([]byte(`<feed><entry><link href="3"/></entry>`), "{count}{searchTerms")
	f.Add([]byte("?"), "?q={searchTerms}"+strings.Repeat("\xe0", 8000))
	f.Fuzz(func(t *testing.T, body []byte, template string) {
		client := &http.Client{Transport: always(body)}
		const engine = "https://user:topsecret@example.com/topsecret"
		for _, s := range []search.Seeder{
			&search.SearXNG{URL: engine, Client: client},
			&search.OpenSearch{Template: engine + template, Client: client},
		} {
			got, err := s.Seeds(t.Context(), "q", 3)
			if e := new(search.Error); err != nil && !errors.As(err, &e) {
				t.Errorf("%v is no *Error", err)
			}
			if err != nil && strings.Contains(err.Error(), "topsecret") && !bytes.Contains(body, []byte("topsecret")) && !strings.Contains(template, "topsecret") {
				t.Errorf("a secret is in the error: %v", err)
			}
			seen := map[string]bool{}
			for _, u := range got {
				if seen[u] || !strings.HasPrefix(u, "http") {
					t.Errorf("seed %q", u)
				}
				seen[u] = true
			}
			if len(got) > 3 {
				t.Errorf("%d seeds", len(got))
			}
		}
	})
}
