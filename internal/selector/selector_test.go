package selector_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/selector"
)

type fataler interface{ Fatal(...any) }

// exampleOf is the elements of a page that have the attribute want, in the one with in.
func exampleOf(t fataler, src string) selector.Example {
	tree, err := page.Read([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	x := selector.Example{Page: selector.Of(tree)}
	for i := range tree.Nodes {
		if tree.Nodes[i].Type != page.ElementNode {
			continue
		}
		if _, ok := tree.Attr(int32(i), "want"); ok {
			x.Want = append(x.Want, int32(i))
		}
		if _, ok := tree.Attr(int32(i), "in"); ok {
			x.In = int32(i)
		}
	}
	return x
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		pages      []string
		apart      bool
		css, xpath string
		agree      float64
	}{
		{pages: []string{`<p>a<p id=by want>b`}, css: "#by", xpath: "//*[@id='by']", agree: 1},
		{pages: []string{`<p>a<p class="x by" want>b<p class=x>c`}, css: "p.by", xpath: "//p[contains(concat(' ', normalize-space(@class), ' '), ' by ')]", agree: 1},
		{pages: []string{`<p>a<p want>b`}, css: "body p:nth-of-type(2)", xpath: "//body//p[2]", agree: 1},
		{pages: []string{`<h1 id=t1 itemprop=name want>a</h1><h1>b`}, css: `h1[itemprop="name"]`, xpath: "//h1[@itemprop='name']", agree: 1},
		{pages: []string{`<ul><li want>a<li want>b</ul><ol><li>c</ol>`}, apart: true, css: "ul li", xpath: "//ul//li", agree: 1},
		{pages: []string{`<ul><li want>a<li want>b</ul><ol><li>c</ol>`}, css: "ul", xpath: "//ul", agree: 1},
		{pages: []string{`<div in><b want>a</b><i>c</i></div><b>d</b>`}, apart: true, css: "b", xpath: ".//b", agree: 1},
		{pages: []string{`<p class=a want>a<p>b`, `<p class=a>a<p want>b`, `<p class=a want>a`}, css: "p.a", xpath: "//p[contains(concat(' ', normalize-space(@class), ' '), ' a ')]", agree: 2. / 3},
		{pages: []string{`<p want>a`, `<div>b`}, css: "p", xpath: "//p", agree: 1},
		{pages: []string{`<p>a`}},
		{},
	} {
		var examples []selector.Example
		for _, p := range c.pages {
			examples = append(examples, exampleOf(t, p))
		}
		css, xpath, agree := selector.Find(examples, c.apart)
		if css != c.css || xpath != c.xpath || agree != c.agree {
			t.Errorf("%q: %q %q %v, want %q %q %v", c.pages, css, xpath, agree, c.css, c.xpath, c.agree)
		}
	}
}

// What is a part of an element has no selector.
func TestPart(t *testing.T) {
	x := exampleOf(t, `<p want>By Ada Bean`)
	x.Part = true
	if css, xpath, agree := selector.Find([]selector.Example{x}, false); css != "" || xpath != "" || agree != 0 {
		t.Errorf("%q %q %v", css, xpath, agree)
	}
}

// Any element with a text of its own that stands in at most ten others has a selector.
func TestAnyElement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		left := rapid.IntRange(1, 40).Draw(t, "elements")
		wanted := rapid.IntRange(0, left-1).Draw(t, "wanted")
		var write func(depth int)
		write = func(depth int) {
			for left > 0 && rapid.IntRange(0, 3).Draw(t, "more") > 0 {
				left--
				mark := ""
				if left == wanted {
					mark = " want"
				}
				fmt.Fprintf(&b, "<div%s class=%q>%d", mark, rapid.SampledFrom([]string{"", "a", "b", "a b", "9", "ü"}).Draw(t, "class"), left)
				if depth < 8 {
					write(depth + 1)
				}
				b.WriteString("</div>")
			}
		}
		write(0)
		x := exampleOf(t, b.String())
		if len(x.Want) == 0 {
			return
		}
		if css, xpath, agree := selector.Find([]selector.Example{x}, true); agree != 1 || css == "" || xpath == "" {
			t.Fatalf("%s: %q %q %v", b.String(), css, xpath, agree)
		}
	})
}
