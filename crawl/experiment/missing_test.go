package experiment_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// What a topic names and the web lacks is said by field, with what the web has in its place.
func TestMissing(t *testing.T) {
	topic := labtest.Topic()
	topic.Relevant = []string{"http://a.test/1", "https://a.test/2", "http://nowhere.example/", "http://a.test/moved"}
	topic.Targets = []string{"http://a.test/1/", "http://a.test/2"}
	topic.Seeds = []string{"http://a.test/", "http://a.test/moved", "https://A.test"}
	topic.Portal = []string{"https://a.test/y/"}
	topic.Groups["far"] = []string{"http://b.test/nothing"}
	e := experiment.Experiment{Web: labtest.Web(t), Topics: []experiment.Topic{topic}}
	relevant := `topic "the topic": the web has no page at 3 of 4 URLs in "relevant", for example https://a.test/2; it has http://a.test/2`
	targets := `topic "the topic": the web has no page at 1 of 2 URLs in "targets", for example http://a.test/1/; it has http://a.test/1`
	group := `topic "the topic": the web has no page at 1 of 1 URLs in "groups.far", for example http://b.test/nothing`
	seeds := `topic "the topic": the web has no page at 1 of 3 URLs in "seeds", for example https://A.test; it has http://a.test/`
	portal := `topic "the topic": the web has no page at 1 of 1 URLs in "seeds_portal", for example https://a.test/y/; it has http://a.test/y`
	for start, want := range map[experiment.Start][]string{
		{}:             {seeds, relevant, targets, group},
		{Portal: true}: {portal, relevant, targets, group},
		{Far: 2}:       {relevant, targets, group},
	} {
		e.Start = start
		var got []string
		for _, m := range e.Missing() {
			got = append(got, m.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("from %s:\n%q, want\n%q", start, got, want)
		}
	}
	e.Start = experiment.Start{}
	e.Pages, e.Entrants = 3, []experiment.Entrant{labtest.Entrant("bf", crawl.BreadthFirst{})}
	if _, err := e.Run(t.Context()); err != nil {
		t.Errorf("with one relevant page and one target: %v", err)
	}
}

// Topics of another web, which are left out, end no experiment.
func TestMissingOfTopicsLeftOut(t *testing.T) {
	other := experiment.Topic{Name: "other", Seeds: []string{"http://nowhere.example/"}, Relevant: []string{"http://nowhere.example/"}}
	e := experiment.Experiment{
		Web: labtest.Web(t), Pages: 3, Topics: []experiment.Topic{other, labtest.Topic()}, Entrants: []experiment.Entrant{labtest.Entrant("bf", crawl.BreadthFirst{})},
	}
	if res, err := e.Run(t.Context()); err != nil || !slices.Equal(res.Skipped, []string{"other"}) {
		t.Errorf("%+v, %v", res, err)
	}
	if n := len(e.Missing()); n != 2 {
		t.Errorf("%d fields with URLs that the web lacks, want 2", n)
	}
}

func ExampleExperiment_Missing() {
	web, err := webs.New([]webs.Document{{URL: "http://a.example/flu", Body: []byte("<title>Influenza</title>")}})
	if err != nil {
		panic(err)
	}
	e := experiment.Experiment{Web: web, Topics: []experiment.Topic{{Name: "influenza", Relevant: []string{"https://a.example/flu"}}}}
	for _, m := range e.Missing() {
		fmt.Println(m)
	}
	// Output: topic "influenza": the web has no page at 1 of 1 URLs in "relevant", for example https://a.example/flu; it has http://a.example/flu
}
