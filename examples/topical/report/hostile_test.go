package report

import (
	"math"
	"regexp"
	"strings"
	"testing"
)

// hostile is a crawl of pages that want to break the report.
func hostile() Report {
	evil := "\"><script>alert(1)</script>\x00\x1b[31m\u202egnp.exe\u2066\u2028</title></style></svg>-->{{.}}"
	r := sample(30)
	r.Title, r.Program, r.Ended, r.Judge = evil, evil, evil, evil
	r.Settings = append(r.Settings, Setting{evil, "redis://:hunter2@db.example:6379/0"})
	r.Terms = append(r.Terms, Term{evil, evil, math.NaN()}, Term{strings.Repeat("term", 200), "exact", math.Inf(1)})
	r.Curves[0].Name = evil
	r.Curves = append(r.Curves, Curve{strings.Repeat("漢", 90), []int{7, -3, 1 << 40}}, Curve{Name: "empty"})
	for i, u := range []string{"javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "http://user:hunter2@example.org/",
		`https:\\user:hunter2@example.org/`, "ftp://user:hunter2@example.org/", "//user:hunter2@[", "http://[::1", "JaVaScRiPt://example.org/%0aalert(1)",
		"http://example.org/" + strings.Repeat("x", 20_000), "http://example.org/\u202e?\"onclick=alert(1)", "http:", "", evil, "\xff\xfe"} {
		p := &r.Pages[i]
		p.URL, p.Parent, p.Host, p.Title, p.Why = u, u, u, evil, evil+strings.Repeat("why;", 5000)
	}
	r.Pages[20].Title = strings.Repeat("W", 5000)
	r.Pages[21].Score, r.Pages[22].Score, r.Pages[23].Value = math.NaN(), math.Inf(1), math.MaxFloat64
	r.Pages[24].Bytes, r.Pages[25].Depth = math.MaxInt64/2, -1
	return r
}

func TestHostile(t *testing.T) {
	r := hostile()
	for _, judge := range []string{r.Judge, ""} {
		r.Judge = judge
		got := render(t, r)
		for _, banned := range []string{"<script", "hunter2", "\u202e", "\u2066", "\u2028", "\x00", "\x1b", "NaN", "ZgotmplZ", "+Inf", "href=\"javascript", "href=\"data",
			strings.Repeat("W", maxTitle+1)} {
			if i := strings.Index(got, banned); i >= 0 {
				t.Errorf("judge %q: the page has %q in ...%q", judge, banned, got[max(0, i-80):i+len(banned)])
			}
		}
		for _, a := range regexp.MustCompile(`<a [^>]*>`).FindAllString(got, -1) {
			local := strings.HasPrefix(a, `<a href="#`)
			outward := regexp.MustCompile(`^<a href="https?://[^"]*" rel="noreferrer noopener nofollow">$`).MatchString(a)
			if !local && !outward {
				t.Errorf("judge %q: odd link %.200s", judge, a)
			}
		}
	}
}

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
	} {
		if got := plain(c.in, 12); got != c.want {
			t.Errorf("plain(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLink(t *testing.T) {
	for _, c := range []struct{ in, text, href string }{
		{"http://a.example/x?y#z", "http://a.example/x?y#z", "http://a.example/x?y#z"},
		{"HTTPS://a.example/", "HTTPS://a.example/", "https://a.example/"},
		{"http://u:p@a.example/", "http://a.example/", "http://a.example/"},
		{"http://u:p@q@a.example/", "http://a.example/", "http://a.example/"},
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
		if got := newLink(c.in); got != (link{c.text, c.href}) {
			t.Errorf("newLink(%q) = %q, want %q", c.in, got, link{c.text, c.href})
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"}, {count(999), "999"}, {count(1000), "1,000"}, {count(-1234567), "-1,234,567"}, {count(-100), "-100"},
		{counted(1, "page", "pages"), "1 page"}, {counted(2000, "page", "pages"), "2,000 pages"},
		{size(0), "0 bytes"}, {size(1), "1 byte"}, {size(1000), "1.0\u00a0kB"}, {size(48_200), "48\u00a0kB"},
		{size(999_400), "999\u00a0kB"}, {size(999_900), "1.0\u00a0MB"}, {size(3_260_000_000), "3.3\u00a0GB"},
		{percent(0.625), "62.5\u00a0%"}, {percent(1), "100.0\u00a0%"},
		{number(12.345, decimals(99)), "12.35"}, {number(12.345, decimals(5000)), "12"}, {number(math.NaN(), 2), "–"},
		{sentence("reached 100 pages"), "Reached 100 pages."}, {sentence("Done!"), "Done!"}, {sentence(""), ""}, {sentence("émile"), "Émile."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
