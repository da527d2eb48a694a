package topical

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/topical"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// runProgram runs the program in an empty directory of its own.
// A URL that fails is listed with the reason.
func TestFailedURLIsListed(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, stdout, _ := programtest.Run(t, Run, "-strategy", "lokman-normalized"); !strings.Contains(stdout, "failed: status 404") {
		t.Errorf("output lacks the failure:\n%s", stdout)
	}
}

func TestWithoutFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	code, stdout, stderr := programtest.Run(t, Run)
	if code != 0 || !strings.HasPrefix(stderr, "\nOpen out/report.html in a browser.") {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	for _, want := range []string{
		"influenza: ", "harvest rate 0.", "report: out/report.html",
		" *  ", "0.5 x parent", "(synonym)", "redirects to ",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("output lacks %q", want)
		}
	}
	report, err := os.ReadFile("out/report.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<!DOCTYPE html>", "<svg", "influenza", "health-library.example", "</html>"} {
		if !bytes.Contains(report, []byte(want)) {
			t.Errorf("report lacks %q", want)
		}
	}
}

func TestRecords(t *testing.T) {
	t.Chdir(t.TempDir())
	var screen string
	for _, more := range [][]string{{"-jsonl", "first.jsonl"}, {"-jsonl", "second.jsonl", "-warc", "second.warc"}} {
		code, stdout, stderr := programtest.Run(t, Run, append(more, "-topic", "deafness", "-pages", "40")...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		screen = stdout
	}
	noDelay(t, "second.warc")
	first, err := os.ReadFile("first.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile("second.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("two runs of the same crawl differ")
	}
	n, fetched, relevant, seen := 0, 0, 0, map[string]bool{"": true}
	for line := range bytes.Lines(first) {
		n++
		var fields map[string]any
		if err := json.Unmarshal(line, &fields); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{"n", "url", "parent", "depth", "status", "value", "score", "bytes", "why"} {
			if _, ok := fields[f]; !ok {
				t.Errorf("line %d lacks %s", n, f)
			}
		}
		if fields["n"] != float64(n) {
			t.Errorf("line %d has n %v", n, fields["n"])
		}
		if !seen[fields["parent"].(string)] {
			t.Errorf("line %d: parent %v was not fetched before", n, fields["parent"])
		}
		seen[fields["url"].(string)] = true
		verdict, judged := fields["relevant"]
		if fields["status"] == 200.0 {
			fetched++
			if verdict == true {
				relevant++
			}
		}
		if judged != (fields["status"] == 200.0) {
			t.Errorf("line %d of status %v: judged: %v", n, fields["status"], judged)
		}
		if fields["why"] == "" {
			t.Errorf("line %d has no reason", n)
		}
	}
	if fetched != 40 {
		t.Errorf("%d pages, want 40", fetched)
	}
	if want := fmt.Sprintf(": %d of 40 pages are relevant", relevant); !strings.Contains(screen, want) {
		t.Errorf("no %q on the screen:\n%s", want, screen)
	}
	code, _, stderr := programtest.Run(t, Run, "-term", "soup", "-web", kitchen(t), "-seed", "http://cooking.test/", "-jsonl", "unjudged.jsonl")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if unjudged, err := os.ReadFile("unjudged.jsonl"); err != nil || bytes.Contains(unjudged, []byte(`"relevant"`)) {
		t.Errorf("judged by nobody: %s, %v", unjudged, err)
	}
}

// What a crawl leaves names URLs whole: it is for its owner alone.
func TestFilesAreTheUsers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	t.Chdir(t.TempDir())
	code, _, stderr := programtest.Run(t, Run, "-topic", "deafness", "-pages", "40", "-jsonl", "pages.jsonl", "-warc", "crawl.warc.zst", "-frontier", "bolt:crawl.db")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		found++
		return err
	})
	if err != nil || found < 4 {
		t.Errorf("%d files, want at least 4; %v", found, err)
	}
}

func TestJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, strategy := range []string{"breadthfirst", "bestfirst", "lokman"} {
		for _, merge := range []string{"greater", "increment", "noisyor", "hosts"} {
			s := summaryOf(t, "-strategy", strategy, "-reevaluate", merge)
			if s.Strategy != strategy || s.Reevaluate != merge || s.Pages != 30 {
				t.Errorf("summary %+v", s)
			}
		}
	}
	for _, strategy := range strategies.Names() {
		if s := summaryOf(t, "-strategy", strategy); s.Strategy != strategy || s.Pages < 20 {
			t.Errorf("summary %+v", s)
		}
	}
}

func summaryOf(t *testing.T, args ...string) topical.Summary {
	t.Helper()
	code, stdout, stderr := programtest.Run(t, Run, append([]string{"-json", "-pages", "30", "-topic", "tinnitus"}, args...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var s topical.Summary
	if err := json.Unmarshal([]byte(stdout), &s); err != nil {
		t.Fatalf("%v: %q", err, stdout)
	}
	if s.Topic != "tinnitus" || s.Rate == nil || *s.Rate != float64(*s.Relevant)/float64(s.Pages) {
		t.Errorf("summary %+v", s)
	}
	return s
}

func TestRunsDry(t *testing.T) {
	t.Chdir(t.TempDir())
	// Nothing in the kitchen is about the topic: the seed's links are dropped.
	code, stdout, stderr := programtest.Run(t, Run, "-strategy", "lokman", "-topic", "vasectomy", "-web", kitchen(t), "-seed", "http://cooking.test/")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	for _, want := range []string{"the frontier ran dry after 1 page: links not followed from their page by the strategy: 1 (1 on pages of which it follows none), links refused: 0 (another -strategy may follow them)", "self-judged harvest rate 0.000"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("output %q lacks %q", stdout, want)
		}
	}
}

// kitchen records a web of two pages that are about no disease.
func kitchen(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"manifest.jsonl": `{"url": "http://cooking.test/", "file": "index.html"}
{"url": "http://cooking.test/soup", "file": "soup.html"}
`,
		"index.html": `<a href="/soup">soup</a>`,
		"soup.html":  "Soup.",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A topics file that does not say how it was judged is named, and so is one without the
// topic.
func TestTopicsFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("judged.jsonl", []byte(`{"topic": "soup", "relevant": ["http://cooking.test/soup"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for term, want := range map[string]string{
		"soup":  "harvest rate 0.500: 1 of 2 pages are relevant, judged by judged.jsonl\n",
		"bread": "topical: judged.jsonl has no topic \"bread\": only the strategy itself judges the crawl\n",
	} {
		code, stdout, stderr := programtest.Run(t, Run, "-term", term, "-web", kitchen(t), "-seed", "http://cooking.test/", "-strategy", "breadthfirst", "-topics", "judged.jsonl")
		if code != 0 || !strings.Contains(stdout+stderr, want) {
			t.Errorf("exit code %d, %q, want %q", code, stdout+stderr, want)
		}
	}
}

// The best order of all is drawn for as many pages as there are, not for all that
// were asked for.
func TestCurvesOfDryCrawl(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("judged.jsonl", []byte(`{"topic": "soup", "relevant": ["http://cooking.test/soup"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-term", "soup", "-web", kitchen(t), "-seed", "http://cooking.test/", "-topics", "judged.jsonl", "-pages", "2000000", "-strategy"}
	for _, strategy := range []string{"breadthfirst", "lokman"} {
		if code, _, stderr := programtest.Run(t, Run, append(args, strategy)...); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		report, err := os.ReadFile(filepath.Join("out", "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		if want := "all relevant pages first: 1 relevant page of 2, "; !strings.Contains(string(report), want) {
			t.Errorf("%s: the report lacks %q", strategy, want)
		}
	}
}

// Each failure is one clear line, and nothing is left behind.
func TestFailures(t *testing.T) {
	forbidding := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
		}
	}))
	defer forbidding.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
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
	broken := write("broken.obo", "format-version: 1.2\n\n[Term]\nname: no id\n")
	empty := filepath.Dir(write("empty/manifest.jsonl", ""))
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"unreadable ontology", []string{"-ontology", broken, "-topic", "flu"}, 1, broken + ":3: expected an id"},
		{"no place for the records", []string{"-jsonl", filepath.Join(broken, "pages.jsonl")}, 1, "-jsonl: open"},
		{"no ontology", []string{"-ontology", broken + "x", "-topic", "flu"}, 1, "no such file"},
		{"unknown topic", []string{"-topic", "influensa"}, 1, `unknown topic "influensa"; the nearest names are "influenza"`},
		{"where it was looked for", []string{"-topic", "espresso", "-seed", "http://127.0.0.1:1/"}, 1, "searched was the built-in ontology: list it by go run ./examples/ontology -list"},
		{"bad seed URL", []string{"-seed", "ftp://user:secret@a.test/"}, 1, "scheme is not http or https"},
		{"unreachable seed", []string{"-seed", gone.URL, "-term", "soup"}, 1, "no page could be fetched: " + gone.URL},
		{"empty web", []string{"-web", empty, "-seed", "http://a.test/"}, 1, "the manifest lists no page"},
		{"seed not in the web", []string{"-web", kitchen(t), "-seed", "http://a.test/"}, 1, "http://a.test/: status 404"},
		{"robots forbids the seed", []string{"-seed", forbidding.URL + "/page", "-term", "soup"}, 1, forbidding.URL + "/page: forbidden by robots.txt"},
		{"out is a file", []string{"-out", broken}, 1, broken},
		{"unknown flag", []string{"-colour", "red"}, 2, "flag provided but not defined: -colour"},
		{"unknown strategy", []string{"-strategy", "psychic"}, 2, "want one of breadthfirst, depthfirst, bestfirst"},
		{"merge of its own", []string{"-strategy", "pagerank", "-reevaluate", "greater"}, 2, "pagerank says itself how values change"},
		{"unknown merge", []string{"-reevaluate", "least"}, 2, "want greater, increment, noisyor or hosts"},
		{"seed without a scheme", []string{"-seed", "medlineplus.gov"}, 1, `-seed "medlineplus.gov" is not a complete URL; did you mean https://medlineplus.gov ?`},
		{"topic without pages", []string{"-topic", "asthma"}, 1, `the built-in web has no pages about "asthma"; it has chickenpox, bedwetting`},
		{"judging the built-in web", []string{"-topics", "x"}, 2, "-topics judges a crawl of -web, -seed or -search"},
		{"no out", []string{"-out", ""}, 2, "-out needs a directory"},
		{"no pages", []string{"-pages", "0"}, 2, "want 1 or more"},
		{"resume in memory", []string{"-resume"}, 2, "want the file of the crawl to resume"},
		{"bad frontier", []string{"-frontier", "paper"}, 2, "want memory, bolt:PATH or redis:URL"},
		{"bad delay", []string{"-delay", "soon"}, 2, "delay"},
		{"term without words", []string{"-term", " - "}, 2, "want a word or a phrase"},
		{"seed without a topic", []string{"-seed", gone.URL}, 2, "a crawl of the network needs a topic"},
		{"search without a topic", []string{"-search", gone.URL}, 2, "a crawl of the network needs a topic"},
		{"argument", []string{"influenza"}, 2, `unexpected "influenza"`},
		{"ontology without topic", []string{"-ontology", broken}, 2, "-ontology needs a -topic"},
		{"web without seeds", []string{"-web", kitchen(t)}, 2, "give a -seed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			here := t.TempDir()
			t.Chdir(here)
			code, stdout, stderr := programtest.Run(t, Run, append([]string{"-jsonl", "pages.jsonl"}, c.args...)...)
			if code != c.code || !strings.Contains(stderr, c.want) {
				t.Errorf("exit code %d, want %d; stderr %q, want %q", code, c.code, stderr, c.want)
			}
			if lines := strings.Count(stderr, "\n"); c.code == 1 && lines != 1 {
				t.Errorf("%d lines on stderr, want one: %q", lines, stderr)
			}
			if strings.Contains(stdout+stderr, "secret") {
				t.Error("a password is shown")
			}
			left, err := os.ReadDir(here)
			if err != nil {
				t.Fatal(err)
			}
			if len(left) != 0 && c.name != "out is a file" {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	code, _, stderr := programtest.Run(t, Run, "-h")
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"go run ./examples/topical -topic", "-ontology path", "-seed URL", "-delay time", "-reevaluate"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("help lacks %q:\n%s", want, stderr)
		}
	}
}
