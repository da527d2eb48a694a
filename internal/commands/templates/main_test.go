package templates

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/templates"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

const (
	oldPage = `<html><head><title>T</title></head><body><div class="top">J</div><div class="text"><h1>Tides</h1><p>They rise.</p></div></body></html>`
	newPage = `<html><head><title>T</title></head><body><header>J</header><main><article><h1>Tides</h1><section><p>They rise.</p></section></article></main></body></html>`
)

func directory(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var good = map[string]string{
	"a.html": oldPage, "a2.html": strings.Replace(oldPage, "</div></body>", "<p>And <i>fall</i>.</p></div></body>", 1), "a3.html": oldPage, "a4.html": oldPage, "b.html": newPage,
	"pairs.jsonl": `{"site":"s","template":"t","a":"1","b":"1","a_pages":["a.html","a2.html","a3.html","a4.html"],"b_pages":["a2.html"]}
{"site":"s","template":"few","a":"1","b":"1","a_pages":["a.html"],"b_pages":["a2.html"]}
{"site":"s","template":"t","a":"1","b":"2","a_pages":["a.html","a2.html","a3.html","a4.html"],"b_pages":["b.html"],"changed":false,"size":"none"}
`,
	"identify.jsonl": `{"page":"a.html","template":"old"}
{"page":"b.html","template":"new"}
{"page":"a2.html"}
`,
}

func TestPredictions(t *testing.T) {
	dir := directory(t, good)
	file := filepath.Join(t.TempDir(), "predictions.jsonl")
	code, stdout, stderr := programtest.Run(t, Run, "-data", dir, "-predictions", file, "-json")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	written, err := os.ReadFile(file)
	if err != nil || string(written) != stdout {
		t.Errorf("%v: the file and the output differ", err)
	}
	var lines []map[string]any
	for line := range strings.Lines(stdout) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, v)
	}
	if len(lines) != 4 {
		t.Fatalf("%d lines, want 4", len(lines))
	}
	if l := lines[0]; l["state"] != "content" && l["state"] != "same" || l["where"] != "" || l["site"] != "s" || l["template"] != "t" || l["a"] != "1" || l["b"] != "1" {
		t.Errorf("other content: %v", l)
	}
	if l := lines[1]; l["state"] != "unknown" || l["where"] != "not known, pages learned: 1" || l["template"] != "few" {
		t.Errorf("one page: %v", l)
	}
	if l := lines[2]; l["state"] != "redesign" && l["state"] != "changed" || l["where"] == "" || l["b"] != "2" {
		t.Errorf("another template: %v", l)
	}
	if l := lines[3]; l["page"] != "a2.html" || l["template"] != "old" || l["similarity"].(float64) < 0.5 {
		t.Errorf("identify: %v", l)
	}
}

func TestForPeople(t *testing.T) {
	for _, mode := range []string{"enhanced", "paper"} {
		code, stdout, stderr := programtest.Run(t, Run, "-data", directory(t, good), "-mode", mode)
		if code != 0 || stderr != "" || strings.Count(stdout, "s/t 1 > ") != 2 || !strings.Contains(stdout, "old  a2.html") {
			t.Errorf("%s: exit code %d: %s%s", mode, code, stdout, stderr)
		}
	}
}

// Without flags the built-in pages show what the program does, and what to do next.
func TestWithoutFlags(t *testing.T) {
	code, stdout, stderr := programtest.Run(t, Run)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{
		"same       small-things/article spring > later\n", "redesign   small-things/article spring > redesign: ",
		"same       harbour-letters/letter", "changed    harbour-letters/letter 1 > 2: ", "  letter  articles/harbour-letters/hl-2024-0205.html",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "go run ./examples/watch") {
		t.Errorf("it is not said what to do next: %q", stderr)
	}
}

// The pages are those of the repository's directory.
func TestDirectoryOfThePages(t *testing.T) {
	for _, args := range [][]string{{"-json"}, {"-json", "-evaluate"}} {
		_, builtIn, _ := programtest.Run(t, Run, args...)
		code, read, stderr := programtest.Run(t, Run, append(args, "-data", filepath.Join("..", "internal", "journals"))...)
		if code != 0 || builtIn != read || strings.Count(read, "\n") < 4 {
			t.Errorf("%v: exit code %d: %s; built in %s, read %s", args, code, stderr, builtIn, read)
		}
	}
}

func TestRefuses(t *testing.T) {
	if code, _, stderr := programtest.Run(t, Run, "-data", t.TempDir()); code != 1 || !strings.Contains(stderr, "pairs.jsonl: no such file") || !strings.Contains(stderr, "templates -h says") {
		t.Errorf("an empty directory: exit code %d: %s", code, stderr)
	}
	for _, c := range []struct {
		file, text, want string
	}{
		{"pairs.jsonl", `{"site":`, "pairs.jsonl, line 1"},
		{"pairs.jsonl", `{"site":"s","a_pages":["gone.html"],"b_pages":["b.html"]}`, "gone.html"},
		{"pairs.jsonl", `{"site":"s","a_pages":["../outside.html"],"b_pages":["b.html"]}`, "outside.html"},
		{"pairs.jsonl", `{"site":"s","a_pages":[],"b_pages":["b.html"]}`, "a_pages: no pages"},
		{"identify.jsonl", `{"page":"a.html"}`, "no seed"},
	} {
		files := map[string]string{}
		for name, text := range good {
			files[name] = text
		}
		files[c.file] = c.text
		code, _, stderr := programtest.Run(t, Run, "-data", directory(t, files))
		if code != 1 || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %q", c.text, code, stderr)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-data", "x", "extra"}, {"-data", "x", "-figures", "y"}, {"-figures", "y", "-pages", "99"}, {"-data", "x", "-mode", "other"}, {"-unknown"}} {
		if code, _, stderr := programtest.Run(t, Run, args...); code != 2 || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	if code, _, stderr := programtest.Run(t, Run, "-h"); code != 0 || !strings.Contains(stderr, "go run ./examples/templates -data internal/commands/internal/journals") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// The hints after the built-in pages leave out what was just done.
func TestHints(t *testing.T) { programtest.Hints(t, Run) }

// TestHostileWhere: what a page names its elements does nothing to the terminal.
func TestHostileWhere(t *testing.T) {
	if s := text(templates.Verdict{Where: "inserted html > body > p.a\x1b[2Jb"}); !strings.HasSuffix(s, ": inserted html > body > p.a[2Jb") {
		t.Errorf("%q", s)
	}
}

// TestFiguresProgram: a line a depth, and the drawing.
func TestFiguresProgram(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	code, stdout, stderr := programtest.Run(t, Run, "-figures", dir, "-pages", "100", "-json")
	if code != 0 || !strings.Contains(stderr, "figures.svg") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var got []int
	for line := range strings.Lines(stdout) {
		var p struct {
			Depth int `json:"d_max"`
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		got = append(got, p.Depth)
	}
	if !slices.Equal(got, []int{5, 10, 15, 20, 25}) {
		t.Errorf("d_max %v", got)
	}
	svg, err := os.ReadFile(filepath.Join(dir, "figures.svg"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(svg), `class="curve`); n != 6 || strings.Contains(string(svg), "NaN") {
		t.Errorf("%d curves", n)
	}
}
