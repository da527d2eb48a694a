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
		s.add(named(i))
	}
	if len(s.byURL) > maxOriginals || len(s.byPayload) > maxOriginals || len(s.ring) > maxOriginals {
		t.Errorf("%d URLs, %d payloads, %d in the ring", len(s.byURL), len(s.byPayload), len(s.ring))
	}
	for _, i := range []int{n - 1, n - maxOriginals} {
		if o := named(i); s.byURL[o.url] == nil || s.byPayload[o.payload] == nil {
			t.Errorf("answer %d of %d is forgotten", i, n)
		}
	}
	if o := named(n - maxOriginals - 1); s.byURL[o.url] != nil || s.byPayload[o.payload] != nil {
		t.Error("an old answer is remembered")
	}
}
