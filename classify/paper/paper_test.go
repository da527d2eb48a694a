package paper_test

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// The example of Le and Thoma 2004, section 2, printed as there but for its
// typos: size is 2, not -2, and a backslash before _top is no part of it.
func TestPaperExample(t *testing.T) {
	d := written(t, "<A href=\"http://nih.nlm.gov/help/\" target=_top>\n<FONT face=arial color=#ffffff size=2>HELP</FONT></A>")
	want := []string{
		"<href><target>",
		"<http://nih.nlm.gov/help/><_top>",
		"<http>",
		"<>",
		"<>",
		"<FONT>",
		"<[face][color][size]>",
		"<[arial][#ffffff][2]>",
		"<HELP>",
	}
	if diff := gocmp.Diff(want, paper.Vector(d.Links[0])); diff != "" {
		t.Errorf("vector (-want +got):\n%s", diff)
	}
}

// written parses a page and keeps the order of its attributes.
func written(t testing.TB, src string) classify.Document {
	t.Helper()
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	paper.RestoreAttributes(root, []byte(src))
	return classify.Reader{}.Document(root, "http://www.example.org/a/b.html")
}

func TestPaperVector(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`<a target=t href=x>1</a>`, "<target><href>|<t><x>|<>|<>|<>|<>|<>|<>|<1>"},
		{`<a name=x>here</a>`, "<name>|<x>|<>|<>|<>|<>|<>|<>|<here>"},
		{`<a href="a?b?c=1&d;e=2&d#f#g"></a>`, "<href>|<a?b?c=1&d;e=2&d#f#g>|<>|<g>|<c><d><e><d#f>|<>|<>|<>|<>"},
		{`<a href="a?b#c?d"></a>`, "<href>|<a?b#c?d>|<>|<c?d>|<b>|<>|<>|<>|<>"},
		{`<a href="http://w.example/2004/http://x/"></a>`, "<href>|<http://w.example/2004/http://x/>|<http://w.example/2004/http>|<>|<>|<>|<>|<>|<>"},
		{`<a href="mailto:a@b.example">m</a>`, "<href>|<mailto:a@b.example>|<>|<>|<>|<>|<>|<>|<m>"},
		{`<a href=x><font face=a color=b>one <img src=i></font>  &amp; two<b></b></a>`,
			"<href>|<x>|<>|<>|<>|<FONT><IMG><B>|<[face][color]><[src]><>|<[a][b]><[i]><>|<one & two>"},
	} {
		d := written(t, c.src)
		if got := strings.Join(paper.Vector(d.Links[0]), "|"); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// A model of a distance that there is not learns nothing and is not written.
func TestUnknownDistance(t *testing.T) {
	links := written(t, "<a href=x>x</a>").Links
	m := paper.NearestNeighbor{Distance: "x"}
	_, _, adapt := m.Adapt(links, nil)
	_, write := m.WriteTo(io.Discard)
	for i, err := range []error{adapt, write, m.Learn()} {
		if err == nil || !strings.Contains(err.Error(), `"x": want "levenshtein", "jaccard" or "overlap"`) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// Six of the nine components are in a link's element. Without it no answer is made of the rest.
func TestLinksWithoutNodes(t *testing.T) {
	const src = "<a target=x href=/1.html><b>On cells</b></a> <a href=/help>Help</a>"
	scanned := classify.Reader{}.Scan([]byte(src), "http://j.example/").Links
	var m paper.NearestNeighbor
	if err := m.Learn(classify.Example{Link: written(t, src).Links[0], Class: classify.ClassArticle}); err != nil {
		t.Fatal(err)
	}
	const want = `link "/1.html" has no Node`
	_, _, adapt := m.Adapt(scanned, nil)
	for i, err := range []error{adapt, m.Learn(classify.Example{Link: scanned[0], Class: classify.ClassArticle})} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", i, err)
		}
	}
	classes, drift := m.ClassifyPage(scanned)
	for _, c := range append(classes, m.Classify(scanned[0])) {
		if !c.Refused || c.Class != "" || len(c.Evidence) != 1 || !strings.Contains(c.Evidence[0], want) {
			t.Errorf("%+v", c)
		}
	}
	if len(classes) != len(scanned) || !drift.Drifted || !strings.Contains(drift.Why, want) {
		t.Errorf("%d answers, drift %+v", len(classes), drift)
	}
	if _, ok := m.Question(scanned, nil); ok || paper.Vector(scanned[0]) != nil {
		t.Errorf("asks, or has a vector: %q", paper.Vector(scanned[0]))
	}
}

// Models of different distances cannot be merged; one of none has learned nothing.
func TestMerge(t *testing.T) {
	link := func(src string) classify.Link { return written(t, src).Links[0] }
	one, two, both := &paper.NearestNeighbor{}, &paper.NearestNeighbor{Distance: "levenshtein"}, &paper.NearestNeighbor{}
	examples := []classify.Example{
		{Link: link("<a href=/1.html>On cells</a>"), Class: classify.ClassArticle}, {Link: link("<a href=/help>Help</a>"), Class: classify.ClassOther},
	}
	for m, learned := range map[*paper.NearestNeighbor][]classify.Example{one: examples[:1], two: examples[1:]} {
		if err := m.Learn(learned...); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range examples {
		if err := both.Learn(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Merge(two); err != nil {
		t.Fatal(err)
	}
	if err := one.Merge(nil); err != nil {
		t.Errorf("merged with no model: %v", err)
	}
	var got, want bytes.Buffer
	one.WriteTo(&got)
	both.WriteTo(&want)
	if diff := gocmp.Diff(want.String(), got.String()); diff != "" {
		t.Errorf("not as learned one after the other (-want +got):\n%s", diff)
	}
	if err := one.Merge(&paper.NearestNeighbor{Distance: "jaccard"}); err == nil || !strings.Contains(err.Error(), `"levenshtein" cannot be merged with one of "jaccard"`) {
		t.Errorf("two distances: %v", err)
	}
	again, err := modeltest.Read[paper.NearestNeighbor](&got)
	if err != nil || again.Distance != "levenshtein" {
		t.Errorf("read again: %+v, %v", again, err)
	}
}

// RestoreAttributes changes nothing but the order of an element's attributes.
func FuzzRestoreAttributes(f *testing.F) {
	f.Add([]byte(`<a title=x href=y><b id=1 class=2><font size=1 color=2><p>x<p>y</font></b></a>`))
	f.Add([]byte(`<a b=1 a=2><a a=2 b=1><svg xlink:href=x HREF=y viewBox="0"/><math definitionURL=a b=c>`))
	f.Add([]byte("<a a='\x00' b=\xff a=3 =x \"=y>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := html.Parse(bytes.NewReader(src))
		if err != nil {
			return
		}
		var before [][]html.Attribute
		for n := range root.Descendants() {
			before = append(before, sorted(n.Attr))
		}
		paper.RestoreAttributes(root, src)
		i := 0
		for n := range root.Descendants() {
			if !slices.Equal(sorted(n.Attr), before[i]) {
				t.Fatalf("%q became %q", before[i], n.Attr)
			}
			i++
		}
	})
}

func sorted(attrs []html.Attribute) []html.Attribute {
	return slices.SortedFunc(slices.Values(attrs), func(a, b html.Attribute) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Val, b.Val))
	})
}
