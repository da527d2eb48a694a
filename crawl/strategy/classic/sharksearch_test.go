package classic_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
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

// The crawl of the thesis's Figure 8 with the scores of Hersovici and others (1998): each page
// fetched is the best of those queued, the queue is empty at the end, and nothing else is
// fetched, each with its score. A URL that is found again has the depth and the inheritance of its greater value.
func TestSharkSearchEqualsFigure8(t *testing.T) {
	type found struct {
		value, inherited float64
		depth            int
	}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		w := smallweb.Random(random, "flu", "x", "y", "z")
		for i := range w.Texts { // all of a page is the context of each of its links
			w.Texts[i], w.Links[i] = "", w.Links[i][:min(len(w.Links[i]), 3)]
			w.Anchors[i] = w.Anchors[i][:len(w.Links[i])]
		}
		r, beta, delta := []float64{0.1, 0.5}[random.IntN(2)], 0.8, 0.5
		d := 1 + random.IntN(3)
		sim := func(texts ...string) float64 { return smallweb.WordShare{}.Score(strings.Join(texts, " ")) }

		queue, visited := map[int]found{0: {value: math.Inf(1), depth: d}}, map[int]bool{}
		for _, p := range w.Crawl(t, classic.SharkSearch{Scorer: smallweb.WordShare{}, Decay: delta, Anchor: beta, Inherit: r, Depth: d}) {
			i := slices.Index(w.URLs, p.URL)
			link, ok := queue[i]
			for j, other := range queue {
				if !ok || other.value > link.value+1e-9 {
					t.Fatalf("seed %d: %d is fetched before %d: %v", seed, i, j, queue)
				}
			}
			if i > 0 && math.Abs(p.LinkValue-link.value) > 1e-9 {
				t.Fatalf("seed %d: %d has the value %v, want %v", seed, i, p.LinkValue, link.value)
			}
			delete(queue, i)
			visited[i] = true
			if w.Dead[i] || link.depth == 0 {
				continue
			}
			outlink := found{inherited: delta * link.inherited, depth: link.depth - 1}
			if score := sim(w.Anchors[i]...); score > 0 {
				outlink = found{inherited: delta * score, depth: d}
			}
			for k, j := range w.Links[i] {
				if slices.Contains(w.Links[i][:k], j) || visited[j] {
					continue // a URL counts where it stands first
				}
				anchor, context := sim(w.Anchors[i][k]), sim(w.Anchors[i]...)
				if anchor > 0 {
					context = 1
				}
				neighborhood := beta*anchor + (1-beta)*context
				outlink.value = (1-r)*neighborhood + r*outlink.inherited
				if known, ok := queue[j]; !ok || outlink.value > known.value+1e-12 {
					queue[j] = outlink
				}
			}
		}
		if len(queue) > 0 {
			t.Fatalf("seed %d: never fetched: %v", seed, queue)
		}
	}
}
