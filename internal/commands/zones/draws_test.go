package zones

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
	"github.com/lokman-crawler/lokman/label"
)

// TestDraws: each draw learns from other pages, a seed gives the same draws again,
// and what the predictions say of themselves is what is printed.
func TestDraws(t *testing.T) {
	data := writeJournal(t)
	path := filepath.Join(t.TempDir(), "p.jsonl")
	args := []string{"-data", data, "-draws", "6", "-train", "1", "-seed", "3", "-json"}
	code, first, stderr := programtest.Run(t, Run, append(slices.Clone(args), "-predictions", path)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	if _, again, _ := programtest.Run(t, Run, args...); again != first {
		t.Errorf("the same seed gives\n%s and\n%s", first, again)
	}
	lines := strings.Split(strings.TrimSpace(first), "\n")
	var beans, mean zones.DrawSummary
	if err := json.Unmarshal([]byte(lines[0]), &beans); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &mean); err != nil {
		t.Fatal(err)
	}
	if beans.Journal != "beans" || beans.Mean[zones.WholeArticle] != 100 || mean.Journal != "mean" || mean.Worst[zones.WholeArticle] != 100 {
		t.Errorf("%s", first)
	}
	f, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	training := map[string]bool{}
	for line := range strings.Lines(string(f)) {
		var p zones.DrawnPrediction
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if len(p.Training) != 1 || p.Training[0] == p.ID {
			t.Errorf("learnt from %q, labelled %s", p.Training, p.ID)
		}
		training[p.Training[0]] = true
	}
	if len(training) < 2 {
		t.Errorf("all draws learn from %v", training)
	}
}

// TestDrawsTable: the mean is of all draws, and nothing is said of zones that there are
// none of.
func TestDrawsTable(t *testing.T) {
	code, stdout, stderr := programtest.Run(t, Run, "-draws", "3")
	if code != 0 {
		t.Fatal(stderr)
	}
	for _, want := range []string{`(?m)^harbour-letters +3 `, `(?m)^mean +6 `, `(?m)^worst +- `, `guesses \(below 0.5\) 0.0 %\n$`} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("no %s in\n%s", want, stdout)
		}
	}
}

// TestChosenAndUnlabelled: pages that the model asks for, and pages without labels.
func TestChosenAndUnlabelled(t *testing.T) {
	data := writeJournal(t)
	for _, args := range [][]string{{"-choose"}, {"-labels", "none"}} {
		code, stdout, stderr := programtest.Run(t, Run, append([]string{"-data", data, "-draws", "2", "-train", "2", "-json"}, args...)...)
		if code != 0 {
			t.Fatal(stderr)
		}
		var s zones.DrawSummary
		if err := json.Unmarshal([]byte(stdout[:strings.IndexByte(stdout, '\n')]), &s); err != nil {
			t.Fatal(err)
		}
		if s.Draws != 2 || s.Mean[string(label.Title)] != 100 {
			t.Errorf("%v: %+v", args, s)
		}
	}
}

// TestSharedDraws holds what drawn training pages must give on the real journals.
func TestSharedDraws(t *testing.T) {
	const data = "../../../../shared/data/articles"
	if _, err := os.Stat(data); err != nil {
		t.Skip(data + " is not here")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	code, stdout, stderr := programtest.Run(t, Run, "-data", data, "-draws", "3", "-json")
	if code != 0 {
		t.Fatal(stderr)
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	var mean zones.DrawSummary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &mean); err != nil {
		t.Fatal(err)
	}
	for column, bar := range map[string]float64{"title": 98, "authors": 90, "abstract": 95, zones.WholeArticle: 80} {
		if mean.Mean[column] < bar {
			t.Errorf("%s: %.1f %% right in the mean, want %.0f", column, mean.Mean[column], bar)
		}
	}
	if mean.Worst[zones.WholeArticle] < 68 {
		t.Errorf("worst draw: %.1f %%, want 68", mean.Worst[zones.WholeArticle])
	}
	q := mean.Calib
	if 100*q.SureWrong > 2*q.Sure || 100*q.Sure < 65*q.Zones {
		t.Errorf("of %d zones %d are sure, %d of them wrong; want 65 %% or more sure, 2 %% of them or less wrong", q.Zones, q.Sure, q.SureWrong)
	}
}
