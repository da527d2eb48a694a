package pageclass

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
)

// TestEntries has a page for each rule of what is a list of entries, and how many it has.
func TestEntries(t *testing.T) {
	list := func(n int, entry func(i int) string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<li>%s</li>", entry(i))
		}
		return "<ul>" + b.String() + "</ul>"
	}
	words := func(n int) string { return strings.Repeat("word ", n) }
	of := func(linked, all int) string {
		return list(all, func(i int) string {
			if i < linked {
				return fmt.Sprintf("<a href=/2/%d.html>title</a> text", i)
			}
			return "text and text"
		})
	}
	behind := func(n int) string {
		return list(6, func(i int) string {
			return strings.Repeat("<a href=/people/>a name</a>", n) + fmt.Sprintf("<a href=/2/%d.html>title</a>", i)
		})
	}
	longest := func(n int) string {
		return list(4, func(i int) string {
			return fmt.Sprintf("<a href=/2/%d.html>%s</a>", i, words(10+(n-10)*(i/3)))
		})
	}
	for _, tt := range []struct {
		rule, src string
		want      int
	}{
		{"four entries", of(4, 4), 4},
		{"three may be an article's own files", of(3, 3), 0},
		{"six of ten have a link of their own, the others are headings and notices", of(6, 10), 6},
		{"with five of ten it is a text with links", of(5, 10), 0},
		{"none is longer than the others together", longest(30), 4},
		{"one that is longer is the text of the page", longest(31), 0},
		{"the entry's own link may be its fourth, behind authors", behind(3), 6},
		{"but no more than four links are looked at", behind(4), 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			root, err := html.Parse(strings.NewReader(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := spreadOf(page.Of(root), "http://www.example.org/2/", nil).entries; got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
