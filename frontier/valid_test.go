package frontier_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		url   string
		cause string // "" if the URL is accepted
	}{
		{"http://a.test/", ""},
		{"https://a.test/x?q=1#f", ""},
		{"http://a.test", ""},
		{"http://a.test?q", ""},
		{"http://[::1]:8080/", ""},
		{"http://a.test/ç%20", ""}, // not canonical, but no harm
		{"http://" + strings.Repeat("a", 1<<20), ""},

		{"", "empty"},
		{"x", "absolute"},
		{"/rel", "absolute"},
		{"//a.test/", "absolute"},
		{"a.test/x", "absolute"},
		{"mailto:x", "absolute"},
		{"javascript:alert(1)", "absolute"},
		{"data:text/html,http://a.test/", "absolute"},
		{"ftp://a.test/", "absolute"},
		{"HTTP://a.test/", "absolute"},
		{"http:/a.test/", "absolute"},
		{"httpx://a.test/", "absolute"},
		{" http://a.test/", "absolute"},
		{"http://", "no host"},
		{"https:///x", "no host"},
		{"http://?q", "no host"},
		{"http://#f", "no host"},
		{"http://a.test/a b", "space"},
		{"http://a.test/\n", "control"},
		{"http://a.test/\x00", "control"},
		{"http://a.test/\x7f", "control"},
		{"http:// /", "space"},
	} {
		err := frontier.Valid(frontier.Entry{URL: "http://good.test/"}, frontier.Entry{URL: c.url})
		var refused *frontier.EntryError
		switch {
		case c.cause == "" && err != nil:
			t.Errorf("Valid(%.40q) = %.200v, want nil", c.url, err)
		case c.cause == "":
		case !errors.As(err, &refused) || refused.URL != c.url || !strings.Contains(refused.Cause, c.cause):
			t.Errorf("Valid(%.40q) = %.200v, want an *EntryError for it that says %q", c.url, err, c.cause)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := frontier.Valid(frontier.Entry{URL: "http://a.test/", Value: v}); err == nil {
			t.Errorf("the value %v is accepted", v)
		}
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	entries := []frontier.Entry{{URL: "http://a.test/x?q=1"}, {URL: "https://b.test/" + strings.Repeat("y", 200)}}
	if n := testing.AllocsPerRun(100, func() {
		if frontier.Valid(entries...) != nil {
			t.Fatal("refused")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
