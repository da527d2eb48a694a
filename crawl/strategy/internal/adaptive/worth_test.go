package adaptive

import (
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
)

// terms is a scorer whose name of the topic weighs 15. It finds nothing by itself.
type terms struct{}

func (terms) Score(string) float64 { return 0 }
func (terms) Unit() float64        { return 15 }
func (terms) Occurrences(string) iter.Seq2[string, float64] {
	return func(func(string, float64) bool) {}
}

// newWorth returns a model of pages that has seen 95 texts, with one word in its query.
func newWorth() *worthModel {
	m := &worthModel{scores: normalized.Scores{Scorer: terms{}}, words: newVocabulary(), best: 1}
	m.words.texts = 95 // of which 5 % are on 5 pages, as five more are counted
	word := m.words.number(7)
	m.words.weights[word].rarity = 1
	m.query = []count{{word: uint32(word), times: 1}}
	return m
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-6 }

// What speaks for a page that has one thing alone.
func TestEvidence(t *testing.T) {
	name := func(weight float64) []termCount { return []termCount{{&termUse{own: true, pages: 90}, weight}} }
	other := func(pages float64) []termCount { return []termCount{{&termUse{pages: pages}, 100}} }
	for _, c := range []struct {
		name  string
		page  visit
		pages uint32 // that have the word of the query
		want  float64
	}{
		{"the topic's name alone in the title is half of what a title can be, which is a quarter", visit{title: name(15)}, 0, 0.125},
		{"as many words as weights of terms are half of what a text can be, which is half", visit{terms: name(100), words: 100}, 0, 0.25},
		{"title and text are independent", visit{title: name(15), terms: name(100), words: 100}, 0, 1 - 0.875*0.75},
		{"a term on 3 of 100 pages counts four fifths", visit{terms: other(3), words: 80}, 0, 0.25},
		{"a term on 15 of 100 pages counts nothing", visit{terms: other(15), words: 80}, 0, 0},
		{"the query's word once in 250 words is half of what it can be, which is half", visit{asked: []float64{1}, words: 250}, 0, 0.25},
		{"the query's word twice in 250 words", visit{asked: []float64{2}, words: 250}, 0, 1.0 / 3},
		{"the query's word on 15 of 100 pages counts half", visit{asked: []float64{1}, words: 250}, 15, 0.125},
		{"the query's word on 30 of 100 pages counts nothing", visit{asked: []float64{1}, words: 250}, 30, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newWorth()
			m.words.with[m.query[0].word] = c.pages
			if c.page.asked == nil {
				c.page.asked = []float64{0}
			}
			if got := m.evidence(&c.page); !near(got, c.want) {
				t.Errorf("evidence %v, want %v", got, c.want)
			}
		})
	}
}

// What a page is worth in comparison with the best.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		name                 string
		evidence, best, want float64
	}{
		{"no evidence", 0, 0.5, 0.039166},
		{"half of that of the best", 0.25, 0.5, 0.450166},
		{"as much as the best", 0.5, 0.5, 0.942676},
		{"more than the best counts as much", 0.9, 0.5, 0.942676},
		{"the best have at least a quarter: half of that", 0.125, 0.1, 0.450166},
		{"the best have at least a quarter: as much", 0.25, 0.1, 0.942676},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newWorth()
			m.best = c.best
			if got := m.worth(c.evidence); !near(got, c.want) {
				t.Errorf("worth %v, want %v", got, c.want)
			}
		})
	}
}

func TestBestEvidence(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages int
		want  float64 // of pages with the evidence 1, 2 and so on
	}{
		{"no page", 0, 0},
		{"one of few", 9, 9},
		{"a tenth", 50, 48},
		{"ten at most", 200, 195.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			pages := []*visit{{failed: true, fact: &fact{evidence: 1000}}}
			for i := range c.pages {
				pages = append(pages, &visit{fact: &fact{evidence: float32(i + 1)}})
			}
			if got := bestEvidence(pages); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Which pages are examples of the topic: each page has a word of its own.
func TestExamples(t *testing.T) {
	same := func(n int, worth float32, judged bool) (all []*visit) {
		for range n {
			all = append(all, &visit{fact: &fact{worth: worth}, judged: judged})
		}
		return all
	}
	for _, c := range []struct {
		name  string
		pages []*visit
		want  int
	}{
		{"those that people have named, all", same(50, 1, true), 50},
		{"not those that people say are not about it", same(50, 0, true), 0},
		{"twenty of those found", same(50, 0.9, false), 20},
		{"one worth more than 0.3", same(1, 0.31, false), 1},
		{"none worth 0.3", same(1, 0.3, false), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newWorth()
			for i, v := range c.pages {
				v.text = []count{{uint32(m.words.number(uint32(100 + i))), 1}}
			}
			m.centre(c.pages)
			if got := len(m.words.meant(1000)); got != c.want {
				t.Errorf("%d pages are examples, want %d", got, c.want)
			}
		})
	}
}

// What of a text counts.
func TestVocabularyReads(t *testing.T) {
	different := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "w%d ", i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		want       int // different words
	}{
		{"512 different words", different(600), 512},
		{"fewer", different(500), 500},
		{"a word at the end of 4,096", strings.Repeat("x ", 4095) + "y", 2},
		{"none after them", strings.Repeat("x ", 4096) + "y", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := len(newVocabulary().countsOf(c.text)); got != c.want {
				t.Errorf("%d words, want %d", got, c.want)
			}
		})
	}
	v := newVocabulary()
	if v.countsOf(strings.Repeat("x ", 9000)); len(v.read.Words) != 8192 || v.read.Total != 9000 {
		t.Errorf("of 9,000 words %d are told apart of %d, want 8,192", len(v.read.Words), v.read.Total)
	}
	if x := v.countsOf("x x x")[0].times; !near(float64(x), 1+math.Log(3)) {
		t.Errorf("a word that occurs three times counts %v, want 1 + ln 3", x)
	}
	if slotOf(1<<17+4) != 4 || slotOf(1<<17-1) != 1<<17-1 {
		t.Error("words are not hashed to 2^17 slots")
	}
	for slot := range uint32(maxNumbers) {
		v.number(slot)
	}
	if v.number(3) == 0 || v.number(vocabularySize-1) != 0 {
		t.Error("there are not as many numbers as two bytes hold, or a word after the last has one")
	}
}

// A fifth of the evidence of the pages that link to a page counts for it.
func TestInheritedEvidence(t *testing.T) {
	l := New(Config{Scorer: terms{}})
	var k known
	for i, evidence := range []float32{0.75, 0.25, 1} {
		from := &visit{}
		l.visits.enter(from, l.urls.add(fmt.Sprintf("http://a.test/%d", i)))
		from.evidence = evidence
		s := source{page: from.number}
		if i == 2 {
			s.page |= lateLink
		}
		k.sources = append(k.sources, s)
	}
	v := &visit{}
	number := l.urls.add("http://b.test/")
	l.visits.enter(v, number)
	l.urls.put(l.urls.at(number), &k)
	if l.weigh(v); !near(float64(v.evidence), 0.1) {
		t.Errorf("evidence %v, want 0.1", v.evidence)
	}
}
