package strategy_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

// crawled crawls some pages of a tree and returns what was fetched, as URL and value.
func crawled(t *testing.T, path string, s crawl.Strategy, pages int) (order []string, err error) {
	t.Helper()
	f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(s), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := crawl.Crawler{
		Strategy: s, Frontier: f, Transport: tree{}, Delay: crawl.NoDelay, IgnoreRobots: true, Workers: 1,
		Limits: crawl.Limits{Pages: pages},
	}
	for p, err := range c.Crawl(t.Context(), "http://h0.test/0") {
		if err != nil {
			return order, err
		}
		order = append(order, fmt.Sprintf("%s %v %v", p.URL, p.Value, p.LinkValue))
	}
	return order, nil
}

// A crawl that goes on with a new strategy at any page fetches what one without the
// interruption does, with the same values.
func TestResumed(t *testing.T) {
	for name, fresh := range strategies() {
		t.Run(name, func(t *testing.T) {
			whole, err := crawled(t, filepath.Join(t.TempDir(), "whole.db"), fresh(), treePages)
			if err != nil || len(whole) != treePages {
				t.Fatalf("%d pages, error %v", len(whole), err)
			}
			path := filepath.Join(t.TempDir(), "crawl.db")
			var order []string
			for i := 0; len(order) < treePages; i++ {
				some, err := crawled(t, path, fresh(), 1+i%7)
				if err != nil {
					t.Fatal(err)
				}
				order = append(order, some...)
			}
			if !slices.Equal(order, whole) {
				for i := range order {
					if order[i] != whole[i] {
						t.Fatalf("page %d is %s, want %s", i+1, order[i], whole[i])
					}
				}
			}
		})
	}
}

// A crawl is not resumed with another strategy or configuration than it was begun with,
// and the error says so.
func TestResumedWithAnother(t *testing.T) {
	flu := ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}}
	cold := ontology.Topic{Name: "cold", Terms: []ontology.Term{{Text: "cold", Relation: ontology.Exact}}}
	for _, c := range []struct {
		name         string
		first, other crawl.Strategy
		want         string
	}{
		{"another strategy", &strategy.PageRank{}, &strategy.HITS{Scorer: classify.NewCosine("flu")}, "resume with the strategy"},
		{"another parameter", &strategy.PageRank{}, &strategy.PageRank{Damping: 0.9}, "resume with the topic, the scorer and the parameters"},
		{"another topic", &strategy.Adaptive{Scorer: ontology.NewScorer(flu)}, &strategy.Adaptive{Scorer: ontology.NewScorer(cold)}, "resume with the topic, the scorer and the parameters"},
		{"another query", &strategy.HITS{Scorer: classify.NewCosine("flu")}, &strategy.HITS{Scorer: classify.NewCosine("cold")}, "resume with the topic, the scorer and the parameters"},
		{"another seed", &strategy.InfoSpiders{Query: "flu"}, &strategy.InfoSpiders{Query: "flu", Seed: 1}, "resume with the topic, the scorer and the parameters"},
		{"follow", strategy.Follow{Classifier: acceptAll{}, Strategy: &strategy.PageRank{}}, strategy.Follow{Classifier: acceptAll{}, Strategy: &strategy.PageRank{Damping: 0.9}}, "resume with the topic, the scorer and the parameters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "crawl.db")
			if _, err := crawled(t, path, c.first, 5); err != nil {
				t.Fatal(err)
			}
			_, err := crawled(t, path, c.other, 5)
			if !errors.Is(err, crawl.ErrState) || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("error %v, want ErrState that says %q", err, c.want)
			}
		})
	}
}

// acceptAll accepts every link.
type acceptAll struct{}

func (acceptAll) Classify(classify.Link) classify.Classification {
	return classify.Classification{Class: "any"}
}

// treePage returns a page of the tree.
func treePage(t testing.TB, i int) *crawl.Page {
	t.Helper()
	p := &crawl.Page{URL: fmt.Sprintf("http://h%d.test/%d", i%9, i), Parent: "http://h0.test/0", Status: 200}
	req, err := http.NewRequest(http.MethodGet, p.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tree{}.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	p.Header = resp.Header
	if p.Body, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return p
}
