package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestFiveAnswers: on a page of another layout than the one that taught the model, Question says
// which links to label, and after five answers nearly all of the page is right and answered.
func TestFiveAnswers(t *testing.T) {
	title := func(i int) string {
		return []string{"The growth of beans in winter", "Peas by day and by night", "A study of moss", "Reeds, rain and the river", "Ferns of four valleys"}[i%5]
	}
	repeat := func(n int, row string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, strings.ReplaceAll(row, "TITLE", title(i)), i)
		}
		return b.String()
	}
	const head = `<nav><a href=/>Home</a> <a href=/about>About</a> <a href=/board>Editorial board</a> <a href=/search>Search</a></nav>`
	taught := head + repeat(12, `<h3><a class=title href="/talk/%[1]d.html">TITLE</a></h3><p><a href="#author%[1]d">A. Bean</a></p>`)
	for _, tt := range []struct{ layout, src, article string }{
		{"cards with pictures for links", head + repeat(30, `<div class=card><b>TITLE</b><a title="Read on" href="http://x.example/year/9/paper/p%[1]d"><img src=read.png></a><a title="Subscribe" href="http://x.example/notify/%[1]d?to=p"><img src=bell.png></a></div>`), "/paper/"},
		{"posts of several kinds of rows", head + repeat(20, `<section class=post><header><em>TITLE</em></header><a class=more href="../posts/2019-%[1]d-bean/">Read on</a> <a class=share rel=nofollow href="https://social.example/?u=%[1]d">Share</a></section>`) + repeat(8, `<aside class=job><a class=apply href="../jobs/%[1]d/">Gardener wanted, part time</a></aside>`), "/posts/"},
		{"articles alone", repeat(40, `<dt><tt>%[1]d</tt> <a href="entries/Bean-%[1]d.shtml">TITLE</a>`), "entries/"},
	} {
		t.Run(tt.layout, func(t *testing.T) {
			learned := []classify.Example{}
			for _, l := range parse(t, taught).Links {
				class := classify.ClassOther
				if strings.Contains(l.Href, "/talk/") {
					class = classify.ClassArticle
				}
				learned = append(learned, classify.Example{Link: l, Class: class})
			}
			var m classify.NearestNeighbor
			if err := m.Learn(learned...); err != nil {
				t.Fatal(err)
			}
			links := parse(t, tt.src).Links
			labels := map[int]string{}
			class := func(i int) string {
				if strings.Contains(links[i].Href, tt.article) {
					return classify.ClassArticle
				}
				return classify.ClassOther
			}
			for len(labels) < 5 {
				i, ok := m.Question(links, labels)
				if !ok {
					break
				}
				labels[i] = class(i)
			}
			answers, _, err := m.Adapt(links, labels)
			if err != nil {
				t.Fatal(err)
			}
			right, refused := 0, 0
			for i, c := range answers {
				if c.Class == class(i) {
					right++
				}
				if c.Refused {
					refused++
				}
			}
			if 100*right < 98*len(links) || 100*refused > 5*len(links) {
				t.Errorf("%d of %d right, %d refused after %d answers", right, len(links), refused, len(labels))
			}
		})
	}
}
