package markup_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

var visible = cmpopts.IgnoreUnexported(markup.Feature{})

// TestBothWays: what is read by the short way and by the long one is the same.
func TestBothWays(t *testing.T) {
	for _, p := range append([]string{markuptest.Figure}, markuptest.Oddities...) {
		sameBothWays(t, []byte(p))
	}
}

func TestBothWaysOnRealPages(t *testing.T) {
	for _, p := range realPages(t) {
		sameBothWays(t, p)
	}
}

func sameBothWays(t *testing.T, page []byte) {
	t.Helper()
	want, got := new(markup.Scanner).Scan(page), markup.ScanLong(page)
	if diff := cmp.Diff(want, got, visible); diff != "" {
		t.Fatalf("%.200q by the long way: %s", page, diff)
	}
	if got.Likeness(want) != 1 {
		t.Fatalf("%.200q has other paths by the long way", page)
	}
}

func TestTruncated(t *testing.T) {
	var s markup.Scanner
	for _, p := range []string{strings.Repeat("<div>", 3000), manyClasses(9000), "<p class=\"" + strings.Repeat("a ", 600) + "\">"} {
		if !s.Scan([]byte(p)).Truncated {
			t.Errorf("%.20s... is not reported as truncated", p)
		}
	}
	if s.Scan([]byte(markuptest.Figure)).Truncated {
		t.Error("a small page is reported as truncated")
	}
}

func manyClasses(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<p class=c" + strings.Repeat("x", i%50) + "y" + strings.Repeat("z", i/50) + "></p>")
	}
	return b.String()
}

// TestBytesOfACutPage: a page that ends inside a tag has all of its bytes.
func TestBytesOfACutPage(t *testing.T) {
	var s markup.Scanner
	for _, page := range []string{"<p>x</p><a hre", "<p>x</p>a <"} {
		if f := s.Scan([]byte(page)); f.Bytes != len(page) {
			t.Errorf("%q: %d bytes, want %d", page, f.Bytes, len(page))
		}
	}
}

// TestFirstClass: the first class of a tag counts, though it has no value, on all ways of reading.
func TestFirstClass(t *testing.T) {
	for _, c := range []struct{ tag, class string }{
		{"<div class=a class=b>", "a"},
		{"<div class class=b>", ""},
		{"<div CLASS id=x class='b'>", ""},
		{"<div data-class class=b>", "b"},
		{"<div title=class class=b>", "b"},
	} {
		page := []byte(c.tag + "<p>Tides</p></div>" + strings.Repeat("<p>tail</p>", 9))
		same := []byte(strings.Replace(string(page), c.tag, `<div class="`+c.class+`">`, 1))
		for _, e := range markup.ReadOutline(page).Elements {
			if e.Label() == "div" || strings.HasPrefix(e.Label(), "div.") {
				if string(e.Class) != c.class {
					t.Errorf("%s: class %q, want %q", c.tag, e.Class, c.class)
				}
			}
		}
		var s markup.Scanner
		if s.Scan(page).Likeness(new(markup.Scanner).Scan(same)) != 1 {
			t.Errorf("%s: unlike a page with class %q", c.tag, c.class)
		}
		sameBothWays(t, page)
	}
}

// realPages is real pages of real templates that nobody on the project wrote.
func realPages(t testing.TB) [][]byte {
	t.Helper()
	const dir = "../../../shared/data/templates"
	list, err := os.ReadFile(filepath.Join(dir, "manifest.jsonl"))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	var pages [][]byte
	for line := range bytes.Lines(list) {
		var m struct{ Path string }
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		p, err := os.ReadFile(filepath.Join(dir, m.Path))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	return pages
}
