package normalized

import (
	"iter"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// letters has a term for each word, of weight 1.
type letters struct{}

func (letters) Score(string) float64 { return 0 }
func (letters) Unit() float64        { return 16 }
func (letters) Occurrences(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for word := range strings.FieldsSeq(text) {
			if !yield(word, 1) {
				return
			}
		}
	}
}

// What the links to a URL score with a unit of 16.
func TestLinks(t *testing.T) {
	var many strings.Builder
	for c := 'a'; c < 'a'+70; c++ {
		many.WriteString(string(c) + " ")
	}
	for _, c := range []struct {
		name  string
		texts []string
		want  float64
		terms int
	}{
		{"none", nil, 0, 0},
		{"a term counts once, in whichever link it is", []string{"a b", "b c d"}, 4.0 / 20, 4},
		{"64 terms count", []string{many.String()}, 64.0 / 80, 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l Links
			for _, text := range c.texts {
				l.Add(Scores{letters{}}, classify.Link{Text: text}, 0)
			}
			if got := l.Score(16); got != c.want || len(l.Terms) != c.terms {
				t.Errorf("score %v of %d terms, want %v of %d", got, len(l.Terms), c.want, c.terms)
			}
		})
	}
}

// What a page inherits, and its own score, count half each.
func TestValuation(t *testing.T) {
	own := crawl.Part{Of: "page", Factor: Half, Score: 0.5}
	for _, c := range []struct {
		name  string
		page  *crawl.Page
		links *Links
		want  float64
	}{
		{"a seed is its own parent", &crawl.Page{}, nil, 0.5},
		{"the best page that links to it", &crawl.Page{Parent: "http://a.test/"}, &Links{Page: 0.25}, 0.375},
		{"after a redirect the value that is noted", &crawl.Page{Parent: "http://a.test/", Note: "1"}, nil, 0.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Valuation(c.page, c.links, own).Explanation.Value(); got != c.want {
				t.Errorf("value %v, want %v", got, c.want)
			}
		})
	}
}
