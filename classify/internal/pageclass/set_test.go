package pageclass

import (
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// pagesOf are n pages of a class with kinds of elements, in a directory.
func pagesOf(n int, class, folder string, kinds ...uint64) []setPage {
	pages := make([]setPage, n)
	for i := range pages {
		pages[i] = setPage{class: verdict.Answer{Class: class}, kinds: kinds, folder: folder}
	}
	return pages
}

func all(lists ...[]setPage) (out []setPage) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// TestCommon has pages for each rule of which kinds of elements tell what is an article: kind 1 is
// looked at.
func TestCommon(t *testing.T) {
	articles := func(having, others int) []setPage {
		return all(pagesOf(having, verdict.Abstract, "a", 1), pagesOf(others, verdict.FullText, "a", 2))
	}
	for _, tt := range []struct {
		rule  string
		pages []setPage
		want  bool
	}{
		{"four of five articles have it, for one may be another's", articles(4, 1), true},
		{"three of five are too few", articles(3, 2), false},
		{"three of five other pages may have it too: sites share most of their frame", all(articles(5, 0), pagesOf(3, verdict.Unfiled, "b", 1), pagesOf(2, verdict.Unfiled, "b", 3)), true},
		{"not four of five", all(articles(5, 0), pagesOf(4, verdict.Unfiled, "b", 1), pagesOf(1, verdict.Unfiled, "b", 3)), false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := commonOf(tt.pages).kinds[1]; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestTakenForAnArticle has a page for each rule of when one that was none alone is an article's
// beside the others: it is the last, behind an article's link.
func TestTakenForAnArticle(t *testing.T) {
	kinds := []uint64{1, 2, 3, 4, 5, 6, 7, 8}
	candidate := func(folder string, kinds ...uint64) []setPage {
		pages := pagesOf(1, verdict.Unfiled, folder, kinds...)
		pages[0].form, pages[0].class.Evidence = verdict.Abstract, []string{articleLink}
		return pages
	}
	for _, tt := range []struct {
		rule  string
		pages []setPage
		want  string
	}{
		{"three quarters of the articles' kinds, for some have no figures", all(pagesOf(4, verdict.Abstract, "a", kinds...), candidate("a", kinds[:6]...)), verdict.Abstract},
		{"five of eight are too few", all(pagesOf(4, verdict.Abstract, "a", kinds...), candidate("a", kinds[:5]...)), verdict.Unfiled},
		{"a tenth of the articles in its directory", all(pagesOf(9, verdict.Abstract, "a", kinds...), pagesOf(1, verdict.Abstract, "b", kinds...), candidate("b", kinds...)), verdict.Abstract},
		{"one of eleven may have strayed there", all(pagesOf(10, verdict.Abstract, "a", kinds...), pagesOf(1, verdict.Abstract, "b", kinds...), candidate("b", kinds...)), verdict.Unfiled},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			out := (&Set{pages: tt.pages}).Classify()
			if got := out[len(out)-1].Class; got != tt.want {
				t.Errorf("got %s %q, want %s", got, out[len(out)-1].Evidence, tt.want)
			}
		})
	}
}
