package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// runs calls the program and returns what it printed.
func runs(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

// line is a run as the program's readers see it.
type line struct {
	Strategy     string
	Topic        string
	Pages        int
	Relevant     int
	HarvestRate  float64 `json:"harvest_rate"`
	ExclDepth1   float64 `json:"harvest_rate_excl_depth1"`
	TargetRecall float64 `json:"target_recall"`
	AUC          float64
	Curve        []float64
}

// recorded writes a web, its topics and an ontology for the program to read.
func recorded(t *testing.T) (web, topics, ontology string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var manifest strings.Builder
	for i := range 40 {
		var page strings.Builder
		text := "bells and steeples"
		if i%4 == 1 {
			text = "influenza and fever"
		}
		fmt.Fprintf(&page, "<title>page %d</title><p>%s</p>", i, text)
		for k := 1; k <= 3; k++ {
			fmt.Fprintf(&page, "<a href=\"/%d.html\">%d</a> ", (3*i+k)%40, k)
		}
		write(fmt.Sprintf("web/pages/%d.html", i), page.String())
		fmt.Fprintf(&manifest, "{\"url\": \"http://a.test/%d.html\", \"file\": \"pages/%d.html\"}\n", i, i)
	}
	write("web/manifest.jsonl", manifest.String())
	var relevant []string
	for i := 1; i < 40; i += 4 {
		relevant = append(relevant, fmt.Sprintf("http://a.test/%d.html", i))
	}
	topic := experiment.Topic{
		Name: "the flu", OntologyID: "T:1 / X:9", Relevant: relevant, Seeds: relevant[:1], Targets: relevant[1:],
		Portal: []string{"http://a.test/0.html"},
	}
	text, err := json.Marshal(topic)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "web"), write("topics.jsonl", string(text)+"\n"),
		write("o.obo", "format-version: 1.2\n\n[Term]\nid: T:1\nname: influenza\nsynonym: \"flu\" EXACT []\n")
}

func TestRecordedWeb(t *testing.T) {
	web, topics, ontology := recorded(t)
	out := t.TempDir()
	names := strings.Join(lab.StrategyNames(), ",")
	status, stdout, stderr := runs(t, "-web", web, "-topics", topics, "-ontology", ontology, "-strategies", names, "-pages", "20", "-json", "-out", out)
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if len(lines) != len(lab.StrategyNames()) {
		t.Fatalf("%d lines for %d strategies", len(lines), len(lab.StrategyNames()))
	}
	set, err := experiment.ReadTopics(topics)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range lines {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if l.Strategy != lab.StrategyNames()[i] || l.Topic != "the flu" {
			t.Errorf("line %d is of %s on %s", i, l.Strategy, l.Topic)
		}
		check(t, l, filepath.Join(out, l.Strategy, "the-flu.jsonl"), set[0], 20)
	}
}

// check recomputes the figures from the fetch order, which must be one that a
// crawl can have: each URL a seed or linked to by an earlier page.
func check(t *testing.T, l line, path string, topic experiment.Topic, budget int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var pages, relevant, depth1, relevantDepth1, hits int
	var curve []float64
	known := map[string]bool{}
	for text := range bytes.Lines(data) {
		var v experiment.Visit
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(topic.Seeds, v.URL) && !known[v.Parent] {
			t.Errorf("%s: %s before the page that links to it", l.Strategy, v.URL)
		}
		known[v.URL] = true
		if v.Status/100 != 2 {
			continue
		}
		pages++
		if v.Depth == 1 {
			depth1++
		}
		if slices.Contains(topic.Relevant, v.URL) {
			relevant++
			if v.Depth == 1 {
				relevantDepth1++
			}
		}
		if slices.Contains(topic.Targets, v.URL) {
			hits++
		}
		curve = append(curve, float64(hits)/float64(len(topic.Targets)))
	}
	var auc float64
	for n := range budget {
		auc += curve[min(n, len(curve)-1)] / float64(budget)
	}
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"pages", float64(l.Pages), float64(pages)},
		{"relevant", float64(l.Relevant), float64(relevant)},
		{"harvest_rate", l.HarvestRate, float64(relevant) / float64(pages)},
		{"harvest_rate_excl_depth1", l.ExclDepth1, float64(relevant-relevantDepth1) / float64(pages-depth1)},
		{"target_recall", l.TargetRecall, curve[len(curve)-1]},
		{"auc", l.AUC, auc},
		{"length of the curve", float64(len(l.Curve)), float64(len(curve))},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %s is %v, by the fetch order %v", l.Strategy, c.what, c.got, c.want)
		}
	}
	for i, v := range l.Curve {
		if math.Abs(v-curve[i]) > 1e-6 {
			t.Errorf("%s: curve %v, by the fetch order %v", l.Strategy, l.Curve, curve)
			break
		}
	}
}

// Every variant runs; the shares that lokman inherits are drawn; the published one
// is lokman.
func TestVariantsAndShares(t *testing.T) {
	web, topics, ontology := recorded(t)
	out := t.TempDir()
	names := append(strategies.Variants(), "lokman")
	args := []string{"-web", web, "-topics", topics, "-ontology", ontology, "-pages", "20", "-out", out}
	status, stdout, stderr := runs(t, append(args, "-strategies", strings.Join(names, ","), "-shares", "0.4,0.1,0", "-json")...)
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if n := strings.Count(stdout, "\n"); n != len(names)+3 {
		t.Errorf("%d lines for %d strategies and 3 shares", n, len(names))
	}
	if a, b := read(t, filepath.Join(out, "lokman/the-flu.jsonl")), read(t, filepath.Join(out, "lokman-share-0.1/the-flu.jsonl")); !bytes.Equal(a, b) {
		t.Error("a share of 0.1 is not lokman")
	}
	if rows := strings.Split(string(read(t, filepath.Join(out, "shares.csv"))), "\n"); len(rows) != 5 || !strings.HasPrefix(rows[1], "0.4,lokman-share-0.4,") {
		t.Errorf("shares.csv %q", rows)
	}
	if !strings.Contains(string(read(t, filepath.Join(out, "shares.svg"))), "inherited share") {
		t.Error("shares.svg has no axis")
	}
	status, stdout, _ = runs(t, append(args, "-strategies", "lokman,bestfirst-phrase", "-self")...)
	if status != 0 || !strings.Contains(stdout, "self-judged by score") || !strings.Contains(stdout, "\nbestfirst-phrase") {
		t.Errorf("status %d: %s", status, stdout)
	}
}

// A replay writes the same bytes, and says so if it does not.
func TestReplay(t *testing.T) {
	web, topics, ontology := recorded(t)
	first, second := filepath.Join(t.TempDir(), "1"), filepath.Join(t.TempDir(), "2")
	args := []string{"-web", web, "-topics", topics, "-ontology", ontology, "-strategies", "lokman,random,adaptive", "-pages", "10", "-seeds", "portal"}
	if status, _, stderr := runs(t, append(args, "-out", first, "-jobs", "1")...); status != 0 {
		t.Fatal(stderr)
	}
	rec := filepath.Join(first, "record.json")
	if status, _, stderr := runs(t, "-replay", rec, "-out", second, "-jobs", "3"); status != 0 || !strings.Contains(stderr, "the results are the same as those of "+rec+": 8 files, byte for byte, and all fetch orders\n") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	same := 0
	err := filepath.WalkDir(first, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(first, path)
		a, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(second, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs", name)
		}
		same++
		return nil
	})
	if err != nil || same < 10 {
		t.Errorf("%d files compared, %v", same, err)
	}
	if err := os.WriteFile(topics, append([]byte("\n"), read(t, topics)...), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := runs(t, "-replay", rec, "-out", second); status != 1 || !strings.Contains(stderr, "topics 1 has changed") {
		t.Errorf("status %d after the topics changed: %s", status, stderr)
	}
	if status, _, stderr := runs(t, "-replay", rec, "-out", second, "-pages", "3"); status != 2 {
		t.Errorf("status %d for -replay with -pages: %s", status, stderr)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-h", 0, "-strategies"},
		{"extra", 2, `unexpected "extra"`},
		{"-pages 0", 2, "-pages 0"},
		{"-seeds nowhere", 2, `-seeds "nowhere"`},
		{"-seeds far:0", 2, "far:K"},
		{"-strategies lokman,lokman", 2, "twice"},
		{"-strategies bestfrist", 2, `-strategies "bestfrist": no strategy is called that; did you mean bestfirst?`},
		{"-strategies Best-First", 2, `did you mean bestfirst?`},
		{"-strategies best", 2, `did you mean bestfirst?`},
		{"-strategies quantum", 2, "-strategies \"quantum\": no strategy is called that; -h lists them\n"},
		{"-strategies ,", 2, "-strategies names none"},
		{"-web w", 2, "-web needs -topics"},
		{"-topics t", 2, "need a -web"},
		{"-mismatch 2", 2, "-mismatch 2"},
		{"-shares 0.1,1.5", 2, `-shares "1.5"`},
		{"-shares x", 2, `-shares "x"`},
		{"-shares 0.1,0.10", 2, "twice"},
		{"-web w -topics a,b,c -ontology x,y", 2, "-ontology names 2"},
		{"-web nowhere -topics nothing -ontology none", 1, "nothing"},
		{"-replay nowhere/record.json", 1, "nowhere"},
	} {
		status, stdout, stderr := runs(t, append(strings.Fields(c.args), "-out", t.TempDir())...)
		if status != c.status || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("%s: status %d, %s%s", c.args, status, stdout, stderr)
		}
	}
}
