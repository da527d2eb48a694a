package topical

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// TestMain lets the test binary be the program, so that tests can kill it.
func TestMain(m *testing.M) {
	if os.Getenv("BE_TOPICAL") != "" {
		program.Main(Run)
	}
	os.Exit(m.Run())
}

// lines returns the whole lines of a file that may still be written.
func lines(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	return strings.Split(strings.TrimSuffix(string(whole), "\n"), "\n")
}

// killAt runs the program and kills it once the records have n lines.
func killAt(t *testing.T, n int, records string, args ...string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BE_TOPICAL=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			t.Fatalf("ended before it was killed at %d lines: %v: %s", n, err, stderr.String())
		case <-time.After(time.Millisecond):
		}
		if len(lines(t, records)) >= n {
			cmd.Process.Kill()
			<-ended
			return
		}
	}
}

// A crawl that is killed twice by kill -9 and resumed fetches what an
// uninterrupted one does, in the same order.
func TestKilledAndResumed(t *testing.T) {
	for _, c := range []struct {
		name     string
		args     []string
		strategy string
		pages    int
	}{
		{"built-in web", nil, "lokman", 200},
		{"built-in web, adaptive", []string{"-topic", "deafness"}, "adaptive", 40},
		{"medweb", []string{
			"-web", shared(t, "web", "medweb", "medweb.tar.zst"), "-topic", "diabetes mellitus",
			"-ontology", shared(t, "ontology", "doid", "doid-2026-08-rendered.obo.gz")}, "adaptive", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, arg := range c.args {
				if arg == "" {
					t.Skip("no development data beside the project")
				}
			}
			if testing.Short() && c.name == "medweb" {
				t.Skip("the built-in web does in short mode")
			}
			t.Chdir(t.TempDir())
			pages := strconv.Itoa(c.pages)
			args := append(c.args, "-strategy", c.strategy, "-pages", pages)
			if code, _, stderr := programtest.Run(t, Run, append(args, "-jsonl", "whole.jsonl", "-warc", "whole.warc")...); code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			noDelay(t, "whole.warc")
			args = append(args, "-frontier", "bolt:crawl.db", "-jsonl", "killed.jsonl")
			killAt(t, 30, "killed.jsonl", args...)
			if code, _, stderr := programtest.Run(t, Run, args...); code != 1 || !strings.Contains(stderr, "-resume") {
				t.Errorf("without -resume: exit code %d: %s", code, stderr)
			}
			killAt(t, c.pages*6/10, "killed.jsonl", append(args, "-resume")...)
			code, stdout, stderr := programtest.Run(t, Run, append(args, "-resume")...)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			whole, killed := lines(t, "whole.jsonl"), lines(t, "killed.jsonl")
			if len(whole) != len(killed) {
				t.Errorf("%d lines, want %d", len(killed), len(whole))
			}
			for i := range min(len(whole), len(killed)) {
				if whole[i] != killed[i] {
					t.Fatalf("line %d:\n%s\nwant\n%s", i+1, killed[i], whole[i])
				}
			}
			if !strings.Contains(stdout, "reached "+pages+" pages") {
				t.Errorf("summary %q", stdout)
			}
			// Nothing is left to do, and nothing is done.
			if code, _, stderr := programtest.Run(t, Run, append(args, "-resume")...); code != 0 {
				t.Errorf("once more: exit code %d: %s", code, stderr)
			}
			if again := lines(t, "killed.jsonl"); len(again) != len(killed) {
				t.Errorf("once more: %d lines, want %d", len(again), len(killed))
			}
		})
	}
}

// noDelay fails if an archived crawl of the built-in web has come to the host whose
// robots.txt asks for a delay: how many other pages come meanwhile depends on the
// machine, and so does the order of the crawl.
func noDelay(t *testing.T, archive string) {
	t.Helper()
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte("Crawl-delay:")) {
		t.Fatal("a host asks for a delay: choose a topic of which the crawl does not come there, or fewer pages")
	}
}

// shared returns the absolute path of development data, "" where it is absent.
func shared(t *testing.T, path ...string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "..", "..", "shared", "data"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(full); err != nil {
		return ""
	}
	return full
}

// The torn line that a kill leaves is cut, and a crawl goes on after it.
func TestTornLine(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-strategy", "lokman", "-frontier", "bolt:crawl.db", "-jsonl", "pages.jsonl"}
	if code, _, stderr := programtest.Run(t, Run, append(args, "-pages", "20")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	f, err := os.OpenFile("pages.jsonl", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"n":21,"url":"http://`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if code, _, stderr := programtest.Run(t, Run, append(args, "-pages", "40", "-resume")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, Run, "-strategy", "lokman", "-pages", "40", "-jsonl", "whole.jsonl"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	resumed, err := os.ReadFile("pages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile("whole.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(resumed, whole) {
		t.Errorf("resumed:\n%s\nwhole:\n%s", resumed, whole)
	}
}

// A crawl of the network goes on without its seeds: their hosts are those of the record
// file. Without one a host of a private network has to be opened by -open, as the
// error says.
func TestResumeWithoutSeeds(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		pages int // in the end
		want  string
	}{
		{"with the records", []string{"-jsonl", "pages.jsonl"}, 3, ""},
		{"by the seeds of the beginning", []string{"-jsonl", "other.jsonl"}, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			args := []string{"-term", "broad bean", "-strategy", "lokman", "-delay", "0s", "-frontier", "bolt:crawl.db"}
			if code, _, stderr := programtest.Run(t, Run, append(args, "-seed", town(t)+"/beans/1", "-pages", "1", "-jsonl", "pages.jsonl")...); code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			args = append(append(args, "-resume"), c.args...)
			code, _, stderr := programtest.Run(t, Run, args...)
			if (code == 0) != (c.want == "") || !strings.Contains(stderr, c.want) {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if c.want != "" {
				return
			}
			if pages := recordsOf(t, c.args[1]); len(pages) != c.pages || !pages[len(pages)-1].Fetched() {
				t.Errorf("pages %+v", pages)
			}
			// Again nothing is left.
			if code, _, stderr := programtest.Run(t, Run, args...); code != 0 || !strings.Contains(stderr, "crawl.db is finished") {
				t.Errorf("once more: exit code %d: %s", code, stderr)
			}
		})
	}
}

// A crawl is resumed as it began without any of it being said again, from another directory too, and what
// is said overrides what was said then.
func TestResumeSaysNothingTwice(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("flu.obo", []byte("format-version: 1.2\n\n[Term]\nid: X:1\nname: influenza\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := programtest.Run(t, Run, "-topic", "influenza", "-ontology", "flu.obo", "-term", "grippe", "-term", "flu",
		"-strategy", "lokman", "-jsonl", "pages.jsonl", "-frontier", "bolt:crawl.db", "-pages", "2"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	elsewhere := t.TempDir()
	t.Chdir(elsewhere)
	if code, _, stderr := programtest.Run(t, Run, "-resume", "-frontier", "bolt:"+filepath.Join(dir, "crawl.db"), "-pages", "4"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	t.Chdir(dir)
	if n := len(lines(t, "pages.jsonl")); n < 4 {
		t.Errorf("%d pages", n)
	}
	kept, err := os.ReadFile("crawl.db.topic.json")
	if err != nil || !strings.Contains(string(kept), `"pages":["2"]`) {
		t.Errorf("%s, %v", kept, err)
	}
}

// Passwords of seeds are not kept.
func TestResumeKeepsNoPassword(t *testing.T) {
	t.Chdir(t.TempDir())
	seed := strings.Replace(town(t), "http://", "http://ada:secret@", 1) + "/beans/1"
	if code, _, stderr := programtest.Run(t, Run, "-term", "broad bean", "-seed", seed, "-delay", "0s", "-frontier", "bolt:crawl.db", "-pages", "1"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	kept, err := os.ReadFile("crawl.db.topic.json")
	if err != nil || !strings.Contains(string(kept), "/beans/1") || strings.Contains(string(kept), "secret") {
		t.Errorf("%s, %v", kept, err)
	}
	if code, _, stderr := programtest.Run(t, Run, "-resume", "-frontier", "bolt:crawl.db", "-pages", "2"); code != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A crawl goes on with the topic that it began with, and only where there is one.
func TestResumeAnother(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-strategy", "lokman", "-frontier", "bolt:crawl.db", "-jsonl", "pages.jsonl"}
	resumed := append(args, "-resume", "-pages", "4")
	code, _, stderr := programtest.Run(t, Run, append(resumed, "-topic", "tinnitus")...)
	if code != 1 || !strings.Contains(stderr, "nothing to resume in crawl.db") {
		t.Fatalf("before there is a crawl: exit code %d: %s", code, stderr)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Fatalf("left: %v, %v", left, err)
	}
	if code, _, stderr := programtest.Run(t, Run, append(args, "-topic", "tinnitus", "-pages", "2")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, other := range [][]string{{"-topic", "insomnia"}, {"-term", "tinnitus"}} {
		code, _, stderr := programtest.Run(t, Run, append(resumed, other...)...)
		if code != 1 || !strings.Contains(stderr, `began as -topic "tinnitus"`) {
			t.Errorf("%q: exit code %d: %s", other, code, stderr)
		}
	}
	code, _, stderr = programtest.Run(t, Run, append(resumed, "-topic", "tinnitus", "-strategy", "lokman-increment")...)
	if code != 1 || !strings.Contains(stderr, "begun by another -strategy: resume with that one, lokman\n") {
		t.Errorf("another strategy: exit code %d: %s", code, stderr)
	}
	code, _, stderr = programtest.Run(t, Run, append(resumed, "-topic", "tinnitus", "-seed", town(t)+"/beans/1")...)
	if code != 1 || !strings.Contains(stderr, "came from the built-in web, not from the network") {
		t.Errorf("another web: exit code %d: %s", code, stderr)
	}
	if n := len(lines(t, "pages.jsonl")); n != 2 {
		t.Errorf("%d pages, want those of the crawl so far", n)
	}
	if code, _, stderr := programtest.Run(t, Run, resumed...); code != 0 || len(lines(t, "pages.jsonl")) != 4 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A URL that failed before any page was fetched has its line too, though the
// crawl was killed meanwhile.
func TestKilledBeforeTheFirstPage(t *testing.T) {
	t.Chdir(t.TempDir())
	asked, killed := make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/slow" {
			http.NotFound(w, r)
			return
		}
		select {
		case asked <- struct{}{}:
		default:
		}
		select {
		case <-killed:
		case <-r.Context().Done():
			return
		}
		fmt.Fprint(w, "<title>Broad bean</title>")
	}))
	defer server.Close()
	args := []string{"-term", "broad bean", "-seed", server.URL + "/gone", "-seed", server.URL + "/slow", "-strategy", "lokman", "-workers", "1",
		"-delay", "0s", "-frontier", "bolt:crawl.db", "-jsonl", "pages.jsonl"}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BE_TOPICAL=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	cmd.Process.Kill()
	_ = cmd.Wait()
	close(killed)
	if code, _, stderr := programtest.Run(t, Run, append(args, "-resume")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	pages := recordsOf(t, "pages.jsonl")
	if len(pages) != 2 || pages[0].Status != http.StatusNotFound || pages[1].N != 2 || !pages[1].Fetched() {
		t.Errorf("pages %+v, want the one that is gone and the slow one", pages)
	}
}

// A file that holds no pages is not gone on with, and stays as it is.
func TestResumeWithAnotherFile(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-strategy", "lokman", "-frontier", "bolt:crawl.db", "-jsonl"}
	if code, _, stderr := programtest.Run(t, Run, append(args, "pages.jsonl", "-pages", "2")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, text := range []string{"one line", "a line\nand another"} {
		if err := os.WriteFile("notes.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := programtest.Run(t, Run, append(args, "notes.txt", "-pages", "4", "-resume")...)
		if code != 1 || !strings.Contains(stderr, "notes.txt:1: ") {
			t.Errorf("%q: exit code %d: %s", text, code, stderr)
		}
		if now, err := os.ReadFile("notes.txt"); err != nil || string(now) != text {
			t.Errorf("%q is now %q, %v", text, now, err)
		}
	}
}
