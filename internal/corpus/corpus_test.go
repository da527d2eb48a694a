package corpus_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/corpus"
)

// What is said to be on a page is on it.
func TestArticlesShowTheirTruth(t *testing.T) {
	for _, l := range corpus.Articles() {
		for i, p := range l.Pages {
			if p.Title == "" || !strings.Contains(p.HTML, "<") {
				t.Errorf("%s: page %d has no title", l.Name, i)
			}
		}
	}
}
