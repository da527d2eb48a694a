package shelf_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/frontier"
)

func open(t *testing.T, dir string, classes ...string) *shelf.Shelf {
	t.Helper()
	s, err := shelf.Open(dir, classes...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func page(url, contentType, body string) *crawl.Page {
	return &crawl.Page{URL: url, Parent: "http://j.example/", Status: 200, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
}

func put(t *testing.T, s *shelf.Shelf, p *crawl.Page, class string) {
	t.Helper()
	if err := s.Put(p, classify.Classification{Class: class, Evidence: []string{"a test"}}); err != nil {
		t.Fatal(err)
	}
}

func lines(t *testing.T, dir string) []shelf.Line {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "manifest.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []shelf.Line
	for b := range strings.Lines(string(data)) {
		var l shelf.Line
		if err := json.Unmarshal([]byte(b), &l); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

// closed closes a shelf and returns its manifest.
func closed(t *testing.T, s *shelf.Shelf, dir string) (name string, manifest []byte) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(dir, "manifest.jsonl")
	manifest, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return name, manifest
}

// Figure 3 of Tran et al. 2001: each file goes to the folder of its class, as it
// was served.
func TestPut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "issue")
	s := open(t, dir, classify.ClassPDF)
	pages := map[string]*crawl.Page{
		classify.ClassAbstract: page("http://j.example/a/file1.html?x=1", "text/html", "\xff<p>1"),
		classify.ClassFullText: page("http://j.example/file2", "application/xhtml+xml", "<p>2"),
		classify.ClassPDF:      page("http://j.example/file3.pdf", "application/pdf", "%PDF 3"),
		"":                     page("http://j.example/", "image/png", "png"),
	}
	for class, p := range pages {
		put(t, s, p, class)
		put(t, s, p, class) // once is enough
	}
	put(t, s, &crawl.Page{URL: "http://j.example/gone", Status: 404, Err: &crawl.Error{URL: "http://j.example/gone", Err: errors.New("status 404 Not Found")}}, "")
	put(t, s, &crawl.Page{URL: "http://j.example/old", Status: 301, Redirect: "http://j.example/new"}, "")
	put(t, s, &crawl.Page{URL: "http://j.example/same", Status: 304, NotModified: true}, "")
	all := lines(t, dir)
	if len(all) != 7 {
		t.Fatalf("%d lines", len(all))
	}
	for _, l := range all[:4] {
		class := strings.TrimSuffix(l.Class, "Other")
		body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(l.File)))
		if err != nil || string(body) != string(pages[class].Body) || l.URL != pages[class].URL {
			t.Errorf("%+v: %q, %v", l, body, err)
		}
		if !strings.HasPrefix(l.File, l.Class+"/") || len(l.SHA256) != 64 || l.Status != 200 || l.Parent == "" || l.Evidence[0] != "a test" {
			t.Errorf("%+v", l)
		}
		if ext := map[string]string{"Abstract": ".html", "FullText": ".html", "PDF": ".pdf", "": ".png"}[class]; filepath.Ext(l.File) != ext {
			t.Errorf("%s, want %s", l.File, ext)
		}
	}
	for i, want := range []string{"failed: status 404", "redirects to http://j.example/new", "not modified"} {
		if l := all[4+i]; l.Class != "" || l.File != "" || !strings.HasPrefix(l.Evidence[0], want) {
			t.Errorf("%+v, want %q", l, want)
		}
	}
	if got := fmt.Sprint(s.Classes()); got != "map[Abstract:1 FullText:1 Other:1 PDF:1]" {
		t.Errorf("classes %s", got)
	}
}

// A manifest whose last line is torn is gone on with; one that is no manifest is
// left alone.
func TestGoOn(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, page("http://j.example/1", "text/html", "1"), "PDF")
	broken := page("http://j.example/2", "text/html", "2")
	broken.Incomplete = errors.New("the connection broke")
	put(t, s, broken, "PDF")
	name, whole := closed(t, s, dir)
	for n := range 4 {
		if err := os.WriteFile(name, append(slices.Clone(whole), `{"url":"http://j.example/3","cla`[:8*(n+1)]...), 0o666); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		put(t, s, page("http://j.example/1", "text/html", "new"), "PDF")
		put(t, s, page("http://j.example/3", "text/html", "3"), "PDF")
		if got := s.Classes()["PDF"]; got != 3 || len(lines(t, dir)) != 3 {
			t.Errorf("%d pages, %d lines", got, len(lines(t, dir)))
		}
		missing, err := s.ListMissing(frontier.New(frontier.Options{}).Failures(t.Context()))
		if err != nil || len(missing) != 1 || missing[0].URL != "http://j.example/2" || missing[0].Reason != "the connection broke" {
			t.Errorf("missing %+v, %v", missing, err)
		}
		s.Close()
	}
	for _, text := range []string{"no manifest\n", "no manifest", strings.Repeat("x", 2<<20)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := shelf.Open(dir); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("error %v", err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("the file was changed: %v", err)
		}
	}
}

// A last line that lacks nothing but its end, as editors leave it, is kept.
func TestLastLineWithoutEnd(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, page("http://j.example/1", "text/html", "1"), "PDF")
	name, whole := closed(t, s, dir)
	if err := os.WriteFile(name, bytes.TrimSuffix(whole, []byte("\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if got := s.Classes()["PDF"]; got != 1 {
		t.Errorf("%d pages, want 1", got)
	}
	put(t, s, page("http://j.example/2", "text/html", "2"), "PDF")
	got := lines(t, dir)
	if len(got) != 2 || got[0].URL != "http://j.example/1" || got[1].URL != "http://j.example/2" {
		t.Errorf("lines %+v", got)
	}
}

// A class from outside cannot lead out of the directory, nor can a URL.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "in"))
	for _, class := range []string{"..", "../up", "/etc", `a\b`, "a/b", ".hidden", "manifest.jsonl", " x", "C:", "a\x00", strings.Repeat("x", 65)} {
		if err := s.Put(page("http://j.example/1", "text/html", "x"), classify.Classification{Class: class}); !errors.Is(err, shelf.ErrClass) {
			t.Errorf("%q: %v", class, err)
		}
		if _, err := shelf.Open(filepath.Join(dir, "in"), class); !errors.Is(err, shelf.ErrClass) {
			t.Errorf("open with %q: %v", class, err)
		}
	}
	for i, url := range []string{"http://j.example/../../up", "http://j.example/%2e%2e/%2e%2e/up", "http://j.example/" + strings.Repeat("a/", 3000), "http://j.example/x.\u202egnp", "http://j.example/con.html"} {
		put(t, s, page(url, "", strings.Repeat("x", i)), "Zusammenfassung 1")
	}
	long := classify.Classification{Class: "Long", Evidence: slices.Repeat([]string{strings.Repeat("\x01", 1<<20)}, 100)}
	if err := s.Put(page("http://j.example/long", "", ""), long); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, filepath.Join(dir, "in")) // which reads it again
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if name := d.Name(); !d.IsDir() && name != "manifest.jsonl" && (len(name) > 110 || !strings.Contains(path, filepath.Join("in", "Zusammenfassung 1")) && !strings.Contains(path, "Long")) {
			t.Errorf("file %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A failing lists failures, or fails.
type failing []error

func (f failing) all() iter.Seq2[frontier.Failure, error] {
	return func(yield func(frontier.Failure, error) bool) {
		for i, err := range f {
			if !yield(frontier.Failure{URL: fmt.Sprint("http://j.example/", i), Source: "http://j.example/", Reason: "status 503", Attempts: 2}, err) {
				return
			}
		}
	}
}

// The list for the operator is what is missing now.
func TestListMissing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	name := filepath.Join(dir, "by-hand.jsonl")
	got, err := s.ListMissing(failing{nil, nil}.all())
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	list, err := os.ReadFile(name)
	if want := `{"url":"http://j.example/0","parent":"http://j.example/","reason":"status 503","attempts":2}`; err != nil || !strings.HasPrefix(string(list), want+"\n") {
		t.Errorf("%s, %v", list, err)
	}
	down := errors.New("down")
	if _, err := s.ListMissing(failing{nil, down}.all()); !errors.Is(err, down) {
		t.Errorf("error %v", err)
	}
	if again, err := os.ReadFile(name); err != nil || string(again) != string(list) {
		t.Errorf("a list that could not be made replaced the one before: %v", err)
	}
	for range 2 {
		if got, err := s.ListMissing(failing{}.all()); err != nil || got != nil {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("an empty list: %v", err)
		}
	}
}

// Several workers may file pages at once.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				if err := s.Put(page(fmt.Sprintf("http://j.example/%d", (i+j)%25), "text/html", "x"), classify.Classification{Class: fmt.Sprint(j % 3)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(lines(t, dir)); n != 25 {
		t.Errorf("%d lines, want 25", n)
	}
}

// What is missing of a page stays on the list, however much its classifier said and
// whatever class it has later.
func TestIncompleteStays(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	p := page("http://j.example/1", "text/html", "1")
	p.Incomplete, p.Truncated = errors.New("the connection broke"), true
	evidence := slices.Repeat([]string{"a reason"}, 100)
	if err := s.Put(p, classify.Classification{Class: "PDF", Evidence: evidence}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 { // as it was put, with another class, and with none
		s = open(t, dir)
		missing, err := s.ListMissing(frontier.New(frontier.Options{}).Failures(t.Context()))
		if err != nil || len(missing) != 1 || missing[0].Reason != "the connection broke" {
			t.Errorf("missing %+v, %v", missing, err)
		}
		l := lines(t, dir)[0]
		if !slices.ContainsFunc(l.Evidence, func(e string) bool { return strings.HasPrefix(e, "cut short: ") }) {
			t.Errorf("evidence %q", l.Evidence)
		}
		if err := s.Refile(map[string]classify.Classification{p.URL: {Class: "Abstract", Evidence: evidence}}); err != nil {
			t.Fatal(err)
		}
		evidence = nil
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s = open(t, dir)
	put(t, s, page("http://j.example/2", "text/html", "2"), "PDF")
	if err := s.Refile(map[string]classify.Classification{"http://j.example/2": {}}); err != nil {
		t.Fatal(err)
	}
	if e := lines(t, dir)[1].Evidence; e == nil || len(e) > 0 {
		t.Errorf("evidence %#v, want an empty list", e)
	}
}

// A page that had failed is stored once it comes, as it does when its failure was
// requeued or its host moved it back.
func TestStoredAfterFailure(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	const down, moved = "http://j.example/down", "http://j.example/moved"
	for range 2 {
		put(t, s, &crawl.Page{URL: down, Err: &crawl.Error{URL: down, Err: errors.New("no route")}}, "")
		put(t, s, &crawl.Page{URL: moved, Status: 302, Redirect: "http://j.example/new"}, "")
	}
	if got := len(lines(t, dir)); got != 2 {
		t.Errorf("%d lines of pages that failed, want one each", got)
	}
	put(t, s, page(down, "text/html", "up again"), "PDF")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	put(t, s, page(moved, "text/html", "back again"), "PDF")
	put(t, s, page(down, "text/html", "once more"), "PDF")
	put(t, s, &crawl.Page{URL: down, Err: &crawl.Error{URL: down, Err: errors.New("no route")}}, "")
	if got, want := stored(t, dir), map[string]string{"up again": "PDF", "back again": "PDF"}; !maps.Equal(got, want) {
		t.Errorf("stored %v, want %v", got, want)
	}
	if all := lines(t, dir); len(all) != 4 || all[2].URL != down || all[2].File == "" || s.Classes()["PDF"] != 2 {
		t.Errorf("%d lines, classes %v: %+v", len(all), s.Classes(), all)
	}
}

// The ends of file names are the same on all machines, whatever types these know.
func TestExtensions(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for _, c := range []struct{ path, contentType, want string }{
		{"paper.pdf", "application/octet-stream", ".pdf"},
		{"paper", "application/octet-stream", ""},
		{"notes", "text/plain", ".txt"},
		{"notes.md", "text/plain; charset=utf-8", ".md"},
		{"notes.php", "text/plain", ".txt"},
		{"photo", "image/jpeg", ".jpg"},
		{"photo.JPEG", "image/jpeg", ".jpeg"},
		{"image.php", "image/png", ".png"},
		{"feed.xml", "application/xml", ".xml"},
		{"data.csv", "application/x-odd", ".csv"},
		{"data.too-long", "application/x-odd", ""},
		{"data.", "application/x-odd", ""},
		{"thesis", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx"},
	} {
		put(t, s, page("http://j.example/"+c.path, c.contentType, c.path), "Other")
		all := lines(t, dir)
		if got := filepath.Ext(all[len(all)-1].File); got != c.want {
			t.Errorf("%s as %s ends in %q, want %q", c.path, c.contentType, got, c.want)
		}
	}
}

// What a killed program left of a file that it had not written whole is removed.
func TestOpenSweeps(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, "PDF")
	put(t, s, page("http://j.example/1", "application/pdf", "1"), "PDF")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	names := []string{".part-123", "PDF/.part-456", "PDF/mine.part-7", "PDF/.notes"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir+"/")
	for i, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != (i >= 2) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, want := stored(t, dir), map[string]string{"1": "PDF", "half": "PDF"}; !maps.Equal(got, want) {
		t.Errorf("stored %v, want %v", got, want)
	}
}

// Two shelves on one directory would lose lines of the manifest.
func TestOneShelf(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, page("http://j.example/1", "text/html", "1"), classify.ClassAbstract)
	refused := func() {
		t.Helper()
		if _, err := shelf.Open(dir); err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "locked") {
			t.Errorf("a second shelf: %v", err)
		}
	}
	refused()
	if err := s.Refile(map[string]classify.Classification{"http://j.example/1": {Class: classify.ClassFullText}}); err != nil {
		t.Fatal(err)
	}
	refused() // the manifest is another file now
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, dir).Close()
}
