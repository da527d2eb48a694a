package warc

import (
	"crypto/sha1"
	"fmt"
	"testing"
)

// However long the crawl, the last answers alone are remembered.
func TestOriginalsAreBounded(t *testing.T) {
	var s originals
	const n = maxOriginals + maxOriginals/2
	named := func(i int) *original {
		url := fmt.Sprintf("http://a.test/%d", i%(n-10)) // the last ones replace the first
		return &original{url: url, payload: sha1.Sum([]byte(url))}
	}
	for i := range n {
		o := named(i)
		s.add(o)
		s.answered(o.url, 200, o)
	}
	if len(s.byURL.known) > maxOriginals || len(s.byPayload.known) > maxOriginals || len(s.byURL.ring) > maxOriginals || len(s.byPayload.ring) > maxOriginals {
		t.Errorf("%d URLs, %d payloads, %d and %d in the rings", len(s.byURL.known), len(s.byPayload.known), len(s.byURL.ring), len(s.byPayload.ring))
	}
	for _, i := range []int{n - 1, n - maxOriginals} {
		if o := named(i); s.byURL.known[o.url] == nil || s.byPayload.known[o.payload] == nil {
			t.Errorf("answer %d of %d is forgotten", i, n)
		}
	}
	if o := named(n - maxOriginals - 1); s.byURL.known[o.url] != nil || s.byPayload.known[o.payload] != nil {
		t.Error("an old answer is remembered")
	}
}
