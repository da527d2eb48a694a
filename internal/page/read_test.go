package page_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
)

// differ says where the tree of a page that was read from its bytes differs from that of
// html.Parse, "" if nowhere.
func differ(src []byte) string {
	root, treeErr := html.Parse(bytes.NewReader(src))
	got, err := page.Read(src)
	whole, _ := page.ScanTags(src)
	switch {
	case treeErr != nil && err != nil:
		return beyond(whole, len(src))
	case err == nil && !slices.Equal(got.Nodes, whole.Nodes):
		return "other nodes with tags"
	case treeErr != nil || err != nil:
		return fmt.Sprintf("error %v, of html.Parse %v", err, treeErr)
	}
	want := page.Of(root)
	for i := range min(len(got.Nodes), len(want.Nodes)) {
		g, w := got.Nodes[i], want.Nodes[i]
		if g.Type != w.Type || g.Space != w.Space || g.Atom != w.Atom || g.Data != w.Data || g.Parent != w.Parent || g.End != w.End {
			return fmt.Sprintf("node %d: %+v, want %+v", i, g, w)
		}
		if g, w := attributesOf(got, int32(i)), attributesOf(want, int32(i)); g != w {
			return fmt.Sprintf("node %d: attributes %s, want %s", i, g, w)
		}
	}
	if len(got.Nodes) != len(want.Nodes) {
		return fmt.Sprintf("%d nodes, want %d", len(got.Nodes), len(want.Nodes))
	}
	dom, err := got.DOM()
	if err != nil {
		return err.Error()
	}
	return unlike(dom, root)
}

// unlike says where two trees are not the same, "" if nowhere.
func unlike(got, want *html.Node) string {
	number := map[*html.Node]int{nil: -1}
	for i, of := 0, [2]*html.Node{got, want}; of[0] != nil && of[1] != nil; i++ {
		number[of[0]], number[of[1]] = i, i
		of[0], of[1] = next(of[0]), next(of[1])
	}
	for ; got != nil || want != nil; got, want = next(got), next(want) {
		if got == nil || want == nil {
			return "not as many nodes"
		}
		g, w := *got, *want
		for _, of := range [][2]*html.Node{
			{g.Parent, w.Parent}, {g.FirstChild, w.FirstChild}, {g.LastChild, w.LastChild}, {g.PrevSibling, w.PrevSibling}, {g.NextSibling, w.NextSibling},
		} {
			if number[of[0]] != number[of[1]] {
				return fmt.Sprintf("%+v is not where %+v is", g, w)
			}
		}
		if g.Type != w.Type || g.DataAtom != w.DataAtom || g.Data != w.Data || g.Namespace != w.Namespace || !slices.Equal(g.Attr, w.Attr) {
			return fmt.Sprintf("a tree has %+v, want %+v", g, w)
		}
	}
	return ""
}

// next returns the node after a node in document order.
func next(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != nil && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil {
		return nil
	}
	return n.NextSibling
}

// beyond says what is wrong with the tree of a page that was read beyond the limits.
func beyond(p *page.Page, size int) string {
	depth := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if i > 0 {
			depth[i] = depth[n.Parent] + 1
		}
		if n.Type == page.ElementNode && depth[i] > page.MaxDepth {
			return fmt.Sprintf("node %d of %d is %d deep", i, len(p.Nodes), depth[i])
		}
	}
	if most := 20_000 + 8*size; len(p.Nodes) > most {
		return fmt.Sprintf("%d nodes, want at most %d", len(p.Nodes), most)
	}
	return ""
}

func attributesOf(p *page.Page, i int32) string {
	if p.Nodes[i].Type != page.ElementNode {
		return ""
	}
	all := map[string]string{}
	for name, value := range p.Attrs(i) {
		all[strings.ToLower(name)] = value
	}
	return fmt.Sprint(all)
}

// conformance returns the documents of html5lib's tests of tree construction, which stand beside
// html.Parse.
func conformance(tb testing.TB) (pages []string) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		tb.Skip("no module golang.org/x/net on this machine: ", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "html/testdata/html5lib-tests/tree-construction/*.dat"))
	if err != nil || len(files) == 0 {
		tb.Skip("golang.org/x/net has come without its tests: ", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, c := range strings.Split("\n"+string(data), "\n#data\n")[1:] {
			if src, rest, _ := strings.Cut("\n"+c, "\n#errors"); !strings.Contains(rest, "#document-fragment") {
				pages = append(pages, strings.TrimPrefix(src, "\n"))
			}
		}
	}
	return pages
}

func TestConformance(t *testing.T) {
	pages := conformance(t)
	if len(pages) < 1500 {
		t.Errorf("%d pages, want 1,500 and more", len(pages))
	}
	for _, src := range pages {
		if diff := differ([]byte(src)); diff != "" {
			t.Errorf("%q: %s", src, diff)
		}
	}
}

// Tags that end, imply, move and hide each other, in any order.
func TestTagsInAnyOrder(t *testing.T) {
	tags := strings.Fields(`<a> </a> <a_href=x> <a_x="&amp;y&copy=1"> <b> </b> <b_class=x> <i> </i> <em> </em> <nobr> </nobr> <font> <font_color=red> </font> <code> </code>
		<p> </p> <p/> <div> </div> <li> <ul> </ul> <dd> <dt> <dl> </dl> <h1> </h1> <h2> <pre> \n <center> <search> <dialog> <hr> <br> </br> <br/> <img> <image>
		<table> </table> <tr> </tr> <td> </td> <th> <tbody> </tbody> <thead> <caption> </caption> <col> <colgroup> </colgroup>
		<select> </select> <option> <optgroup> <button> </button> <form> </form> <input> <input_type=hidden> <ruby> <rt> <rp> <rtc> <rb> </ruby>
		<svg> </svg> <svg/> <circle/> <foreignObject> </foreignObject> <desc> <math> </math> <mi> </mi> <annotation-xml_encoding="text/html">
		<template> </template> <html> </html> <html_lang=de> <head> </head> <body> <body_class=y> </body> <frameset> </frameset> <frame> <noframes> </noframes>
		<title> </title> <textarea> </textarea> <script> </script> <style> </style> <noscript> </noscript> <iframe> </iframe> <xmp> </xmp> <plaintext>
		<applet> </applet> <object> </object> <marquee> <x-y> </x-y> <link> <meta> <base> <!--c--> <!--> --> <!doctype_html> <![CDATA[x]]> x &amp; &lt &notit; &#65; _`)
	deep := []string{"<div>", "<table><td>", "<b><p>", "<template>", "<svg>", "<svg><desc>", "<table>", "<select><option>", "<a><div>", "<x>"}
	draws := uint64(20_000)
	if testing.Short() {
		draws = 2_000
	}
	spaces := strings.NewReplacer("_", " ", `\n`, "\n")
	for seed := range draws {
		r := rand.New(rand.NewPCG(seed, 1))
		var src strings.Builder
		if seed%20 == 0 {
			src.WriteString(strings.Repeat(deep[r.IntN(len(deep))], 160+r.IntN(500)))
		}
		for range 1 + r.IntN(40) {
			_, _ = spaces.WriteString(&src, tags[r.IntN(len(tags))])
		}
		if diff := differ([]byte(src.String())); diff != "" {
			t.Fatalf("seed %d: %q: %s", seed, src.String(), diff)
		}
	}
}

func TestRealPages(t *testing.T) {
	const data = "../../../shared/data"
	if _, err := os.Stat(data); err != nil {
		t.Skip("no real pages: ", err)
	}
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	pages := 0
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pages++
		if diff := differ(src); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		return nil
	})
	if err != nil || pages < 1000 {
		t.Errorf("%d pages, want 1,000 and more: %v", pages, err)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name string
		page string
		want error
	}{
		{"nested deeply", strings.Repeat("<div>", 600), page.ErrTooDeep},
		{"opened again in each paragraph", strings.Repeat("<b><i><u><font size=1>", 100) + strings.Repeat("<p>x", 100_000), page.ErrTooLarge},
		{"a table in each cell", strings.Repeat("<table><td>", 100), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := page.Read([]byte(c.page)); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for i, src := range conformance(f) {
		if i%20 == 0 {
			f.Add([]byte(src))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if diff := differ(src); diff != "" {
			t.Error(diff)
		}
	})
}
