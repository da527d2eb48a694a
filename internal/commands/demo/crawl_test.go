package demo

import (
	"container/heap"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// budget is what the demonstration fetches.
const budget = 120

// A chooser values a link when it is found; the greatest value is fetched next, the oldest first among
// equals.
type chooser func(from webs.Document, l found) float64

type queued struct {
	url   string
	value float64
	order int
}

type queue []queued

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].value > q[j].value || q[i].value == q[j].value && q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// harvest crawls the budget and returns the share of relevant pages.
func harvest(t testing.TB, web map[string]webs.Document, topic experiment.Topic, value chooser) float64 {
	best := make(map[string]float64)
	fetched := make(map[string]bool)
	var q queue
	for i, u := range topic.Seeds {
		heap.Push(&q, queued{u, 1e9, i})
	}
	relevant, order := 0, len(q)
	for len(q) > 0 && len(fetched) < budget {
		u := heap.Pop(&q).(queued).url
		p := web[u]
		if p.Status == 301 {
			p = web[p.Location]
		}
		if fetched[p.URL] || p.Status != 200 {
			continue
		}
		fetched[p.URL] = true
		if _, ok := slices.BinarySearch(topic.Relevant, p.URL); ok {
			relevant++
		}
		for _, l := range linksOf(t, p) {
			v := value(p, l)
			if old, seen := best[l.url]; !seen || v > old {
				best[l.url] = v
				heap.Push(&q, queued{l.url, v, order})
				order++
			}
		}
	}
	return float64(relevant) / float64(len(fetched))
}

// related returns the topic's own names, and half as heavy those of its children and parents.
func related(id string) map[string]float64 {
	weights := make(map[string]float64)
	for _, stanza := range strings.Split(Ontology(), "[Term]\n")[1:] {
		weight, narrower := 0.0, strings.Contains(stanza, "is_a: "+id+" ")
		switch {
		case strings.HasPrefix(stanza, "id: "+id+"\n"):
			weight = 1
		case narrower || strings.Contains(stanza, "related_to "+id+" "):
			weight = 0.5
		}
		for line := range strings.Lines(stanza) {
			tag, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if tag == "synonym" {
				value = strings.Split(value, `"`)[1]
			}
			if weight > 0 && (tag == "name" || tag == "synonym") {
				weights[plain(value)] = weight
			}
		}
	}
	return weights
}

// plain is the words of a text in lower case with a space around each.
func plain(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	return " " + strings.Join(words, " ") + " "
}

// matching is the least that an ontology-driven crawl does: it counts the terms in the page and in the link.
func matching(weights map[string]float64) chooser {
	terms := slices.Sorted(maps.Keys(weights))
	score := func(text string) float64 {
		sum := 0.0
		for _, term := range terms {
			sum += weights[term] * float64(strings.Count(text, term))
		}
		return sum
	}
	pages := make(map[string]float64)
	return func(from webs.Document, l found) float64 {
		if _, ok := pages[from.URL]; !ok {
			pages[from.URL] = min(1, score(plain(tagPattern.ReplaceAllString(string(from.Body), " ")))/10)
		}
		return min(1, score(plain(l.text))) + min(1, score(plain(l.url))) + pages[from.URL]
	}
}

// A web on which everything wins or nothing does shows nothing.
func TestHeadroom(t *testing.T) {
	web := byURL(must(documents()))
	topics := must(Topics())
	topic := topics[slices.IndexFunc(topics, func(t experiment.Topic) bool { return t.Name == DefaultTopic })]
	rng := rand.New(rand.NewPCG(1, 1))
	rates := make(map[string]float64)
	for name, value := range map[string]chooser{
		"oracle": func(from webs.Document, l found) float64 {
			_, ok := slices.BinarySearch(topic.Relevant, l.url)
			_, near := slices.BinarySearch(topic.Relevant, from.URL)
			return map[bool]float64{true: 2}[ok] + map[bool]float64{true: 1}[near]
		},
		"ontology":      matching(related(topic.OntologyID)),
		"phrase":        matching(map[string]float64{plain(topic.Name): 1}),
		"breadth-first": func(webs.Document, found) float64 { return 0 },
		"random":        func(webs.Document, found) float64 { return rng.Float64() },
	} {
		rates[name] = harvest(t, web, topic, value)
	}
	t.Logf("harvest rates at %d pages: %v", budget, rates)
	order := []string{"oracle", "ontology", "phrase", "breadth-first", "random"}
	for i, name := range order[1:] {
		if rates[name] >= rates[order[i]] {
			t.Errorf("%s (%.3f) is no worse than %s (%.3f)", name, rates[name], order[i], rates[order[i]])
		}
	}
	if rates["ontology"] < 1.4*rates["breadth-first"] {
		t.Errorf("ontology %.3f is not clearly above breadth-first %.3f", rates["ontology"], rates["breadth-first"])
	}
}
