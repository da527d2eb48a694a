package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestEqualMenus: pages whose menus are equal say nothing of how far an article's link may be
// from the others. What is named in another way on a later page is no drift, another layout is.
func TestEqualMenus(t *testing.T) {
	names := [][]string{
		{"1", "2", "3", "4", "5"}, {"1", "2", "3", "4", "5"}, {"1", "2", "3", "4", "5"},
		{"01-557-Bean", "02-580-Pea", "03-590-Moss", "04-600-Reed", "05-610-Fern"},
		{"1_Bean et al.", "2_Pea et al.", "3_Moss_Reed", "4_Fern et al.", "5_Oak"},
		{"Elm-final", "Birch", "Rowan v2", "Alder", "Hazel"},
	}
	for _, tt := range []struct{ layout, menu, row string }{
		{"rows of a table", `<ul>%s</ul>`, `<table><tr><td>Bean, A.</td><td>Report %[1]d</td><td>(1-9)<br><a href="%[2]s.pdf" target=_blank>[PDF]</a></td></tr></table>`},
		{"definitions", `<nav class=site>%s</nav>`, `<dl><dt>Report %[1]d, by A. Bean</dt><dd><a class=paper href="/papers/%[2]s.html">Paper</a></dd></dl>`},
		{"cards", `<div class=bar>%s</div>`, `<div class=card><h3>Report %[1]d</h3><p>A. Bean</p><a class=more href="../%[2]s/">Read on</a></div>`},
	} {
		t.Run(tt.layout, func(t *testing.T) {
			var menu strings.Builder
			for i, at := range []string{"org", "spon", "a/a", "a/s", "b/b", "b/s", "c/c", "c/s", "d/d", "d/s", "idx"} {
				fmt.Fprintf(&menu, "<li><a class=underline href=/%s.html>Part %c</a></li>", at, 'a'+i%4)
			}
			page := func(k int) []classify.Link {
				var rows strings.Builder
				for i, name := range names[k] {
					fmt.Fprintf(&rows, tt.row, 10*k+i, name)
				}
				return parse(t, fmt.Sprintf(tt.menu, menu.String())+rows.String()).Links
			}
			for taught := 1; taught <= 3; taught++ {
				var m classify.NearestNeighbor
				for k := range taught {
					var learned []classify.Example
					for i, l := range page(k) {
						learned = append(learned, classify.Example{Link: l, Class: []string{"other", "article"}[min(1, i/11)]})
					}
					if err := m.Learn(learned...); err != nil {
						t.Fatal(err)
					}
				}
				for k := 3; k < len(names); k++ {
					answers, drift := m.ClassifyPage(page(k))
					for i, c := range answers {
						if (c.Class == "article") != (i >= 11) || c.Refused {
							t.Errorf("taught by %d, page %d, link %d: %+v", taught, k, i, c)
						}
					}
					if drift.Drifted {
						t.Errorf("taught by %d, page %d: %s", taught, k, drift.Why)
					}
				}
				if _, drift := m.ClassifyPage(parse(t, strings.Repeat(`<section><h2><a onclick="go()" rel=sponsored href="https://x.example/x.cgi?u=1&v=2#t"><i>Beans!</i></a></h2></section>`, 5)).Links); !drift.Drifted {
					t.Errorf("taught by %d: another layout is no drift", taught)
				}
			}
		})
	}
}
