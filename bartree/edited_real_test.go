package bartree_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
)

// edits are changes of templates of one kind each, made on the way to a region: way is
// the elements from below the body down.
var edits = []struct {
	name string
	make func(at *html.Node)
}{
	{"balanced banner before path node", func(at *html.Node) { at.Parent.InsertBefore(banner(), at) }},
	{"balanced banner after path node", func(at *html.Node) { at.Parent.InsertBefore(banner(), at.NextSibling) }},
	{"wrapper div round path node", func(at *html.Node) {
		wrapper := element("div", "wrapped")
		at.Parent.InsertBefore(wrapper, at)
		at.Parent.RemoveChild(at)
		wrapper.AppendChild(at)
	}},
	{"class renamed", func(at *html.Node) { at.Attr = []html.Attribute{{Key: "class", Val: "renamed"}} }},
	{"tag renamed", func(at *html.Node) { at.Data, at.DataAtom = "x-renamed", 0 }},
}

func element(tag, class string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: tag, Attr: []html.Attribute{{Key: "class", Val: class}}}
}

func banner() *html.Node {
	b := element("div", "banner")
	b.AppendChild(&html.Node{Type: html.TextNode, Data: "News"})
	return b
}

// TestRealPagesEdited changes the template of real pages on the way to their
// titles. The edited page is none of those that the template was learned from.
func TestRealPagesEdited(t *testing.T) {
	if testing.Short() {
		t.Skip("learns and edits hundreds of pages")
	}
	r := rand.New(rand.NewPCG(10, 10))
	var untouched tally
	missed := make([]tally, len(edits))
	for _, v := range versions(t) {
		if len(v) < 4 {
			continue
		}
		var pages [][]byte
		for _, p := range v[:min(len(v), 6)] {
			pages = append(pages, rendered(t, parsed(t, readPage(t, p))))
		}
		last := len(pages) - 1
		template, err := bartree.Learn(pages[:last]...)
		if err != nil {
			t.Fatal(err)
		}
		title := titleOf(pages[0])
		if title == "" || template.Mark(title, pages[0], pages[1:last]...) != nil {
			continue
		}
		if c := judgePage(t, template, pages[last]); c.Alarm() {
			untouched.add(true)
			t.Logf("%s: %s %v", v[last], c.State, c.Where)
			continue
		}
		untouched.add(false)
		for range 4 {
			for i, e := range edits {
				root := parsed(t, pages[last])
				way := wayTo(root, titleOf(pages[last]))
				if len(way) == 0 {
					break
				}
				e.make(way[r.IntN(len(way))])
				missed[i].add(!judgePage(t, template, rendered(t, root)).Alarm())
			}
		}
	}
	untouched.most(t, "untouched pages falsely alarmed", 0.1)
	for i, e := range edits {
		missed[i].most(t, e.name+" missed", 0)
	}
}

func judgePage(t *testing.T, template *bartree.Template, page []byte) bartree.Change {
	t.Helper()
	c, err := template.Judge(page)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parsed(t *testing.T, page []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func rendered(t *testing.T, root *html.Node) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wayTo returns the elements below the body down to the first whose text is the
// given one.
func wayTo(n *html.Node, text string) []*html.Node {
	if n.Type == html.ElementNode && n.Data == "head" {
		return nil
	}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if way := wayTo(k, text); way != nil {
			if n.Type == html.ElementNode && n.Data != "html" && n.Data != "body" {
				way = append([]*html.Node{n}, way...)
			}
			return way
		}
	}
	if text == "" || n.Type != html.ElementNode || plain(textOf(n)) != text {
		return nil
	}
	return []*html.Node{n}
}

func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		b.WriteString(textOf(k))
	}
	return b.String()
}
