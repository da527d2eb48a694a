package report

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// hostile is a crawl of pages that want to break the report.
func hostile() Report {
	evil := "\"><script>alert(1)</script>\x00\x1b[31m\u202egnp.exe\u2066\u2028</title></style></svg>-->{{.}}"
	r := sample(30)
	r.Title, r.Program, r.Ended, r.Judge = evil, evil, evil, evil
	r.Settings = append(r.Settings, [2]string{evil, "redis://:hunter2@db.example:6379/0"})
	r.Terms = append(r.Terms, Term{evil, evil, math.NaN()}, Term{strings.Repeat("term", 200), "exact", math.Inf(1)})
	r.Curves[0].Name = evil
	r.Curves = append(r.Curves, Curve{strings.Repeat("漢", 90), []int{7, -3, 1 << 40}}, Curve{Name: "empty"})
	for i, u := range []string{"javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "http://user:hunter2@example.org/",
		`https:\\user:hunter2@example.org/`, "ftp://user:hunter2@example.org/", "//user:hunter2@[", "http://[::1", "JaVaScRiPt://example.org/%0aalert(1)",
		"http://example.org/" + strings.Repeat("x", 20_000), "http://example.org/\u202e?\"onclick=alert(1)", "http:", "", evil, "\xff\xfe"} {
		p := &r.Pages[i]
		p.URL, p.Parent, p.Title, p.Why = u, u, evil, evil+strings.Repeat("why;", 5000)
	}
	r.Pages[20].Title = strings.Repeat("W", 5000)
	r.Pages[21].Score, r.Pages[22].Score, r.Pages[23].Value = math.NaN(), math.Inf(1), math.MaxFloat64
	r.Pages[24].Bytes, r.Pages[25].Depth = math.MaxInt64/2, -1
	r.Pages[26].Value = math.NaN()
	return r
}

func TestHostile(t *testing.T) {
	r := hostile()
	for _, judge := range []string{r.Judge, ""} {
		r.Judge = judge
		got := withoutScript(t, render(t, r))
		for _, banned := range []string{"<script", "hunter2", "\u202e", "\u2066", "\u2028", "\x00", "\x1b", "NaN", "ZgotmplZ", "+Inf", "href=\"javascript", "href=\"data",
			strings.Repeat("W", legible.MaxTitle+1)} {
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

// A token is in the target of a link, which without it leads elsewhere, and in no
// text.
func TestTokensAreInNoText(t *testing.T) {
	const url = "http://a.test/?token=hunter2"
	r := sample(3)
	r.Pages = r.Pages[:1]
	r.Pages[0].URL, r.Pages[0].Parent = url, url
	r.Settings = append(r.Settings, [2]string{"seed", url})
	r.Add(&crawl.Page{URL: url, Parent: url, Err: &crawl.Error{URL: url, Err: errors.New("no answer of " + url)}})
	html := render(t, r)
	texts := strings.ReplaceAll(html, `href="`+url+`"`, "")
	if at := strings.Index(texts, "hunter2"); at >= 0 || len(texts) == len(html) || !strings.Contains(texts, "no answer of http://a.test/?token=REDACTED") {
		t.Errorf("%s", texts[max(0, at-200):max(0, at)+100])
	}
}
