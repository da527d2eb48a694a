package legible

import (
	"math"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"  two\t\n words ", "two words"},
		{"a\x00b\x7fc\u0085d", "abc d"}, // U+0085 is a line break
		{"\u202eevil\u202c \u2067x\u2069\u200f", "evil x"},
		{"\ufefffirst\uffff", "first"},
		{"می\u200cخواهم", "می\u200cخواهم"}, // the non-joiner belongs to the word
		{"bad \xff byte", "bad \ufffd byte"},
		{"exactly 12!!", "exactly 12!!"},
		{"more than twelve", "more than tw…"},
		{"me@a.example", "me@a.example"},
		{"?sid=1", "?sid=REDACTE…"},
	} {
		if got := Plain(c.in, 12); got != c.want {
			t.Errorf("Plain(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLink(t *testing.T) {
	for _, c := range []struct{ in, text, href string }{
		{"http://a.example/x?y#z", "http://a.example/x?y#z", "http://a.example/x?y#z"},
		{"HTTPS://a.example/", "HTTPS://a.example/", "https://a.example/"},
		{"http://u:p@a.example/", "http://a.example/", "http://a.example/"},
		{"http://u:p@q@a.example/", "http://a.example/", "http://a.example/"},
		{"http://a.example/?token=1&x=2", "http://a.example/?token=REDACTED&x=2", "http://a.example/?token=1&x=2"},
		{"http://a.example/@u", "http://a.example/@u", "http://a.example/@u"},
		{"http://a.example/?to=http://u:p@b.example", "http://a.example/?to=http://b.example", "http://a.example/?to=http://b.example"},
		{"ftp://u:p@a.example/", "ftp://a.example/", ""},
		{`http:\\u:p@a.example`, `http:\\a.example`, ""},
		{"https:u:p@a.example", "https:a.example", ""},
		{"mailto:me@a.example", "mailto:me@a.example", ""},
		{"javascript:alert(1)", "javascript:alert(1)", ""},
		{"/path", "/path", ""},
		{"http:///path", "http:///path", ""},
		{"http://a.example/\n", "http://a.example/", ""},
	} {
		if got := NewLink(c.in); got != (Link{c.text, c.href}) {
			t.Errorf("NewLink(%q) = %q, want %q", c.in, got, Link{c.text, c.href})
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234567), "-1,234,567"}, {Count(-100), "-100"},
		{Counted(1, "page", "pages"), "1 page"}, {Counted(2000, "page", "pages"), "2,000 pages"},
		{Size(0), "0 bytes"}, {Size(1), "1 byte"}, {Size(1000), "1.0\u00a0kB"}, {Size(48_200), "48\u00a0kB"},
		{Size(999_400), "999\u00a0kB"}, {Size(999_900), "1.0\u00a0MB"}, {Size(3_260_000_000), "3.3\u00a0GB"},
		{Percent(0.625), "62.5\u00a0%"}, {Percent(1), "100.0\u00a0%"},
		{Number(12.345, Decimals(99)), "12.35"}, {Number(12.345, Decimals(5000)), "12"}, {Number(math.NaN(), 2), "–"},
		{Sentence("reached 100 pages"), "Reached 100 pages."}, {Sentence("Done!"), "Done!"}, {Sentence(""), ""}, {Sentence("émile"), "Émile."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestStep(t *testing.T) {
	for _, c := range []struct {
		top  float64
		most int
		want float64
	}{{100, 10, 10}, {100, 5, 20}, {101, 10, 20}, {7, 10, 1}, {5000, 10, 500}, {0.9, 5, 0.2}, {66, 5, 20}, {0, 5, 1}, {-3, 5, 1}, {5e-324, 5, 1}} {
		if got := Step(c.top, c.most); got != c.want {
			t.Errorf("Step(%v, %d) = %v, want %v", c.top, c.most, got, c.want)
		}
	}
}
