package adaptive

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/document"
)

// fetch has a learner learn from a page with links.
func fetch(l *Learner, n int, links ...classify.Link) {
	places := make([]document.Place, len(links))
	for i := range places {
		places[i] = document.Place{Path: uint64(1000*n + i), Blocks: [2]int32{0, 1}}
	}
	l.Page(&crawl.Page{URL: fmt.Sprintf("http://a.test/%d", n)}, classify.Document{Links: links}, places, crawl.Valuation{})
}

// different returns so many different words.
func different(n int) string {
	var words []string
	for i := range n {
		words = append(words, fmt.Sprint("word", i))
	}
	return strings.Join(words, " ")
}

// Replays come after 3, 10, 30 and each hundred pages, and no sooner than a tenth of what they
// look back at.
func TestReplays(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	var at []int
	for n := range 220 {
		fetch(l, n)
		if l.replayed == n+1 {
			at = append(at, n+1)
		}
	}
	if want := []int{3, 10, 30, 100, 200}; !slices.Equal(at, want) {
		t.Errorf("replays after %v pages, want %v", at, want)
	}
	for len(l.visits) < 1050 {
		l.visits = append(l.visits, l.visits[0])
	}
	for n := 220; n < 420; n++ {
		fetch(l, n)
	}
	if l.replayed != 400 {
		t.Errorf("the latest replay of 1,100 pages after %d pages, want 400", l.replayed)
	}
}

// What is kept of the links to one URL.
func TestKeptOfLinks(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	link := classify.Link{URL: "http://b.test/", Text: different(100), Context: different(100)}
	for n := range 20 {
		fetch(l, n, link)
	}
	c := l.urls.byName["http://b.test/"]
	for _, k := range []struct {
		name      string
		got, want int
	}{
		{"pages that link to it", len(c.sources), 16},
		{"the latest in place of the last", int(c.sources[15].candidate.number), int(l.urls.byName["http://a.test/19"].number)},
		{"words of its links", len(c.text.words), 24},
		{"words around its links", len(c.context.words), 48},
		{"bytes of the first link's text", len(c.caption), 80},
		{"inner blocks", int(c.blocks[0].count), 6},
		{"blocks around", int(c.blocks[1].count), 6},
		{"places in layouts", int(c.paths.count), 4},
	} {
		if k.got != k.want {
			t.Errorf("%s: %d, want %d", k.name, k.got, k.want)
		}
	}
}

// What is known of a URL of which nothing is known.
func TestUnknown(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	x := l.valuer.features(l.urls.candidate("http://b.test/"))
	if want := (features{featureAlways: 1, featureDirectory: 0.1, featurePath: 0.1}); x != want {
		t.Errorf("features %v, want %v", x, want)
	}
}

// A page is credited with nine tenths of the mean of its two best links, if that is more
// than it is worth.
func TestCredit(t *testing.T) {
	links := func(v *visit) *visit {
		for _, x := range []float64{0.2, 0.8, 0.6} {
			v.links = append(v.links, &candidate{first: v, estimate: x})
		}
		return v
	}
	for _, c := range []struct {
		name string
		page *visit
		want float64
	}{
		{"a hub", links(&visit{worth: 0.1}), 0.63},
		{"a page worth more than its links", links(&visit{worth: 0.7}), 0.7},
		{"a page without links", &visit{worth: 0.1}, 0.1},
	} {
		if got := c.page.credited(); !near(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Of 4,096 visits the oldest of an estimated worth makes room.
func TestVisitsKept(t *testing.T) {
	var all visits
	for i := range 4097 {
		all.keep(&visit{judged: i == 0, words: i})
	}
	if len(all) != 4096 || all[0].words != 0 || all[1].words != 2 {
		t.Errorf("%d visits, the first two %d and %d, want 4,096 with 0 and 2", len(all), all[0].words, all[1].words)
	}
}

// With each page the 32 best queued URLs are valued again, and 32 others in turn.
func TestAgain(t *testing.T) {
	u := urls{byName: map[string]*candidate{}, sites: map[string]*site{}, directories: map[string]*tally{}}
	q := newQueue(&u)
	for i := range 200 {
		q.set(u.candidate(fmt.Sprintf("http://a.test/%d", i)), float64(i), nil)
	}
	in := map[*candidate]int{}
	for range 4 {
		some := q.again()
		if len(some) != 64 {
			t.Fatalf("%d URLs, want 64", len(some))
		}
		for i, c := range some[:32] {
			if want := float64(199 - i); c.value != want {
				t.Errorf("the value of the best is %v at %d, want %v", c.value, i, want)
			}
		}
		for _, c := range some[32:] {
			in[c]++
		}
	}
	if len(in) != 128 {
		t.Errorf("four sweeps have %d URLs, want 128", len(in))
	}
}

func TestTelling(t *testing.T) {
	v := newVocabulary()
	v.texts = 95
	words := v.countsOf("one two three four five six")
	v.centre([]example{{words, 1}})
	v.with[words[0].word] = 30 // of 100 pages
	v.with[words[1].word] = 29
	if got := v.telling("one two three four five six"); len(got) != 4 || slices.Contains(got, "one") || !slices.Contains(got, "two") {
		t.Errorf("the words that tell most are %v, want four without one, which is on many pages", got)
	}
}

func TestModelWords(t *testing.T) {
	l := New(Config{Scorer: terms{}, Texts: []string{different(500), strings.ReplaceAll(different(500), "word", "term"), strings.ReplaceAll(different(500), "word", "name")}})
	fetch(l, 0)
	if got := len(l.Model().words); got != 1024 {
		t.Errorf("a model has %d words, want 1,024", got)
	}
}
