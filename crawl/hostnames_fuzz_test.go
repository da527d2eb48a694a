package crawl_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
)

// What Hostnames returns can be opened.
func FuzzHostnames(f *testing.F) {
	for _, url := range []string{"http://a.test/", "https://[::1]:8080/x", "http://user:pw@127.1/", "ftp://x", "http://é.test", "http://0x7f.1", "//x", "http://a%2eb/", "https:!#0"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		names := crawl.Hostnames(url)
		if len(names) > 1 {
			t.Errorf("%q has the hosts %q", url, names)
		}
		if err := (&dial.Dialer{Open: names}).Validate(); err != nil {
			t.Errorf("%q: %v", url, err)
		}
	})
}
