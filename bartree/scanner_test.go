package bartree_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/bartree"
)

var visible = cmpopts.IgnoreUnexported(bartree.Fingerprint{})

// oddities are pages that browsers mend.
var oddities = []string{
	"", "<", "</", "<!", "<!-", "<a", "text", "<p>a<p>b", "<ul><li>a<li>b<ul><li>c</ul></ul>",
	"<table><tr><td>a<td>b<tr><th>c</table>", "<dl><dt>a<dd>b<dt>c</dl>", "<select><option>a<option>b<optgroup><option>c</select>",
	"<script>if (a<b) document.write('<div>')</script><div>x</div>", "<!-- <div> --!><p>x", "<!--><p>x-->", "<title><b>x</title><b>y</b>",
	"<svg><path d='x'/><g><title>t</title></g></svg><p>x", "<div class='a>b' title=\"<p>\">x</div>", "<div class=a id = b c/d>x</div>",
	"<DIV CLASS=\"B A\">x</DIV>", "<a =x y=1 class=z>", "<p title='unclosed", "<textarea><p></textarea><p>", "<plaintext><p>x</plaintext>",
	"<div></span></p></div>", "<h1>a<h2>b</h2>", "<body class=x><body><head><html>", "&#x;&amp&unknown;&#65;", "a\x00b\xff\xfe<\xc3\x28>",
	"<div " + strings.Repeat("x=y ", 6000) + "class=far>z</div>", "<p class=\"" + strings.Repeat("<>", 9000) + "\">z", "<" + strings.Repeat("n", 20000) + " class=a>z",
	"<body><a b=\"x\"class=\"y\"class=z>1</a><a b/class=q>2</a><p subclass=a =class=b>3</p ><p class=\"\">4<p class =c>5<p a=\"x\"=y class='d>'>6<h7 class=/e/f>7</h7>" +
		"<h1\tCLASS=g h>8</h1><p a==b class=i>9<p class=>10<p a?b=c class=j>11<p <b class=k>12<br class=\"l 1234\"/>" + strings.Repeat("tail ", 9),
	strings.Repeat("<div>", 2000) + "deep" + strings.Repeat("</div>", 2000), "<script " + strings.Repeat("a ", 9000) + "><div></script><p>",
}

// TestChunks: the fingerprint is the same however a page is cut.
func TestChunks(t *testing.T) {
	pages := append([]string{figure}, oddities...)
	for _, p := range pages {
		for _, size := range []int{1, 2, 3, 7, 64, 1000} {
			sameInChunks(t, []byte(p), size, "x")
			sameInChunks(t, []byte(p), size, "")
		}
	}
}

// TestRealPagesInChunks: what is read at once by the short way, and in pieces
// too small for it by the long one, is the same.
func TestRealPagesInChunks(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts hundreds of pages into small pieces")
	}
	for _, p := range realPages(t) {
		sameInChunks(t, p, 9, "")
	}
}

func sameInChunks(t *testing.T, page []byte, size int, text string) {
	t.Helper()
	var whole, cut bartree.Scanner
	for _, s := range []*bartree.Scanner{&whole, &cut} {
		if err := s.Find(text); err != nil {
			t.Fatal(err)
		}
	}
	want := whole.Scan(page)
	cut.Reset()
	for b := page; len(b) > 0; {
		n := min(size, len(b))
		cut.Write(b[:n])
		b = b[n:]
	}
	got := cut.Finish()
	if diff := cmp.Diff(want, got, visible); diff != "" {
		t.Fatalf("%.200q in pieces of %d: %s", page, size, diff)
	}
	if got.Likeness(want) != 1 {
		t.Fatalf("%.200q in pieces of %d has other paths", page, size)
	}
	x, err := want.Bars()
	y, again := got.Bars()
	if (err == nil) != (again == nil) || !cmp.Equal(x, y) {
		t.Fatalf("%.200q in pieces of %d has other bars: %v, %v", page, size, err, again)
	}
	for depth := range len(x) + 2 {
		if !cmp.Equal(want.Siblings(depth), got.Siblings(depth)) {
			t.Fatalf("%.200q in pieces of %d has other siblings at depth %d", page, size, depth)
		}
	}
}

// TestAsParsed: a page as x/net's parser reads and writes it has the same paths.
func TestAsParsed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	pages := []string{
		figure, "<!DOCTYPE html><p>a<p>b<ul><li>a<li>b</ul><table><tr><td>x</table>",
		"<!DOCTYPE html><title>x</title><dl><dt>a<dd>b</dl><select><option>a<option>b</select>",
	}
	for range 100 {
		l := newLayout(r)
		pages = append(pages, string(l.page(r, "Here.")))
	}
	var a, b bartree.Scanner
	for _, p := range pages {
		root, err := html.Parse(strings.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		var parsed bytes.Buffer
		if err := html.Render(&parsed, root); err != nil {
			t.Fatal(err)
		}
		x, y := a.Scan([]byte(p)), b.Scan(parsed.Bytes())
		if x.Likeness(y) != 1 || x.Elements != y.Elements || x.Depth != y.Depth {
			t.Errorf("%d elements %d deep, parsed %d and %d, likeness %g: %s", x.Elements, x.Depth, y.Elements, y.Depth, x.Likeness(y), p)
		}
	}
}

// TestTextIsNoStructure: other words change nothing but the words.
func TestTextIsNoStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		l := newLayout(r)
		seed := r.Uint64()
		var a, b bartree.Scanner
		text := rapid.StringMatching(`[a-z A-Z0-9.,;'"&;é]{0,80}`).Draw(t, "text")
		x := a.Scan(l.page(rand.New(rand.NewPCG(seed, 1)), "Here."))
		y := b.Scan(l.page(rand.New(rand.NewPCG(seed, 1)), html.EscapeString(text)))
		if x.Likeness(y) != 1 || x.Elements != y.Elements || x.Paths != y.Paths || x.Grams != y.Grams {
			t.Fatalf("%q changes the fingerprint", text)
		}
	})
}

func TestFind(t *testing.T) {
	var s bartree.Scanner
	if err := s.Find("The tide of bread Two loaves rose."); err != nil {
		t.Fatal(err)
	}
	f := s.Scan([]byte(figure))
	bars, err := f.Bars()
	if f.Found != 1 || err != nil || len(bars) != 11 {
		t.Fatalf("found %d times, %d levels, %v", f.Found, len(bars), err)
	}
	last := bars[10]
	if last.Tag != "div" || last.Class != "roi" || last.Index != 1 || last.Parallel != 3 || len(f.Siblings(11)) != 3 {
		t.Errorf("%+v", last)
	}
	if figure[f.Start:f.Start+3] != "The" {
		t.Errorf("starts at %q", figure[f.Start:f.Start+10])
	}
	// The one pass and the reverse algorithm agree where no phrasing element is in the way.
	tree, err := bartree.Reverse([]byte(figure), bartree.Region{Text: "The tide of bread Two loaves rose."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tree.Bars, bars); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{" ", strings.Repeat("x", 65<<10)} {
		if s.Find(bad) == nil {
			t.Errorf("text of %d bytes is taken", len(bad))
		}
	}
}

func TestTruncated(t *testing.T) {
	var s bartree.Scanner
	for _, p := range []string{strings.Repeat("<div>", 3000), manyClasses(9000), "<p class=\"" + strings.Repeat("a ", 600) + "\">"} {
		if !s.Scan([]byte(p)).Truncated {
			t.Errorf("%.20s... is not reported as truncated", p)
		}
	}
	if s.Scan([]byte(figure)).Truncated {
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

func TestScannerIsAWriter(t *testing.T) {
	var s bartree.Scanner
	s.Reset()
	if _, err := io.Copy(&s, strings.NewReader(figure)); err != nil {
		t.Fatal(err)
	}
	if f := s.Finish(); f.Bytes != len(figure) || f.Elements == 0 {
		t.Errorf("%d bytes, %d elements", f.Bytes, f.Elements)
	}
}

// TestBytesOfACutPage: a page that ends inside a tag has all of its bytes.
func TestBytesOfACutPage(t *testing.T) {
	var s bartree.Scanner
	for _, page := range []string{"<p>x</p><a hre", "<p>x</p>a <"} {
		if f := s.Scan([]byte(page)); f.Bytes != len(page) {
			t.Errorf("%q: %d bytes, want %d", page, f.Bytes, len(page))
		}
	}
}

// TestFoundInTitleAndBody: a text that is the page's title and stands once in its body is in one place.
func TestFoundInTitleAndBody(t *testing.T) {
	for _, c := range []struct {
		page  string
		found int
	}{
		{"<title>Tides</title><h1>Tides</h1>", 1},
		{"<title>Tides</title><p>Bread</p>", 1},
		{"<title>Tides</title><h1>Tides</h1><p>Tides</p>", 2},
		{"<title>Bread</title>", 0},
	} {
		var s bartree.Scanner
		if err := s.Find("Tides"); err != nil {
			t.Fatal(err)
		}
		if f := s.Scan([]byte(c.page)); f.Found != c.found {
			t.Errorf("%s: found %d times, want %d", c.page, f.Found, c.found)
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
		var s, found bartree.Scanner
		if err := found.Find("Tides"); err != nil {
			t.Fatal(err)
		}
		bars, err := found.Scan(page).Bars()
		if err != nil || bars[2].Class != c.class {
			t.Errorf("%s: class %q, %v, want %q", c.tag, bars[2].Class, err, c.class)
		}
		if s.Scan(page).Likeness(new(bartree.Scanner).Scan(same)) != 1 {
			t.Errorf("%s: unlike a page with class %q", c.tag, c.class)
		}
		sameInChunks(t, page, 3, "")
	}
}
