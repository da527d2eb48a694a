package crawl_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
)

func TestDefaultUserAgentWarns(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<a href=/tea>tea</a>"))
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, seed, userAgent string
		want                  int
	}{
		{"a public host", "http://8.8.8.8/", "", 1},
		{"a name of one's own", "http://8.8.8.8/", "ExampleBot/1.0 (+https://bot.example)", 0},
		{"a private host", proxy.URL, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			crawler := crawl.Crawler{
				Transport: &crawl.Transport{Open: []string{at.Host}, Proxy: http.ProxyURL(at)},
				UserAgent: c.userAgent, Delay: crawl.None, Workers: 1,
				Logger: slog.New(slog.NewTextHandler(&log, nil)),
			}
			for page, err := range crawler.Crawl(t.Context(), c.seed) {
				if err != nil || page.Err != nil {
					t.Fatal(err, page.Err)
				}
			}
			if got := strings.Count(log.String(), "level=WARN"); got != c.want {
				t.Errorf("%d warnings, want %d: %s", got, c.want, log.String())
			}
		})
	}
}
