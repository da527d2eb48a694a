package classic_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

func TestFishSearchWidth(t *testing.T) {
	links := ""
	for i := range 6 {
		links += fmt.Sprintf(`<a href="/%d">x</a> <a href="/0">again</a> `, i)
	}
	for _, c := range []struct {
		name, text, note string
		width            int
		values           []float64
		child            string
	}{
		{"relevant", "flu", "1", 2, []float64{1, 1, 1, 0, 0, 0}, "3"},
		{"another", "", "2", 2, []float64{0.5, 0.5, 0, 0, 0, 0}, "1"},
		{"at the end, relevant", "flu", "0", 2, []float64{0, 0, 0, 0, 0, 0}, "0"},
		{"a seed", "", "", 4, []float64{0.5, 0.5, 0.5, 0.5, 0, 0}, "2"},
		{"no width", "", "", 0, []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0}, "2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := smallweb.Page("http://a.test/", c.text+" "+links)
			p.Note = c.note
			var values []float64
			for _, e := range (classic.FishSearch{Scorer: smallweb.WordShare{}, Width: c.width}).Value(p).Links {
				values = append(values, e.Value)
				if e.Note != c.child {
					t.Errorf("%s has depth %s, want %s", e.URL, e.Note, c.child)
				}
			}
			if !slices.Equal(values, c.values) {
				t.Errorf("values %v, want %v", values, c.values)
			}
		})
	}
}
