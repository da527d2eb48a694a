package harvest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// TestMain lets the test binary be the program, so that tests can kill it.
func TestMain(m *testing.M) {
	if os.Getenv("BE_HARVEST") != "" {
		program.Main(Run)
	}
	os.Exit(m.Run())
}

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func readRows(t *testing.T, dir string) []harvest.Row {
	t.Helper()
	var rows []harvest.Row
	for text := range strings.Lines(readFile(t, dir, "records.jsonl")) {
		var r harvest.Row
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestDemo(t *testing.T) {
	out := t.TempDir()
	code, stdout, stderr := programtest.Run(t, Run, "-json", "-out", out)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var h harvest.Results
	if err := json.Unmarshal([]byte(stdout), &h); err != nil {
		t.Fatal(err)
	}
	if h.Pages != 3 || h.Records != 10 || h.Own != 9 || h.Moved != 2 || len(h.Deferred) != 1 || !strings.Contains(h.Deferred[0].Why, "404") {
		t.Errorf("%+v", h)
	}
	rows := readRows(t, out)
	if len(rows) != 10 {
		t.Fatalf("%d rows", len(rows))
	}
	swifts := rows[2]
	if swifts.Parts["title"] != "Counting swifts at dusk" || swifts.Parts["pages"] != "15-20" || harvest.Entries(swifts.Lists["authors"]) != "P. Ilves; T. Saar; K. Mets" || !strings.HasPrefix(swifts.Own.Text, "Swifts were counted") {
		t.Errorf("%+v", swifts)
	}
	if editor := rows[3]; editor.Parts["title"] != "Notes from the editor" || len(editor.Lists) != 0 {
		t.Errorf("%+v", editor)
	}
	if gone := rows[6]; gone.Deferred == "" || gone.Own.Text != "" {
		t.Errorf("%+v", gone)
	}
	table, err := csv.NewReader(strings.NewReader(readFile(t, out, "records.csv"))).ReadAll()
	if err != nil || len(table) != 11 || strings.Join(table[0], " ") != "list index url text pages title authors result own_text deferred title_url" || table[3][6] != "P. Ilves; T. Saar; K. Mets" {
		t.Errorf("%q, %v", table, err)
	}
	if lost := readFile(t, out, "deferred.jsonl"); strings.Count(lost, "\n") != 1 {
		t.Errorf("%q", lost)
	}
	for _, gone := range []string{"harvest.journal", "frontier.bolt"} {
		if _, err := os.Stat(filepath.Join(out, gone)); err == nil {
			t.Errorf("%s is left", gone)
		}
	}
}

// demoServer serves the built-in site, counts requests, and holds that for one path
// until the test lets it go.
type demoServer struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
	stop  string
	held  chan struct{}
	free  chan struct{}
}

func serveDemo(t *testing.T) *demoServer {
	s := &demoServer{asked: map[string]int{}, held: make(chan struct{}), free: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Path]++
		stop := r.URL.Path == s.stop
		s.mu.Unlock()
		if stop {
			s.held <- struct{}{}
			<-s.free
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		body, err := site.ReadFile("demo/" + name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *demoServer) holdAt(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = path
}

// taught are the flags of the built-in harvest.
func taught(url, out string) []string {
	var o harvest.Options
	o.Inner = program.Parts{}
	harvest.TeachDemo(&o)
	return []string{"-list", url, "-record", o.Record.Text, "-part", "title=" + o.Record.Parts["title"], "-part", "pages=" + o.Record.Parts["pages"],
		"-inner", "authors=" + o.Inner["authors"], "-link", o.Link, "-next", o.Next, "-own-text", o.Own.Text, "-out", out, "-delay", "0s"}
}

// A harvest that is killed by kill -9 while it fetches a page, twice, goes on where it
// was: it asks again for the page that was in flight alone, and writes what an
// uninterrupted one does.
func TestKilled(t *testing.T) {
	s := serveDemo(t)
	whole, killed := t.TempDir(), t.TempDir()
	if code, _, stderr := programtest.Run(t, Run, taught(s.URL+"/", whole)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	s.mu.Lock()
	clear(s.asked)
	s.mu.Unlock()
	for _, at := range []string{"/bread.html", "/page2.html", "/rope.html"} {
		s.holdAt(at)
		cmd := exec.Command(os.Args[0], taught(s.URL+"/", killed)...)
		cmd.Env = append(os.Environ(), "BE_HARVEST=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-s.held:
		case err := <-ended:
			t.Fatalf("ended before it was killed at %s: %v: %s", at, err, &stderr)
		}
		cmd.Process.Kill()
		<-ended
		s.free <- struct{}{}
		if _, err := os.Stat(filepath.Join(killed, "records.jsonl")); err == nil {
			t.Fatal("results of a harvest that is not done")
		}
	}
	s.holdAt("")
	other := append(taught(s.URL+"/", killed), "-next", "Other")
	if code, _, stderr := programtest.Run(t, Run, other...); code != 1 || !strings.Contains(stderr, "another harvest") {
		t.Errorf("other flags: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, Run, taught(s.URL+"/", killed)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, name := range []string{"records.jsonl", "records.csv", "deferred.jsonl"} {
		if a, b := readFile(t, whole, name), readFile(t, killed, name); a != b {
			t.Errorf("%s:\n%s\nwant\n%s", name, b, a)
		}
	}
	for path, n := range s.asked {
		want := 1
		switch path {
		case "/bread.html", "/page2.html", "/rope.html":
			want = 2
		case "/robots.txt":
			want = 4
		}
		if n > want {
			t.Errorf("%s was asked for %d times, want %d", path, n, want)
		}
	}
}

// recorded writes the built-in site as a recorded web, with changes.
func recorded(t *testing.T, changes ...string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := site.ReadDir("demo")
	if err != nil {
		t.Fatal(err)
	}
	var manifest strings.Builder
	for _, f := range files {
		body, err := site.ReadFile("demo/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(changes...).Replace(string(body))
		if err := os.WriteFile(filepath.Join(dir, f.Name()), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		url := harvest.SiteURL + strings.Replace(f.Name(), "index.html", "", 1)
		fmt.Fprintf(&manifest, "{\"url\":%q,\"file\":%q}\n", url, f.Name())
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.jsonl"), []byte(manifest.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What was learned is used by later harvests; a list that lost a part, or was
// redesigned, is deferred and the reason named.
func TestLater(t *testing.T) {
	out := t.TempDir()
	if code, _, stderr := programtest.Run(t, Run, append(taught(harvest.SiteURL, out), "-web", recorded(t))...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	later := []string{"-list", harvest.SiteURL, "-link", "title", "-out", out}
	if code, stdout, stderr := programtest.Run(t, Run, append(later, "-web", recorded(t, "harbours", "towns"))...); code != 0 || !strings.Contains(stdout, "10 records on 3 pages") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if code, stdout, _ := programtest.Run(t, Run, append(later, "-web", recorded(t, `<p class="pages">`, `<p class="folio">`))...); code != 0 || !strings.Contains(stdout, "no record has the part pages") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	if code, _, stderr := programtest.Run(t, Run, append(later, "-web", recorded(t, "<li>", "<dd>", "<ul", "<dl", "</li>", "", "</ul>", "</dl>"))...); code != 1 || !strings.Contains(stderr, "no record of the list") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// The parts of own pages have columns of their own; what -pages leaves out is
// deferred.
func TestOwnParts(t *testing.T) {
	out := t.TempDir()
	demo := harvest.Options{Inner: program.Parts{}}
	harvest.TeachDemo(&demo)
	args := []string{"-list", harvest.SiteURL, "-web", recorded(t), "-out", out, "-record", "Tides in small harbours", "-part", "title=Tides in small harbours", "-link", "title", "-next", "Older articles",
		"-own-text", "Tides in small harbours M. Okafor, A. Lind Abstract " + demo.Own.Text, "-own-part", "title=Tides in small harbours", "-own-part", "authors=M. Okafor, A. Lind"}
	code, _, stderr := programtest.Run(t, Run, args...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if rows := readRows(t, out); rows[2].Own.Parts["title"] != "Counting swifts at dusk" || rows[2].Own.Parts["authors"] != "P. Ilves, T. Saar, K. Mets" {
		t.Errorf("%+v", rows[2].Own)
	}
	if table := readFile(t, out, "records.csv"); !strings.Contains(table, "own_authors,own_title,deferred,title_url") {
		t.Errorf("%.200s", table)
	}
	code, stdout, stderr := programtest.Run(t, Run, append(args, "-pages", "3")...)
	if code != 0 || !strings.Contains(stdout, "4 records on 1 page of the list; 2 own pages read") || strings.Count(readFile(t, out, "deferred.jsonl"), "not fetched") != 2 {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// The own page of the taught record is read first, wherever the record is in the list and whatever of
// it is taught: the others are read by it.
func TestTaughtRecordIsNotTheFirst(t *testing.T) {
	const swifts = "Counting swifts at dusk"
	for name, taught := range map[string][]string{
		"by a part":     {"-record", swifts, "-part", "title=" + swifts, "-link", "title"},
		"by authors":    {"-record", swifts, "-part", "authors=P. Ilves", "-part", "title=" + swifts, "-link", "title"},
		"by an address": {"-record", swifts, "-part", "article=swifts.html", "-link", "article"},
		"without parts": {"-record", swifts},
	} {
		out := t.TempDir()
		args := append(taught, "-list", harvest.SiteURL, "-web", recorded(t), "-out", out, "-next", "Older articles",
			"-own-text", "Swifts were counted on forty evenings. Two people who count together agree within three birds in a hundred.")
		code, stdout, stderr := programtest.Run(t, Run, args...)
		if code != 0 || !strings.Contains(stdout, "9 own pages read") {
			t.Errorf("%s: exit code %d: %s%s", name, code, stdout, stderr)
		}
	}
}

// A part that an own page lacks is named.
func TestMissingPartIsNamed(t *testing.T) {
	out := t.TempDir()
	args := []string{"-list", harvest.SiteURL, "-web", recorded(t, "P. Ilves, T. Saar, K. Mets</p>", "</p>"), "-out", out, "-record", "Tides in small harbours",
		"-part", "title=Tides in small harbours", "-link", "title",
		"-own-text", "Tides in small harbours M. Okafor, A. Lind", "-own-part", "authors=M. Okafor, A. Lind"}
	if code, _, stderr := programtest.Run(t, Run, args...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if lost := readFile(t, out, "deferred.jsonl"); !strings.Contains(lost, "swifts.html") || !strings.Contains(lost, `part \"authors\"`) {
		t.Error(lost)
	}
}

func TestFails(t *testing.T) {
	out := t.TempDir()
	web := recorded(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-list", harvest.SiteURL, "-record", "Not there", "-web", web}, "not on the page"},
		{[]string{"-list", harvest.SiteURL + "nowhere", "-record", "Tides", "-web", web}, "no page of the list could be read"},
		{[]string{"-list", harvest.SiteURL, "-web", web}, "-record is needed"},
	} {
		if code, _, stderr := programtest.Run(t, Run, append(c.args, "-out", out)...); code != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d: %s", c.args, code, stderr)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"extra"}, {"-record", "x"}, {"-part", "x"}, {"-list", "x", "-part", "a=b"}, {"-list", "x", "-own-part", "a=b"},
		{"-list", "x", "-record", "y", "-link", "z"}, {"-pages", "-1"}, {"-out", ""}, {"-keyword", "pdf"}, {"-list", "x", "-above", "y"}, {"-list", "x", "-own-focus", "2"}, {"-unknown"},
		{"-list", "x", "-record", "y", "-part", "text=a"}, {"-list", "x", "-record", "y", "-part", "a=b", "-inner", "a=c"}, {"-list", "x", "-own-text", "y", "-own-part", "text=a"}} {
		if code, _, stderr := programtest.Run(t, Run, args...); code != 2 || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	if code, _, stderr := programtest.Run(t, Run, "-h"); code != 0 || !strings.Contains(stderr, "-own-text") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
