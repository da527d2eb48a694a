package experiment_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// orders keeps the fetch orders of an experiment.
type orders struct {
	mu   sync.Mutex
	file map[string]*bytes.Buffer
}

func (o *orders) open(strategy, topic string) (io.WriteCloser, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.file == nil {
		o.file = map[string]*bytes.Buffer{}
	}
	b := new(bytes.Buffer)
	o.file[strategy+"/"+topic] = b
	return closer{b}, nil
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

func visits(t *testing.T, b *bytes.Buffer) []experiment.Visit {
	t.Helper()
	var all []experiment.Visit
	for dec := json.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		var v experiment.Visit
		err := dec.Decode(&v)
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
}

func TestExperimentMeasures(t *testing.T) {
	var o orders
	e := experiment.Experiment{
		Web: labtest.Web(t), Topics: []experiment.Topic{labtest.Topic()}, Pages: 8, Order: o.open,
		Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{})},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, v := range visits(t, o.file["breadthfirst/the topic"]) {
		urls = append(urls, fmt.Sprintf("%s %d", strings.TrimPrefix(v.URL, "http://"), v.Status))
	}
	want := "a.test/ 200, a.test/x 200, a.test/1 200, a.test/moved 301, a.test/gone 404, a.test/y 200, a.test/2 200, b.test/ 200"
	if got := strings.Join(urls, ", "); got != want {
		t.Errorf("order %s\nwant  %s", got, want)
	}
	// Pages: / x 1 y 2 b; relevant: the third, fifth and sixth.
	r := res.Run("breadthfirst", "the topic")
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"pages", float64(r.Pages), 6},
		{"relevant", float64(r.Relevant), 3},
		{"harvest rate", r.HarvestRate, 3.0 / 6},
		{"without depth 1", r.HarvestRateExclDepth1, 2.0 / 4},
		{"without seeds", r.HarvestRateExclSeeds, 3.0 / 5},
		{"beyond depth 1", r.HarvestRateBeyond1, 2.0 / 3},
		{"target recall", r.TargetRecall, 1},
		{"recall after 5", r.RecallAt(5), 2.0 / 3},
		{"AUC", r.AUC, (0 + 0 + 1 + 1 + 2 + 3 + 3 + 3) / 3.0 / 8},
		{"precision at 8", r.PrecisionAt(8), 3.0 / 8},
		{"harvest AUC", r.HarvestAUCAt(4), (0 + 0 + 1.0/3 + 1.0/4) / 4},
		{"self harvest", r.SelfHarvestRate, 0},
		{"first hit", float64(r.FirstHit), 3},
		{"hosts", float64(r.Hosts), 2},
		{"requests", float64(r.Requests), 8 + 2}, // a robots.txt a host
		{"redirects", float64(r.Redirects), 1},
		{"failed", float64(r.Failed), 1},
		{"near", r.GroupRecall["near"], 1},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s %v, want %v", c.what, c.got, c.want)
		}
	}
	if !r.Dry {
		t.Error("a crawl that fetched 6 of 8 pages did not run dry")
	}
}

func TestTopicWithoutTargets(t *testing.T) {
	topic := labtest.Topic()
	topic.Relevant = topic.Seeds
	e := experiment.Experiment{
		Web: labtest.Web(t), Topics: []experiment.Topic{topic}, Pages: 3,
		Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{})},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r := res.Runs[0]; !math.IsNaN(r.TargetRecall) || !math.IsNaN(r.AUC) {
		t.Errorf("recall %v, AUC %v of no targets", r.TargetRecall, r.AUC)
	}
	line, err := json.Marshal(res.Runs[0])
	if err != nil || !strings.Contains(string(line), `"target_recall":null,"auc":null`) {
		t.Errorf("%s %v", line, err)
	}
}

// The all-knowing crawl goes through irrelevant pages if that is worth it; the
// greedy oracle does not know them from others.
func TestBounds(t *testing.T) {
	docs := []webs.Document{labtest.Page("http://a.test/", "/a", "/b", "/c", "/d"), labtest.Page("http://a.test/d", "/1", "/2", "/3")}
	for _, path := range []string{"a", "b", "c", "1", "2", "3"} {
		docs = append(docs, labtest.Page("http://a.test/"+path))
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	topic := experiment.Topic{Name: "t", Seeds: []string{"http://a.test/"}, Relevant: []string{"http://a.test/1", "http://a.test/2", "http://a.test/3"}}
	e := experiment.Experiment{Web: web, Topics: []experiment.Topic{topic}, Pages: 5, Entrants: experiment.Bounds()}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"allknowing": 3, "oracle": 0, "breadthfirst": 0} {
		if got := res.Run(name, "t").Relevant; got != want {
			t.Errorf("%s found %d, want %d", name, got, want)
		}
	}
}

func TestStarts(t *testing.T) {
	for _, c := range []struct{ start, seed string }{
		{"topic", "http://a.test/"}, {"portal", "http://a.test/y"}, {"far:2", "http://a.test/x"},
	} {
		var start experiment.Start
		if err := start.Set(c.start); err != nil || start.String() != c.start {
			t.Fatalf("%q is %v, %v", c.start, start, err)
		}
		var o orders
		topic := labtest.Topic()
		topic.Relevant = []string{"http://b.test/"}
		e := experiment.Experiment{
			Web: labtest.Web(t), Topics: []experiment.Topic{topic}, Pages: 1, Start: start, Order: o.open,
			Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{})},
		}
		if _, err := e.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := visits(t, o.file["breadthfirst/the topic"])[0].URL; got != c.seed {
			t.Errorf("%s began at %s, want %s", c.start, got, c.seed)
		}
	}
	for _, bad := range []string{"", "far", "far:0", "far:-1", "far:x", "Topic"} {
		var s experiment.Start
		if err := s.Set(bad); err == nil {
			t.Errorf("%q is %v", bad, s)
		}
	}
}

func TestFileName(t *testing.T) {
	for topic, want := range map[string]string{
		"heart diseases": "heart-diseases", " A/B & C ": "A-B-C", "sunburn": "sunburn", "Füße 2": "Füße-2",
	} {
		if got := (experiment.Topic{Name: topic}.FileName()); got != want {
			t.Errorf("FileName(%q) = %q, want %q", topic, got, want)
		}
	}
}
