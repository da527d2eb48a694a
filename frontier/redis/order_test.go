package redis

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// BenchmarkOrder crawls recorded webs and tells what shards cost: the recall of a topic's pages in
// the mean of all times of a crawl of a thousand pages, in the mean of topics, as AUC. Run it with
// -benchtime=1x.
func BenchmarkOrder(b *testing.B) {
	const pages = 1000
	const data = "../../../shared/data/web/"
	strategies := map[string]func(classify.Scorer) crawl.Strategy{
		"LokmanNormalized": func(s classify.Scorer) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s} },
		"Adaptive":         func(s classify.Scorer) crawl.Strategy { return &strategy.Adaptive{Scorer: s, Seed: 1} },
	}
	for _, recorded := range []struct{ name, web, topics string }{
		{"medweb", "medweb/medweb.tar.zst", "medweb/topics.jsonl"},
		{"wikipedia", "medweb/medweb.tar.zst", "medweb/topics-wikispeedia.jsonl"},
		{"debdocs", "debdocs/debdocs.tar.zst", "debdocs/topics.jsonl"},
	} {
		web, err := webs.Open(data + recorded.web)
		if err != nil {
			b.Skipf("no recorded web: %v", err)
		}
		all, err := experiment.ReadTopics(data + recorded.topics)
		if err != nil {
			b.Fatal(err)
		}
		var topics []experiment.Topic
		for _, t := range all {
			if len(t.Portal) > 0 && len(t.Relevant) >= 20 && len(topics) < 4 {
				topics = append(topics, t)
			}
		}
		for name, fresh := range strategies {
			for _, workers := range []int{1, 8} {
				for _, shards := range []int{1, 4, 16, 64} {
					b.Run(fmt.Sprintf("%s/%s/workers=%d/shards=%d", recorded.name, name, workers, shards), func(b *testing.B) {
						s := startServer(b, "--appendonly", "no")
						for b.Loop() {
							sum := 0.0
							for _, t := range topics {
								scorer := ontology.Scoring{Normalization: ontology.NormalizationLog1p}.NewScorer(
									ontology.Topic{Name: t.Name, Terms: []ontology.Term{{Text: t.Name, Relation: ontology.Exact}}})
								st := fresh(scorer)
								transport := http.RoundTripper(web)
								if workers > 1 {
									transport = distant{web}
								}
								c := crawl.Crawler{
									Strategy: st, Frontier: openWith(b, s.url(), newName(), Options{Options: crawl.FrontierOptions(st), Shards: shards}),
									Transport: transport, Workers: workers, Delay: crawl.None, IgnoreRobots: true, IgnoreNoFollow: true, Limits: crawl.Limits{Pages: pages},
								}
								sum += recall(b, &c, t)
							}
							b.ReportMetric(sum/float64(len(topics)), "AUC")
						}
					})
				}
			}
		}
	}
}

// A distant web answers as late as a near server on the network: what several workers know of the queue hangs on that.
type distant struct{ http.RoundTripper }

func (d distant) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(20 * time.Millisecond)
	return d.RoundTripper.RoundTrip(r)
}

// recall crawls, and returns the mean recall.
func recall(b *testing.B, c *crawl.Crawler, t experiment.Topic) float64 {
	relevant := map[string]bool{}
	for _, url := range t.Relevant {
		relevant[url] = true
	}
	n, found, sum := 0, 0, 0
	for p, err := range c.Crawl(b.Context(), t.Portal...) {
		if err != nil {
			b.Fatal(err)
		}
		if p.Status == http.StatusOK {
			if n++; relevant[p.URL] {
				found++
			}
			sum += found
		}
	}
	sum += (c.Limits.Pages - n) * found
	return float64(sum) / float64(c.Limits.Pages*len(t.Relevant))
}
