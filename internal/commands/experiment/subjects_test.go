package experiment

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

// rewrite changes the first topic of a file and appends others.
func rewrite(t *testing.T, path string, change func(*experiment.Topic), others ...experiment.Topic) {
	t.Helper()
	topics, err := experiment.ReadTopics(path)
	if err != nil {
		t.Fatal(err)
	}
	change(&topics[0])
	var text []byte
	for _, topic := range append(topics, others...) {
		line, err := json.Marshal(topic)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, line...), '\n')
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// What is wrong with a topics file is said, with a URL, and before the crawls.
func TestFaultyTopics(t *testing.T) {
	empty := experiment.Topic{Name: "nothing", Seeds: []string{"http://a.test/1.html"}}
	https := func(urls []string) []string {
		return strings.Split(strings.ReplaceAll(strings.Join(urls, " "), "http:", "https:"), " ")
	}
	for _, c := range []struct {
		name   string
		change func(*experiment.Topic)
		others []experiment.Topic
		status int
		want   string
	}{
		{"some relevant", func(t *experiment.Topic) { t.Relevant = append(t.Relevant, "https://a.test/5.html") }, nil, 0,
			`experiment: topic "the flu": the web has no page at 1 of 11 URLs in "relevant", for example https://a.test/5.html; it has http://a.test/5.html` + "\n"},
		{"no relevant", func(t *experiment.Topic) { t.Relevant = https(t.Relevant) }, nil, 1,
			`experiment: topic "the flu": the web has no page at 10 of 10 URLs in "relevant", for example https://a.test/1.html; it has http://a.test/1.html` + "\n"},
		{"a seed", func(t *experiment.Topic) { t.Seeds = append(t.Seeds, "http://a.test/none") }, nil, 0,
			`experiment: topic "the flu": the web has no page at 1 of 2 URLs in "seeds", for example http://a.test/none` + "\n"},
		{"no seed", func(t *experiment.Topic) { t.Seeds = https(t.Seeds) }, nil, 1,
			`experiment: no topic has topic seeds that the web has: topic "the flu": the web has no page at 1 of 1 URLs in "seeds", for example https://a.test/1.html; it has`},
		{"empty", func(*experiment.Topic) {}, []experiment.Topic{empty}, 0,
			`experiment: topic "nothing": no page is said to be relevant, so that every crawl of it finds 0; -relevant 1 leaves it out` + "\n"},
		{"all empty", func(t *experiment.Topic) { t.Relevant, t.Targets = nil, nil }, []experiment.Topic{empty}, 1,
			`experiment: no topic has relevant pages: want their URLs in the field "relevant" of -topics` + "\n"},
	} {
		web, topics, ontology := recorded(t)
		rewrite(t, topics, c.change, c.others...)
		status, _, stderr := runs(t, "-web", web, "-topics", topics, "-ontology", ontology, "-strategies", "lokman", "-pages", "5", "-out", t.TempDir())
		if status != c.status || !strings.Contains("\n"+stderr, "\n"+c.want) {
			t.Errorf("%s: status %d, %q, want %q", c.name, status, stderr, c.want)
		}
	}
}

// Where topics are too few for any test, the output says so.
func TestTooFewTopics(t *testing.T) {
	web, topics, ontology := recorded(t)
	status, stdout, stderr := runs(t, "-web", web, "-topics", topics, "-ontology", ontology, "-strategies", "bestfirst,lokman", "-pages", "5", "-out", t.TempDir())
	if want := "  none, and none can be: with 1 topic and 1 test no corrected p is below 1\n"; status != 0 || !strings.Contains(stdout, want) {
		t.Errorf("status %d, no %q in\n%s%s", status, want, stdout, stderr)
	}
}

// Who has no ontology compares strategies that know the topics' names.
func TestWithoutAnOntology(t *testing.T) {
	web, topics, _ := recorded(t)
	dir := t.TempDir()
	status, _, stderr := runs(t, "-web", web, "-topics", topics, "-strategies", "bestfirst,adaptive", "-pages", "5", "-out", dir)
	if want := "experiment: without an -ontology strategies are told the topics' names alone\n"; status != 0 || stderr != want {
		t.Fatalf("status %d, %q, want %q", status, stderr, want)
	}
	if report := string(read(t, filepath.Join(dir, "report.html"))); !strings.Contains(report, "none: strategies are told the topics") {
		t.Error("the report does not say that there was no ontology")
	}
	if status, _, stderr := runs(t, "-replay", filepath.Join(dir, "record.json"), "-out", t.TempDir()); status != 0 {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// Identifiers are said to be unknown if the ontology has none of a topic's.
func TestOntologyIDs(t *testing.T) {
	for _, c := range []struct{ name, ids, want string }{
		{"the flu", "T:1 / X:9", ""},
		{"the flu", "X:9 / T:1 (influenza)", ""},
		{"influenza", "T:2", `topic "influenza": the ontology lacks its ontology_id, T:2: T:1, which has its name, takes the place`},
		{"flu", "T:2 / X:9 (fever)", `topic "flu": the ontology lacks its ontology_id, T:2 / X:9 (fever): T:1, which has its name, takes the place`},
		{"the flu", "T:2", `topic "the flu": the ontology lacks its ontology_id, T:2, and its name, which is all that strategies are told; the name nearest to it is "influenza"`},
		{"flu", "", ""},
		{"measles", "", `topic "measles": the ontology lacks its name, which is all that strategies are told`},
		{"influensa", "", `topic "influensa": the ontology lacks its name, which is all that strategies are told; the name nearest to it is "influenza"`},
	} {
		web, topics, ontology := recorded(t)
		rewrite(t, topics, func(t *experiment.Topic) { t.Name, t.OntologyID = c.name, c.ids })
		status, _, stderr := runs(t, "-web", web, "-topics", topics, "-ontology", ontology, "-strategies", "lokman", "-pages", "5", "-out", t.TempDir())
		want := ""
		if c.want != "" {
			want = "experiment: " + c.want + "\n"
		}
		if status != 0 || stderr != want {
			t.Errorf("%s, %q: status %d, %q, want %q", c.name, c.ids, status, stderr, want)
		}
	}
}
