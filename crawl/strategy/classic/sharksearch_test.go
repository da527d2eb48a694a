package classic_test

import (
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// Worked out by hand. Of the page's 8 words 2 are "flu"; the context of a link
// is its text and what stands around it in the page.
func TestSharkSearchByHand(t *testing.T) {
	const relevant = `flu a b c d e f <a href="/hit">flu</a>` // 2/8
	const gap = `a b c <a href="/near"></a><a href="/far">g</a>`
	h := classic.SharkSearch{Decay: 0.5, Anchor: 0.8, Inherit: 0.5, Depth: 3}
	m := classic.SharkSearch{Decay: 0.5, Anchor: 0.8, Inherit: 0.1, Depth: 3}
	steep := classic.SharkSearch{Decay: 0.5, Anchor: 0.8, Inherit: 0.5, Depth: 3, Threshold: 0.3}
	for _, c := range []struct {
		name       string
		shark      classic.SharkSearch
		body, note string
		path       string
		value      float64
		child      string
	}{
		// inherited 0.5 x 0.25; anchor 1, so context 1
		{"relevant page", h, relevant, "", "hit", 0.5*0.125 + 0.5*(0.8*1+0.2*1), "3 0.125"},
		{"no parameters are Hersovici's", classic.SharkSearch{}, relevant, "1 0.9", "hit", 0.5*0.125 + 0.5*1, "3 0.125"},
		{"Menczer's inherits less", m, relevant, "", "hit", 0.1*0.125 + 0.9*1, "3 0.125"},
		// inherited 0.5 x 0.4 from before, no text, context without the word
		{"another page", h, gap, "2 0.4", "near", 0.5 * 0.2, "1 0.2"},
		{"a seed", h, gap, "", "far", 0, "2 0"},
		// anchor without, context with it: 1 of 9 words around
		{"context", h, `flu a b c d e f g <a href="/near">x</a>`, "2 0.4", "near", 0.5*0.5/9 + 0.5*0.2/9, "3 0.05555555555555555"},
		// 0.25 is not above 0.3, so nothing is inherited from it; the anchor's 1 is
		{"threshold", steep, relevant, "2 0.4", "hit", 0.5*0.2 + 0.5*1, "1 0.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := smallweb.Page("http://a.test/", c.body)
			p.Note = c.note
			c.shark.Scorer = smallweb.WordShare{}
			v := c.shark.Value(p)
			e := smallweb.Link(t, v, "http://a.test/"+c.path)
			if math.Abs(e.Value-c.value) > 1e-12 || e.Note != c.child {
				t.Errorf("value %v, note %q, want %v, %q: %v", e.Value, e.Note, c.value, c.child, e.Reason)
			}
		})
	}
}

func TestSharkSearchEndsAtDepth(t *testing.T) {
	p := smallweb.Page("http://a.test/", `flu <a href="/x">flu</a>`)
	p.Note = "0 0.5"
	v := classic.SharkSearch{Scorer: smallweb.WordShare{}}.Value(p)
	if len(v.Links) != 0 || v.Score != 1 {
		t.Errorf("score %v, links %v", v.Score, v.Links)
	}
}
