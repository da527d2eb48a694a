package neardup_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func words(rng *rand.Rand, n int) []string {
	text := make([]string, n)
	for i := range text {
		text[i] = fmt.Sprintf("w%d", rng.IntN(2000))
	}
	return text
}

// changed replaces a share of a text's words.
func changed(rng *rand.Rand, text []string, share float64) string {
	text = append([]string(nil), text...)
	for range int(share * float64(len(text))) {
		text[rng.IntN(len(text))] = "new"
	}
	return strings.Join(text, " ")
}

// likeness is the slow truth: the share of runs of three words that two texts
// have in common.
func likeness(a, b string) float64 {
	runs := func(s string) map[string]bool {
		words, set := strings.Fields(s), map[string]bool{}
		for i := range len(words) - 2 {
			set[strings.Join(words[i:i+3], " ")] = true
		}
		return set
	}
	x, y, both := runs(a), runs(b), 0
	for r := range x {
		if y[r] {
			both++
		}
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

func sketch(t testing.TB, text string) neardup.TextSketch {
	t.Helper()
	s, ok := neardup.NewTextSketch(text)
	if !ok {
		t.Fatalf("no sketch of %q", text)
	}
	return s
}

// The estimate stays within four standard errors of the truth, and is right on
// average.
func TestLikeness(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	off, n := 0.0, 400
	for range n {
		text := words(rng, 200+rng.IntN(400))
		other := changed(rng, text, rng.Float64()/4)
		a, b := sketch(t, strings.Join(text, " ")), sketch(t, other)
		want, got := likeness(strings.Join(text, " "), other), a.Likeness(&b)
		if got < want-0.25 || got > want+0.25 {
			t.Errorf("likeness %.2f, want about %.2f", got, want)
		}
		off += got - want
	}
	if mean := off / float64(n); mean < -0.02 || mean > 0.02 {
		t.Errorf("estimates are off by %.3f on average, want 0", mean)
	}
}

func TestShortTexts(t *testing.T) {
	for _, text := range []string{"", "one two", strings.Repeat("word ", 19)} {
		if _, ok := neardup.NewTextSketch(text); ok {
			t.Errorf("a sketch of %q, want none", text)
		}
	}
	sketch(t, strings.Repeat("word ", 20))
}

// Copies with small changes are found among many texts, other texts are not.
func TestIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var x neardup.Index
	var originals [][]string
	for i := range 500 {
		text := words(rng, 300)
		originals = append(originals, text)
		if m, ok := x.Add(fmt.Sprint(i), neardup.PageSketch{Content: sketch(t, strings.Join(text, " "))}); ok {
			t.Errorf("text %d is taken for %s (%.2f)", i, m.Name, m.Content)
		}
	}
	missed := 0
	for i, text := range originals {
		copied := changed(rng, text, 0.005)
		if m, ok := x.Add(fmt.Sprint("copy of ", i), neardup.PageSketch{Content: sketch(t, copied)}); !ok || m.Name != fmt.Sprint(i) {
			missed++
		}
		if half := changed(rng, text, 0.5); likeness(half, strings.Join(text, " ")) < 0.4 {
			if m, ok := x.Add("half", neardup.PageSketch{Content: sketch(t, half)}); ok && m.Name == fmt.Sprint(i) {
				t.Errorf("text %d with half its words replaced is taken for it (%.2f)", i, m.Content)
			}
		}
	}
	if missed > 5 {
		t.Errorf("%d of 500 copies were missed, want at most 1 in 100", missed)
	}
}

// A full index forgets the oldest.
// Without a crawler the sketch of the template says whether a copy has the same page around it.
func TestTemplateSketch(t *testing.T) {
	text := strings.Join(words(rand.New(rand.NewPCG(3, 4)), 200), " ")
	list := []byte("<nav><a href=/>Home</a></nav><main><p>" + text + "</main>")
	table := []byte("<table><tr><td><b>Home</b><td><i>" + text + "</i></table>")
	var x neardup.Index
	x.Add("list", neardup.PageSketch{Content: sketch(t, text), Template: neardup.NewTemplateSketch(list)})
	for _, c := range []struct {
		page []byte
		same bool
	}{{list, true}, {table, false}} {
		m, ok := x.Add("copy", neardup.PageSketch{Content: sketch(t, text), Template: neardup.NewTemplateSketch(c.page)})
		if !ok || (m.Template == 1) != c.same {
			t.Errorf("%.20s: %+v, %v", c.page, m, ok)
		}
	}
}

func TestCapacity(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := neardup.Index{Capacity: 10}
	var prints []neardup.PageSketch
	for i := range 25 {
		p := neardup.PageSketch{Content: sketch(t, strings.Join(words(rng, 100), " "))}
		prints = append(prints, p)
		x.Add(fmt.Sprint(i), p)
	}
	for i, p := range prints[15:] {
		if m, ok := x.Add("copy", p); !ok || m.Name != fmt.Sprint(15+i) {
			t.Errorf("text %d: found %q, %v, want it remembered", 15+i, m.Name, ok)
		}
	}
	if _, ok := x.Add("copy of an old one", prints[3]); ok {
		t.Error("text 3 is remembered, want it forgotten")
	}
}

type constant float64

func (c constant) Value(p *crawl.Page) crawl.Valuation {
	v := crawl.Valuation{Explanation: crawl.Explanation{{Of: "page", Factor: 1, Score: float64(c)}}}
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: float64(c)})
	}
	return v
}

func (constant) FrontierOptions() frontier.Options { return frontier.Options{} }

// What mirrors lead to comes last, and their explanation says why.
func TestStrategy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		text := strings.Join(words(rng, 100), " ")
		page := func(text string, links ...string) testsite.Answer {
			a := testsite.Page("title", links...)
			a.Body = append(a.Body, "<p>"+text+"</p>"...)
			return a
		}
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "/original", "/mirror", "/other"))
		web.Set("/original", page(text, "/from-original"))
		web.Set("/mirror", page(text+" end", "/from-mirror"))
		web.Set("/other", page(strings.Join(words(rng, 100), " "), "/from-other"))
		for _, path := range []string{"/from-original", "/from-mirror", "/from-other"} {
			web.Set(path, testsite.Page("leaf"))
		}
		var mu sync.Mutex
		reported := ""
		s := &neardup.Strategy{Strategy: constant(5), Report: func(url string, m neardup.Match) {
			mu.Lock()
			defer mu.Unlock()
			reported += url + " is " + m.Name + "\n"
		}}
		c := crawl.Crawler{Transport: web, Strategy: s, Workers: 1}
		var order []string
		for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			order = append(order, strings.TrimPrefix(p.URL, "http://h0.test"))
			want := 5.0
			if strings.HasSuffix(p.URL, "/mirror") {
				want = 0.5
				if !strings.Contains(p.Explanation.String(), "http://h0.test/original") {
					t.Errorf("explanation %q does not name the original", p.Explanation)
				}
			}
			if p.Value != want {
				t.Errorf("%s: value %v, want %v", p.URL, p.Value, want)
			}
		}
		if got, want := strings.Join(order, " "), "/ /original /mirror /other /from-original /from-other /from-mirror"; got != want {
			t.Errorf("order %s, want %s", got, want)
		}
		if want := "http://h0.test/mirror is http://h0.test/original\n"; reported != want {
			t.Errorf("reported %q, want %q", reported, want)
		}
	})
}

func TestValid(t *testing.T) {
	if err := (&neardup.Strategy{Keep: 2}).Valid(); err == nil {
		t.Error("Keep 2 is valid, want an error")
	}
	if err := (&neardup.Strategy{}).Valid(); err != nil {
		t.Errorf("the zero Strategy: %v", err)
	}
}

func BenchmarkSketch(b *testing.B) {
	text := strings.Join(words(rand.New(rand.NewPCG(1, 1)), 1000), " ")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		neardup.NewTextSketch(text)
	}
}

// A strategy that has learned from another's observations knows its pages.
func TestObserve(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	text := strings.Join(words(rng, 100), " ")
	page := func(path string) *crawl.Page {
		return &crawl.Page{
			URL: "http://h0.test/" + path, Status: 200, Header: http.Header{"Content-Type": {"text/html"}},
			Body: []byte("<title>page</title><p>" + text + "</p>"),
		}
	}
	var before, after neardup.Strategy
	before.Value(page("original"))
	observation := before.Observation("http://h0.test/original")
	before.Acknowledge("http://h0.test/original")
	if err := after.Observe(t.Context(), observation); err != nil {
		t.Fatal(err)
	}
	reported := ""
	after.Report = func(_ string, m neardup.Match) { reported = m.Name }
	if after.Value(page("mirror")); reported != "http://h0.test/original" {
		t.Errorf("the mirror is like %q, want the original", reported)
	}
	head := len("neardup/1 new\n") // without it, it may be one of another strategy
	for n := range observation {
		if err := after.Observe(t.Context(), observation[:n]); err == nil || errors.Is(err, crawl.ErrDamaged) != (n >= head) {
			t.Errorf("the first %d bytes are taken for an observation, or not for a damaged one: error %v", n, err)
		}
	}
	if err := (&neardup.Strategy{Strategy: &classic.PageRank{}}).Observe(t.Context(), observation); err == nil {
		t.Error("the observation of another strategy is taken")
	}
}

// anyClass accepts every link.
type anyClass struct{}

func (anyClass) Classify(classify.Link) classify.Classification {
	return classify.Classification{Class: "any"}
}

// A strategy that Follow is around, with a state or without, does not keep another from
// learning; one of another kind does.
func TestObserveWithin(t *testing.T) {
	follow := func(within crawl.Strategy) *neardup.Strategy {
		return &neardup.Strategy{Strategy: strategy.Follow{Classifier: anyClass{}, Strategy: within}}
	}
	const url = "http://h0.test/"
	for name, within := range map[string]func() crawl.Strategy{
		"none":      func() crawl.Strategy { return nil },
		"bestfirst": func() crawl.Strategy { return strategy.BestFirst{Scorer: classify.NewCosine("flu")} },
		"opic":      func() crawl.Strategy { return classic.OPIC{} },
		"pagerank":  func() crawl.Strategy { return &classic.PageRank{} },
	} {
		before, other := follow(within()), follow(&classic.HITS{Scorer: classify.NewCosine("flu")})
		before.Value(&crawl.Page{URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<a href="/flu">flu</a>`)})
		observation := before.Observation(url)
		if err := follow(within()).Observe(t.Context(), observation); err != nil {
			t.Errorf("%s within: %v", name, err)
		}
		if err := other.Observe(t.Context(), observation); err == nil || errors.Is(err, crawl.ErrDamaged) {
			t.Errorf("%s within: error %v, want that HITS does not learn from it", name, err)
		}
	}
}

// listener is a strategy that raises a URL when one fails.
type listener struct {
	constant
	heard *[]string
}

func (l listener) Failed(url string, why error) []frontier.Entry {
	*l.heard = append(*l.heard, fmt.Sprint("failed ", url, ": ", errors.Unwrap(why)))
	return []frontier.Entry{{URL: "http://h0.test/last", Value: 9}}
}

func (l listener) Refused(url string, why error) {
	*l.heard = append(*l.heard, fmt.Sprint("refused ", url, ": ", why))
}

// The other strategy hears of what failed and what was refused, and the URLs that it then
// returns have the values that it gives them.
func TestFailures(t *testing.T) {
	web := testsite.New(testsite.Config{})
	web.Set("/", testsite.Page("start", "/gone", "/out", "/a", "/last"))
	web.Set("/gone", testsite.Answer{Status: http.StatusGone})
	web.Set("/a", testsite.Page("a"))
	web.Set("/last", testsite.Page("last"))
	crawled := func(within func(crawl.Strategy) crawl.Strategy) (order, heard []string) {
		synctest.Test(t, func(t *testing.T) {
			c := crawl.Crawler{
				Transport: web, Strategy: within(listener{constant(5), &heard}), Workers: 1,
				Scope: func(url string) error {
					if strings.HasSuffix(url, "/out") {
						return errors.New("not wanted")
					}
					return nil
				},
			}
			for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
				if err != nil {
					t.Fatal(err)
				}
				order = append(order, fmt.Sprint(p.URL, " ", p.LinkValue))
			}
		})
		return order, heard
	}
	wantOrder, wantHeard := crawled(func(s crawl.Strategy) crawl.Strategy { return s })
	order, heard := crawled(func(s crawl.Strategy) crawl.Strategy { return &neardup.Strategy{Strategy: s} })
	if diff := cmp.Diff(wantOrder, order); diff != "" || len(order) != 4 {
		t.Errorf("order of %d URLs:\n%s", len(order), diff)
	}
	if diff := cmp.Diff(wantHeard, heard); diff != "" || len(heard) != 2 {
		t.Errorf("heard %q:\n%s", heard, diff)
	}
	var alone neardup.Strategy
	alone.Refused("http://h0.test/out", errors.New("not wanted"))
	if links := alone.Failed("http://h0.test/gone", errors.New("gone")); links != nil {
		t.Errorf("breadth-first returns %v for a failure", links)
	}
}
