package redis

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
)

func TestBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := frontier.Entry{
			URL:    rapid.String().Draw(t, "url"),
			Source: rapid.String().Draw(t, "source"),
			Note:   rapid.String().Draw(t, "note"),
			Depth:  rapid.Int().Draw(t, "depth"),
			Hops:   rapid.Int().Draw(t, "hops"),
		}
		got, err := parseBody(body(want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFormatValue(t *testing.T) {
	if got := formatValue(math.Copysign(0, -1)); got != "0" {
		t.Errorf("minus zero is %q, want 0", got)
	}
}

// Any answer of a server is read without a panic.
func FuzzParse(f *testing.F) {
	e := frontier.Entry{URL: "http://a.test/", Source: "http://b.test/", Note: "a note", Depth: 3}
	f.Add(body(e))
	f.Add("q 999999999999 0 0 0 0.5 6 a.test" + body(e))
	f.Add("merged 1763700000000000 0.5 0.25 0 14 http://b.test/links")
	f.Add("AAAAAAAAAAAAAAAAtimeout")
	f.Fuzz(func(t *testing.T, s string) {
		if e, err := parseBody(s); err == nil {
			again, err := parseBody(body(e))
			if diff := cmp.Diff(e, again); err != nil || diff != "" {
				t.Errorf("%q: %v\n%s", s, err, diff)
			}
		}
		parseRecords([]string{"digest", s})
		parseEvent(s)
		parseFailure([]string{"1", s, "1", s})
		parseLease([]any{"1", "1", "a.test", "0.5", s})
	})
}
