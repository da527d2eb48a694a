package strategy_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// table scores a text by the words it holds.
type table map[string]float64

func (s table) Score(text string) float64 {
	var sum float64
	for word, value := range s {
		sum += float64(strings.Count(text, word)) * value
	}
	return sum
}

// The second formula of thesis 3.4.3.7, written out below a seed, whose value is 0.9 score(GP).
func TestLokmanLinkValueExpansion(t *testing.T) {
	for _, c := range []struct{ grandparent, parent, link float64 }{
		{100, 0.5, 7}, {15, 15, 15}, {0.1, 1500, 0}, {8, 27, 12},
	} {
		s := strategy.Lokman{Scorer: table{"GRANDPARENT": c.grandparent, "PARENT": c.parent, "LINK": c.link}}
		first := s.Value(smallweb.Page("http://a.test/gp", `ONLY G GRANDPARENT <a href="/p">to p</a>`))
		// The grandparent's text is scored as a whole: PARENT is part of it.
		scoreGP := table{"GRANDPARENT": c.grandparent, "PARENT": c.parent}.Score("GRANDPARENT")
		p := smallweb.Page("http://a.test/p", `PARENT <a href="/l">LINK</a>`)
		p.Parent, p.Note = "http://a.test/gp", smallweb.Link(t, first, "http://a.test/p").Note
		second := s.Value(p)
		scoreP := c.parent + c.link // the page's text has the link's text too
		// 0.1 x (0.1 x parent + 0.9 x P) + 0.9 x L, and parent = 0.9 x GP for a seed.
		want := 0.01*0.9*scoreGP + 0.09*scoreP + 0.90*c.link
		if got := smallweb.Link(t, second, "http://a.test/l").Value; math.Abs(got-want) > 1e-9 {
			t.Errorf("GP %v, P %v, L %v: link value %v, want %v", scoreGP, scoreP, c.link, got, want)
		}
	}
}

func TestLokmanPageValue(t *testing.T) {
	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{
		{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym},
		{Text: "viral disease", Relation: ontology.Partial}, {Text: "measles", Relation: ontology.Contextual},
	}}
	const text = "influenza flu flu viral disease measles"
	for _, c := range []struct {
		name    string
		scoring ontology.Scoring
		parent  string
		text    string
		want    float64
	}{
		{"seed", ontology.Scoring{}, "", text, 0.9 * (15 + 2*12 + 8 + 5)},
		{"parent", ontology.Scoring{}, "50", text, 0.1*50 + 0.9*(15+2*12+8+5)},
		{"weights of the requirements", ontology.Scoring{Weights: ontology.Weights{Exact: 15, Synonym: 12, Partial: 5, Contextual: 3}}, "50", text, 0.1*50 + 0.9*(15+2*12+5+3)},
		{"page without a term", ontology.Scoring{}, "50", "cooking", 0.1 * 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := smallweb.Page("http://a.test/", c.text)
			p.Note = c.parent
			v := strategy.Lokman{Scorer: c.scoring.NewScorer(topic)}.Value(p)
			if got := v.Explanation.Value(); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("page value %v, want %v: %v", got, c.want, v.Explanation)
			}
		})
	}
}

// "If CalculateComparator (Page) equals 0 ... system flags the links out from
// the page as irrelevant and stops processing them" (thesis 3.4.3.7).
func TestLokmanDropsLinksOfPagesThatScoreZero(t *testing.T) {
	s := strategy.Lokman{Scorer: table{"flu": 12}}
	p := smallweb.Page("http://a.test/", `cooking <a href="/flu-recipes">recipes</a>`)
	p.Note = "100"
	if v := s.Value(p); len(v.Links) != 0 {
		t.Errorf("links %v of a page that scores 0", v.Links)
	}
	if v := s.Value(smallweb.Page("http://a.test/", `flu <a href="/x">recipes</a>`)); len(v.Links) != 1 {
		t.Errorf("links %v of a page that scores", v.Links)
	}
}

func TestLokmanLinkText(t *testing.T) {
	s := strategy.Lokman{Scorer: ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{
		{Text: "swine flu", Relation: ontology.Exact}, {Text: "page", Relation: ontology.Contextual}}})}
	v := s.Value(smallweb.Page("http://swine-flu.test/", `page
		<a href="/swine%20flu/">nothing</a> <a href="/swine_flu.html">swine flu</a>
		<a href="/swine">flu</a> <a href="mailto:x@a.test">swine flu</a> <a href="/img"><img alt="swine flu"></a>`))
	inherits := 0.1 * v.Explanation.Value()
	for path, score := range map[string]float64{"swine%20flu/": 15, "swine_flu.html": 30, "swine": 0, "img": 0} {
		want := inherits + 0.9*score
		if got := smallweb.Link(t, v, "http://swine-flu.test/"+path).Value; math.Abs(got-want) > 1e-9 {
			t.Errorf("/%s: value %v, want %v", path, got, want)
		}
	}
	if len(v.Links) != 4 {
		t.Errorf("%d links, want 4: a mail address is no page", len(v.Links))
	}
}

func TestLokmanInheritsLinkValue(t *testing.T) {
	p := smallweb.Page("http://a.test/p", "flu")
	p.Parent, p.Note, p.LinkValue = "http://a.test/", "100", 40
	if got := (strategy.Lokman{Scorer: table{"flu": 10}, InheritLinkValue: true}).Value(p).Explanation.Value(); got != 0.1*40+0.9*10 {
		t.Errorf("page value %v, want %v", got, 0.1*40+0.9*10)
	}
}

func TestLokmanFrontierOptions(t *testing.T) {
	for _, c := range []struct {
		s    strategy.Lokman
		want frontier.Options
	}{
		{strategy.Lokman{}, frontier.Options{Capacity: 10_000}},
		{strategy.Lokman{Capacity: 5, Reevaluation: frontier.IncrementValues}, frontier.Options{Capacity: 5, Reevaluation: frontier.IncrementValues}},
		{strategy.Lokman{Capacity: crawl.NoLimit}, frontier.Options{}},
	} {
		if got := c.s.FrontierOptions(); got != c.want {
			t.Errorf("options %+v, want %+v", got, c.want)
		}
	}
}

// all returns a new one of each strategy that scores, by name.
func all(scorer *ontology.Scorer) map[string]crawl.Strategy {
	return map[string]crawl.Strategy{
		"breadthfirst":      crawl.BreadthFirst{},
		"depthfirst":        classic.DepthFirst{},
		"random":            classic.Random{},
		"bestfirst":         strategy.BestFirst{Scorer: smallweb.WordShare{}},
		"bestnfirst":        classic.BestNFirst{Scorer: smallweb.WordShare{}},
		"fishsearch":        classic.FishSearch{Scorer: smallweb.WordShare{}},
		"sharksearch":       classic.SharkSearch{Scorer: smallweb.WordShare{}},
		"pagerank":          &classic.PageRank{},
		"hits":              &classic.HITS{Scorer: smallweb.WordShare{}, First: 3},
		"opic":              classic.OPIC{},
		"infospiders":       &classic.InfoSpiders{Query: "flu"},
		"lokman":            strategy.Lokman{Scorer: scorer},
		"lokman-normalized": &strategy.LokmanNormalized{Scorer: scorer},
		"adaptive":          &strategy.Adaptive{Scorer: scorer, Explore: 0.5},
	}
}

// Whatever the strategy, each page is fetched once, from one that links to it,
// and a second crawl does the same. Those that drop no link fetch all.
func TestOrdersAreFeasibleAndRepeat(t *testing.T) {
	for name := range all(ontology.NewScorer(fluTopic)) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				w := smallweb.Draw(rt)
				pages := w.Crawl(rt, all(ontology.NewScorer(fluTopic))[name])
				again := w.Crawl(rt, all(ontology.NewScorer(fluTopic))[name])
				if !slices.EqualFunc(pages, again, func(p, q *crawl.Page) bool { return p.URL == q.URL && p.Value == q.Value }) {
					rt.Error("two crawls differ")
				}
				left := w.Order(rt, pages, false, func(smallweb.State) map[int]float64 { return nil })
				if drops := name == "lokman" || name == "sharksearch"; len(left) > 0 && !drops {
					rt.Errorf("never fetched: %v", left)
				}
				for _, p := range pages[1:] {
					if !slices.Contains(w.Targets(slices.Index(w.URLs, p.Parent), true), slices.Index(w.URLs, p.URL)) {
						rt.Errorf("%s does not link to %s", p.Parent, p.URL)
					}
				}
			})
		})
	}
}

// Several workers at once lose nothing and fetch nothing twice.
func TestManyWorkers(t *testing.T) {
	w := archive(60)
	for i := range w.URLs[1:] {
		w.URLs[i+1] = strings.Replace(w.URLs[i+1], "a.test", fmt.Sprintf("h%d.test", i%7), 1)
		w.Links[i+1] = []int{(i + 2) % 61, (i * 7) % 61, (i * 11) % 61}
	}
	scorer := ontology.NewScorer(fluTopic)
	for name, s := range all(scorer) {
		t.Run(name, func(t *testing.T) {
			fetched := map[string]int{}
			c := crawl.Crawler{Strategy: s, Transport: w, Workers: 8, Delay: crawl.None, IgnoreRobots: true}
			for p, err := range c.Crawl(t.Context(), w.URLs[0], w.URLs[2]) {
				if err != nil {
					t.Fatal(err)
				}
				fetched[p.URL]++
			}
			want := len(w.URLs)
			if name == "lokman" { // it drops the links of every other page
				want = len(fetched)
			}
			for url, n := range fetched {
				if n != 1 {
					t.Errorf("%s is fetched %d times", url, n)
				}
			}
			if len(fetched) != want {
				t.Errorf("%d pages, want %d", len(fetched), want)
			}
		})
	}
}

// Over whole crawls: the parts of each page's explanation add up to its value
// exactly, and those of each link's to what the frontier is given.
func TestExplanationAddsUp(t *testing.T) {
	topic := ontology.Topic{Name: "flu", Terms: []ontology.Term{
		{Text: "flu", Relation: ontology.Exact}, {Text: "x", Relation: ontology.Contextual}}}
	for name := range all(ontology.NewScorer(topic)) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				w := smallweb.Draw(rt)
				for _, p := range w.Crawl(rt, watched{all(ontology.NewScorer(topic))[name], rt}) {
					var sum float64
					for _, part := range p.Explanation {
						sum += float64(part.Factor * part.Score)
					}
					if sum != p.Value {
						rt.Errorf("%s: parts add up to %v, value is %v", p.URL, sum, p.Value)
					}
				}
			})
		})
	}
}

// watched checks what a strategy passes to the frontier.
type watched struct {
	crawl.Strategy
	t rapid.TB
}

func (w watched) FrontierOptions() frontier.Options {
	return crawl.FrontierOptions(w.Strategy)
}

func (w watched) Value(p *crawl.Page) crawl.Valuation {
	v := w.Strategy.Value(p)
	for _, e := range slices.Concat(v.Links, v.Revalued) {
		if reason, ok := e.Reason.(crawl.Explanation); ok && reason.Value() != e.Value {
			w.t.Errorf("%s: parts %v add up to %v, value is %v", e.URL, reason, reason.Value(), e.Value)
		}
	}
	return v
}

// A page's parent part is a tenth of its parent's value.
func TestLokmanFather(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		values := map[string]float64{}
		for _, p := range w.Crawl(rt, strategy.Lokman{Scorer: ontology.NewScorer(fluTopic)}) {
			if p.Err != nil {
				continue
			}
			if got := p.Explanation[0].Score; got != values[p.Parent] {
				rt.Errorf("%s: parent's value %v, want %v", p.URL, got, values[p.Parent])
			}
			values[p.URL] = p.Value
		}
	})
}

func TestMissingScorer(t *testing.T) {
	for _, s := range []crawl.Strategy{
		strategy.Lokman{}, strategy.BestFirst{}, classic.BestNFirst{}, classic.FishSearch{}, classic.SharkSearch{},
		&classic.HITS{}, &strategy.LokmanNormalized{},
	} {
		c := crawl.Crawler{Strategy: s}
		for p, err := range c.Crawl(t.Context(), "http://a.test/") {
			if p != nil || err == nil || !strings.Contains(err.Error(), "Scorer") {
				t.Errorf("%T: page %v, error %v", s, p, err)
			}
		}
	}
}

func TestBestFirst(t *testing.T) {
	s := strategy.BestFirst{Scorer: classify.NewCosine("heart attack")}
	v := s.Value(smallweb.Page("http://a.test/", `heart attack <a href="/x">x</a> <a href="/y">y</a>`))
	if v.Score == 0 || v.Explanation.Value() != v.Score {
		t.Errorf("score %v, value %v", v.Score, v.Explanation.Value())
	}
	for _, e := range v.Links {
		if e.Value != v.Score {
			t.Errorf("link %s has %v, want the page's %v", e.URL, e.Value, v.Score)
		}
	}
}

func TestBestFirstAnchor(t *testing.T) {
	page := smallweb.Page("http://a.test/", `flu a b <a href="/x">flu</a> <a href="/y">y</a> <a href="/x">again</a>`)
	for _, c := range []struct{ anchor, x, y float64 }{{0, 2.0 / 6, 2.0 / 6}, {0.25, 0.75*2/6 + 0.25, 0.75 * 2 / 6}, {1, 1, 0}} {
		v := strategy.BestFirst{Scorer: smallweb.WordShare{}, Anchor: c.anchor}.Value(page)
		x, y := smallweb.Link(t, v, "http://a.test/x").Value, smallweb.Link(t, v, "http://a.test/y").Value
		if !near(x, c.x) || !near(y, c.y) || len(v.Links) != 2 {
			t.Errorf("Anchor %v: %v and %v, want %v and %v", c.anchor, x, y, c.x, c.y)
		}
	}
}

// order crawls a small web with one worker and returns the paths in order.
func order(t *testing.T, s crawl.Strategy) string {
	t.Helper()
	page := func(path, body string) webs.Document {
		return webs.Document{URL: "http://a.test/" + path, Type: "text/html", Body: []byte(body)}
	}
	web, err := webs.New([]webs.Document{
		page("seed", `flu <a href=news>news</a> <a href=flu>flu</a> <a href=sport>sport</a>`),
		page("news", `news flu <a href=weather>w</a>`),
		page("flu", `flu flu flu <a href=vaccine>flu vaccine</a> <a href=news>flu news</a>`),
		page("sport", `football <a href=goals>goals</a>`),
		page("weather", `rain`), page("vaccine", `flu shot`), page("goals", `goals`),
	})
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.None}
	var paths []string
	for p, err := range c.Crawl(t.Context(), "http://a.test/seed") {
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, strings.TrimPrefix(p.URL, "http://a.test/"))
	}
	return strings.Join(paths, " ")
}

func TestOrder(t *testing.T) {
	scorer := ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}})
	for _, c := range []struct {
		name string
		s    crawl.Strategy
		want string
	}{
		{"breadth-first", crawl.BreadthFirst{}, "seed news flu sport weather vaccine goals"},
		{"best-first", strategy.BestFirst{Scorer: classify.NewCosine("flu")}, "seed news flu vaccine sport weather goals"},
		// sport scores 0, so goals is never found.
		{"lokman", strategy.Lokman{Scorer: scorer}, "seed flu news vaccine sport weather"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := order(t, c.s); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func ExampleLokman() {
	web, err := webs.New([]webs.Document{
		{URL: "http://health.example/", Type: "text/html", Body: []byte(`Flu and more: <a href="/recipes">soup</a> <a href="/swine-flu">swine flu</a>`)},
		{URL: "http://health.example/swine-flu", Type: "text/html", Body: []byte(`Swine flu is an influenza.`)},
		{URL: "http://health.example/recipes", Type: "text/html", Body: []byte(`Soup.`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{
		{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym}}}
	c := crawl.Crawler{
		Strategy:  strategy.Lokman{Scorer: ontology.NewScorer(topic)},
		Transport: web, // leave it out to crawl the network
		Delay:     crawl.None,
		Workers:   1,
	}
	for page, err := range c.Crawl(context.Background(), "http://health.example/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f %s: %v\n", page.Value, page.URL, page.Explanation)
	}
	// Output:
	// 21.60 http://health.example/: 0.1 x parent 0 + 0.9 x page 24 [flu (synonym) 2 x 12]
	// 26.46 http://health.example/swine-flu: 0.1 x parent 21.6 + 0.9 x page 27 [influenza (exact) 1 x 15; flu (synonym) 1 x 12]
	// 2.16 http://health.example/recipes: 0.1 x parent 21.6 + 0.9 x page 0
}

// The frontier's story of a URL gives the reason for each value.
func ExampleLokman_explain() {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.example/", Type: "text/html", Body: []byte(`Flu: <a href="/b">more</a> <a href="/flu">flu shots</a>`)},
		{URL: "http://a.example/b", Type: "text/html", Body: []byte(`The flu shot: <a href="/flu">influenza</a>`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{
		{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym}}}
	f := frontier.New(frontier.Options{History: true, Reevaluation: frontier.IncrementValues})
	c := crawl.Crawler{
		Strategy: strategy.Lokman{Scorer: ontology.NewScorer(topic)}, Frontier: f,
		Transport: web, Delay: crawl.None, Workers: 1,
	}
	for _, err := range c.Crawl(context.Background(), "http://a.example/", "http://a.example/b") {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	events, err := f.Explain(context.Background(), "http://a.example/flu")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range events {
		fmt.Println(e)
	}
	// Output:
	// found, value 23.76, given 23.76 by http://a.example/: 0.1 x page 21.6 + 0.9 x link 24 [flu (synonym) 2 x 12]
	// merged, value 50.49, given 26.73 by http://a.example/b: 0.1 x page 24.3 + 0.9 x link 27 [influenza (exact) 1 x 15; flu (synonym) 1 x 12]
	// leased, value 50.49, rank 0
	// ended, value 50.49: dead: status 404 Not Found [status 404]
}
