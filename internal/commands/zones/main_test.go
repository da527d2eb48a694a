package zones

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
	"github.com/lokman-crawler/lokman/label"
)

// writeJournal writes a journal of four pages; the last has no truth.
func writeJournal(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "beans"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		page := fmt.Sprintf(`<html><head><title>Beans in room %[1]d</title><meta name="citation_title" content="Beans in room %[1]d">
<meta name="citation_author" content="Bean, Ada"><meta name="citation_author" content="Pea, Bert">
<script type="application/ld+json">{"@type":"Article","headline":"told"}</script></head><body><h1>Beans in room %[1]d</h1>
<p class="by">Ada Bean<sup>1</sup>, Bert Pea<sup>2</sup></p><ol><li class="at"><sup>1</sup>Institute of Gardens</li><li class="at"><sup>2</sup>School of House %[1]d</li></ol>
<h2>Abstract</h2><div class="abs">%[2]s</div><h2>References</h2></body></html>`, i, strings.Repeat(fmt.Sprintf("Beans grew in room %d. ", i), 9))
		truth := label.Values{Title: fmt.Sprintf("Beans in room %d", i), Authors: []string{"Ada Bean", "Bert Pea"},
			Affiliations: []string{"Institute of Gardens", fmt.Sprintf("School of House %d", i)}, Abstract: strings.Repeat(fmt.Sprintf("Beans grew in room %d. ", i), 9)}
		path := filepath.Join(dir, "beans", fmt.Sprint("a", i))
		if err := os.WriteFile(path+".html", []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		b := []byte(`{"title":null,"authors":null,"affiliations":[],"abstract":null}`)
		if i < 3 {
			b = fmt.Appendf(nil, `{"title":%q,"authors":["Ada Bean","Bert Pea"],"affiliations":[%q,%q],"abstract":%q}`, truth.Title, truth.Affiliations[0], truth.Affiliations[1], truth.Abstract)
		}
		if err := os.WriteFile(path+".zones.json", b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPredictions(t *testing.T) {
	data := writeJournal(t)
	for _, labels := range []string{"values", "metas"} {
		t.Run(labels, func(t *testing.T) {
			out := t.TempDir()
			code, stdout, stderr := programtest.Run(t, Run, "-data", data, "-train", "2", "-labels", labels, "-predictions", filepath.Join(out, "p.jsonl"),
				"-html", filepath.Join(out, "html"), "-models", filepath.Join(out, "models"), "-json")
			if code != 0 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			var sum zones.Tally
			if err := json.Unmarshal([]byte(stdout), &sum); err != nil {
				t.Fatal(err)
			}
			if sum.Pages != 2 || sum.Judged != 1 || labels == "values" && sum.Articles != 1 {
				t.Errorf("tally %+v", sum)
			}
			f, err := os.ReadFile(filepath.Join(out, "p.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(f)), "\n")
			if len(lines) != 2 {
				t.Fatalf("%d predictions, want one for each page that was not learnt from", len(lines))
			}
			for i, line := range lines {
				var p zones.Prediction
				if err := json.Unmarshal([]byte(line), &p); err != nil {
					t.Fatal(err)
				}
				if p.Journal != "beans" || p.ID != fmt.Sprint("a", i+2) || p.Title != fmt.Sprint("Beans in room ", i+2) ||
					strings.Join(p.Authors, "; ") != "Ada Bean; Bert Pea" || !strings.HasPrefix(p.Abstract, "Beans grew") ||
					p.Source[label.Title] != "template" || p.Confidence[label.Title] == 0 {
					t.Errorf("prediction %s", line)
				}
			}
			shown, err := os.ReadFile(filepath.Join(out, "html", "beans", "a2.html"))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(shown), `<h1 style="background:`) || strings.Contains(string(shown), "<script") {
				t.Errorf("the page is not coloured, or has scripts:\n%s", shown)
			}
			f2, err := os.Open(filepath.Join(out, "models", "beans.json"))
			if err != nil {
				t.Fatal(err)
			}
			defer f2.Close()
			if _, err := new(label.Model).ReadFrom(f2); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHostileText: what a page says does nothing to the terminal.
func TestHostileText(t *testing.T) {
	var b strings.Builder
	p := zones.Prediction{Title: "Beans \x1b[2J\u202e in room 1", Confidence: map[label.Label]float64{}}
	if err := printZones(&b, p); err != nil || !strings.Contains(b.String(), "Beans [2J in room 1") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestWithoutLabels: pages without ID.zones.json are learnt from, and labelled, all of them.
func TestWithoutLabels(t *testing.T) {
	data, predictions := writeJournal(t), filepath.Join(t.TempDir(), "p.jsonl")
	truths, err := filepath.Glob(filepath.Join(data, "beans", "*.zones.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range truths {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	code, _, stderr := programtest.Run(t, Run, "-data", data, "-labels", "none", "-predictions", predictions)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	b, err := os.ReadFile(predictions)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d predictions, want one for each page", len(lines))
	}
	for i, line := range lines {
		var p zones.Prediction
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if p.ID != fmt.Sprint("a", i) || p.Title != fmt.Sprint("Beans in room ", i) || p.Source[label.Title] != "template" {
			t.Errorf("prediction %s", line)
		}
	}
}

// Without flags the built-in journals show what the program does, and what to do
// next.
func TestWithoutFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	code, stdout, stderr := programtest.Run(t, Run)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, want := range []string{
		"small-things/moss\n  title        1.00  Moss on the north side, counted (template)\n",
		"Rekha Banerjee | Johan Lind | Aino Virtanen | Carl-Otto Falk", "harbour-letters/hl-2024-0206", "\nworst",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	page := filepath.Join("out", "zones", "small-things", "snails.html")
	if b, err := os.ReadFile(page); err != nil || !strings.Contains(string(b), "background:#ffd9a0") || !strings.Contains(stderr, page) {
		t.Errorf("%v: the coloured page is not there, or not named in %q", err, stderr)
	}
	if !strings.Contains(stderr, "go run ./examples/zones -labels metas") {
		t.Errorf("it is not said what to do next: %q", stderr)
	}
}

// The journals are those of the repository's directory.
func TestDirectoryOfTheJournals(t *testing.T) {
	data := filepath.Join("..", "internal", "journals", "articles")
	code, read, stderr := programtest.Run(t, Run, "-data", data, "-json")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	t.Chdir(t.TempDir())
	if _, builtIn, _ := programtest.Run(t, Run, "-json"); builtIn != read || strings.Count(read, `"pages"`) != 2 {
		t.Errorf("built in %s, read %s", builtIn, read)
	}
}

// TestFailures: a zone that is wrong is shown beside its truth, with what to do.
func TestFailures(t *testing.T) {
	data, out := writeJournal(t), t.TempDir()
	truth := `{"title":"Beans in room 2","authors":["Ada Bean","Bert Pea","Carl <i>Lentil"],"affiliations":[],"abstract":null}`
	if err := os.WriteFile(filepath.Join(data, "beans", "a2.zones.json"), []byte(truth), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := programtest.Run(t, Run, "-data", data, "-html", out); code != 0 {
		t.Fatal(stderr)
	}
	b, err := os.ReadFile(filepath.Join(out, "failures.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 page has", `href="beans/a2.html"`, "Carl &lt;i&gt;Lentil", "Part of it was left out", "<td>Ada Bean 1 , Bert Pea 2<td>", "asks for <b>a"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%q is not in\n%s", want, b)
		}
	}
	if strings.Contains(string(b), "Institute of Gardens</li>") || strings.Contains(string(b), "<script") {
		t.Errorf("more than the wrong zone is listed:\n%s", b)
	}
}

// TestPaperMode: a page that teaches nothing is passed over.
func TestPaperMode(t *testing.T) {
	data := writeJournal(t)
	truth := filepath.Join(data, "beans", "a0.zones.json")
	for range 2 {
		code, stdout, stderr := programtest.Run(t, Run, "-data", data, "-mode", "paper", "-train", "1")
		if code != 0 || !strings.Contains(stdout, "beans") {
			t.Errorf("exit %d: %s%s", code, stdout, stderr)
		}
		if err := os.WriteFile(truth, []byte(`{"title":null,"authors":null,"affiliations":[],"abstract":null}`), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		args string
		code int
		want string
	}{
		{"-h", 0, "go run ./examples/zones -data internal/commands/internal/journals/articles"},
		{"-data x -train 0", 2, "want 1 or more"},
		{"-data x -labels guesses", 2, "want values, metas or none"},
		{"-data x -labels none -mode paper", 2, "enhanced mode"},
		{"-data x -choose", 2, "needs -draws"},
		{"-data x -draws -1", 2, "want 0 or more"},
		{"-data x -draws 2 -mode paper", 2, "enhanced mode"},
		{"-data x -mode slow", 2, "want enhanced or paper"},
		{"-data x y", 2, "every argument is a flag"},
		{"-data /nowhere/at/all", 1, "no such file"},
	}
	for _, tt := range tests {
		code, _, stderr := programtest.Run(t, Run, strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(stderr, tt.want) {
			t.Errorf("zones %s: exit %d, %q; want %d, %q", tt.args, code, stderr, tt.code, tt.want)
		}
	}
}

// later are the journals that came after the rules were chosen. The bars do not
// hold on all of them yet, and their figures are logged.
var later = []string{"afp", "ieeevis-2024", "manubot", "scholarmarkdown", "scielo", "tugboat"}

// TestSharedJournals holds the figures of the real journals with two pages to
// learn from.
func TestSharedJournals(t *testing.T) {
	const data = "../../../../shared/data/articles"
	if _, err := os.Stat(data); err != nil {
		t.Skip(data + " is not here")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const leastExact = 90
	for labels, least := range map[string]map[label.Label]float64{
		"values": {label.Title: 96, label.Authors: 95, label.Affiliations: 92, label.Abstract: 92},
		"metas":  {label.Title: 96, label.Authors: 95, label.Affiliations: 92, label.Abstract: 90},
	} {
		code, stdout, stderr := programtest.Run(t, Run, "-data", data, "-labels", labels, "-json")
		if code != 0 {
			t.Fatal(stderr)
		}
		for line := range strings.Lines(stdout) {
			var sum zones.Tally
			if err := json.Unmarshal([]byte(line), &sum); err != nil {
				t.Fatal(err)
			}
			if sum.Learnt && 100*sum.Exact < leastExact*sum.Right[label.Title] {
				t.Errorf("%s, %s: %d of %d right titles exact, want %d %%", labels, sum.Journal, sum.Exact, sum.Right[label.Title], leastExact)
			}
			for l, n := range sum.Right {
				if served := sum.Served.Right[l]; served < n {
					t.Errorf("%s, %s: %s: %d of %d right without metadata, %d as served", labels, sum.Journal, l, n, sum.Truths[l], served)
				}
			}
			for l, bar := range least {
				switch {
				case !sum.Learnt || 100*float64(sum.Right[l]) >= bar*float64(sum.Truths[l]):
				case slices.Contains(later, sum.Journal):
					t.Logf("%s, %s: %s: %d of %d right, not held to the bar of %.0f %%", labels, sum.Journal, l, sum.Right[l], sum.Truths[l], bar)
				default:
					t.Errorf("%s, %s: %s: %d of %d right, want %.0f %%", labels, sum.Journal, l, sum.Right[l], sum.Truths[l], bar)
				}
			}
		}
	}
}
