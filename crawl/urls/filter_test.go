package urls_test

import (
	"errors"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		name          string
		filter        urls.Filter
		passes, stays []string
	}{
		{"zero", urls.Filter{}, []string{"http://a.test/", "https://b.test:81/x.pdf?y"}, []string{"ftp://a.test/", "http://[/", "mailto:a@b.test"}},
		{"hosts", urls.Filter{Hosts: []string{"a.test", "B.test:81", "*.c.test", "https://d.test/"}},
			[]string{"http://a.test/", "https://a.test:8080/x", "http://b.test:81/", "http://x.c.test/", "http://x.y.c.test:9/", "http://d.test/", "http://A.TEST/"},
			[]string{"http://b.test/", "http://b.test:82/", "http://c.test/", "http://xc.test/", "http://aa.test/", "http://a.test.evil.test/", "http://a.test@evil.test/"}},
		{"not hosts", urls.Filter{Hosts: []string{"*.a.test"}, NotHosts: []string{"ads.a.test", "*.ads.a.test"}},
			[]string{"http://www.a.test/"}, []string{"http://ads.a.test/", "http://x.ads.a.test/"}},
		{"paths", urls.Filter{Paths: []string{"/blog/", "/*/issue$"}, NotPaths: []string{"/*?*sort=", "/blog/tag/"}},
			[]string{"http://a.test/blog/", "http://a.test/blog/x?page=2", "http://a.test/2024/issue"},
			[]string{"http://a.test/", "http://a.test/x/blog/", "http://a.test/2024/issue/1", "http://a.test/blog/x?a=1&sort=up", "http://a.test/blog/tag/x"}},
		{"types", urls.Filter{Types: []string{"html", ".PDF", "tar.gz", ""}},
			[]string{"http://a.test/", "http://a.test/x", "http://a.test/x.HTML?y=1.zip", "http://a.test/x.pdf", "http://a.test/x.tar.gz", "http://a.test/v1.2/x"},
			[]string{"http://a.test/x.zip", "http://a.test/x.gz", "http://a.test/xpdf.jpg"}},
		{"not types", urls.Filter{NotTypes: []string{"zip"}}, []string{"http://a.test/x"}, []string{"http://a.test/x.zip"}},
		{"depth", urls.Filter{Depth: 2}, []string{"http://a.test/", "http://a.test/a/b", "http://a.test/a/b/"}, []string{"http://a.test/a/b/c"}},
		{"no depth", urls.Filter{Depth: urls.NoLimit}, []string{"http://a.test/a/b/c/d"}, nil},
		{"then", urls.Filter{Hosts: []string{"a.test"}, Then: (&urls.Guard{Length: 20}).Check},
			[]string{"http://a.test/x"}, []string{"http://b.test/", "http://a.test/01234567890123456789"}},
	} {
		for _, url := range c.passes {
			if err := c.filter.Check(url); err != nil {
				t.Errorf("%s: %s: %v, want that it passes", c.name, url, err)
			}
		}
		for _, url := range c.stays {
			if err := c.filter.Check(url); err == nil {
				t.Errorf("%s: %s passes, want an error", c.name, url)
			}
		}
	}
	var trap *urls.TrapError
	f := urls.Filter{Then: (&urls.Guard{Length: 20}).Check}
	if err := f.Check("http://a.test/01234567890123456789"); !errors.As(err, &trap) {
		t.Errorf("error %v, want the one of Then", err)
	}
}
