package stored

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
		got, err := ParseBody(Body(want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFormatValue(t *testing.T) {
	if got := FormatValue(math.Copysign(0, -1)); got != "0" {
		t.Errorf("minus zero is %q, want 0", got)
	}
}
