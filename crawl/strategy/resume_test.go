package strategy_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/ablation"
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
		Strategy: s, Frontier: f, Transport: tree{}, Delay: crawl.None, IgnoreRobots: true, Workers: 1,
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

// So does one whose scorer's service is down when it goes on.
func TestResumedWhileTheServiceIsDown(t *testing.T) {
	for name, fresh := range map[string]func(classify.Scorer) crawl.Strategy{
		"LokmanNormalized": func(s classify.Scorer) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s} },
		"Adaptive":         func(s classify.Scorer) crawl.Strategy { return &strategy.Adaptive{Scorer: s} },
		"Follow": func(s classify.Scorer) crawl.Strategy {
			return strategy.Follow{Classifier: acceptAll{}, Strategy: &strategy.LokmanNormalized{Scorer: s}}
		},
		"neardup": func(s classify.Scorer) crawl.Strategy {
			return &neardup.Strategy{Strategy: &strategy.LokmanNormalized{Scorer: s}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const before, after = 5, 6
				whole, err := crawled(t, filepath.Join(t.TempDir(), "whole.db"), fresh(&service{}), before+after)
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(t.TempDir(), "crawl.db")
				order, err := crawled(t, path, fresh(&service{}), before)
				if err != nil {
					t.Fatal(err)
				}
				down := &service{fails: func(call int) bool { return call < 3 || call == 6 }}
				more, err := crawled(t, path, fresh(down), after)
				if order = append(order, more...); err != nil || !slices.Equal(order, whole) {
					t.Errorf("%v: fetched\n%s, want\n%s", err, strings.Join(order, "\n"), strings.Join(whole, "\n"))
				}
			})
		})
	}
}

// A service is not asked again about pages that the strategy has valued itself.
func TestSecondCrawlAsksNothingAgain(t *testing.T) {
	for name, fresh := range map[string]func(classify.Scorer) crawl.Strategy{
		"LokmanNormalized": func(s classify.Scorer) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s} },
		"Adaptive":         func(s classify.Scorer) crawl.Strategy { return &strategy.Adaptive{Scorer: s} },
	} {
		asked := &service{}
		s, path := fresh(asked), filepath.Join(t.TempDir(), "crawl.db")
		for range 2 {
			if order, err := crawled(t, path, s, 5); err != nil || len(order) != 5 {
				t.Fatal(order, err)
			}
		}
		if len(asked.calls) != 10 {
			t.Errorf("%s: %d calls of two crawls of 5 pages, want one for each page", name, len(asked.calls))
		}
	}
}

// waiting is a service that answers at once, or if asked is set when the context ends.
type waiting struct{ asked chan struct{} }

func (waiting) Score(string) float64 { return 0 }

func (w waiting) ScoreAll(ctx context.Context, texts []string) ([]float64, error) {
	if w.asked == nil {
		return make([]float64, len(texts)), nil
	}
	close(w.asked)
	<-ctx.Done()
	return nil, ctx.Err()
}

// A service that is asked about an observation has the context, and the strategy can be used
// meanwhile.
func TestObserveWaits(t *testing.T) {
	for name, fresh := range map[string]func(classify.Scorer) crawl.Resumable{
		"LokmanNormalized": func(s classify.Scorer) crawl.Resumable { return &strategy.LokmanNormalized{Scorer: s} },
		"Adaptive":         func(s classify.Scorer) crawl.Resumable { return &strategy.Adaptive{Scorer: s} },
	} {
		p := treePage(t, 3)
		before := fresh(waiting{})
		before.Value(p)
		asked, ended := make(chan struct{}), make(chan error)
		again := fresh(waiting{asked})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { ended <- again.Observe(ctx, before.Observation(p.URL)) }()
		<-asked
		begun := again.Begun() // waits for the strategy's lock
		cancel()
		if err := <-ended; begun || again.Begun() || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), p.URL) {
			t.Errorf("%s: error %v, begun %v, want that the context ended and the URL, and nothing learned", name, err, begun)
		}
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
		{"another strategy", &classic.PageRank{}, &classic.HITS{Scorer: classify.NewCosine("flu")}, "resume with the strategy"},
		{"another parameter", &classic.PageRank{}, &classic.PageRank{Damping: 0.9}, "with another Damping (unset then, 0.9 now): resume with the topic, the scorer and the parameters"},
		{"another topic", &strategy.Adaptive{Scorer: ontology.NewScorer(flu)}, &strategy.Adaptive{Scorer: ontology.NewScorer(cold)}, "with another Scorer (*ontology.Scorer "},
		{"another query", &classic.HITS{Scorer: classify.NewCosine("flu")}, &classic.HITS{Scorer: classify.NewCosine("cold")}, "with another Scorer (*classify.Cosine "},
		{"another seed", &classic.InfoSpiders{Query: "flu"}, &classic.InfoSpiders{Query: "flu", Seed: 1}, "with another Seed (unset then, 1 now): resume"},
		{"another query and more", &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Query: "flu", Seed: 7}, &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Query: "cold", Relevant: []string{"http://h0.test/1"}}, `with another Query ("flu" then, "cold" now), Seed (7 then, unset now), Relevant (unset then, 1 of hash `},
		{"a long query", &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Query: strings.Repeat("flu ", 50)}, &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Query: strings.Repeat("flu ", 50) + "x"}, `with another Query ("flu flu flu flu flu flu flu flu flu flu "... `},
		{"other known pages", &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Relevant: []string{"http://h0.test/1?key=secret"}}, &strategy.Adaptive{Scorer: classify.NewCosine("flu"), Relevant: []string{"http://h0.test/2"}}, "with another Relevant (1 of hash "},
		{"more explored, without a part, from a model", &strategy.Adaptive{Scorer: classify.NewCosine("flu")}, without(&strategy.Adaptive{Scorer: classify.NewCosine("flu"), Explore: 0.5, Model: &strategy.AdaptiveModel{}}, ablation.Credit), `with another Explore (unset then, 0.5 now), Without (unset then, 32 now), Model (unset then, "`},
		{"another kind of scorer", &strategy.LokmanNormalized{Scorer: classify.NewCosine("flu")}, &strategy.LokmanNormalized{Scorer: ontology.NewScorer(flu)}, " now): resume with the topic"},
		{"follow", strategy.Follow{Classifier: acceptAll{}, Strategy: &classic.PageRank{}}, strategy.Follow{Classifier: acceptAll{}, Strategy: &classic.PageRank{Damping: 0.9}}, "with another Damping"},
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
			if strings.Contains(fmt.Sprint(err), "secret") {
				t.Errorf("a URL is told: %v", err)
			}
		})
	}
}

// Observations that name no parameters, as older ones do, are learned from, and refused by
// another configuration.
func TestObservationWithoutParameters(t *testing.T) {
	// Of &PageRank{Damping: 0.9} on http://h0.test/0, which links to /1.
	old, err := base64.StdEncoding.DecodeString("G3BhZ2VyYW5rLzEgOTA4ZDZhNjRiNjYxMzc2Zii1L/0AAP0AAFQBAAAQaHR0cDovL2gwLnRlc3QvMAAxAgBHIQCeYwI=")
	if err != nil {
		t.Fatal(err)
	}
	s := &classic.PageRank{Damping: 0.9}
	if err := s.Observe(t.Context(), old); err != nil || !s.Begun() {
		t.Errorf("error %v, begun: %v", err, s.Begun())
	}
	const want = "pagerank/1 with another configuration (908d6a64b661376f, not "
	if err := (&classic.PageRank{}).Observe(t.Context(), old); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one that says %q", err, want)
	}
	if err := s.Observe(t.Context(), old[:20]); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("cut short: error %v", err)
	}
}

// flood is a page with a link of as many bytes that are no UTF-8 as nearly fill a body.
// Each becomes three, and page, link and context have them all.
type flood struct{}

func (flood) RoundTrip(req *http.Request) (*http.Response, error) {
	body := "next"
	if req.URL.Path == "/" {
		body = `<meta charset=utf-8>flu <a href="/next">` + strings.Repeat("\xff", 8<<20) + `</a>`
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(body)), Request: req,
	}, nil
}

// A page of which a strategy sees more than it would read again costs what was learned
// from it, and not the crawl.
func TestResumedAfterAFlood(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	var log bytes.Buffer
	for _, want := range []string{"http://h0.test/", "http://h0.test/next"} {
		s := &strategy.Adaptive{Scorer: classify.NewCosine("flu")}
		f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(s), NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		c := crawl.Crawler{
			Strategy: s, Frontier: f, Transport: flood{}, Delay: crawl.None, IgnoreRobots: true, Workers: 1,
			Limits: crawl.Limits{Pages: 1}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		}
		for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if p.URL != want || p.Err != nil {
				t.Errorf("%s, error %v, want %s", p.URL, p.Err, want)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(log.String(), "too long to be kept") {
		t.Errorf("the log does not say that nothing is kept of the page:\n%s", log.String())
	}
}

// An observation is damaged if it begins as those of the strategy do and cannot be read,
// one of more than is read among them. Any other error is ErrState: it is another's.
func TestDamagedObservation(t *testing.T) {
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	tooMuch := encoder.EncodeAll(make([]byte, 65<<20), nil)
	for name, fresh := range strategies() {
		s, ok := fresh().(crawl.Resumable)
		if !ok {
			continue
		}
		head := s.Observation("")
		p := treePage(t, 3)
		s.Value(p)
		whole := s.Observation(p.URL)
		for what, c := range map[string]struct {
			observation []byte
			damaged     bool
		}{
			"cut short":      {whole[:len(whole)-1], true},
			"noise":          {append(bytes.Clone(head), "noise"...), true},
			"too much":       {append(bytes.Clone(head), tooMuch...), true},
			"cut in the tag": {whole[:len(head)-1], false},
			"another's":      {[]byte("neardup/1 old\n\x00"), false},
		} {
			other := fresh().(crawl.Resumable)
			if err := other.Observe(t.Context(), c.observation); errors.Is(err, crawl.ErrState) == c.damaged || errors.Is(err, crawl.ErrDamaged) != c.damaged || other.Begun() {
				t.Errorf("%s, %s: error %v, begun %v; want ErrDamaged: %v, else ErrState", name, what, err, other.Begun(), c.damaged)
			}
			if err := other.Observe(t.Context(), whole); err != nil || !other.Begun() {
				t.Errorf("%s, %s, then one that is whole: error %v, begun %v", name, what, err, other.Begun())
			}
		}
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
