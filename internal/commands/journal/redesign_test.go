package journal

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/commands/internal/links"
)

// redesigned is a journal of six issues whose template changes altogether with
// the fourth: other elements, classes, addresses and order.
type redesigned struct {
	after func(issue int) string // an issue's page from the fourth on
}

const volumes = 6

func (r redesigned) issue(n int) string {
	if n > volumes/2 {
		return fmt.Sprintf("<title>Issue %d</title>", n) + r.after(n)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Issue %d</title>", n)
	b.WriteString("<ul class=menu><li><a href=/aims.html>Aims and scope</a><li><a href=/board.html>Editors</a><li><a href=/announcements/prize.html>A prize for young authors of the society</a></ul>")
	for i := range articles {
		fmt.Fprintf(&b, "<p class=entry><a class=title href=/old/%d/%d.html>The growth of cells in winter %d, part %d</a>, by <a href=/people/%d.html>Ann Person</a></p>", n, i, n, i, i)
	}
	return b.String()
}

// table is a template that looks quite different, but whose titles and names
// tell what its links are.
func table(n int) string {
	var b strings.Builder
	b.WriteString("<header><a class=logo href=/aims.html><img src=logo.gif alt=Aims></a> <a class=link href=/board.html>Editors</a></header><table>")
	for i := range articles {
		fmt.Fprintf(&b, "<tr><td><a rel=author href='/who?p=%d'>Ann Person</a><td><b><a id=t%d rel=bookmark href='/content/%d-%d'>The growth of cells in winter %d, part %d</a></b>", i, i, n, i, n, i)
	}
	return b.String() + "</table><footer><a href=/announcements/prize.html>Prize</a></footer>"
}

// numbers is a template whose page does not tell what its links are.
func numbers(n int) string {
	var b strings.Builder
	b.WriteString("<table>")
	for i := range articles {
		fmt.Fprintf(&b, "<td><a rel=x href='/content/%d-%d'>No. %d0%d</a> <a rel=y href='/who/%d-%d'>Cf. %c</a>", n, i, n, i, n, i, 'a'+i)
	}
	return b.String() + "</table>"
}

func (r redesigned) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var n int
	switch path := req.URL.Path; {
	case path == "/robots.txt":
		http.NotFound(w, req)
		return
	case scan(path, "/issue/%d/", &n):
		fmt.Fprint(w, r.issue(n))
	case strings.HasSuffix(path, "-5"): // it shows nothing that only articles have
		fmt.Fprint(w, "<h1>A note</h1><p>We thank all readers.")
	case isArticlePath(path):
		fmt.Fprint(w, "<h1>Growth</h1><h2>Abstract</h2><p>The cells grow.")
	default:
		fmt.Fprint(w, "<h1>About</h1><p>Nothing of interest.")
	}
}

func isArticlePath(path string) bool {
	return strings.HasPrefix(path, "/old/") || strings.HasPrefix(path, "/content/")
}

// A model of the first issue finds every article of every issue, and files
// nothing else as one. Where an issue's page does not tell, the articles' pages
// do, also what links like those lead to, and in the next issue nothing is in
// doubt.
func TestRedesign(t *testing.T) {
	for name, after := range map[string]func(int) string{"table": table, "numbers": numbers} {
		t.Run(name, func(t *testing.T) {
			site := redesigned{after}
			server := httptest.NewServer(site)
			t.Cleanup(server.Close)
			dir := t.TempDir()
			model := filepath.Join(dir, "model.json")
			taught := firstIssue(t, site, server.URL)
			writeModel(t, taught, model)
			args := []string{"-out", filepath.Join(dir, "out"), "-delay", "0s", "-model", model}
			for n := range volumes {
				args = append(args, "-start", fmt.Sprintf("%s/issue/%d/", server.URL, n+1))
			}
			var stdout, stderr bytes.Buffer
			if code := Run(context.Background(), args, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, stderr.String())
			}
			filed := 0
			for url, l := range manifest(t, filepath.Join(dir, "out")) {
				path := strings.TrimPrefix(url, server.URL)
				if as := l.Class == classify.ClassAbstract || l.Class == classify.ClassFullText; as != isArticlePath(path) {
					t.Errorf("%s is filed as %q: %q", path, l.Class, l.Evidence)
				}
				if isArticlePath(path) {
					filed++
				}
			}
			if filed != volumes*articles {
				t.Errorf("%d articles are filed, want %d", filed, volumes*articles)
			}
			kept := filepath.Join(dir, "out", "links.json")
			learned, err := links.ReadModel(kept)
			if err != nil {
				t.Fatal(err)
			}
			if n := doubts(learned, site, server.URL); n > 0 {
				t.Errorf("%d links of the next issue are in doubt when all have been learned", n)
			}
			if name == "numbers" && doubts(taught, site, server.URL) == 0 {
				t.Error("the new template is no trial: the first model is sure of it")
			}
			once, err := os.ReadFile(kept)
			if err != nil {
				t.Fatal(err)
			}
			if code := Run(context.Background(), args, &stdout, &stderr); code != 0 {
				t.Fatalf("again: exit %d: %s", code, stderr.String())
			}
			if again, err := os.ReadFile(kept); err != nil || !bytes.Equal(once, again) {
				t.Errorf("what is complete is learned again: %v", err)
			}
		})
	}
}

// doubts counts the links of the next issue that a model refuses or has wrong.
func doubts(m links.Model, site redesigned, host string) (n int) {
	links := classify.Reader{}.Scan([]byte(site.issue(volumes+1)), host+"/issue/7/").Links
	answers, _ := m.ClassifyPage(links)
	for i, c := range answers {
		if c.Refused || (c.Class == classify.ClassArticle) != isArticlePath(links[i].Href) {
			n++
		}
	}
	return n
}

// firstIssue is a model of the first issue.
func firstIssue(t *testing.T, site redesigned, host string) *classify.NearestNeighbor {
	t.Helper()
	m := &classify.NearestNeighbor{Journal: "made up"}
	var learn []classify.Example
	for _, l := range (classify.Reader{}).Scan([]byte(site.issue(1)), host+"/issue/1/").Links {
		class := classify.ClassOther
		if isArticlePath(l.Href) {
			class = classify.ClassArticle
		}
		learn = append(learn, classify.Example{Link: l, Class: class})
	}
	if err := m.Learn(learn...); err != nil {
		t.Fatal(err)
	}
	return m
}

func writeModel(t *testing.T, m *classify.NearestNeighbor, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
