package cloaking_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/examples/recipes/cloaking"
)

// A web answers without a socket, so that a second takes no time.
type web struct{ http.Handler }

func (s web) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

func TestLikeness(t *testing.T) {
	beans := "Beans climb up a pole in the night and nobody sees it but the moon and a cat. They rise by a hand each hour until morning, then rest in the shade. "
	pills := "Buy cheap pills here now, best price of the whole web, no questions asked at all. Order today, pay later, free shipping to every country, money back after thirty days. "
	asked := 0
	site := web{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		ours, text := strings.HasPrefix(r.UserAgent(), "ExampleBot"), beans
		switch {
		case r.URL.Path == "/cloaked" && ours:
			text = pills
		case r.URL.Path == "/refused" && !ours:
			w.WriteHeader(http.StatusForbidden)
		case r.URL.Path == "/news":
			text = strings.Map(func(r rune) rune { // other words each time
				if r >= 'a' && r <= 'z' {
					r = 'a' + (r-'a'+rune(asked))%26
				}
				return r
			}, beans)
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>", text)
	})}
	for path, want := range map[string]string{"/plain": "like like", "/cloaked": "like unlike", "/refused": "like unlike", "/news": "unlike unlike"} {
		synctest.Test(t, func(t *testing.T) {
			c := crawl.Crawler{Transport: site, UserAgent: "ExampleBot/1.0"}
			for page, err := range c.Crawl(t.Context(), "http://a.test"+path) {
				if err != nil {
					t.Fatal(err)
				}
				again, otherwise, err := cloaking.Likeness(t.Context(), page, site, "ExampleBot/1.0", "ExampleCheck/1.0")
				if err != nil {
					t.Fatal(path, err)
				}
				word := func(likeness float64) string {
					if likeness > 0.5 {
						return "like"
					}
					return "unlike"
				}
				if got := word(again) + " " + word(otherwise); got != want {
					t.Errorf("%s is %s (%.2f, %.2f), want %s", path, got, again, otherwise, want)
				}
			}
		})
	}
}
