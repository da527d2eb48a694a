package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestDrift has one page for each rule by which a page has drifted. The model
// knows one link as an article and one as both, which are refused, and others.
func TestDrift(t *testing.T) {
	const (
		article = "<p><a class=t href=/1.html>the growth of beans</a></p>"
		tied    = "<p><a class=u href=/2.html>both of them</a></p>"
		novel   = `<table><tr><td id=ad><a onclick="go()" rel=sponsored href="https://ads.example/x.cgi?u=1&v=2#t"><img src=b.gif alt=Buy><i>now!</i></a></table>`
	)
	others := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<p><a class=o href=/other/%c>about %c</a></p>", 'a'+i, 'a'+i)
		}
		return b.String()
	}
	const all = 26
	for _, tt := range []struct{ rule, src, want string }{
		{"a page as learned", article + others(8), "false 0.00 "},
		{"one new link is an announcement", others(4) + novel, "true 0.20 no articles, though all pages that were learned have some"},
		{"two of ten", article + others(7) + novel + novel, "true 0.20 2 of 10 links are unlike any example"},
		{"two of eleven are too few", article + others(8) + novel + novel, "false 0.18 "},
		{"two refused of forty", article + others(18) + others(19) + tied + tied, "true 0.00 2 of 40 links are refused"},
		{"two refused of 41 are too few", article + others(19) + others(19) + tied + tied, "false 0.00 "},
		{"one refused", others(1) + tied, "true 0.00 no articles, though all pages that were learned have some"},
		{"no articles", others(4), "true 0.00 no articles, though all pages that were learned have some"},
		{"no links", "", "true 0.00 no articles, though all pages that were learned have some"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			learn := func(extra ...classify.Example) *classify.NearestNeighbor {
				var m classify.NearestNeighbor
				for _, l := range parse(t, others(all)).Links {
					extra = append(extra, classify.Example{Link: l, Class: classify.ClassOther})
				}
				if err := m.Learn(extra...); err != nil {
					t.Fatal(err)
				}
				return &m
			}
			l, both := parse(t, article).Links[0], parse(t, tied).Links[0]
			m := learn(classify.Example{Link: l, Class: "article"}, classify.Example{Link: both, Class: "article"}, classify.Example{Link: both, Class: "other"})
			links := parse(t, tt.src).Links
			_, d := m.ClassifyPage(links)
			if got := fmt.Sprintf("%v %.2f %s", d.Drifted, d.Novel, d.Why); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if len(links) > 0 {
				return
			}
			// Not all pages that were learned have articles.
			if err := m.Learn(classify.Example{Link: both, Class: "other"}); err != nil {
				t.Fatal(err)
			}
			if _, d := m.ClassifyPage(nil); d.Drifted {
				t.Errorf("a page without articles was learned, and one drifted: %+v", d)
			}
		})
	}
}
