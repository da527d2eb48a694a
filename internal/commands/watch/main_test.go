package watch

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/watched"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

func looks(t *testing.T, stdout string) []watched.Look {
	t.Helper()
	var out []watched.Look
	for line := range strings.Lines(stdout) {
		var l watched.Look
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

func TestDemo(t *testing.T) {
	out := t.TempDir()
	code, stdout, stderr := programtest.Run(t, Run, "-json", "-out", out)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var outcomes []string
	for i, l := range looks(t, stdout) {
		outcomes = append(outcomes, fmt.Sprint(l.Outcome, l.Version))
		if moved := l.Outcome == "moved"; moved && (l.Region != "path" || l.First == "") || l.Outcome == "read" && l.First != "" {
			t.Errorf("look %d: region %q, first %q", i, l.Region, l.First)
		}
		if i < 6 && l.Text != watched.Articles[i%3].Abstract {
			t.Errorf("look %d read %q", i, l.Text)
		}
	}
	if got := strings.Join(outcomes, " "); got != "read0 read0 read0 moved0 moved0 read1 deferred1" {
		t.Error(got)
	}
	report, err := os.ReadFile(filepath.Join(out, "watch.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<td data-name="version">1</td><td data-name="parent">–</td>`, `<td data-name="version">2</td><td data-name="parent">1</td>`, "version 2</span>", "<svg", ">old<", ">new<", "<dt>sigma</dt>", `data-name="first seen"`, "max-width: 44rem", "http://journal.example/article/3", "</html>"} {
		if !strings.Contains(string(report), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

// web writes a recorded web of the built-in articles in a layout.
func web(t *testing.T, layout string) string {
	t.Helper()
	dir := t.TempDir()
	var manifest strings.Builder
	for i, a := range watched.Articles {
		name := fmt.Sprintf("%d.html", i)
		if err := os.WriteFile(filepath.Join(dir, name), watched.Render(layout, a, watched.Notes[i]), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&manifest, "{\"url\":%q,\"file\":%q}\n", watched.URL(i), name)
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.jsonl"), []byte(manifest.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRecorded learns a region in one run and finds it after a redesign in
// later ones.
func TestRecorded(t *testing.T) {
	state, out := filepath.Join(t.TempDir(), "watch.json"), t.TempDir()
	args := []string{"-json", "-state", state, "-out", out, "-url", watched.URL(0), "-url", watched.URL(1), "-url", watched.URL(2)}
	before, after := web(t, watched.FirstLayout), web(t, watched.NextLayout)
	for _, c := range []struct {
		web  string
		more []string
		want string
	}{
		{before, []string{"-text", watched.Articles[1].Abstract}, "read0 read0 read0"},
		{before, []string{"-text", watched.Articles[1].Abstract}, "read0 read0 read0"},
		{after, nil, "moved0 moved0 read1"},
		{after, nil, "read1 read1 read1"},
	} {
		code, stdout, stderr := programtest.Run(t, Run, append(append(args, "-web", c.web), c.more...)...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		var got []string
		for i, l := range looks(t, stdout) {
			got = append(got, fmt.Sprint(l.Outcome, l.Version))
			if l.Text != watched.Articles[i].Abstract {
				t.Errorf("%s: read %q", l.URL, l.Text)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
	for want, more := range map[string][]string{
		"another -text": {"-text", watched.Articles[0].Abstract},
		"another -part": {"-part", "first=They"},
	} {
		if code, _, stderr := programtest.Run(t, Run, append(args, more...)...); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", want, code, stderr)
		}
	}
}

// TestLeftOut: an answer that is no page is no redesign whatever it says, and what was
// learned stays as it is.
func TestLeftOut(t *testing.T) {
	gone := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := int(r.URL.Path[len(r.URL.Path)-1] - '1')
		switch {
		case i < 0 || i >= len(watched.Articles):
			http.NotFound(w, r)
		case gone:
			w.WriteHeader([]int{404, 403, 410}[i])
			fmt.Fprintf(w, "<main class=sorry><h1>Sorry</h1><p>%s</p></main>", watched.Articles[i].Abstract)
		default:
			w.Write(watched.Render(watched.FirstLayout, watched.Articles[i], watched.Notes[i]))
		}
	}))
	defer server.Close()
	state := filepath.Join(t.TempDir(), "watch.json")
	args := []string{"-json", "-delay", "0s", "-state", state, "-out", t.TempDir()}
	for i := range watched.Articles {
		args = append(args, "-url", fmt.Sprintf("%s/%d", server.URL, i+1))
	}
	if code, _, stderr := programtest.Run(t, Run, append(args, "-text", watched.Articles[0].Abstract)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	before, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	gone = true
	code, stdout, stderr := programtest.Run(t, Run, args...)
	if code != 1 || !strings.Contains(stderr, "3 looks of 3 failed") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, l := range looks(t, stdout) {
		if l.Outcome != watched.Failed || l.State != "" || l.Error == "" {
			t.Errorf("%+v", l)
		}
	}
	if after, err := os.ReadFile(state); err != nil || string(after) != string(before) {
		t.Errorf("what was learned has changed, error %v", err)
	}
}

// TestLeftOutWith200: nor are a page that broke off, a file that is no page and an empty answer a redesign,
// though their status is 200; the one that is learned from is the page that is whole.
func TestLeftOutWith200(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		whole := watched.Render(watched.FirstLayout, watched.Articles[0], watched.Notes[0])
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/whole":
			w.Write(whole)
		case "/cut":
			w.Header().Set("Content-Length", fmt.Sprint(len(whole)))
			w.Write(whole[:len(whole)/2])
		case "/pdf":
			w.Header().Set("Content-Type", "application/pdf")
			w.Write([]byte("%PDF-1.4 <p>" + watched.Articles[0].Abstract))
		case "/empty":
			w.Header().Set("Content-Type", "text/html")
		}
	}))
	defer server.Close()
	args := []string{"-json", "-delay", "0s", "-out", t.TempDir(), "-text", watched.Articles[0].Abstract}
	for _, path := range []string{"/empty", "/cut", "/pdf", "/whole"} {
		args = append(args, "-url", server.URL+path)
	}
	code, stdout, stderr := programtest.Run(t, Run, args...)
	if code != 1 || !strings.Contains(stderr, "3 looks of 4 failed") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, l := range looks(t, stdout) {
		want := watched.Failed
		if strings.HasSuffix(l.URL, "/whole") {
			want = "read"
		}
		if l.Outcome != want || (l.Error != "") != (want == watched.Failed) {
			t.Errorf("%+v, want %s", l, want)
		}
	}
}

// TestPaperMode: only the page that has the text is read, before and after a redesign.
func TestPaperMode(t *testing.T) {
	state := filepath.Join(t.TempDir(), "watch.json")
	args := []string{"-json", "-mode", "paper", "-state", state, "-out", t.TempDir(), "-url", watched.URL(0), "-url", watched.URL(1)}
	for _, c := range []struct {
		layout string
		more   []string
		want   string
	}{
		{watched.FirstLayout, []string{"-text", watched.Articles[0].Abstract, "-part", "start=" + watched.Articles[0].Abstract[:11]}, "read0 deferred0"},
		{watched.NextLayout, nil, "moved1 deferred1"},
		{watched.NextLayout, nil, "read1 deferred1"},
	} {
		code, stdout, stderr := programtest.Run(t, Run, append(append(args, "-web", web(t, c.layout)), c.more...)...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		var got []string
		for i, l := range looks(t, stdout) {
			got = append(got, fmt.Sprint(l.Outcome, l.Version))
			if (l.Warning != "") != (i == 1) || i == 0 && (l.Text != watched.Articles[0].Abstract || l.Parts["start"] != watched.Articles[0].Abstract[:11]) {
				t.Errorf("%+v", l)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
}

func TestFails(t *testing.T) {
	args := []string{"-out", t.TempDir(), "-url", watched.URL(0), "-web", web(t, watched.FirstLayout)}
	if code, _, stderr := programtest.Run(t, Run, append(args, "-text", "Not there.")...); code != 1 || !strings.Contains(stderr, watched.URL(0)+": ") || !strings.Contains(stderr, "not on the page") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	state := filepath.Join(t.TempDir(), "watch.json")
	if err := os.WriteFile(state, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := programtest.Run(t, Run, append(args, "-state", state)...); code != 1 || !strings.Contains(stderr, "watch.json") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, stdout, _ := programtest.Run(t, Run, append(args, "-url", "http://journal.example/gone", "-text", watched.Articles[0].Abstract, "-json")...); code != 1 || !strings.Contains(stdout, `"outcome":"failed"`) || !strings.Contains(stdout, `"outcome":"read"`) {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"extra"}, {"-text", "x"}, {"-url", "http://a.example/"}, {"-part", "x"}, {"-mode", "other"}, {"-delay", "-1s"}, {"-unknown"}} {
		if code, _, stderr := programtest.Run(t, Run, args...); code != 2 || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	unknown := filepath.Join(t.TempDir(), "watch.json")
	if code, _, stderr := programtest.Run(t, Run, "-url", "http://a.invalid/", "-state", unknown); code != 2 || !strings.Contains(stderr, unknown+": no earlier run has learned the region: the first one needs -text") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, Run, "-h"); code != 0 || !strings.Contains(stderr, "-state watch.json") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// The hints after the built-in pages leave out what was just done.
func TestHints(t *testing.T) { programtest.Hints(t, Run) }

// TestOutputFirst: what cannot be written at the end is said before the first request, and no empty
// directory is left by what fails later.
func TestOutputFirst(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Write(watched.Render(watched.FirstLayout, watched.Articles[0], ""))
	}))
	defer server.Close()
	dir := t.TempDir()
	file, taken := filepath.Join(dir, "file"), filepath.Join(dir, "taken")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.MkdirAll(filepath.Join(taken, "watch.html"), 0o755)); err != nil {
		t.Fatal(err)
	}
	args := []string{"-delay", "0s", "-url", server.URL + "/1", "-text", watched.Articles[0].Abstract}
	for _, c := range [][]string{
		{"-out", filepath.Join(file, "out")},
		{"-out", file},
		{"-out", taken},
		{"-out", filepath.Join(dir, "new"), "-state", filepath.Join(dir, "gone", "watch.json")},
		{"-out", filepath.Join(dir, "new"), "-state", filepath.Join(file, "watch.json")},
		{"-out", filepath.Join(dir, "new"), "-state", dir},
	} {
		code, stdout, stderr := programtest.Run(t, Run, append(args, c...)...)
		if code != 1 || requests > 0 || stdout != "" || !strings.Contains(stderr, dir) {
			t.Errorf("%v: exit code %d after %d requests: %s", c, code, requests, stderr)
		}
		requests = 0
	}
	if code, _, stderr := programtest.Run(t, Run, "-delay", "0s", "-out", filepath.Join(dir, "new"), "-url", server.URL+"/1", "-text", "Not there."); code != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("left are %v, error %v", left, err)
	}
}

// TestOnePage: of one page a new template is learned from that page, since no other will agree,
// though the page is named twice.
func TestOnePage(t *testing.T) {
	for _, named := range [][]string{{"-url", watched.URL(0)}, {"-url", watched.URL(0), "-url", watched.URL(0) + "#abstract"}} {
		args := append(named, "-json", "-state", filepath.Join(t.TempDir(), "watch.json"), "-out", t.TempDir(), "-text", watched.Articles[0].Abstract)
		for i, want := range []string{"read0", "moved0", "read1"} {
			layout := watched.NextLayout
			if i == 0 {
				layout = watched.FirstLayout
			}
			code, stdout, stderr := programtest.Run(t, Run, append(args, "-web", web(t, layout))...)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if l := looks(t, stdout)[0]; fmt.Sprint(l.Outcome, l.Version) != want || l.Text != watched.Articles[0].Abstract {
				t.Errorf("%q, run %d: %+v, want %s", named, i+1, l, want)
			}
		}
	}
}

// TestHostileClass: what a page names its elements does nothing to the terminal.
func TestHostileClass(t *testing.T) {
	var b strings.Builder
	if err := (watched.Look{Where: []string{"inserted html > body > p.a\x1b[2Jb"}}).Print(&b, false); err != nil || !strings.Contains(b.String(), "p.a[2Jb") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestContinuous: a run without end looks at each page again and again, and keeps the file and the report up
// to date, until it is interrupted.
func TestContinuous(t *testing.T) {
	var redesigned atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := slices.Index([]string{"/1", "/2", "/3"}, r.URL.Path)
		if i < 0 {
			http.NotFound(w, r)
			return
		}
		layout := watched.FirstLayout
		if redesigned.Load() {
			layout = watched.NextLayout
		}
		w.Write(watched.Render(layout, watched.Articles[i], watched.Notes[i]))
	}))
	defer server.Close()
	state, out := filepath.Join(t.TempDir(), "watch.json"), t.TempDir()
	args := []string{"-json", "-delay", "0s", "-state", state, "-out", out, "-continuous", "-revisits", "1000000000", "-text", watched.Articles[0].Abstract}
	for i := range watched.Articles {
		args = append(args, "-url", fmt.Sprintf("%s/%d", server.URL, i+1))
	}
	ctx, interrupt := context.WithCancel(t.Context())
	read, write := io.Pipe()
	seen := make(chan string)
	go func() {
		defer close(seen)
		for lines := bufio.NewScanner(read); lines.Scan(); {
			seen <- lines.Text()
		}
	}()
	ended := make(chan int)
	go func() {
		code := Run(ctx, args, write, io.Discard)
		write.Close()
		ended <- code
	}()
	next := func() watched.Look {
		line, ok := <-seen
		if !ok {
			t.Fatal("it has ended")
		}
		return looks(t, line)[0]
	}
	for range 8 {
		if l := next(); l.Outcome != "read" || l.Version != 0 {
			t.Errorf("before the redesign: %+v", l)
		}
	}
	redesigned.Store(true)
	for l := next(); l.Outcome != "read" || l.Version != 1; l = next() {
		if l.Outcome != "read" && l.Outcome != "moved" {
			t.Fatalf("after the redesign: %+v", l)
		}
	}
	interrupt()
	for range seen {
	}
	if code := <-ended; code == 0 {
		t.Error("an interrupted run exits with 0")
	}
	for _, file := range []string{state, filepath.Join(out, "watch.html")} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "version") && !strings.Contains(string(text), "Versions") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
