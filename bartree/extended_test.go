package bartree_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// barPage is a page whose bar is the same on all pages of the template, but for more, and
// whose text is not: a page has more paragraphs, another has a list.
func barPage(i int, bar, title, text string) []byte {
	for range i % 3 {
		text += `<p>Bake.</p>`
	}
	if i%2 == 0 {
		text += `<ul class="steps"><li>Knead.</li></ul>`
	}
	return fmt.Appendf(nil, `<!DOCTYPE html><html><head><title>Loaf %d</title></head><body><div class="bar"><a href="/">Mill</a>%s</div><div class="text"><h1>Loaf %d%s</h1>%s</div></body></html>`, i, bar, i, title, text)
}

func barPages(n int, bar string) [][]byte {
	var out [][]byte
	for i := range n {
		out = append(out, barPage(i, bar, "", ""))
	}
	return out
}

// TestExtended: one element more is a change where the children are the same on all of
// eight pages or more, and content where they are not.
func TestExtended(t *testing.T) {
	const search = `<form class="search"><input></form>`
	for _, c := range []struct {
		name             string
		pages            int
		bar, title, text string
		alarm            bool
	}{
		{"as before", 9, "", "", "", false},
		{"in the bar", 9, search, "", "", true},
		{"without a class", 9, "<small>new</small>", "", "", true},
		{"in the text", 9, "", "", search, false},
		{"in a title", 9, "", "<b>!</b>", "", false},
		{"learned from few", 7, search, "", "", false},
	} {
		template := learnIssues(t, barPages(c.pages, "")...)
		got := judgePage(t, template, barPage(4, c.bar, c.title, c.text))
		if got.Alarm() != c.alarm {
			t.Errorf("%s: %s, score %.2f: %v", c.name, got.State, got.Score, got.Where)
		}
		if again := judgePage(t, modeltest.Reread(t, template), barPage(4, c.bar, c.title, c.text)); again.State != got.State || again.Score != got.Score {
			t.Errorf("%s, from a file: %s, score %.2f", c.name, again.State, again.Score)
		}
	}
	// Where a learned page has something more in its bar, another says less.
	template := learnIssues(t, append(barPages(9, ""), barPage(9, "<b>!</b>", "", ""))...)
	if c := judgePage(t, template, barPage(4, search, "", "")); c.Alarm() {
		t.Errorf("beside a page whose bar differs: %s, score %.2f", c.State, c.Score)
	}
}
