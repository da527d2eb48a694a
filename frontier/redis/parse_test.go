package redis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
)

// Any answer of a server is read without a panic.
func FuzzParse(f *testing.F) {
	e := frontier.Entry{URL: "http://a.test/", Source: "http://b.test/", Note: "a note", Depth: 3}
	f.Add(stored.Body(e))
	f.Add("q 999999999999 0 0 0 0.5 6 a.test" + stored.Body(e))
	f.Add("merged 1763700000000000 0.5 0.25 0 14 http://b.test/links")
	f.Add("AAAAAAAAAAAAAAAAtimeout")
	f.Fuzz(func(t *testing.T, s string) {
		if e, err := stored.ParseBody(s); err == nil {
			again, err := stored.ParseBody(stored.Body(e))
			if diff := cmp.Diff(e, again); err != nil || diff != "" {
				t.Errorf("%q: %v\n%s", s, err, diff)
			}
		}
		parseRecord(s)
		stored.ParseEvent(s)
		parseFailure([]string{"1", s, "1", s})
		stored.ParseLease([]any{"1", "1", "a.test", "0.5", s})
	})
}
