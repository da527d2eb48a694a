package crawl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A seed that cannot be a URL of the crawl is a page with Err, wherever it is
// among the others, and is not queued.
func TestMalformedSeed(t *testing.T) {
	web := testsite.New(testsite.Config{Pages: 1})
	good := web.URL(0, "/")
	for name, bad := range map[string]string{
		"empty": "", "a host alone": "h0.test", "relative": "/page", "no host": "http://", "another scheme": "ftp://h0.test/",
		"a bad port": "http://h0.test:port/", "a bad escape in the host": "http://%zz/", "a bad address": "http://[::1/",
		"too long": "http://h0.test/" + strings.Repeat("x", 9000), "refused by Normalize": "http://h0.test/refused",
		"a panic of Normalize": "http://h0.test/panic", "no URL after Normalize": "http://h0.test/none", "a panic of HostKey": "http://h0.test/key",
	} {
		t.Run(name, func(t *testing.T) {
			for _, seeds := range [][]string{{bad, good}, {good, bad}} {
				f := frontier.New(frontier.Options{})
				c := crawl.Crawler{
					Transport: web, Frontier: f, Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Depth: crawl.None},
					Normalize: func(url string) (string, error) {
						switch {
						case strings.HasSuffix(url, "/refused"):
							return "", errors.New("not here")
						case strings.HasSuffix(url, "/panic"):
							panic("not here")
						case strings.HasSuffix(url, "/none"):
							return "no URL", nil
						}
						return url, nil
					},
					HostKey: func(url string) string {
						if strings.HasSuffix(url, "/key") {
							panic("no key")
						}
						return "h0.test"
					},
				}
				fetched, failed := 0, 0
				for p, err := range c.Crawl(t.Context(), seeds...) {
					var e *crawl.Error
					switch {
					case err != nil:
						t.Fatal(err)
					case p.OK():
						fetched++
					case errors.As(p.Err, &e) && strings.Contains(p.Err.Error(), "seed"):
						failed++
					default:
						t.Errorf("%s: %v", p.URL, p.Err)
					}
				}
				stats, err := f.Stats(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if fetched != 1 || failed != 1 || c.Stats().Failed != 1 || stats.Done+stats.Queued+stats.Dead != 1 {
					t.Errorf("fetched %d, failed %d; %+v", fetched, failed, stats)
				}
			}
			n := 0
			c := crawl.Crawler{Transport: web, Delay: crawl.None, Normalize: func(url string) (string, error) { return "", errors.New("not here") }}
			for p, err := range c.Crawl(t.Context(), bad, bad) {
				if n++; n < 3 && (p == nil || p.Err == nil) || n == 3 && err == nil {
					t.Errorf("all seeds are bad: %v, %v", p, err)
				}
			}
			if n != 3 || c.Stats().Failed != 2 {
				t.Errorf("all seeds are bad: %d results, want a page for each and an error", n)
			}
		})
	}
}
