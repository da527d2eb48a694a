package strategy_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A wood is a tree whose pages have other links too, as links or, if they are
// hidden, as text alone.
type wood struct{ hidden bool }

func (w wood) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := tree{}.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	other := `<a href="/9%d?other">flu</a>`
	if w.hidden {
		other = `<b title="/9%d?other">flu</b>`
	}
	var page strings.Builder
	for i, part := range strings.SplitAfter(string(body), "</a>") {
		fmt.Fprintf(&page, part+other, i)
	}
	resp.Body = io.NopCloser(strings.NewReader(page.String()))
	return resp, nil
}

// articles accepts the links that are not others.
type articles struct{}

func (articles) Classify(l classify.Link) classify.Classification {
	if strings.Contains(l.URL, "other") {
		return classify.Classification{Class: classify.ClassOther}
	}
	return classify.Classification{Class: classify.ClassArticle, Evidence: []string{"an \"article\"\nindeed"}}
}

// "Score, but only article links" is one line for any strategy: the crawl is as
// if the pages had no other links.
func TestFollowWithin(t *testing.T) {
	flu := ontology.NewScorer(ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}})
	all := strategies()
	all["lokman"] = func() crawl.Strategy { return strategy.Lokman{Scorer: flu, InheritLinkValue: true} }
	all["bestfirst"] = func() crawl.Strategy { return strategy.BestFirst{Scorer: flu, Anchor: 0.5} }
	all["bestnfirst"] = func() crawl.Strategy { return classic.BestNFirst{Scorer: flu, N: 5} }
	all["depthfirst"] = func() crawl.Strategy { return classic.DepthFirst{} }
	all["fishsearch"] = func() crawl.Strategy { return classic.FishSearch{Scorer: flu, Threshold: 30} }
	all["sharksearch"] = func() crawl.Strategy {
		return classic.SharkSearch{Scorer: classify.NewCosine("flu"), Decay: 0.5, Anchor: 0.8, Inherit: 0.5, Depth: 3, Threshold: 0.3}
	}
	type visit struct {
		url                     string
		value, linkValue, score float64
	}
	crawled := func(t *testing.T, s crawl.Strategy, w http.RoundTripper) (order []visit) {
		c := crawl.Crawler{Strategy: s, Transport: w, Workers: 1, Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Pages: 80}}
		for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
			if err != nil {
				t.Fatal(err)
			}
			if class := strategy.Followed(p).Class; class != "" && class != classify.ClassArticle {
				t.Errorf("%s was followed as %s", p.URL, class)
			}
			order = append(order, visit{p.URL, p.Value, p.LinkValue, p.Score})
		}
		return order
	}
	for name, fresh := range all {
		t.Run(name, func(t *testing.T) {
			want := crawled(t, fresh(), wood{hidden: true})
			got := crawled(t, strategy.Follow{Classifier: articles{}, Accept: []string{classify.ClassArticle}, Strategy: fresh()}, wood{})
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(visit{})); diff != "" {
				t.Error(diff)
			}
			if len(want) < 20 {
				t.Errorf("%d pages", len(want))
			}
		})
	}
	if err := (strategy.Follow{Classifier: articles{}, Strategy: strategy.Lokman{}}).Valid(); err == nil {
		t.Error("a strategy without a scorer is valid within Follow")
	}
}

// A strategy within hears of what failed and what was refused as it does alone: the crawl
// is the same, and so is what is kept of a failure.
func TestFollowTellsOfFailures(t *testing.T) {
	w := lists(4, 25, true)
	crawled := func(s crawl.Strategy) (order []string) {
		c := crawl.Crawler{
			Strategy: s, Transport: w, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
			Scope: func(url string) error {
				if strings.HasSuffix(url, "7") {
					return errors.New("not wanted")
				}
				return nil
			},
		}
		for p, err := range c.Crawl(t.Context(), w.URLs[0]) {
			if err != nil {
				t.Fatal(err)
			}
			order = append(order, fmt.Sprint(p.URL, p.LinkValue))
		}
		return order
	}
	fresh := func() *strategy.Adaptive { return &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)} }
	follow := strategy.Follow{Classifier: acceptAll{}, Strategy: fresh()}
	if diff := cmp.Diff(crawled(fresh()), crawled(follow)); diff != "" {
		t.Error(diff)
	}
	const url = "http://h0.test/gone"
	follow.Failed(url, errors.New("gone"))
	if failed, nothing := len(follow.Observation(url)), len(follow.Observation("")); failed <= nothing {
		t.Errorf("%d bytes are observed of a URL that failed, %d of nothing", failed, nothing)
	}
}

// calling is a strategy that raises a URL when another fails, and knows its links by notes.
type calling struct{ noted map[string]string }

func (calling) FrontierOptions() frontier.Options { return frontier.Options{} }

func (c calling) Value(p *crawl.Page) crawl.Valuation {
	c.noted[p.URL] = p.Note
	var v crawl.Valuation
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Note: "found"})
	}
	return v
}

func (c calling) Failed(string, error) []frontier.Entry {
	return []frontier.Entry{{URL: "http://j.example/instead", Value: 1, Note: "found"}}
}

func (c calling) Refused(url string, _ error) { c.noted[url] = "refused" }

// A URL that a strategy within values anew when another fails has the note that the
// strategy gave it.
func TestFollowAfterAFailure(t *testing.T) {
	within := calling{map[string]string{}}
	c := crawl.Crawler{
		Strategy: strategy.Follow{Classifier: acceptAll{}, Strategy: within},
		Scope: func(url string) error {
			if strings.HasSuffix(url, "/out") {
				return errors.New("not wanted")
			}
			return nil
		},
	}
	pages := map[string]string{"http://j.example/": `<a href=/gone>1</a> <a href=/out>2</a> <a href=/other>3</a> <a href=/instead>4</a>`}
	pages["http://j.example/other"], pages["http://j.example/instead"] = "", ""
	order := fetched(t, &c, pages, "http://j.example/")
	if want := []string{"http://j.example/", "http://j.example/gone", "http://j.example/instead", "http://j.example/other"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	want := map[string]string{"http://j.example/": "", "http://j.example/out": "refused", "http://j.example/instead": "found", "http://j.example/other": "found"}
	if diff := cmp.Diff(want, within.noted); diff != "" {
		t.Error(diff)
	}
	follow := strategy.Follow{Classifier: acceptAll{}}
	follow.Refused("http://j.example/out", errors.New("not wanted"))
	if links := follow.Failed("http://j.example/gone", errors.New("gone")); links != nil {
		t.Errorf("a Follow without a strategy returns %v for a failure", links)
	}
}
