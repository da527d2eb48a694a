package bartree_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// TestUnusualPages: where two of the learned pages would be alarms by the others, a page is
// one only if it is odder.
func TestUnusualPages(t *testing.T) {
	page := func(title string, own ...string) []byte {
		places := ""
		for i := range 12 {
			more := ""
			for _, o := range own {
				if o == fmt.Sprint(i) {
					more = fmt.Sprintf(`<div class="own%d">%s</div>`, i, title)
				}
			}
			places += fmt.Sprintf(`<div class="box%d"><h2>%s</h2><p>On %s</p>%s</div>`, i, title, title, more)
		}
		return articlePage(styles, title, places)
	}
	var alike, unlike [][]byte
	for i := range 12 {
		alike = append(alike, page(fmt.Sprintf("Loaf%c", 'A'+i)))
	}
	unlike = append(append(unlike, alike[:10]...), page("Rolls", "0", "1", "2"), page("Crusts", "3", "4", "5"))
	odd, odder := page("Bread", "6", "7"), page("Bread", "6", "7", "8", "9", "10", "11")
	for _, c := range []struct {
		name  string
		known [][]byte
		page  []byte
		alarm bool
	}{
		{"all alike", alike, odd, true},
		{"one unlike", unlike[:11], odd, true},
		{"two unlike", unlike, odd, false},
		{"two unlike, odder than these", unlike, odder, true},
	} {
		template := learnIssues(t, c.known...)
		if got := judgePage(t, template, c.page); got.Alarm() != c.alarm {
			t.Errorf("%s: %s, score %.2f: %v", c.name, got.State, got.Score, got.Where)
		}
		if got := judgePage(t, modeltest.Reread(t, template), c.page); got.Alarm() != c.alarm {
			t.Errorf("%s, from a file: %s, score %.2f", c.name, got.State, got.Score)
		}
	}
}

// TestReferencesOfEachPage: where each page has a script of its own, another one says nothing.
func TestReferencesOfEachPage(t *testing.T) {
	own := func(title, more string) []byte {
		return articlePage(styles+`<script src="/js/`+title+`.js"></script>`, title, more)
	}
	var pages [][]byte
	for _, title := range []string{"Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt", "Rye"} {
		pages = append(pages, own(title, ""))
	}
	if got := judgePage(t, learnIssues(t, pages...), own("Bread", `<div class="share">Share</div>`)); got.Alarm() {
		t.Errorf("%s, score %.2f: %v", got.State, got.Score, got.Where)
	}
}
