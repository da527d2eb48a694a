// Package linktest has pages with links for the tests of classify and its inner packages.
package linktest

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// Read parses a page and returns its links.
func Read(t testing.TB, src string) []anchor.Link {
	t.Helper()
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return linksOf(document.Reader{}.Document(page.Of(root), "http://www.example.org/a/b.html"))
}

// Scan returns the links of a page without parsing it.
func Scan(src, pageURL string) []anchor.Link {
	return linksOf(document.Reader{}.Document(page.Scan([]byte(src)), pageURL))
}

func linksOf(d document.Document) []anchor.Link {
	links := make([]document.Link, len(d.Anchors))
	for i := range links {
		links[i] = d.Link(i, document.ContextWords)
	}
	return anchor.Read(links)
}

// Draw draws a page of links with words that constraints know, and its URL.
func Draw(t *rapid.T) (src, pageURL string) {
	word := rapid.SampledFrom([]string{"abstract", "Abstract", "full", "Full text", "pdf", "PDF", "home", "archive", "Literatur", "摘要", "Résumé", "résumé", "search", "a7b", "12", "ภาษา", "x"})
	sep := rapid.SampledFrom([]string{"/", ".", "-", "_", "?", "&", "=", "#", " ", "//", ":", "%20"})
	part := rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 5).Draw(t, "parts") {
			b.WriteString(word.Draw(t, "word"))
			b.WriteString(sep.Draw(t, "sep"))
		}
		return b.String()
	})
	pageURL = rapid.SampledFrom([]string{"http://h.test/", "http://h.test/archive/x.html", "", "http://h.test/pdf/search"}).Draw(t, "page")
	var b strings.Builder
	for range rapid.IntRange(0, 30).Draw(t, "links") {
		fmt.Fprintf(&b, "<a href='%s%s' class=x>%s</a>", rapid.SampledFrom([]string{"", "/", "http://h.test/", "http://o.test/", "mailto:"}).Draw(t, "stem"), part.Draw(t, "href"), part.Draw(t, "text"))
	}
	return b.String(), pageURL
}

// Issue is an issue's page of a made-up journal.
func Issue(n, articles int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Volume %d</title><ul class=nav><li><a href=/>Home</a><li><a href=/about>About us</a><li><a href=/search?q=>Search</a></ul>", n)
	titles := []string{"On the growth of %d cells", "A survey of methods in the study of %d genes", "Heart failure in %d patients: a trial", "Letter %d"}
	for i := range articles {
		fmt.Fprintf(&b, `<div class=item><h3><a class=title href="/v%d/a%d.html">%s</a></h3>by <a href="/people/p%d">A. Person%d</a> [<a href="/v%d/a%d.pdf">pdf</a>]</div>`,
			n, i, fmt.Sprintf(titles[i%4], i+2+1000*n), i*7+n, i*7+n, n, i)
	}
	return b.String() + "<a href=/legal>Legal notice</a>"
}
