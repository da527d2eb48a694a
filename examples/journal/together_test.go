package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestTogether: the cover of the built-in issue has a title and is linked like an article;
// it is built otherwise.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	for _, time := range []string{"first", "again"} {
		if code := run(context.Background(), []string{"-out", dir}, &stdout, &stderr); code != 0 {
			t.Fatalf("%s: exit %d: %s", time, code, stderr.String())
		}
		for url, l := range manifest(t, dir) {
			cover := strings.Contains(url, "cover")
			if cover && (l.Class != classify.ClassUnfiled || !strings.HasPrefix(l.Evidence[0], "*pages: ")) {
				t.Errorf("%s: the cover is in %s: %q", time, l.Class, l.Evidence)
			}
			if _, err := os.Stat(filepath.Join(dir, l.File)); l.File != "" && err != nil {
				t.Errorf("%s: %v", time, err)
			}
		}
	}
	if want := "Other    http://journal.example/small-things/cover-13.html, after"; !strings.Contains(stderr.String(), want) {
		t.Errorf("no line %q on the screen:\n%s", want, stderr.String())
	}
}

// TestIssuesTogether: an issue of two articles does not show what they have in common, but
// the issue before it does.
func TestIssuesTogether(t *testing.T) {
	const host = "http://peas.test"
	s := &recordedSite{start: host + "/2020/", pages: map[string][]byte{}, articles: map[string]bool{}}
	text := strings.Repeat("Peas were counted in the shade. ", 20)
	for issue, articles := range map[string]int{host + "/2019/": 6, host + "/2020/": 2} {
		var list strings.Builder
		for n := range articles + 1 {
			url := fmt.Sprintf("%s%d.html", issue, n)
			title := fmt.Sprintf("How peas of the kind %d grow in the shade of beans", n)
			fmt.Fprintf(&list, "<li><a href=%s>%s</a></li>", url, title)
			s.pages[url] = fmt.Appendf(nil, "<h1>%s</h1><div>%s</div>", title, text)
			if n < articles {
				s.articles[url] = true
				s.pages[url] = fmt.Appendf(nil, "<h1 class=title>%s</h1><ul class=by><li>Ada Bean</ul><h2>Peas</h2><p class=text>%s</p><p class=note>Bonn", title, text)
			}
		}
		s.pages[issue] = []byte("<ul>" + list.String() + "</ul>")
	}
	if got, want := s.crawl(t, host+"/2019/"), (filed{articles: 8, found: 8, others: 2}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTogetherWithoutBodies: somebody took the abstracts away before the program went on.
func TestTogetherWithoutBodies(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"-out", dir}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if err := os.RemoveAll(filepath.Join(dir, classify.ClassAbstract)); err != nil {
		t.Fatal(err)
	}
	stdout.Reset()
	if code := run(context.Background(), []string{"-out", dir, "-json"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	var r result
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || r.Pages[classify.ClassAbstract] == 0 {
		t.Errorf("%v %v", r.Pages, err)
	}
}
