package strategy_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// The crawls of these tests are recomputed from the text of the thesis, everything anew and
// in plain slices and maps.

// sim is equation 1 (2.4.1), where f is the frequency of a term in a document.
func sim(topic, page string) float64 {
	f := func(text string) map[string]float64 {
		f := map[string]float64{}
		for _, term := range strings.Fields(text) {
			f[term]++
		}
		return f
	}
	fq, fp := f(topic), f(page)
	both, p2, q2 := 0.0, 0.0, 0.0
	for k := range fq {
		both += fq[k] * fp[k]
		q2 += fq[k] * fq[k]
	}
	for k := range fp {
		p2 += fp[k] * fp[k]
	}
	if both == 0 {
		return 0
	}
	return both / math.Sqrt(p2*q2)
}

// Figure 6: the links of a page are queued with sim(topic, page).
func TestBestFirstEqualsFigure6(t *testing.T) {
	const topic = "flu virus flu fever"
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := smallweb.Random(r, "flu", "virus", "fever", "x", "y", "z")
		of := func(i int) float64 { return sim(topic, strings.Join(w.Blocks(i), " ")) }
		pages := w.Crawl(t, strategy.BestFirst{Scorer: classify.NewCosine(topic)})
		for _, p := range pages {
			if i := slices.Index(w.URLs, p.URL); p.Err == nil && math.Abs(p.Score-of(i)) > 1e-12 {
				t.Fatalf("seed %d: page %d scores %v, want %v", seed, i, p.Score, of(i))
			}
		}
		w.Follow(t, pages, false, func(s smallweb.State) map[int]float64 {
			value := map[int]float64{}
			for _, i := range s.Fetched {
				for _, j := range w.Targets(i, true) {
					value[j] = max(value[j], of(i))
				}
			}
			return value
		})
	}
}

// concepts are words with their weights (3.4.3.7): 15 for the crawl topic, 12 for a synonym, 8
// for a partial match and 5 for a contextual one.
var concepts = map[string]float64{"influenza": 15, "flu": 12, "viral disease": 8, "measles": 5, "disease": 5}

var conceptTopic = ontology.Topic{Name: "influenza", Terms: []ontology.Term{
	{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym}, {Text: "viral disease", Relation: ontology.Partial},
	{Text: "measles", Relation: ontology.Contextual}, {Text: "disease", Relation: ontology.Contextual},
}}

// calculateComparator is the sum of occurrences x weight over the concepts. Of two that
// begin at a word the longer one counts, and no concept goes on from one block to the next.
func calculateComparator(blocks []string) (sum float64) {
	for _, block := range blocks {
		words := strings.Fields(block)
		for len(words) > 0 {
			length := 1
			if len(words) > 1 && concepts[words[0]+" "+words[1]] > 0 {
				length = 2
			}
			sum += concepts[strings.Join(words[:length], " ")]
			words = words[length:]
		}
	}
	return sum
}

// queued is a URL in the queue of the reference.
type queued struct {
	url           int
	value, father float64
	out           bool // dropped, as there were more than MAX_URL
}

// lokman is the crawl of 3.4.3.7 and 4.1 as the thesis tells it. What it does not say: of equal
// URLs the one found first goes first, the seed's father has the value 0, the father is the page
// of the greatest link value, with IncrementValues the first one; a URL that was dropped
// comes back with what it was worth when it is worth more.
func lokman(w smallweb.Web, maxURL int, increment bool) (crawl []string) {
	queue := []*queued{{url: 0, value: math.Inf(1)}} // the seed, in the order of their finding
	visited := map[int]bool{}
	best := func(lowest bool) (found *queued) {
		for _, q := range queue {
			switch {
			case q.out || visited[q.url]:
			case found == nil, !lowest && q.value > found.value, lowest && q.value <= found.value:
				found = q
			}
		}
		return found
	}
	push := func(url int, value, father float64) {
		if visited[url] {
			return
		}
		i := slices.IndexFunc(queue, func(q *queued) bool { return q.url == url })
		if i < 0 {
			queue = append(queue, &queued{url: url, value: value, father: father})
		} else {
			old, merged := queue[i], max(queue[i].value, value) // GetGreater
			if increment {                                      // IncrementValues
				merged = old.value + value
			} else if value > old.value {
				old.father = father
			}
			old.out = old.out && merged <= old.value
			old.value = merged
		}
		size := 0
		for _, q := range queue {
			if !q.out && !visited[q.url] {
				size++
			}
		}
		if size > maxURL {
			best(true).out = true
		}
	}
	for q := best(false); q != nil; q = best(false) {
		i := q.url
		visited[i] = true
		if w.Dead[i] {
			crawl = append(crawl, fmt.Sprintf("%s 0", w.URLs[i]))
			continue
		}
		page := calculateComparator(w.Blocks(i))
		pageValue := q.father*0.1 + page*0.9
		crawl = append(crawl, fmt.Sprintf("%s %.9g", w.URLs[i], pageValue))
		if page == 0 {
			continue // its links are flagged as irrelevant
		}
		for k, to := range w.Links[i] {
			push(to, pageValue*0.1+calculateComparator([]string{w.Anchors[i][k]})*0.9, pageValue)
		}
	}
	return crawl
}

func TestLokmanEqualsTheThesis(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := smallweb.Random(r, "influenza", "flu", "viral", "disease", "measles", "x", "y")
		maxURL, increment := 1+r.IntN(9), seed%2 == 0
		s := strategy.Lokman{Scorer: ontology.NewScorer(conceptTopic), Capacity: maxURL}
		if increment {
			s.Reevaluation = frontier.IncrementValues
		}
		var got []string
		for _, p := range w.Crawl(t, s) {
			got = append(got, fmt.Sprintf("%s %.9g", p.URL, p.Value))
		}
		if want := lokman(w, maxURL, increment); !slices.Equal(got, want) {
			t.Fatalf("seed %d: crawled\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
