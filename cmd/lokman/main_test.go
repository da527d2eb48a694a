package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// TestMain lets the test binary be the command.
func TestMain(m *testing.M) {
	if os.Getenv("BE_LOKMAN") != "" {
		program.Main(run)
	}
	os.Exit(m.Run())
}

func process(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BE_LOKMAN=1")
	return cmd
}

// lokman runs the command as a user would, in the directory that the test is in.
func lokman(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := process(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

func works(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := lokman(t, args...)
	if code != 0 {
		t.Fatalf("lokman %q: exit code %d: %s", args, code, stderr)
	}
	return stdout
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data[:bytes.LastIndexByte(data, '\n')+1]), "\n"), "\n")
}

// A crawl is killed by kill -9 and goes on by the name of its file alone, to the same pages.
func TestResume(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"crawl", "-topic", "tinnitus", "-strategy", "lokman", "-pages", "60"}
	works(t, append(args, "-jsonl", "whole.jsonl")...)
	cmd := process(append(args, "-jsonl", "pages.jsonl", "-frontier", "bolt:crawl.db")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for len(lines(t, "pages.jsonl")) < 10 {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it was killed: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	cmd.Process.Kill()
	<-ended
	works(t, "resume", "crawl.db")
	whole, resumed := lines(t, "whole.jsonl"), lines(t, "pages.jsonl")
	if strings.Join(whole, "\n") != strings.Join(resumed, "\n") {
		t.Errorf("%d lines after the kill, %d without one, or others", len(resumed), len(whole))
	}
	var state struct {
		Stats  struct{ Queued, Done int }
		Causes []struct{ Cause string }
	}
	if err := json.Unmarshal([]byte(works(t, "frontier", "crawl.db", "-json", "-compact")), &state); err != nil || state.Stats.Done < 60 {
		t.Errorf("%+v, %v", state, err)
	}
}

// The help of each command is of that command, and its first example works as it is written, in an
// empty directory.
func TestHelp(t *testing.T) {
	example := regexp.MustCompile(`(?m)^  lokman (\w.*)$`)
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			code, stdout, stderr := lokman(t, c.name, "-h")
			if code != 0 || stdout != "" || !strings.Contains(stderr, "\n  -config ") || strings.Contains(stderr, "go run") ||
				c.help == "" && !strings.HasPrefix(stderr, "Lokman "+c.name+" ") {
				t.Errorf("exit code %d: %s%s", code, stdout, stderr)
			}
			found := example.FindStringSubmatch(stderr)
			if found == nil {
				t.Fatalf("no example: %s", stderr)
			}
			if testing.Short() || c.name == "experiment" { // which takes a minute
				return
			}
			works(t, strings.Fields(found[1])...)
		})
	}
	if code, stdout, _ := lokman(t, "help", "label"); code != 0 || stdout != "" {
		t.Errorf("help of a command: exit code %d: %s", code, stdout)
	}
	if help := works(t); !strings.Contains(help, "experiment") || works(t, "-h") != help {
		t.Errorf("help: %s", help)
	}
}

// What comes after the work on built-in data names the commands by the names that they have here.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, stderr := lokman(t, "watch"); code != 0 || !strings.Contains(stderr, "lokman watch -h") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"crwal"}, 2, `lokman: there is no command "crwal"; did you mean "crawl"?`},
		{[]string{"-colour"}, 2, "lokman: "},
		{[]string{"crawl", "-colour", "red"}, 2, "lokman crawl: flag provided but not defined: -colour\nRun lokman crawl -h for help.\n"},
		{[]string{"label", "page.html"}, 2, `lokman label: unexpected "page.html"`},
		{[]string{"resume"}, 2, "lokman resume: want the file of the crawl to resume"},
		{[]string{"resume", "gone.db"}, 1, "nothing to resume in gone.db"},
		{[]string{"frontier"}, 2, "lokman frontier: want the file of a crawl"},
		{[]string{"frontier", "gone.db"}, 1, "gone.db: "},
		{[]string{"crawl", "-frontier", "redis:127.0.0.1:1"}, 2, "examples/topical"},
		{[]string{"crawl", "-topic", "influensa"}, 1, "searched was the built-in ontology: list it by lokman ontology -list"},
	} {
		if code, _, stderr := lokman(t, c.args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("lokman %q: exit code %d, want %d; %q, want %q", c.args, code, c.code, stderr, c.want)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// The flags of a file are those of the command line, which overrides them.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pages := func(args ...string) int {
		works(t, append([]string{"crawl"}, args...)...)
		return len(lines(t, "pages.jsonl"))
	}
	write("lokman.toml", `
		strategy = "lokman"
		[crawl]
		topic = "tinnitus"
		pages = 7
		jsonl = "pages.jsonl"
		[frontier]
		next = 3
		[watch.part]
		start = "Beans"
	`)
	if n := pages(); n < 7 || n > 9 {
		t.Errorf("%d pages, want 7 and some that failed", n)
	}
	if n := pages("-pages", "3"); n > 4 {
		t.Errorf("%d pages, want 3", n)
	}
	write("other.toml", "[crawl]\nterm = [\"tinnitus\", \"grippe\"]\njsonl = \"pages.jsonl\"\npages = 2\nfrontier = \"bolt:crawl.db\"")
	pages("-config", "other.toml")
	kept, err := os.ReadFile("crawl.db.topic.json")
	if err != nil || !strings.Contains(string(kept), `"terms":["grippe","tinnitus"]`) {
		t.Errorf("%s, %v", kept, err)
	}
	for _, c := range []struct{ text, want string }{
		{"[crawl]\npage = 3", "lokman.toml: [crawl]: the command has no flag -page"},
		{"[crwal]\npages = 3", "lokman.toml: there is no command \"crwal\""},
		{"[crawl]\npages = \"many\"", `lokman.toml: pages: "many": parse error`},
		{"[crawl]\npages = 2026-01-01", "lokman.toml: pages: want a text, a number"},
		{"[crawl", "lokman.toml: toml: line 1"},
	} {
		write("lokman.toml", c.text)
		if code, _, stderr := lokman(t, "crawl"); code != 2 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d: %q, want %q", c.text, code, stderr, c.want)
		}
	}
	if code, _, stderr := lokman(t, "crawl", "-config", "gone.toml"); code != 2 || !strings.Contains(stderr, "gone.toml: ") {
		t.Errorf("a file that is not there: exit code %d: %s", code, stderr)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "pwsh"} {
		if script := works(t, "completion", shell); !strings.Contains(script, "generate-shell-completion") {
			t.Errorf("%s: %s", shell, script)
		}
	}
	if names := works(t, "--generate-shell-completion"); !strings.Contains(names, "crawl:") {
		t.Errorf("commands: %s", names)
	}
	if names := works(t, "crawl", "-se", "--generate-shell-completion"); !strings.Contains(names, "-seed\n") || !strings.Contains(names, "-config\n") {
		t.Errorf("flags: %s", names)
	}
}

// go install refuses a module with replace lines.
func TestInstallable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(`(?m)^\s*(replace|exclude)\b`).Match(text) {
		t.Error("go.mod has lines for which go install refuses the command")
	}
}
