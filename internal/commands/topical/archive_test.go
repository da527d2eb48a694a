package topical

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// sameCrawl compares the records of two crawls, whoever judged them.
func sameCrawl(t *testing.T, a, b string) {
	t.Helper()
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`,"relevant":(true|false)`).ReplaceAll(data, nil)
	}
	if one := read(a); len(one) == 0 || !bytes.Equal(one, read(b)) {
		t.Errorf("%s and %s differ", a, b)
	}
}

// A crawl of what was recorded is the crawl that was recorded.
func TestArchive(t *testing.T) {
	for _, c := range []struct {
		name         string
		live, replay []string // flags
		strategies   []string
	}{
		{"built-in web", []string{"-topic", "tinnitus"}, []string{"-topic", "tinnitus"},
			[]string{"lokman", "breadthfirst", "adaptive"}},
		{"without flags", nil, nil, []string{"lokman"}},
		{"medweb", []string{
			"-web", shared(t, "web", "medweb", "medweb.tar.zst"), "-topic", "diabetes mellitus",
			"-ontology", shared(t, "ontology", "doid", "doid-2026-08-rendered.obo.gz")},
			[]string{
				"-topics", shared(t, "web", "medweb", "topics.jsonl"), "-topic", "diabetes mellitus",
				"-ontology", shared(t, "ontology", "doid", "doid-2026-08-rendered.obo.gz")},
			[]string{"lokman"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if slices.Contains(c.live, "") {
				t.Skip("no development data beside the project")
			}
			if testing.Short() && c.name == "medweb" {
				t.Skip("the built-in web does in short mode")
			}
			t.Chdir(t.TempDir())
			for _, strategy := range c.strategies {
				_ = os.Remove("crawl.warc.gz") // of the strategy before
				common := []string{"-pages", "80", "-strategy", strategy, "-jsonl"}
				for _, args := range [][]string{
					slices.Concat(c.live, common, []string{"alone.jsonl"}),
					slices.Concat(c.live, common, []string{"live.jsonl", "-warc", "crawl.warc.gz"}),
					slices.Concat(c.replay, common, []string{"replay.jsonl", "-web", "crawl.warc.gz"}),
				} {
					if code, _, stderr := programtest.Run(t, Run, args...); code != 0 {
						t.Fatalf("exit code %d: %s", code, stderr)
					}
				}
				sameCrawl(t, "alone.jsonl", "live.jsonl")
				sameCrawl(t, "live.jsonl", "replay.jsonl")
			}
		})
	}
}

// A crawl that is killed and resumed goes on with its archive.
func TestArchiveKilledAndResumed(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-strategy", "lokman", "-topic", "tinnitus", "-pages", "120", "-frontier", "bolt:crawl.db", "-jsonl", "live.jsonl", "-warc", "crawl.warc.gz"}
	killAt(t, 20, "live.jsonl", args...)
	killAt(t, 70, "live.jsonl", append(args, "-resume")...)
	if code, _, stderr := programtest.Run(t, Run, append(args, "-resume")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, Run, "-strategy", "lokman", "-topic", "tinnitus", "-pages", "120", "-jsonl", "replay.jsonl", "-web", "crawl.warc.gz"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	sameCrawl(t, "live.jsonl", "replay.jsonl")
}

// A crawl of the network obeys nofollow, and so does one of its archive.
func TestArchiveOfNetwork(t *testing.T) {
	page := func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, text)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			page(w, `influenza <a href="/flu">influenza</a> <a href="/not" rel="nofollow">influenza</a> <a href="/gone">influenza</a> <a href="/no">influenza</a>`)
		case "/flu", "/not":
			page(w, "influenza at "+r.URL.Path)
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /no$\n")
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	t.Chdir(t.TempDir())
	args := []string{"-topic", "influenza", "-workers", "1", "-delay", "0s", "-strategy", "breadthfirst", "-jsonl"}
	seed := strings.Replace(s.URL, "//", "//user:secret@", 1) + "/"
	if code, _, stderr := programtest.Run(t, Run, append(args, "live.jsonl", "-warc", "crawl.warc", "-seed", seed)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	s.Close()
	if code, _, stderr := programtest.Run(t, Run, append(args, "replay.jsonl", "-web", "crawl.warc")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	sameCrawl(t, "live.jsonl", "replay.jsonl")
	if archive, err := os.ReadFile("crawl.warc"); err != nil || bytes.Contains(archive, []byte("secret")) {
		t.Errorf("the archive holds the seed's password (%v)", err)
	}
	if n := len(lines(t, "live.jsonl")); n != 4 {
		t.Errorf("%d pages, want the seed, the one it links to, the missing and the forbidden one", n)
	}
}

// The WARC files of a directory are one web, also where one was cut short.
func TestArchivesOfDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("archive", 0o755); err != nil {
		t.Fatal(err)
	}
	args := slices.Clip([]string{"-topic", "tinnitus", "-pages", "20", "-jsonl"})
	if code, _, stderr := programtest.Run(t, Run, append(args, "live.jsonl", "-warc", "archive/1.warc")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	whole, err := os.ReadFile("archive/1.warc")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("archive/2.warc", whole[:len(whole)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := programtest.Run(t, Run, append(args, "replay.jsonl", "-web", "archive")...)
	if code != 0 || !strings.Contains(stderr, "2.warc: record at byte ") || !strings.Contains(stderr, "unexpected EOF: the web is the rest\n") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	sameCrawl(t, "live.jsonl", "replay.jsonl")
}

// Each page has a record of what the crawl thinks of it.
func TestArchiveTellsValues(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, stderr := programtest.Run(t, Run, "-pages", "20", "-warc", "crawl.warc", "-jsonl", "pages.jsonl"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	f, err := os.Open("crawl.warc")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text strings.Builder
	pages := 0
	for r := warc.NewReader(f); ; {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type() == "metadata" {
			pages++
			if _, err := io.Copy(&text, rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := len(lines(t, "pages.jsonl")); pages != n {
		t.Errorf("%d metadata records for %d pages", pages, n)
	}
	for _, want := range []string{"via: http", "depth: 1\r\n", "value: ", "score: ", "explanation: ", "outlink: http"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestArchiveFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	args := slices.Clip([]string{"-topic", "tinnitus", "-pages", "5"})
	if code, _, stderr := programtest.Run(t, Run, append(args, "-warc", "crawl.warc")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	whole, err := os.ReadFile("crawl.warc")
	if err != nil {
		t.Fatal(err)
	}
	// An archive that does not say where its crawl started.
	const bare = "WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 13\r\n\r\nsoftware: x\r\n\r\n\r\n"
	if err := os.WriteFile("bare.warc", []byte(bare), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{append(args, "-web", "crawl.warc", "-warc", "crawl.warc"), 2, "is the web that is crawled"},
		{append(args, "-warc", "crawl.warc"), 1, "-warc crawl.warc holds a crawl already: go on with it by -resume"},
		{append(args, "-web", "none.warc"), 1, "none.warc"},
		{append(args, "-web", "bare.warc"), 2, "give a -seed"},
		{[]string{"-warc", filepath.Join("none", "crawl.warc")}, 1, "-warc: open none"},
		{[]string{"-web", "crawl.warc", "-seed", "http://other.test/", "-topic", "tinnitus", "-warc", "new.warc"}, 1, "status 404"},
	} {
		code, _, stderr := programtest.Run(t, Run, c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d: %s", c.args, code, stderr)
		}
	}
	if kept, err := os.ReadFile("crawl.warc"); err != nil || !bytes.Equal(kept, whole) {
		t.Errorf("the archive has %d bytes after that, want the %d there were (%v)", len(kept), len(whole), err)
	}
	if _, err := os.Stat("new.warc"); err == nil {
		t.Error("a crawl that got nowhere left a file")
	}
}
