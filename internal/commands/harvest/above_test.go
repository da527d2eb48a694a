package harvest

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// archive records a list of years, whose lists have articles with own pages.
func archive(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	own := func(title, text, name string) string {
		return `<html><body><div class="head">J</div><div class="text"><h1>` + title + `</h1><p class="by"><a href="/people/` + name + `">` + name + `</a></p><p class="abstract">` + text + `</p></div><p><a href="/files/` + name + `.pdf">Full text</a> <img src="/img/` + name + `.png" alt="Figure 1"></p></body></html>`
	}
	var manifest strings.Builder
	for path, body := range map[string]string{
		"":      `<html><body><h1>Years</h1><table><tr><td><a href="/2010">2010</a><td>one article</tr><tr><td><a href="/2011">2011</a><td>two articles</tr></table></body></html>`,
		"2010":  `<html><body><ul><li><a href="/tides">Tides</a> <i>Ann</i></li></ul></body></html>`,
		"2011":  `<html><body><ul><li><a href="/bread">Bread</a> <i>Bo</i></li><li><a href="/moss">Moss</a> <i>Eve</i></li></ul></body></html>`,
		"tides": own("Tides", "They rise twice a day.", "ann"),
		"bread": own("Bread", "It rises once, in the oven.", "bo"),
		"moss":  own("Moss", "It does not rise at all.", "eve"),
	} {
		if err := os.WriteFile(filepath.Join(dir, "f"+path), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&manifest, "{\"url\":%q,\"file\":%q}\n", "http://j.example/"+path, "f"+path)
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.jsonl"), []byte(manifest.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A list of lists is gone through to the own pages, and the links behind parts and those that
// keywords know come to CSV and JSON lines.
func TestAbove(t *testing.T) {
	out, web := t.TempDir(), archive(t)
	args := []string{"-list", "http://j.example/", "-web", web, "-out", out}
	taught := append(args, "-above", "2011 two articles", "-record", "Bread Bo", "-part", "title=Bread", "-link", "title", "-own-text", "Bread bo It rises once, in the oven.", "-own-part", "author=bo",
		"-keyword", "fulltext=full text", "-keyword", "fulltext=html", "-keyword", "image=figure")
	checkAbove(t, "taught", out, taught)
	checkAbove(t, "later", out, append(args, "-link", "title", "-keyword", "fulltext=.pdf", "-keyword", "image=/img/"))
}

func checkAbove(t *testing.T, name, out string, args []string) {
	t.Helper()
	code, stdout, stderr := programtest.Run(t, Run, args...)
	if code != 0 || !strings.Contains(stdout, "3 records on 2 pages of the list; 3 own pages read") {
		t.Fatalf("%s: exit code %d: %s%s", name, code, stdout, stderr)
	}
	found := 0
	for _, r := range readRows(t, out) {
		if r.Parts["title"] != "Tides" {
			continue
		}
		found++
		if r.Links["title"] != "http://j.example/tides" || r.Own.Links["author"] != "http://j.example/people/ann" || !reflect.DeepEqual(r.OwnLinks, map[string][]string{"fulltext": {"http://j.example/files/ann.pdf"}, "image": {"http://j.example/img/ann.png"}}) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	table, err := csv.NewReader(strings.NewReader(readFile(t, out, "records.csv"))).ReadAll()
	if err != nil || found != 1 || len(table) != 4 || !strings.HasSuffix(strings.Join(table[0], " "), "deferred link_fulltext link_image own_author_url title_url") ||
		!strings.Contains(readFile(t, out, "records.csv"), "/files/bo.pdf,http://j.example/img/bo.png,http://j.example/people/bo,http://j.example/bread\n") {
		t.Errorf("%s: %q, %v", name, table, err)
	}
}

// A harvest that read nothing ends with 1 and one sentence.
func TestNothingRead(t *testing.T) {
	web := archive(t)
	for want, flags := range map[string][]string{
		"http://j.example/2011: ":       {"-above", "2011 two articles", "-record", "Nowhere"},
		"http://j.example/: ":           {"-above", "1999", "-record", "Bread Bo"},
		"no own page could be read: ":   {"-above", "2011 two articles", "-record", "Bread Bo", "-part", "title=Bread", "-link", "title", "-own-text", "Not there"},
		"no page of the list could be ": {"-above", "2011 two articles", "-record", "Bread Bo", "-pages", "1"},
	} {
		args := append(flags, "-list", "http://j.example/", "-web", web, "-out", t.TempDir(), "-json")
		if code, _, stderr := programtest.Run(t, Run, args...); code != 1 || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", want, code, stderr)
		}
	}
}
