package lab

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/enough"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/frontier"
)

var recorded = flag.Bool("recorded", false, "judge the rules that end a crawl on the recorded webs too")

// shared is data that nobody on the project wrote.
const shared = "../../../../../shared/data"

// A judged is what became of the crawls of one web by one rule.
type judged struct {
	crawls               int
	missed, saved, worst float64 // of what the whole crawls found, of their pages
}

// judgedWeb is a web that rules are judged on.
type judgedWeb struct {
	name    string
	options Options
}

func judgedWebs(t *testing.T) []judgedWeb {
	all := Options{Strategies: []string{"adaptive"}, Pages: 4000, Seeds: "topic", Examples: true, Workers: 1, Webs: 1, Out: "out", Mismatch: 0.2, Noise: 0.05, Tunnel: MixedTunnels, Seed: 1}
	webs := []judgedWeb{{"generated", all}}
	if !*recorded {
		return webs
	}
	all.Relevant = 20
	add := func(name, web, topics, ontology, only string) {
		o := all
		o.Web, o.Topics, o.Ontologies, o.Only = filepath.Join(shared, "web", web), []string{filepath.Join(shared, "web", topics)}, []string{filepath.Join(shared, "ontology", ontology)}, List(only)
		webs = append(webs, judgedWeb{name, o})
	}
	second := webs[0]
	second.options.Seed = 2
	webs = append(webs, second)
	add("medweb", "medweb/medweb.tar.zst", "medweb/topics.jsonl", "mesh/d2024-rendered.bin.gz", "")
	add("medweb", "medweb/medweb.tar.zst", "medweb/topics-wikispeedia.jsonl", "wordnet", "")
	add("debdocs", "debdocs/debdocs.tar.zst", "debdocs/topics.jsonl", "skos/acm_ccs2012.xml",
		"structured query language,linear algebra,file systems management,compilers,concurrency,web server configuration")
	return webs
}

// families are the rules, by what they ask for.
func families() map[string][]string {
	return map[string][]string{
		"harvest": {"0.01/200", "0.01/400", "0.0025/400", "0.01/800", "0.00125/800"},
		"newhost": {"400", "800", "1200"},
		"recall":  {"0.8", "0.9", "0.95", "0.97"},
	}
}

func newRule(family, value string, f *frontier.Memory) *enough.Rule {
	r := &enough.Rule{Frontier: f}
	share, last, _ := strings.Cut(value, "/")
	switch family {
	case "harvest":
		fmt.Sscan(share, &r.Harvest)
		fmt.Sscan(last, &r.Last)
	case "newhost":
		fmt.Sscan(share, &r.NewHost)
	case "recall":
		fmt.Sscan(share, &r.Recall)
	}
	return r
}

// Rules that end a crawl miss little of what the whole crawl finds, and save pages. How they are
// set is chosen on the other webs: the one that saves most and misses no more than a tenth there.
func TestEnoughJudged(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls a web once for each of its topics")
	}
	results := map[string]map[string]*judged{} // by rule and web
	looks, within := map[string]int{}, map[string]int{}
	for _, w := range judgedWebs(t) {
		o, err := w.options.Complete()
		if err != nil {
			t.Fatal(err)
		}
		m, err := openMaterial(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range m.topics {
			judgeTopic(t, w, m, topic, results, looks, within)
		}
	}
	webs := slices.Sorted(maps.Keys(looks))
	for _, web := range webs {
		t.Logf("%s: the recall is in the interval of the estimate in %d of %d looks", web, within[web], looks[web])
	}
	for _, family := range slices.Sorted(maps.Keys(families())) {
		for _, value := range families()[family] {
			line := fmt.Sprintf("%-20s", family+"="+value)
			for _, web := range webs {
				j := results[family+"="+value][web]
				line += fmt.Sprintf("  %s: missed %.2f (most %.2f), saved %.2f", web, j.missed/float64(j.crawls), j.worst, j.saved/float64(j.crawls))
			}
			t.Log(line)
		}
		for _, web := range webs {
			if value := chosen(results, family, webs, web); value != "" {
				j := results[family+"="+value][web]
				t.Logf("%s left out: %s=%s missed %.2f, saved %.2f", web, family, value, j.missed/float64(j.crawls), j.saved/float64(j.crawls))
			}
		}
	}
	if j := results["recall=0.95"]["generated"]; j.missed > 0.3*float64(j.crawls) {
		t.Errorf("recall=0.95 misses %.2f of what the crawls of the generated web find", j.missed/float64(j.crawls))
	}
}

// chosen returns how a rule is set that saves most on the webs but one, and misses no more than a tenth there.
func chosen(results map[string]map[string]*judged, family string, webs []string, out string) (best string) {
	most := -1.0
	for _, value := range families()[family] {
		missed, saved := 0.0, 0.0
		for _, web := range webs {
			if j := results[family+"="+value][web]; web != out {
				missed += j.missed / float64(j.crawls) / float64(len(webs)-1)
				saved += j.saved / float64(j.crawls) / float64(len(webs)-1)
			}
		}
		if len(webs) > 1 && missed <= 0.1 && saved > most {
			best, most = value, saved
		}
	}
	return best
}

// judgeTopic crawls for a topic and notes where each rule would have ended the crawl, and how often the interval
// of the estimate has the recall: after 100, 150, 225 ... pages.
func judgeTopic(t *testing.T, w judgedWeb, m material, topic experiment.Topic, results map[string]map[string]*judged, looks, within map[string]int) {
	judge, err := topic.Judge()
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for url := range judge {
		if _, ok := m.web.Document(url); ok {
			known++
		}
	}
	s, err := entrants([]string{"adaptive"}, m.subjects)[0].New(experiment.Task{Topic: topic.Name, Seeds: topic.Seeds, Examples: true, Pages: w.options.Pages})
	if err != nil {
		t.Fatal(err)
	}
	f := frontier.New(crawl.FrontierOptions(s))
	rules, at, then := map[string]*enough.Rule{}, map[string]int{}, map[string]int{}
	for family, values := range families() {
		for _, value := range values {
			rules[family+"="+value] = newRule(family, value, f)
		}
	}
	look := &enough.Rule{Frontier: f}
	pages, found, next := 0, 0, 100
	c := crawl.Crawler{
		Strategy: s, Frontier: f, Transport: m.web, Workers: 1, Delay: crawl.None, IgnoreNoFollow: true, IgnoreRefresh: true,
		Limits: crawl.Limits{Pages: w.options.Pages, HostDown: crawl.None},
		Enough: func(p *crawl.Page) bool {
			if !p.OK() {
				return false
			}
			pages++
			relevant := judge.Relevant(p.URL)
			if relevant {
				found++
			}
			for name, r := range rules {
				r.Add(p.URL, relevant)
				if at[name] == 0 && r.Enough(context.Background()) {
					at[name], then[name] = pages, found
				}
			}
			look.Add(p.URL, relevant)
			if pages == next {
				next = next * 3 / 2
				if e := look.Estimate(); e.High > 0 {
					looks[w.name]++
					if recall := float64(found) / float64(known); recall >= e.Low && recall <= e.High {
						within[w.name]++
					}
				}
			}
			return false
		},
	}
	if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, topic.Seeds...); err != nil {
		t.Fatal(err)
	}
	for name := range rules {
		if results[name] == nil {
			results[name] = map[string]*judged{}
		}
		j := results[name][w.name]
		if j == nil {
			j = &judged{}
			results[name][w.name] = j
		}
		j.crawls++
		if at[name] > 0 && found > 0 {
			missed := 1 - float64(then[name])/float64(found)
			j.missed, j.worst, j.saved = j.missed+missed, max(j.worst, missed), j.saved+1-float64(at[name])/float64(pages)
		}
	}
}
