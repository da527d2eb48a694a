package paper_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files")

func TestReverse(t *testing.T) {
	region := bartree.Region{Text: "The tide of bread Two loaves rose.", Parts: map[string]string{"title": "The tide of bread", "text": "Two loaves rose."}}
	tree, err := paper.Reverse([]byte(markuptest.Figure), region, nil)
	if err != nil {
		t.Fatal(err)
	}
	type level struct {
		tag             string
		index, parallel int
	}
	want := []level{
		{"html", 0, 1}, {"body", 1, 2}, {"table", 0, 1}, {"tbody", 0, 1}, {"tr", 0, 1}, {"td", 1, 2},
		{"table", 0, 1}, {"tbody", 0, 1}, {"tr", 0, 1}, {"td", 2, 4}, {"div", 1, 3},
	}
	var got []level
	for _, b := range tree.Bars {
		got = append(got, level{b.Tag, b.Index, b.Parallel})
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(level{})); diff != "" {
		t.Error(diff)
	}
	// Above, as written: html body table tr td td table tr td(left, middle closed) td p div h4.
	// html, body, table, tr, td, td, table, tr, td, p, div, h4 are open: 12.
	// Below: /div /td /tr /table /td /tr /table /body /html close without a start: span is balanced above its own end.
	if tree.Upper != 12 || tree.Lower != 10 || tree.Delta != 2 {
		t.Errorf("sigma %d / %d, delta %d", tree.Upper, tree.Lower, tree.Delta)
	}
	parts := map[string]paper.Part{
		"title": {Prefix: nil, Suffix: []string{"/h4", "span"}},
		"text":  {Prefix: []string{"/h4", "span"}, Suffix: nil},
	}
	if diff := cmp.Diff(parts, tree.Parts); diff != "" {
		t.Error(diff)
	}
	other := strings.NewReplacer("tide of <b>bread</b>", "crust", "Two&nbsp;loaves  rose.", "None fell.").Replace(markuptest.Figure)
	read, ok := paper.Extract([]byte(other), tree)
	if diff := cmp.Diff(bartree.Region{Text: "The crust None fell.", Parts: map[string]string{"title": "The crust", "text": "None fell."}}, read); !ok || diff != "" {
		t.Error(ok, diff)
	}
}

func TestReverseReadings(t *testing.T) {
	for _, c := range []struct {
		name, page, text      string
		upper, lower, depth   int
		malUpper, malLower    int
		ambiguous             bool
		parallelOfLast, index int
	}{
		{name: "symmetric", page: "<html><body><div>x</div><div>Here.</div></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, parallelOfLast: 2, index: 1},
		{name: "void elements never open (B2)", page: "<html><body><br><img src=a><hr><div>Here.</div><br></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, parallelOfLast: 5, index: 3},
		{name: "an unclosed p stays open as written (B3)", page: "<html><body><p>a<p>b<div>Here.</div></body></html>", text: "Here.", upper: 5, lower: 3, depth: 3, malUpper: 2, parallelOfLast: 3, index: 2},
		{name: "phrasing tags are left out (B4)", page: "<html><body><b>x</b><div><i>He<b>re.</b></i></div></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, parallelOfLast: 1},
		{name: "scripts and comments do not count (B21)", page: "<html><body><!-- <div> --><script>'<div>'</script><div>Here.</div></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, parallelOfLast: 2, index: 1},
		{name: "the body before the title (B16)", page: "<html><head><title>Here.</title></head><body><div>Here.</div></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, parallelOfLast: 1},
		{name: "two places (B16)", page: "<html><body><div>Here.</div><div>Here.</div></body></html>", text: "Here.", upper: 3, lower: 3, depth: 3, ambiguous: true, parallelOfLast: 2},
		{name: "text as seen (B17)", page: "<html><body><div>Caf&#233;\u00ad  cre&#x301;me\n&amp; more</div></body></html>", text: "Cafe\u0301 cr\u00e9me & more", upper: 3, lower: 3, depth: 3, parallelOfLast: 1},
	} {
		tree, err := paper.Reverse([]byte(c.page), bartree.Region{Text: c.text}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		last := tree.Bars[len(tree.Bars)-1]
		if tree.Upper != c.upper || tree.Lower != c.lower || len(tree.Bars) != c.depth || tree.UpperMalformed != c.malUpper || tree.LowerMalformed != c.malLower ||
			tree.Ambiguous != c.ambiguous || last.Parallel != c.parallelOfLast || last.Index != c.index {
			t.Errorf("%s: %+v", c.name, tree)
		}
	}
}

func TestReverseMissing(t *testing.T) {
	page := []byte("<html><body><p>There.</p></body></html>")
	for _, r := range []bartree.Region{{Text: "Here."}, {Text: "There.", Parts: map[string]string{"x": "Here."}}} {
		if _, err := paper.Reverse(page, r, nil); !errors.Is(err, bartree.ErrMissing) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if _, err := paper.Reverse(page, bartree.Region{Text: " \n"}, nil); err == nil || errors.Is(err, bartree.ErrMissing) {
		t.Errorf("blank text: %v", err)
	}
}

// TestOldTreeDecides: of two places the one that the old tree names is taken.
func TestOldTreeDecides(t *testing.T) {
	old, err := paper.Reverse([]byte(`<html><body><p>x</p><div class=a><p>Here.</p></div></body></html>`), bartree.Region{Text: "Here."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	now, err := paper.Reverse([]byte(`<html><body><p>Here.</p><div class=a><p>Here.</p></div></body></html>`), bartree.Region{Text: "Here."}, old)
	if err != nil || len(now.Bars) != 4 || now.Ambiguous {
		t.Errorf("%+v, %v", now, err)
	}
}

func TestCompareCases(t *testing.T) {
	base := "<html><body><div><p>Here.</p></div></body></html>"
	for _, c := range []struct {
		page         string
		number       int
		simple, full bool
	}{
		{base, 1, false, false},
		{"<html><body><div><ul></ul><p>Here.</p></div></body></html>", 0, false, true},              // balanced, beside the last: A_total cannot see it
		{"<html><body><div><div><p>Here.</p></div></div></body></html>", 2, true, true},             // a wrapper
		{"<html><body><table><tr><td>a<td><div><p>Here.</p></div></body></html>", 3, true, true},    // open above only
		{"<html><body><table><tr><td><div><p>Here.</p></div></table></body></html>", 4, true, true}, // different sums
	} {
		d := compareTrees(t, []byte(base), []byte(c.page), "Here.")
		if d.Case() != c.number || d.Simple() != c.simple || d.Full() != c.full {
			t.Errorf("%s: case %d, %+v", c.page, d.Case(), d)
		}
	}
}

// A change far down a page changes A_total by very little.
func TestCompareDeep(t *testing.T) {
	page := func(last int) string {
		const levels = 11
		return "<html><body>" + strings.Repeat(strings.Repeat("<p>x</p>", 9)+"<div>", levels) + strings.Repeat("<p>x</p>", last) + "<div><p>Here.</div>" + strings.Repeat("</div>", levels)
	}
	if d := compareTrees(t, []byte(page(9)), []byte(page(10)), "Here."); !d.Simple() {
		t.Errorf("not seen: %+v", d)
	}
	if d := compareTrees(t, []byte(page(9)), []byte(page(9)), "Here."); d != (paper.Difference{}) {
		t.Errorf("one page twice: %+v", d)
	}
}

func TestWriteSVG(t *testing.T) {
	region := bartree.Region{Text: "The tide of bread"}
	old, err := paper.Reverse([]byte(markuptest.Figure), region, nil)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(markuptest.Figure, `class="roi"`, `class="roi &lt;script&gt;"`, 1)
	now, err := paper.Reverse([]byte(strings.Replace(changed, "<td>middle</td>", "", 1)), region, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := paper.WriteSVG(&got, old, now); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/figure.svg"
	if *rewrite {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}
