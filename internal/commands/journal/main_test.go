package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
)

// site is a small journal: an issue in German with articles that have an
// abstract's page, a full text and a PDF.
type site struct {
	mu    sync.Mutex
	asked map[string]int
	fails func(path string, nth int) bool
}

const articles = 7

func (s *site) page(path string) (body, contentType string) {
	var n int
	switch {
	case path == "/zeitschrift/archive/3/":
		var b strings.Builder
		b.WriteString("<title>Heft 3</title><ul><li><a href=/zeitschrift/>Startseite</a><li><a href=/zeitschrift/search>Suche</a><li><a href=/zeitschrift/ziele.html>Ziele</a></ul>")
		for i := range articles {
			fmt.Fprintf(&b, "<div class=beitrag><a href='beitrag%d.html'>Über das Wachstum der Zellen im Winter %d</a> <a href='pdf/%d'>PDF</a></div>", i, i, i)
		}
		return b.String(), "text/html; charset=utf-8"
	case path == "/zeitschrift/ziele.html":
		return "<h1>Ziele</h1><p>Wir drucken.", "text/html; charset=utf-8"
	case scan(path, "/zeitschrift/archive/3/beitrag%d.html", &n):
		return fmt.Sprintf("<h1>T</h1><h2>Zusammenfassung</h2><p>Wir zeigen es.<p><a href=voll%d.html>Volltext</a> <a href=mailto:x@y.example>Post</a>", n), "text/html; charset=utf-8"
	case scan(path, "/zeitschrift/archive/3/voll%d.html", &n):
		return "<h1>T</h1><p>" + strings.Repeat("die Zellen wachsen auch im Winter ", 250) + "<h2>Literatur</h2><ol><li>x</ol>", "text/html; charset=utf-8"
	case scan(path, "/zeitschrift/archive/3/pdf/%d", &n):
		return fmt.Sprintf("%%PDF-1.4 %d", n), "application/pdf"
	}
	return "", ""
}

func scan(path, format string, n *int) bool {
	_, err := fmt.Sscanf(path, format, n)
	return err == nil && fmt.Sprintf(format, *n) == path
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.URL.Path]++
	nth := s.asked[r.URL.Path]
	s.mu.Unlock()
	body, contentType := s.page(r.URL.Path)
	switch {
	case s.fails != nil && s.fails(r.URL.Path, nth):
		http.Error(w, "later", http.StatusServiceUnavailable)
	case body == "":
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", contentType)
		w.Write([]byte(body))
	}
}

func serve(t *testing.T, fails func(string, int) bool) (*site, string) {
	s := &site{asked: map[string]int{}, fails: fails}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL
}

func manifest(t *testing.T, dir string) map[string]shelf.Line {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "manifest.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]shelf.Line{}
	for b := range bytes.Lines(data) {
		var l shelf.Line
		if err := json.Unmarshal(b, &l); err != nil {
			t.Fatal(err)
		}
		if _, again := lines[l.URL]; again {
			t.Errorf("%s twice", l.URL)
		}
		lines[l.URL] = l
	}
	return lines
}

func TestJournal(t *testing.T) {
	for name, fails := range map[string]func(string, int) bool{
		"sound": nil,
		"503 to the first request of some pages": func(path string, nth int) bool {
			return nth == 1 && (path == "/robots.txt" || strings.HasSuffix(path, "/") || strings.Contains(path, "2"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, host := serve(t, fails)
			dir := t.TempDir()
			var stdout, stderr bytes.Buffer
			args := []string{"-start", host + "/zeitschrift/archive/3/", "-out", dir, "-delay", "0s", "-json"}
			if code := Run(context.Background(), args, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, stderr.String())
			}
			var r result
			if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			for class, want := range map[string]int{"Abstract": articles, "FullText": articles, "PDF": articles, "Other": 2} {
				if r.Pages[class] != want {
					t.Errorf("%d in %s, want %d", r.Pages[class], class, want)
				}
			}
			for url, l := range manifest(t, dir) {
				path := strings.TrimPrefix(url, host)
				if l.Class == "" {
					continue
				}
				want, _ := s.page(path)
				got, err := os.ReadFile(filepath.Join(dir, l.File))
				if err != nil || string(got) != want {
					t.Errorf("%s is not stored as served: %v", url, err)
				}
				if len(l.Evidence) == 0 || l.SHA256 == "" || l.Status != 200 {
					t.Errorf("%+v", l)
				}
			}
			requests := len(s.asked)
			if code := Run(context.Background(), args, &stdout, &stderr); code != 0 {
				t.Fatalf("again: exit %d: %s", code, stderr.String())
			}
			for path, n := range s.asked {
				if limit := 1; path != "/robots.txt" && n > limit && fails == nil {
					t.Errorf("%s was asked for %d times", path, n)
				}
			}
			if len(s.asked) != requests {
				t.Error("going on with what is complete fetches more")
			}
		})
	}
}

// What fails twice is listed for the operator; the rest is there.
func TestByHand(t *testing.T) {
	_, host := serve(t, func(path string, _ int) bool { return strings.HasSuffix(path, "/pdf/3") })
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if code := Run(context.Background(), []string{"-start", host + "/zeitschrift/archive/3/", "-out", dir, "-delay", "0s"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	list, err := os.ReadFile(filepath.Join(dir, "by-hand.jsonl"))
	if err != nil || !strings.Contains(string(list), "/pdf/3") || !strings.Contains(string(list), "503") {
		t.Errorf("by hand: %s %v", list, err)
	}
	if !strings.Contains(stdout.String(), "/pdf/3 (status 503") {
		t.Errorf("printed:\n%s", stdout.String())
	}
	if l := manifest(t, dir)[host+"/zeitschrift/archive/3/pdf/3"]; l.Status != 503 || l.Class != "" || l.File != "" {
		t.Errorf("%+v", l)
	}
}

// A download that is stopped during its revisits reports all that failed when
// it goes on.
func TestStoppedRevisits(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_, host := serve(t, func(path string, nth int) bool {
		pdf := strings.Contains(path, "/pdf/")
		if pdf && nth > 1 {
			stop()
		}
		return pdf
	})
	dir := t.TempDir()
	args := []string{"-start", host + "/zeitschrift/archive/3/", "-out", dir, "-delay", "0s"}
	var stdout, stderr bytes.Buffer
	if code := Run(ctx, args, &stdout, &stderr); code != 1 {
		t.Fatalf("stopped: exit %d: %s", code, stderr.String())
	}
	if code := Run(context.Background(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	list, err := os.ReadFile(filepath.Join(dir, "by-hand.jsonl"))
	if err != nil || bytes.Count(list, []byte("/pdf/")) != articles {
		t.Errorf("by hand: %s %v", list, err)
	}
	lines := manifest(t, dir)
	for i := range articles {
		l := lines[fmt.Sprintf("%s/zeitschrift/archive/3/pdf/%d", host, i)]
		if l.Class != "" || len(l.Evidence) != 1 || !strings.Contains(l.Evidence[0], "503") {
			t.Errorf("PDF %d: %+v", i, l)
		}
	}
}

// TestPaperMode: the issue of Figure 3 of Tran et al. 2001, with links that are
// eliminated and a page that fails at first.
func TestPaperMode(t *testing.T) {
	pages := map[string]string{
		"/issue/parent.html": `<a href=/home.html>Start</a> <a href=/x>help</a> <a href=http://other.example/abs/9>Abstract</a>
			<a href=file1.html>Abstract</a> <a href=file2.html>Full Text</a> <a href=file3.pdf>File</a> <a href=file4.html>File</a>`,
		"/issue/file1.html": `<a href=/search?q=x>x</a> <a href=file5.html>References</a>`,
		"/issue/file2.html": "2", "/issue/file4.html": "4", "/issue/file5.html": "5",
		"/issue/file3.pdf": `<a href=file6.html>a page in place of the PDF</a>`,
	}
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		if r.URL.Path == "/issue/file1.html" && asked[r.URL.Path] == 1 {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, pages[r.URL.Path])
	}))
	defer server.Close()
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"-start", server.URL + "/issue/parent.html", "-out", dir, "-delay", "0s", "-mode", "paper"}
	if code := Run(t.Context(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	want := map[string]string{"parent.html": "Other", "file1.html": "Abstract", "file2.html": "FullText", "file3.pdf": "PDF", "file4.html": "Other", "file5.html": "FullText"}
	lines := manifest(t, dir)
	for name, class := range want {
		if got := lines[server.URL+"/issue/"+name]; got.Class != class {
			t.Errorf("%s: %+v, want %s", name, got, class)
		}
	}
	delete(asked, "/robots.txt")
	if len(lines) != len(want) || len(asked) != len(want) || asked["/issue/file1.html"] != 2 {
		t.Errorf("asked for %v", asked)
	}
	if order := strings.Fields(stderr.String()); !strings.HasSuffix(order[len(order)-1], "file5.html") || !strings.HasSuffix(order[len(order)-3], "file1.html") {
		t.Errorf("the page that failed is not fetched last, before what it leads to:\n%s", stderr.String())
	}
}

// Without flags a small journal is downloaded from a server of its own. Again
// it is complete.
func TestWithoutFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, next := range []string{"served at 127.0.0.1:", "nothing was left to fetch: remove out/journal"} {
		var stdout, stderr bytes.Buffer
		if code := Run(t.Context(), nil, &stdout, &stderr); code != 0 {
			t.Fatalf("exit %d: %s", code, stderr.String())
		}
		for _, want := range []string{"FullText 8\n", "PDF      7\n", "by hand  1\n", "small-things/snails.pdf (status 404"} {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("no %q in\n%s", want, stdout.String())
			}
		}
		if !strings.Contains(filepath.ToSlash(stderr.String()), next) || !strings.Contains(stderr.String(), "go run ./examples/zones") {
			t.Errorf("no %q, or not what to do next:\n%s", next, stderr.String())
		}
	}
	kept := manifest(t, filepath.Join("out", "journal"))["http://journal.example/small-things/keys.pdf"]
	pdf, err := os.ReadFile(filepath.Join("out", "journal", kept.File))
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-1.4")) || !bytes.Contains(pdf, []byte("How far does a dropped key roll?")) {
		t.Errorf("%+v: %v", kept, err)
	}
}

// What articlelinks learns of the built-in journal files its pages better.
func TestModelOfTheJournal(t *testing.T) {
	dir := t.TempDir()
	src, err := fs.ReadFile(journals.Contents(), "small-things/issue-11.html")
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	doc := classify.Reader{}.Document(root, "http://journal.example/small-things/issue-11.html")
	m := classify.NearestNeighbor{Journal: "small-things"}
	for _, l := range doc.Links {
		class := classify.ClassOther
		if l.Node.Parent.Data == "h3" {
			class = classify.ClassArticle
		}
		if err := m.Learn(classify.Example{Link: l, Class: class}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(dir, "model.json")
	if err := os.WriteFile(model, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), []string{"-out", filepath.Join(dir, "out"), "-model", model}, &stdout, &stderr); code != 0 || !strings.HasPrefix(stdout.String(), "Abstract 8\nFullText 8\nPDF      7\n") {
		t.Errorf("exit %d: %s%s", code, stdout.String(), stderr.String())
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-start", "x"}, {"-start", "http://a.test/"}, {"-start", "http://a.test/", "-out", "x", "-delay", "-1s"}, {"-start", "http://a.test/", "-out", "x", "y"}, {"-start", "http://a.test/", "-out", "x", "-languages", "xx"},
		{"-start", "http://a.test/", "-out", "x", "-mode", "fast"}, {"-start", "http://a.test/", "-out", "x", "-mode", "paper", "-languages", "de"}} {
		var stdout, stderr bytes.Buffer
		if code := Run(context.Background(), args, &stdout, &stderr); code != 2 || stderr.Len() == 0 {
			t.Errorf("%v: exit %d, %s", args, code, stderr.String())
		}
	}
}

// The reason for a refused page names no setting that the program lacks.
func TestRefused(t *testing.T) {
	err := &dial.RefusedError{Host: "localhost", Port: 80, Why: "loopback"}
	got := why([]shelf.Missing{{URL: "http://localhost/", Reason: err.Error()}})
	if strings.Contains(got, "Open") || !strings.Contains(got, "-start") {
		t.Error(got)
	}
}
