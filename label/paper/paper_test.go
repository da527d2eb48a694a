package paper_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
	"github.com/lokman-crawler/lokman/label/paper"
)

func parse(t testing.TB, body []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func mustRows(t testing.TB, root *html.Node, p string) []paper.Row {
	t.Helper()
	rows, err := paper.Rows(root, p)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func mustLearn(t testing.TB, root *html.Node, v label.Values) paper.Template {
	t.Helper()
	template, err := paper.Learn(root, v)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func mustLabel(t testing.TB, root *html.Node, templates []paper.Template) *label.Article {
	t.Helper()
	a, err := paper.Label(root, templates)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestFigure2 is the paper's own example, row for row. The figure prints
// "Abstract" for the "Abstract." of Figure 1.
func TestFigure2(t *testing.T) {
	page, err := os.ReadFile("testdata/figure1.html")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/figure2.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := mustRows(t, parse(t, page), "html4")
	if got := printRows(rows); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func printRows(rows []paper.Row) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%s|%s|%s\n", r.Level, r.Tag, r.Text)
	}
	return b.String()
}

func TestRows(t *testing.T) {
	const before = "1|HTML|\n2|HEAD|\n2|BODY|\n"
	tests := []struct {
		name, body, want string
		profile          string
	}{
		{"levels count eliminated elements", `<div><div><p>x</div></div>`, "5|P|\n6||x\n", "html4"},
		{"text under a table survives its elements", `<table><tr><td><p>x<b>y</b></table>`, "3|TABLE|\n8||x\n9||y\n", "html4"},
		{"headings survive a table", `<table><tr><td><h3>x</h3></table>`, "3.7|TABLE.H3|\n8||x\n", "html4"},
		{"elements without text go", `<p></p><p><b></b></p><p>x`, "3|P|\n4||x\n", "html4"},
		{"blank is any white space", "<p>\u00a0\u200b</p><p>x", "3|P|\n4||x\n", "html4"},
		{"scripts have no text", `<script>x</script><style>y</style><noscript>z</noscript><p>x`, "3|P|\n4||x\n", "html4"},
		{"custom elements go", `<x-y><p>x</p></x-y><foo>y</foo>`, "4|P|\n5||x\n3|FOO|\n4||y\n", "html4"},
		{"sections stay in the paper's profile", `<section><p>x</section>`, "3.4|SECTION.P|\n5||x\n", "html4"},
		{"sections go in the newer profile", `<section><p>x</section>`, "4|P|\n5||x\n", "html5"},
		{"font has face, color and size", `<font face=a color=b size=3>x</font>`, "3|FONT[a,b,3]|\n4||x\n", "html4"},
		{"a row ends where the next element isn't inside", `<p><b>x</b><i>y</i>`, "3.4|P.B|\n5||x\n4|I|\n5||y\n", "html4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := mustRows(t, parse(t, []byte("<body>"+tt.body)), tt.profile)
			if got := printRows(rows); got != before+tt.want {
				t.Errorf("got\n%swant\n%s", got, before+tt.want)
			}
		})
	}
}

const paperPage = `<html><head><title>%[1]s</title></head><body><h2>%[1]s</h2><p><b>%[2]s</b></p><p><i>%[3]s</i></p>%[5]s<p>%[4]s</p></body></html>`

func paperValues(n int) label.Values {
	return label.Values{
		Title:        fmt.Sprintf("Growth of beans under lamp %d", n),
		Authors:      []string{fmt.Sprintf("Ada Bean%c", 'a'+n), "Bert Pea"},
		Affiliations: []string{fmt.Sprintf("Institute of Gardens, House %d", n)},
		Abstract:     strings.Repeat(fmt.Sprintf("Beans were grown in room %d. ", n), 5),
	}
}

func paperTree(t *testing.T, v label.Values, extra string) *html.Node {
	t.Helper()
	return parse(t, fmt.Appendf(nil, paperPage, v.Title, strings.Join(v.Authors, ", "), v.Affiliations[0], v.Abstract, extra))
}

func TestLabel(t *testing.T) {
	learnt := mustLearn(t, paperTree(t, paperValues(1), ""), paperValues(1))
	tests := []struct {
		name       string
		extra      string
		confidence float64
	}{
		{"the same document string", "", 1},
		{"a row more", "<h3>News</h3>", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := paperValues(2)
			a := mustLabel(t, paperTree(t, want, tt.extra), []paper.Template{learnt})
			checkArticle(t, a, want)
			for _, l := range label.Labels() { // a label a block of visible text; News is a block too
				z, _ := a.Zone(l)
				block := slices.Index(label.Labels(), l)
				if l == label.Abstract && tt.extra != "" {
					block++
				}
				if z.First != block || z.Last != block {
					t.Errorf("%s is in the blocks %d to %d, want %d", l, z.First, z.Last, block)
				}
			}
			for _, z := range a.Zones {
				if z.Confidence != tt.confidence {
					t.Errorf("%s has confidence %v, want %v", z.Label, z.Confidence, tt.confidence)
				}
			}
		})
	}
}

// TestLabelHalf: a zone whose tag agrees but whose level does not has half
// the confidence.
func TestLabelHalf(t *testing.T) {
	learnt := mustLearn(t, paperTree(t, paperValues(1), ""), paperValues(1))
	want := paperValues(2)
	page := strings.NewReplacer("<p><b>", "<div><p><b>", "</b></p>", "</b></p></div>").Replace(
		fmt.Sprintf(paperPage, want.Title, strings.Join(want.Authors, ", "), want.Affiliations[0], want.Abstract, ""))
	a := mustLabel(t, parse(t, []byte(page)), []paper.Template{learnt})
	checkArticle(t, a, want)
	if z, _ := a.Zone(label.Authors); z.Confidence != 0.5 {
		t.Errorf("authors have confidence %v, want 0.5", z.Confidence)
	}
}

// TestLearnShort: the paper's own page and values of a few bytes, whole or
// cut by inline elements, are taught.
func TestLearnShort(t *testing.T) {
	figure1, err := os.ReadFile("testdata/figure1.html")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, page string
		values     label.Values
		want       []string // label and text of the labelled rows
	}{
		{
			"Figure 1", string(figure1),
			label.Values{Title: "Title", Authors: []string{"Author"}, Affiliations: []string{"Affiliation"}, Abstract: "Abstract."},
			[]string{"title Title", "authors Author", "affiliations Affiliation", "abstract Abstract."},
		},
		{
			"cut by inline elements", `<h1>Is H<sub>2</sub>O wet?</h1><p>Ann Bee</p><p>MI<b>T</b></p><p>We <i>did</i> it.</p><p>We did.</p><p>MIT Press</p>`,
			label.Values{Title: "Is H2O wet?", Authors: []string{"Ann Bee"}, Affiliations: []string{"MIT"}, Abstract: "We did it."},
			[]string{"title Is H", "title 2", "title O wet?", "authors Ann Bee", "affiliations MI", "affiliations T", "abstract We", "abstract did", "abstract it."},
		},
		{
			"a short text that is only a part", `<h1>Beans</h1><p>We</p><p>MIT</p>`,
			label.Values{Title: "Beans", Affiliations: []string{"MIT Press"}, Abstract: "We did it."},
			[]string{"title Beans"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := parse(t, []byte(tt.page))
			template := mustLearn(t, root, tt.values)
			rows := mustRows(t, root, "html4")
			var got []string
			for i, r := range template.Rows {
				if r.Label != "" {
					got = append(got, fmt.Sprint(r.Label, " ", rows[i].Text))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLearnNothing: values that are nowhere on the page are an error.
func TestLearnNothing(t *testing.T) {
	for _, v := range []label.Values{{}, paperValues(2)} {
		if _, err := paper.Learn(parse(t, []byte("<p>Beans")), v); !errors.Is(err, label.ErrNothingLearnt) {
			t.Errorf("%q: got %v, want %v", v.Title, err, label.ErrNothingLearnt)
		}
	}
}

// checkArticle compares the zones of an article with the values.
func checkArticle(t *testing.T, a *label.Article, want label.Values) {
	t.Helper()
	check := func(l label.Label, want string) {
		t.Helper()
		z, ok := a.Zone(l)
		got := z.Text
		if l == label.Authors || l == label.Affiliations {
			got = strings.Join(z.Items, "; ")
		}
		if got != strings.TrimSpace(want) || ok != (want != "") {
			t.Errorf("%s: got %q, want %q", l, got, want)
		}
	}
	check(label.Title, want.Title)
	check(label.Authors, strings.Join(want.Authors, "; "))
	check(label.Affiliations, strings.Join(want.Affiliations, "; "))
	check(label.Abstract, want.Abstract)
}

func FuzzRows(f *testing.F) {
	f.Add([]byte("<table><h1>x</h1><p>y"))
	f.Fuzz(func(t *testing.T, page []byte) {
		root, err := html.Parse(bytes.NewReader(page))
		if err != nil {
			return
		}
		for _, p := range []string{"html4", "html5"} {
			rows := mustRows(t, root, p)
			if bytes.ContainsAny(page, ".[]") {
				continue // names of elements may have them too
			}
			for _, r := range rows {
				if r.Tag != "" && strings.Count(string(r.Level), ".") != strings.Count(string(r.Tag.Names()), ".") {
					t.Errorf("row %q has levels %q", r.Tag, r.Level)
				}
			}
		}
	})
}

// TestTooDeep: a tree deeper than a parser makes is refused.
func TestTooDeep(t *testing.T) {
	root := &html.Node{Type: html.DocumentNode}
	at := root
	for range 100000 {
		n := &html.Node{Type: html.ElementNode, Data: "div"}
		at.AppendChild(n)
		at = n
	}
	if _, err := paper.Rows(root, "html4"); !errors.Is(err, label.ErrTooDeep) {
		t.Errorf("Rows: %v, want %v", err, label.ErrTooDeep)
	}
}

// BenchmarkRows makes the patterns of a page of the shared data.
func BenchmarkRows(b *testing.B) {
	pages, err := filepath.Glob("../../../shared/data/articles/trials/*.html")
	if err != nil || len(pages) == 0 {
		b.Skip("no shared pages")
	}
	body, err := os.ReadFile(pages[0])
	if err != nil {
		b.Fatal(err)
	}
	root := parse(b, body)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := paper.Rows(root, "html4"); err != nil {
			b.Fatal(err)
		}
	}
}

// TestProfileRules has one page for each rule of the rows of paper mode.
func TestProfileRules(t *testing.T) {
	for _, tt := range []struct{ pattern, want paper.TagPattern }{
		{"P.B", "P.B"},
		{"FONT[a,b,c].B", "FONT.B"},
		{"FONT[a[b]].B", "FONT.B"},
		{"FONT[a.B", "FONT"},
		{"A]B[c]", "A]B"},
	} {
		if got := tt.pattern.Names(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.pattern, got, tt.want)
		}
	}
}
