package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/ontology"
)

// leakWeb is the pages of a few hosts and a topic that a fifth of them is about.
func leakWeb() (docs []webs.Document, topic experiment.Topic) {
	r := rand.New(rand.NewPCG(1, 1))
	const pages = 240
	url := func(i int) string { return fmt.Sprintf("http://h%d.test/d%d/%d.html", i%6, i%4, i) }
	word := func(about bool) string {
		words := strings.Fields("bell steeple rope tower ring cast bronze hour choir nave")
		if about && r.IntN(3) == 0 {
			words = strings.Fields("influenza flu grippe fever virus vaccine")
		}
		return words[r.IntN(len(words))]
	}
	topic = experiment.Topic{Name: "influenza"}
	for i := range pages {
		about := i%5 == 0
		if about {
			topic.Relevant = append(topic.Relevant, url(i))
		}
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s %s</title><p>", word(about), word(about))
		for range 25 {
			b.WriteString(word(about) + " ")
		}
		for k := range 8 {
			to := r.IntN(pages)
			if about && k < 4 {
				to = to / 5 * 5
			}
			fmt.Fprintf(&b, "%s <a href=\"%s\">%s</a> ", word(about), url(to), word(to%5 == 0))
		}
		d := webs.Document{URL: url(i), Type: "text/html", Body: []byte(b.String())}
		if i%23 == 22 {
			d = webs.Document{URL: url(i), Status: 301, Location: url(i - 2)}
		}
		docs = append(docs, d)
	}
	topic.Seeds = topic.Relevant[:2]
	return docs, topic
}

// poisoned changes every document whose URL is not kept: every other one is gone, the
// rest is all about the topic and links to everything.
func poisoned(docs []webs.Document, kept map[string]bool) []webs.Document {
	var links strings.Builder
	for _, d := range docs {
		fmt.Fprintf(&links, "<a href=\"%s\">influenza flu</a>", d.URL)
	}
	body := []byte("<title>influenza</title><p>" + strings.Repeat("influenza flu fever ", 50) + links.String())
	var all []webs.Document
	for i, d := range docs {
		switch {
		case kept[d.URL]:
		case i%2 == 0:
			continue
		default:
			d = webs.Document{URL: d.URL, Type: "text/html", Body: body}
		}
		all = append(all, d)
	}
	return all
}

// fetchOrder returns the fetch order of a strategy, line by line.
func fetchOrder(t *testing.T, c experiment.Entrant, docs []webs.Document, topic experiment.Topic, pages int) [][]byte {
	t.Helper()
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	var order bytes.Buffer
	e := experiment.Experiment{
		Web: web, Topics: []experiment.Topic{topic}, Entrants: []experiment.Entrant{c}, Pages: pages, Examples: true, Seed: 1,
		Order: func(string, string) (io.WriteCloser, error) { return unclosed{&order}, nil },
	}
	if _, err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return bytes.SplitAfter(bytes.TrimSuffix(order.Bytes(), []byte("\n")), []byte("\n"))
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// Nothing of a page that is not fetched yet reaches a strategy: whatever such pages
// hold, the URLs fetched so far, their values, scores and explanations are the same to
// the byte, and so is the choice of the next one.
func TestNothingLeaks(t *testing.T) {
	docs, topic := leakWeb()
	var vocabulary ontology.Graph
	vocabulary.Add(ontology.Concept{ID: "T:1", Name: "influenza", Names: []ontology.Name{{Text: "flu", Relation: ontology.Synonym}}})
	vocabulary.Add(ontology.Concept{ID: "T:2", Name: "grippe", Parents: []string{"T:1"}})
	subject, _, err := lookUp(t.Context(), &vocabulary, topic)
	if err != nil {
		t.Fatal(err)
	}
	const pages = 41
	subjects := map[string]strategies.Subject{topic.Name: subject}
	for _, name := range append(strategies.Names(), strategies.Variants()...) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := entrants([]string{name}, subjects)[0]
			whole := fetchOrder(t, c, docs, topic, pages)
			for _, fetched := range []int{1, 7, 40} {
				if fetched >= len(whole) {
					break // the crawl ended
				}
				// A line of the order is a page or less, so that this many pages are enough to
				// see what is next, and some that hold something else.
				got := fetchOrder(t, c, poisoned(docs, urlsOf(t, whole[:fetched])), topic, max(fetched+1, 8))
				for i := range fetched {
					if i >= len(got) || !bytes.Equal(got[i], whole[i]) {
						t.Fatalf("all but the first %d pages changed: line %d of the order is another:\n%s\nwas\n%s", fetched, i+1, got[min(i, len(got)-1)], whole[i])
					}
				}
				if before, now := visit(t, whole[fetched]), visit(t, got[fetched]); before.URL != now.URL || before.Parent != now.Parent {
					t.Errorf("all but the first %d pages changed: the next one is %s, not %s", fetched, now.URL, before.URL)
				}
				if fetched == 1 && bytes.Equal(bytes.Join(got, nil), bytes.Join(whole[:min(len(got), len(whole))], nil)) {
					t.Error("what pages hold once they are fetched is not seen")
				}
			}
		})
	}
	// The bound that knows the whole web does see it, so that this test would.
	knowing := experiment.Bounds()[3]
	whole := fetchOrder(t, knowing, docs, topic, pages)
	got := fetchOrder(t, knowing, poisoned(docs, urlsOf(t, whole[:25])), topic, pages)
	if bytes.Equal(bytes.Join(got[:25], nil), bytes.Join(whole[:25], nil)) {
		t.Errorf("the order of %s is the same whatever pages hold", knowing.Name)
	}
}

func visit(t *testing.T, line []byte) (v experiment.Visit) {
	t.Helper()
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func urlsOf(t *testing.T, lines [][]byte) map[string]bool {
	t.Helper()
	urls := map[string]bool{}
	for _, line := range lines {
		urls[visit(t, line).URL] = true
	}
	return urls
}
