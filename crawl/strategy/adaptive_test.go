package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/ontology"
)

// archive is a web whose first page has links without words of the topic:
// every other one, to an "archive", leads to a page of it.
func archive(pages int) smallweb.Web {
	w := smallweb.Web{URLs: []string{"http://a.test/"}, Texts: []string{"start"}, Links: make([][]int, pages+1), Dead: make([]bool, pages+1)}
	for i := range pages {
		kind, text := "misc", "cooking with herbs"
		if i%2 == 1 {
			kind, text = "archive", "about the flu"
		}
		w.URLs = append(w.URLs, fmt.Sprintf("http://a.test/%s/%d", kind, i))
		w.Texts = append(w.Texts, text)
		w.Links[0] = append(w.Links[0], i+1)
	}
	return w
}

func TestAdaptiveLearnsWhatLinksLeadTo(t *testing.T) {
	hits := func(s crawl.Strategy) int {
		n := 0
		for _, p := range archive(100).Crawl(t, s)[1:51] {
			if strings.Contains(p.URL, "archive") {
				n++
			}
		}
		return n
	}
	scorer := ontology.NewScorer(fluTopic)
	if n := hits(&strategy.LokmanNormalized{Scorer: scorer}); n != 25 {
		t.Errorf("%d of 50 without learning, want 25", n)
	}
	if n := hits(&strategy.Adaptive{Scorer: scorer}); n < 40 {
		t.Errorf("%d of 50 with learning, want 40", n)
	}
}

// A page changes the values of its own links, of those that are valued again
// and of one drawn at random. The value of a URL that Adaptive keeps is the
// frontier's, and it forgets what could not be fetched.
func TestAdaptiveKeepsStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: 0.5, Seed: rapid.Uint64().Draw(rt, "seed")}
		w.Crawl(rt, stepper{s, map[string]float64{}, map[string]bool{}, map[string]bool{}, rt})
	})
}

type stepper struct {
	*strategy.Adaptive
	value map[string]float64
	tried map[string]bool // valued more than what has been fetched since
	bad   map[string]bool // failed
	t     rapid.TB
}

func (s stepper) Value(p *crawl.Page) crawl.Valuation {
	if p.Parent != "" && p.LinkValue != s.value[p.URL] {
		s.t.Errorf("%s has %v in the frontier, want %v", p.URL, p.LinkValue, s.value[p.URL])
	}
	for url, value := range s.value {
		if p.Parent != "" && value > p.LinkValue {
			s.tried[url] = true
		}
	}
	v := s.Adaptive.Value(p)
	if sum := v.LinkExplanation.Value(); p.Parent != "" && sum != p.LinkValue {
		s.t.Errorf("%s was taken for %v: %v adds up to %v", p.URL, p.LinkValue, v.LinkExplanation, sum)
	}
	for _, l := range p.Document().Links {
		delete(s.tried, l.URL)
	}
	if links, most := len(p.Document().Links), 32+32+1; len(v.Links) > links || len(v.Revalued) > most {
		s.t.Errorf("%d links and %d values again, want at most %d and %d", len(v.Links), len(v.Revalued), links, most)
	}
	for _, e := range slices.Concat(v.Links, v.Revalued) {
		if s.tried[e.URL] {
			s.t.Errorf("%s is valued again, but it must have been tried", e.URL)
		}
		if s.bad[e.URL] {
			s.t.Errorf("%s is valued, but it has failed", e.URL)
		}
		s.check(e)
		s.value[e.URL] = e.Value
	}
	return v
}

func (s stepper) Failed(url string, why error) []frontier.Entry {
	s.bad[url] = true
	entries := s.Adaptive.Failed(url, why)
	for _, e := range entries {
		s.check(e)
		s.value[e.URL] = e.Value
	}
	return entries
}

func (s stepper) check(e frontier.Entry) {
	if sum := e.Reason.(interface{ Explanation() crawl.Explanation }).Explanation().Value(); sum != e.Value {
		s.t.Errorf("%s: the parts add up to %v, want %v", e.URL, sum, e.Value)
	}
	for _, part := range e.Reason.(interface{ Explanation() crawl.Explanation }).Explanation() {
		if part.Of == "before" && part.Score != s.value[e.URL] {
			s.t.Errorf("%s was given %v, and %v is taken back", e.URL, s.value[e.URL], part.Score)
		}
	}
}

// TestAdaptiveSaysWhyItTookALink: the words, pages and directories are named.
func TestAdaptiveSaysWhyItTookALink(t *testing.T) {
	page := func(url, parent, body string) *crawl.Page {
		p := smallweb.Page(url, body)
		p.Parent = parent
		return p
	}
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Query: "flu in winter", Explore: crawl.None}
	v := s.Value(page("http://a.test/", "", "<p>About the flu.</p><p><a href=/health/1.html>Winter flu and rest</a>"))
	taken := page("http://a.test/health/1.html", "http://a.test/", "<p>Flu, again.")
	taken.LinkValue = v.Revalued[0].Value // valued again when the page had taught
	got := s.Value(taken).LinkExplanation.String()
	for _, want := range []string{"x ontology ", "x model ", "words of its links (winter", "best page that links here http://a.test/", "directory http://a.test/health/ (known: 0)", "block (known: 0)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: want %q", got, want)
		}
	}
}

// TestAdaptiveSaysNothingOfSeeds: a seed is fetched because it is one, also if a seed before it links to it.
func TestAdaptiveSaysNothingOfSeeds(t *testing.T) {
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Query: "flu", Explore: crawl.None}
	for _, seed := range []*crawl.Page{
		smallweb.Page("http://a.test/", "<p>The flu: <a href=/winter.html>winter</a>"),
		smallweb.Page("http://a.test/winter.html", "<p>Flu in winter."),
	} {
		seed.LinkValue = frontier.SeedValue
		if why := s.Value(seed).LinkExplanation; len(why) > 0 {
			t.Errorf("%s is said to be fetched for %v, want nothing", seed.URL, why)
		}
	}
}

// A list of each kind is on the first page; the topic's name is on none of its
// links. lists[1] leads to pages of it, if any does.
func lists(kinds, pages int, dead bool) smallweb.Web {
	w := smallweb.Web{URLs: []string{"http://a.test/"}, Texts: []string{"start"}}
	for i := range kinds * pages {
		w.URLs = append(w.URLs, fmt.Sprintf("http://a.test/%d", i))
		text := "cooking with herbs and other things"
		if i/pages == 1 {
			text = "about the flu"
		}
		w.Texts = append(w.Texts, text)
		w.Dead = append(w.Dead, false)
	}
	w.Dead = append(w.Dead, false)
	for i := range w.Dead {
		w.Dead[i] = dead && i > 2*pages
	}
	w.Links = make([][]int, len(w.URLs))
	var b strings.Builder
	b.WriteString("start")
	for k := range kinds {
		b.WriteString("<ul>")
		for i := range pages {
			fmt.Fprintf(&b, `<li><a href="/%d">x</a></li>`, k*pages+i)
		}
		b.WriteString("</ul>")
	}
	w.Texts[0] = b.String()
	return w
}

// relevant counts the pages about the flu among the first n.
func relevant(t rapid.TB, w smallweb.Web, s crawl.Strategy, n int) int {
	found := 0
	pages := w.Crawl(t, s)
	for _, p := range pages[:min(n, len(pages))] {
		if p.OK() && strings.Contains(string(p.Body), "flu") && p.Depth > 0 {
			found++
		}
	}
	return found
}

func TestAdaptiveLearnsWhatBlocksLeadTo(t *testing.T) {
	w := lists(4, 25, false)
	if n := relevant(t, w, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, 61); n < 20 {
		t.Errorf("%d of the list's 25 pages among 60 of 100", n)
	}
}

// All links of one list fail: the others go first.
func TestAdaptiveLearnsFromFailures(t *testing.T) {
	w := lists(4, 25, true)
	tried := 0
	for _, p := range w.Crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: crawl.None})[:60] {
		if p.Err != nil {
			tried++
		}
	}
	if tried > 20 {
		t.Errorf("%d of 60 URLs fail, half of all do", tried)
	}
}

// Examples say what the ontology does not.
func TestAdaptiveLearnsFromExamples(t *testing.T) {
	w := smallweb.Web{URLs: []string{"http://a.test/", "http://a.test/seed"}, Texts: []string{"start", "sourdough and yeast"}, Links: make([][]int, 42)}
	for i := range 40 {
		text := "bells and steeples"
		if i%2 == 1 {
			text = "yeast for sourdough"
		}
		w.URLs, w.Texts = append(w.URLs, fmt.Sprintf("http://a.test/%d", i)), append(w.Texts, text)
	}
	w.Dead = make([]bool, len(w.URLs))
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `<p><a href="/%d">%s</a></p>`, i, w.Texts[i+2])
	}
	w.Texts[0] = `<a href="/seed">seed</a>` + b.String()
	hits := func(s *strategy.Adaptive) int {
		n := 0
		for _, p := range w.Crawl(t, s)[:22] {
			if strings.Contains(string(p.Body), "yeast for") && p.Depth > 0 {
				n++
			}
		}
		return n
	}
	scorer := ontology.NewScorer(fluTopic)
	if n := hits(&strategy.Adaptive{Scorer: scorer, Texts: []string{"yeast makes sourdough"}}); n < 15 {
		t.Errorf("%d of 20 with an example, want 15", n)
	}
	judged := &strategy.Adaptive{Scorer: scorer}
	judged.Judge("http://a.test/seed", true)
	if n := hits(judged); n < 15 {
		t.Errorf("%d of 20 after a judgment, want 15", n)
	}
}

// Nothing of a page that is not fetched reaches the strategy: two webs that differ in
// those alone are crawled in the same order, at the same values.
func TestAdaptiveSeesOnlyWhatIsFetched(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		n := rapid.IntRange(1, len(w.URLs)).Draw(rt, "budget")
		crawled := func(w smallweb.Web) (trace []string) {
			c := crawl.Crawler{
				Strategy: &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Query: "flu"}, Transport: w,
				Workers: 1, Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Pages: n},
			}
			for p, err := range c.Crawl(context.Background(), w.URLs[0]) {
				if err != nil {
					rt.Fatal(err)
				}
				trace = append(trace, fmt.Sprint(p.URL, p.LinkValue, p.Explanation))
			}
			return trace
		}
		before := crawled(w)
		for i, url := range w.URLs {
			if !slices.ContainsFunc(before, func(line string) bool { return strings.HasPrefix(line, url) }) {
				w.Texts[i], w.Dead[i] = "flu flu flu", !w.Dead[i]
			}
		}
		if after := crawled(w); !slices.Equal(before, after) {
			rt.Errorf("%q\nafter unseen pages have changed\n%q", before, after)
		}
	})
}

func TestAdaptiveModel(t *testing.T) {
	learned := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Query: "flu"}
	lists(4, 25, false).Crawl(t, learned)
	var file, again bytes.Buffer
	if _, err := learned.Learned().WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	m, err := modeltest.Read[strategy.AdaptiveModel](&file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.WriteTo(&again); err != nil || again.String() != text {
		t.Errorf("written again, %v:\n%s\nwant\n%s", err, again.String(), text)
	}
	w := lists(4, 25, false)
	if n := relevant(t, w, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Model: m}, 61); n < 20 {
		t.Errorf("%d of 25 with a model", n)
	}
	for _, bad := range []string{"", "{}", strings.Replace(text, `"block"`, `"blocks"`, 1), strings.Replace(text, `"version": 2`, `"version": 1`, 1)} {
		if _, err := modeltest.Read[strategy.AdaptiveModel](strings.NewReader(bad)); !errors.Is(err, strategy.ErrAdaptiveModel) {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
}
