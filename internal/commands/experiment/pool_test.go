package experiment

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
)

// Earlier runs are taken together, whatever strategies and random seeds each of them had.
func TestPool(t *testing.T) {
	web, topics, ontology := recorded(t)
	dir := t.TempDir()
	for _, c := range []struct{ out, strategies, seeds, seed string }{
		{"topic", "breadthfirst,sharksearch,lokman,adaptive,adaptive-without-blocks", "topic", "1"},
		{"topic-again", "adaptive", "topic", "2"},
		{"portal", "breadthfirst,sharksearch,lokman,adaptive,adaptive-without-blocks,hits", "portal", "1"},
	} {
		args := []string{"-web", web, "-topics", topics, "-ontology", ontology, "-pages", "10", "-strategies", c.strategies, "-seeds", c.seeds, "-seed", c.seed}
		if status, _, stderr := runs(t, append(args, "-out", filepath.Join(dir, c.out))...); status != 0 {
			t.Fatalf("status %d: %s", status, stderr)
		}
	}
	all := strings.Join([]string{filepath.Join(dir, "topic"), filepath.Join(dir, "topic-again"), filepath.Join(dir, "portal")}, ",")
	status, stdout, stderr := runs(t, "-pool", all)
	if status != 0 || !strings.Contains(stderr, "hits has not crawled all topics") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{
		"requests a crawl; rows: topic, portal\n  topic is topic, topic-again together: the same web, topics and start, the mean of several seeds\n", "\nadaptive  ", "\nadaptive / best plain crawler, by row:\n  topic  ",
		"over the topics of all rows", "Holm's correction for 6 tests", "  breadthfirst  ", "  best plain crawler of each row  ", "worse than lokman by more than 0.02",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "[") {
		t.Errorf("an interval over one topic in\n%s", stdout)
	}
	// The share of a row is the mean over its runs: those of both random seeds.
	var want, boundAUC float64
	for _, out := range []string{"topic", "topic-again"} {
		for _, run := range readRuns(t, filepath.Join(dir, out)) {
			switch run.Strategy {
			case "adaptive":
				want += run.AUC / 2
			case "allknowing":
				boundAUC = run.AUC
			}
		}
	}
	status, stdout, stderr = runs(t, "-pool", all, "-strategies", "adaptive,adaptive-without-blocks", "-json")
	var r struct {
		Strategy     string
		Cells        []pool.Cell
		Plain        []any
		Tests, Named []stats.Comparison
		Topics       []any `json:"topics_left_out"`
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || status != 0 {
		t.Fatalf("status %d, %v: %s%s", status, err, stderr, stdout)
	}
	for _, c := range r.Cells {
		if c.Strategy == "adaptive" && c.Row == "topic" && (c.Share.Mean-want/boundAUC > 1e-6 || want/boundAUC-c.Share.Mean > 1e-6) {
			t.Errorf("share %v, want %v", c.Share.Mean, want/boundAUC)
		}
		if c.Requests < c.Pages {
			t.Errorf("%+v", c)
		}
	}
	if len(r.Plain) != 2 || len(r.Tests) != 5 || len(r.Topics) != 0 || r.Strategy == "" {
		t.Errorf("%+v", r)
	}
	// The two that were named are compared with each other.
	if len(r.Named) != 1 || r.Named[0].A != r.Strategy || r.Named[0].A == r.Named[0].B || !strings.HasPrefix(r.Named[0].B, "adaptive") {
		t.Errorf("the strategies named: %+v", r.Named)
	}
	status, stdout, _ = runs(t, "-pool", all, "-strategies", "adaptive,adaptive-without-blocks")
	if status != 0 || !strings.Contains(stdout, "there is one web") || !strings.Contains(stdout, r.Strategy+" against the others of -strategies") {
		t.Errorf("status %d: %s", status, stdout)
	}
}

// Rows whose names differ at their ends are told apart, and each column stands below its name.
func TestPoolLongNames(t *testing.T) {
	web, topics, ontology := recorded(t)
	dir := t.TempDir()
	var all []string
	for _, seeds := range []string{"topic", "portal"} {
		out := filepath.Join(dir, "pages-of-the-web-from-"+seeds)
		all = append(all, out)
		status, _, stderr := runs(t, "-web", web, "-topics", topics, "-ontology", ontology, "-pages", "10", "-strategies", "lokman", "-seeds", seeds, "-out", out)
		if status != 0 {
			t.Fatal(stderr)
		}
	}
	_, stdout, stderr := runs(t, "-pool", strings.Join(all, ","), "-strategies", "lokman")
	_, table, _ := strings.Cut(stdout, "\n")
	lines := strings.Split(table, "\n")
	if head := lines[0]; !strings.HasSuffix(head, "  pages-of-the-web-from-topic  pages-of-the-web-from-portal") || len(lines[1]) != len(head) {
		t.Errorf("%s\n%s%s", head, lines[1], stderr)
	}
}

func readRuns(t *testing.T, dir string) []experiment.Run {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	runs, err := experiment.ReadCSV(f)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

func TestPoolRefuses(t *testing.T) {
	web, topics, ontology := recorded(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "1")
	args := []string{"-web", web, "-topics", topics, "-ontology", ontology, "-pages", "10", "-strategies", "lokman"}
	if status, _, stderr := runs(t, append(args, "-out", out)...); status != 0 {
		t.Fatal(stderr)
	}
	// Another build's results of the same experiment.
	other := filepath.Join(dir, "2")
	if err := os.CopyFS(other, os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	rows := strings.SplitAfter(string(read(t, filepath.Join(other, "runs.csv"))), "\n")
	cells := strings.Split(rows[1], ",")
	cells[16] = "0.999000"
	rows[1] = strings.Join(cells, ",")
	if err := os.WriteFile(filepath.Join(other, "runs.csv"), []byte(strings.Join(rows, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-pool", out, "-pages", "7"}, 2, "-pages belongs to these"},
		{[]string{"-pool", filepath.Join(dir, "none")}, 1, "record.json"},
		{[]string{"-pool", out}, 1, `"adaptive" has not crawled`},
		{[]string{"-pool", out + "," + other, "-strategies", "lokman"}, 1, "is one of another build?"},
	} {
		status, _, stderr := runs(t, c.args...)
		if status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %q, want %q", c.args, status, stderr, c.want)
		}
	}
	if status, stdout, _ := runs(t, "-pool", out, "-strategies", "lokman"); status != 0 || !strings.Contains(stdout, "share of the allknowing") || strings.Contains(stdout, "others of -strategies") {
		t.Errorf("status %d: %s", status, stdout)
	}
}
