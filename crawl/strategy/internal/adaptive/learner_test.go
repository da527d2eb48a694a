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
	for len(l.visits.kept) < 1050 {
		l.visits.kept = append(l.visits.kept, l.visits.kept[0])
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
	number, _ := l.urls.find("http://b.test/")
	latest, _ := l.urls.find("http://a.test/19")
	k := l.urls.open(l.urls.at(number))
	for _, k := range []struct {
		name      string
		got, want int
	}{
		{"pages that link to it", len(k.sources), 12},
		{"the latest in place of the last", int(l.visits.facts.At(k.sources[11].page).url), int(latest)},
		{"words of its links", len(k.text), 24},
		{"words around its links", len(k.context), 16},
		{"places in layouts", len(k.paths), 2},
	} {
		if k.got != k.want {
			t.Errorf("%s: %d, want %d", k.name, k.got, k.want)
		}
	}
}

// What is known of a URL of which nothing is known.
func TestUnknown(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	x := l.features(l.urls.add("http://b.test/"))
	if want := (features{featureAlways: 1, featureDirectory: 0.1, featurePath: 0.1}); x != want {
		t.Errorf("features %v, want %v", x, want)
	}
}

// A page is credited with nine tenths of the mean of its two best links, if that is more
// than it is worth.
func TestCredit(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	page := func(worth float32, links ...float32) *visit {
		v := &visit{fact: &fact{worth: worth}}
		for i, x := range links {
			number := l.urls.add(fmt.Sprintf("http://a.test/%d", i))
			l.urls.at(number).estimate = x
			v.links = append(v.links, number)
		}
		return v
	}
	for _, c := range []struct {
		name string
		page *visit
		want float64
	}{
		{"a hub", page(0.1, 0.2, 0.8, 0.6), 0.63},
		{"a page worth more than its links", page(0.7, 0.2, 0.8, 0.6), 0.7},
		{"a page without links", page(0.1), 0.1},
	} {
		if got := l.credited(c.page); !near(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Of 4,096 visits the oldest of an estimated worth makes room.
func TestVisitsKept(t *testing.T) {
	var all visits
	for i := range 4098 {
		v := &visit{judged: i == 0, words: i}
		all.enter(v, uint32(i))
		all.keep(v)
	}
	pages := all.inOrder()
	if len(pages) != 4096 || pages[0].words != 0 || pages[1].words != 3 {
		t.Errorf("%d visits, the first two %d and %d, want 4,096 with 0 and 3", len(pages), pages[0].words, pages[1].words)
	}
	for number := range all.facts.Count {
		if v := all.of(all.facts.At(number)); (v == nil) != (number == 1 || number == 2) || v != nil && v.number != number {
			t.Errorf("the visit %d is %v", number, v)
		}
	}
}

// With each page the 8 best queued URLs are valued again, then the best one until it was, and 8 in turn.
func TestAgain(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	for i := range 200 {
		l.queue.set(l.urls.add(fmt.Sprintf("http://a.test/%d", i)), float64(i)/(1<<16), nil)
	}
	l.ranking.pages = 5
	in := map[string]int{}
	for range 4 {
		l.ranking.pages++
		for _, e := range l.valueAgain(nil) {
			in[e.URL]++
		}
		if best := l.queue.ranked.Items[0]; l.urls.at(best.number).valued != l.now() {
			t.Errorf("the best has a value of the page %d, want %d", l.urls.at(best.number).valued, l.now())
		}
	}
	if len(in) < 4*8 || len(in) > 4*(8+8)+4*64 {
		t.Errorf("%d URLs were valued again, want four sweeps of 8 and the best", len(in))
	}
	for i := range 200 {
		l.queue.set(l.urls.add(fmt.Sprintf("http://a.test/%d", i)), 0.9, nil) // more than any is worth
	}
	l.ranking.pages++
	if n := len(l.valueAgain(nil)); n < 8+64 || n > 8+64+8 {
		t.Errorf("%d URLs were valued again where all have too great a value, want 8, 64 and at most 8 in turn", n)
	}
}

func TestTelling(t *testing.T) {
	v := newVocabulary()
	v.texts = 95
	words := v.countsOf("one two three four five six")
	v.centre([]example{{words, 1}})
	v.with[words[0].word] = 30 // of 100 pages
	v.with[words[1].word] = 29
	var link []uint16
	for i, name := range []string{"one", "two", "three", "four", "five", "six"} {
		v.name(uint16(words[i].word), name)
		link = append(link, uint16(words[i].word))
	}
	if got := v.telling(link); len(got) != 4 || slices.Contains(got, "one") || !slices.Contains(got, "two") {
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
