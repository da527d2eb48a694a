package main

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
)

// redesigned is a journal of six issues whose template changes altogether with
// the fourth: other elements, classes, addresses and order.
type redesigned struct{}

const issues = 6

func (redesigned) issue(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Issue %d</title>", n)
	if n <= issues/2 {
		b.WriteString("<ul class=menu><li><a href=/aims.html>Aims and scope</a><li><a href=/board.html>Editors</a><li><a href=/announcements/prize.html>A prize for young authors of the society</a></ul>")
		for i := range articles {
			fmt.Fprintf(&b, "<p class=entry><a class=title href=/old/%d/%d.html>The growth of cells in winter %d, part %d</a>, by <a href=/people/%d.html>Ann Person</a></p>", n, i, n, i, i)
		}
		return b.String()
	}
	b.WriteString("<header><a class=logo href=/aims.html><img src=logo.gif alt=Aims></a> <a class=link href=/board.html>Editors</a></header><table>")
	for i := range articles {
		fmt.Fprintf(&b, "<tr><td><a rel=author href='/who?p=%d'>Ann Person</a><td><b><a id=t%d rel=bookmark href='/content/%d-%d'>The growth of cells in winter %d, part %d</a></b>", i, i, n, i, n, i)
	}
	return b.String() + "</table><footer><a href=/announcements/prize.html>Prize</a></footer>"
}

func (r redesigned) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var n int
	switch path := req.URL.Path; {
	case path == "/robots.txt":
		http.NotFound(w, req)
		return
	case scan(path, "/issue/%d/", &n):
		fmt.Fprint(w, r.issue(n))
	case strings.HasPrefix(path, "/old/"), strings.HasPrefix(path, "/content/"):
		fmt.Fprint(w, "<h1>Growth</h1><h2>Abstract</h2><p>The cells grow.")
	default:
		fmt.Fprint(w, "<h1>About</h1><p>Nothing of interest.")
	}
}

// A model of the first issue finds every article of every issue, and files
// nothing else as one.
func TestRedesign(t *testing.T) {
	server := httptest.NewServer(redesigned{})
	t.Cleanup(server.Close)
	m := &classify.NearestNeighbor{Journal: "made up"}
	var learn []classify.Example
	for _, l := range classify.ScanDocument([]byte(redesigned{}.issue(1)), server.URL+"/issue/1/").Links {
		class := classify.ClassOther
		if strings.HasPrefix(l.Href, "/old/") {
			class = classify.ClassArticle
		}
		learn = append(learn, classify.Example{Link: l, Class: class})
	}
	if err := m.Learn(learn...); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	model := filepath.Join(dir, "model.json")
	f, err := os.Create(model)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	args := []string{"-out", filepath.Join(dir, "out"), "-delay", "0s", "-model", model}
	for n := range issues {
		args = append(args, "-start", fmt.Sprintf("%s/issue/%d/", server.URL, n+1))
	}
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	filed := 0
	for url, l := range manifest(t, filepath.Join(dir, "out")) {
		path := strings.TrimPrefix(url, server.URL)
		article := strings.HasPrefix(path, "/old/") || strings.HasPrefix(path, "/content/")
		if as := l.Class == classify.ClassAbstract || l.Class == classify.ClassFullText; as != article {
			t.Errorf("%s is filed as %q: %q", path, l.Class, l.Evidence)
		}
		if article {
			filed++
		}
	}
	if filed != issues*articles {
		t.Errorf("%d articles are filed, want %d", filed, issues*articles)
	}
}
