package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestTrust has one link for each rule of what an answer is worth: its class, its
// confidence, and why it is refused. The model knows
// eight varied links of each class, or the few that are given.
func TestTrust(t *testing.T) {
	var varied string
	for i, caption := range []string{"beans", "more beans", "the growth of beans", "Beans of 1904", "a study of the growth of beans in rooms", "B. Bean", "beans and peas", "of beans, again"} {
		varied += fmt.Sprintf("<p><a class=a href=/a%d.html>%s</a></p>%s<p><a class=o href=/o%c>%s</a></p>", i, caption, strings.Repeat("<br>", i), 'a'+i, caption[:3+i%3])
	}
	const few = `<p><a class=a href=/a1.html>one</a></p><p><a class=o href=/o1>two</a></p>`
	for _, tt := range []struct{ rule, learn, ask, want string }{
		{"as it was", varied, `<a class=a href=/a1.html>beans</a>`, "article 0.9938, another class at 0.363, 0.1300"},
		{"another caption", varied, `<p><a class=a href=/a2.html>oats and rye</a></p>`, "article 0.9938, another class at 0.333, refused: close to another class, 0.2600"},
		{"another class", varied, `<p><a class=b href=/a2.html>oats and rye</a></p>`, "article 0.9444, another class at 0.333, refused: close to another class, 0.2867"},
		{"another class and element around it", varied, `<ul><li><a class=b href=/a2.html>oats and rye</a></ul>`, "article 0.9444, another class at 0.353, refused: close to another class, 0.3067"},
		{"another path too", varied, `<ul><li><a class=b href=/show/2.cgi?x=1#y>oats and rye</a></ul>`, "other 0.6633, another class at 0.457, refused: close to another class, unlike any example, 0.4367"},
		{"between the classes", varied, `<p><a class=x href=/x>oats and rye</a></p>`, "other 0.9444, another class at 0.353, refused: close to another class, 0.2933"},
		{"nearer to one of them", varied, `<p><a class=x href=/a1.html>oats and rye</a></p>`, "article 0.9444, another class at 0.333, refused: close to another class, 0.2867"},
		{"nearer to the other", varied, `<p><a class=o href=/x.html>oats and rye</a></p>`, "other 0.9444, another class at 0.313, refused: close to another class, 0.3067"},
		{"far from both", varied, `<table><tr><td id=ad><a onclick="go()" rel=sponsored href="https://ads.example/x.cgi?u=1&v=2#t"><img src=b.gif alt=Buy><i>now!</i></a></table>`, "other 0.3952, another class at 0.758, refused: close to another class, unlike any example, 0.7328"},
		{"where one example is wrong", varied + `<p><a class=o href=/a1.html>peas</a></p>`, `<p><a class=a href=/a2.html>oats and rye</a></p>`, "article 0.9945, another class at 0.453, 0.2600"},
		{"where two are wrong", varied + `<p><a class=o href=/a1.html>peas</a></p><p><a class=o href=/a1.html>peas of green</a></p>`, `<p><a class=a href=/a2.html>oats and rye</a></p>`, "article 0.9950, another class at 0.453, 0.2067"},
		{"beside a kind that there is one of", varied + `<table><td><b><a onclick=x rel=y href=ftp://z#u><img alt=w></a></b></table>`, `<p><a class=b href=/a2.html>oats and rye</a></p>`, "article 0.9938, another class at 0.453, refused: close to another class, 0.2867"},
		{"one link of each class", few, `<p><a class=a href=/a2.html>one</a></p>`, "article 0.1250, another class at 0.353, refused: close to another class, 0.1200"},
		{"two of each", few + few, `<p><a class=a href=/a2.html>one</a></p>`, "article 0.8889, another class at 0.353, 0.1200"},
		{"one class", `<p><a class=o href=/1>one</a> <a class=o href=/2>two</a>`, `<a class=o href=/3>one</a>`, "other 0.8750, 0.0900"},
		{"one link", `<p><a class=o href=/1>one</a>`, `<b id=u><a class=x rel=y href=ftp://z>else</a>`, "other 0.5000, 0.3924"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := learned(t, &classify.NearestNeighbor{}, tt.learn)
			links := parse(t, tt.ask).Links
			c := m.Classify(links[len(links)-1])
			got := fmt.Sprintf("%s %.4f", c.Class, c.Confidence)
			for _, e := range c.Evidence {
				if strings.HasPrefix(e, "refused") || strings.HasPrefix(e, "another") {
					got += ", " + e
				}
			}
			if got += fmt.Sprintf(", %.4f", c.Neighbor.Distance); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestNoExamples: a model that knows nothing says so of a page, even of one
// without links.
func TestNoExamples(t *testing.T) {
	var m classify.NearestNeighbor
	if _, d := m.ClassifyPage(nil); d != (classify.Drift{Drifted: true, Novel: 1, Why: "no page has been learned"}) {
		t.Errorf("got %+v", d)
	}
}

// TestUsualNeedsArticles: a model of other classes takes nothing for an article.
func TestUsualNeedsArticles(t *testing.T) {
	var m classify.NearestNeighbor
	l := parse(t, "<p><a class=o href=/1>one</a>").Links[0]
	if err := m.Learn(classify.Example{Link: l, Class: "chapter"}, classify.Example{Link: l, Class: "news"}); err != nil {
		t.Fatal(err)
	}
	answers, _ := m.ClassifyPage(parse(t, strings.Repeat("<table><td id=r><a rel=x onclick=y href='http://n.example/s.cgi?i=1'>the growth of beans</a></table>", 6)).Links)
	for _, c := range answers {
		if c.Class != "chapter" {
			t.Errorf("got %+v", c)
		}
	}
}

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
