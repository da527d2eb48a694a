package treesize

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// sizeClass is what the allocator gives for so many bytes: Go's size classes
// up to 32 KiB, pages above.
func sizeClass(n int) int {
	classes := []int{0, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576,
		640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096, 4864, 5120, 5376, 6144, 6528, 6784, 6912,
		8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768}
	for _, c := range classes {
		if n <= c {
			return c
		}
	}
	return (n + 8191) &^ 8191
}

// treeSize is what a tree takes, in bytes. Strings that trees share count once
// for each node.
func treeSize(root *html.Node) int {
	shared := map[string]bool{}
	size := sizeClass(nodeSize)
	for n := range root.Descendants() {
		size += sizeClass(nodeSize)
		if n.Type != html.ElementNode || n.DataAtom == 0 {
			size += sizeClass(len(n.Data))
		}
		size += attributeSize * cap(n.Attr)
		for _, a := range n.Attr {
			if len(a.Val) > 1 && !shared[a.Val] {
				size += sizeClass(len(a.Val))
			}
			if len(a.Val) > 16 { // short ones may be equal and yet not shared
				shared[a.Val] = true
			}
		}
	}
	return size
}

// ingredients are tags that do something to each other, of which soups are
// made. An underscore is a space.
var ingredients = strings.Split(strings.TrimSpace(`
<a> </a> <a_href=x>
<b> </b> <b_i=1> <b_i=2>
<i> </i> <i_k=1>
<font> </font> <font_size=1>
<nobr> </nobr>
<big> </big> <code> </code> <em> </em> <s> </s> <small> </small> <strike> </strike> <strong> </strong> <tt> </tt> <u> </u>
<p> </p>
<div> </div>
<div> </div> <section> </section> <address> </address>
<ul> </ul> <ol> </ol> <li> </li>
<dl> </dl> <dd> </dd> <dt> </dt>
<h1> </h1> <h2> </h2>
<blockquote> </blockquote> <center> </center> <pre> </pre> <fieldset> </fieldset>
<form> </form> <form>
<button> </button>
<select> </select> <option> </option> <optgroup> <input>
<input> <input_type=hidden>
<textarea> </textarea>
<table> </table> <tr> </tr> <td> </td> <td>
<table> </table> <th> </th> <tbody> </tbody> <thead> </thead> <tfoot> </tfoot> <caption> </caption>
<table> </table> <td> <caption> </caption> <colgroup> </colgroup> <col>
<object> </object>
<applet> </applet> <marquee> </marquee> <object>
<template> </template>
<svg> </svg> <g> </g> <title> </title>
<svg> <svg/> </svg> <math> </math> <desc> </desc> <foreignObject> </foreignObject> <g/> <a/>
<math> </math> <mi> </mi> <mtext> </mtext> <annotation-xml> </annotation-xml> <annotation-xml_encoding=text/html>
<span> </span> <x-y> </x-y>
<ruby> </ruby> <rt> <rb> </rt>
<br> </br> <img> <wbr> <hr> <image> <param>
<meta> <link> <base> <title> </title> <style> </style>
<script> </script> <noscript> </noscript> <iframe> </iframe> <xmp> </xmp> <noframes> </noframes>
<script> <!-- --> </script> <script
<html> </html> <head> </head> <body> </body> <body_b=1> <html_h=1>
<frameset> </frameset> <frame> </html>
<!--x--> <!---> <!doctype_html> <?pi> </> </_x> <_
<![CDATA[x]]> <![CDATA[>_]]>
x
x
_
_ x
&amp; &nGt; &nLt;
</head>_x <head>_x <colgroup>_x <col>_x _]]>
<!doctype_x_PUBLIC'ab''cd'> <!doctype_ȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺȺ>
<svg> </svg> <math> </math> <foreignObject> </foreignObject> <img> <b> </b> <p> </p> x
<svg><desc> <math><mi> <b_k=0123456789abcdef_l=0123456789abcdef> </b>
<b_k=0123456789abcdef_l=0123456789abcdef> <table><tr> <a><b><i><u><s><div></a></div> </b>
`), "\n")

// soup draws tags: of few kinds, so that they meet, and many in a row.
func soup(t *rapid.T) []string {
	var some []string
	for _, line := range rapid.SliceOfN(rapid.SampledFrom(ingredients), 1, 6).Draw(t, "some") {
		some = append(some, strings.Fields(line)...)
	}
	var tags []string
	for range rapid.IntRange(0, 40).Draw(t, "runs") {
		tag := strings.ReplaceAll(rapid.SampledFrom(some).Draw(t, "tag"), "_", " ")
		n := 1
		if rapid.IntRange(0, 15).Draw(t, "many") == 0 {
			n = rapid.IntRange(2, 12).Draw(t, "times")
		}
		for range n {
			tags = append(tags, tag)
		}
	}
	return tags
}

func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		more := rapid.SampledFrom([]string{"<p>x", "<div>x</div>", "<td>x", "<li>x", "</p>x", "</div><br>", "</td>x", "</tr>x", "</table>x", "<i>x</i>", "<a>x</a>"}).Draw(t, "more")
		page := strings.Join(soup(t), "") + strings.Repeat(more, 100)
		root, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Skip(err)
		}
		if got, bound := treeSize(root), Bound([]byte(page), 1<<40); got > bound {
			t.Fatalf("a tree of %d bytes, measured as %d\n%s", got, bound, page)
		}
	})
}

func TestBoundOfLongerStrings(t *testing.T) {
	for _, test := range []struct{ name, page string }{
		{"a doctype in lower case that is not UTF-8", "<!doctype " + strings.Repeat("\xff", 160)},
		{"a doctype whose letters are longer in lower case", "<!doctype " + strings.Repeat("Ⱥ", 700)},
		{"a text of references", strings.Repeat("&nGt;", 578)},
		{"a value of references", "<p title=" + strings.Repeat("&nLt;", 5463) + ">"},
		{"a text of zero bytes", "<plaintext>" + strings.Repeat("\x00", 10923)},
		{"a value of zero bytes", "<p title=" + strings.Repeat("\x00", 10923) + ">"},
		{"a comment of zero bytes", "<!--" + strings.Repeat("\x00", 10923) + "-->"},
		{"a doctype with identifiers and a text in two", "<!DOCTYPE x PUBLIC'" + strings.Repeat("x", 33) + "''" + strings.Repeat("x", 33) + "'></head>" + strings.Repeat(" ", 33) + strings.Repeat("x", 33)},
	} {
		t.Run(test.name, func(t *testing.T) { checkBound(t, test.page) })
	}
}

// The adoption agency algorithm takes elements for blocks that are not on the
// list of those that are open, and opens the same one again in each.
func TestBoundOfAdoption(t *testing.T) {
	attributes := ""
	for i := range 64 {
		attributes += fmt.Sprintf(" k%d=0123456789abcdef", i)
	}
	leave := "<a><b><i><u><s><div></a>" // a <b> that is open and not active
	for _, test := range []struct{ name, page string }{
		{"points of SVG", "<b" + attributes + ">" + strings.Repeat("<svg><desc>", 40) + leave + strings.Repeat("</b>", 5)},
		{"titles of SVG", "<b" + attributes + ">" + strings.Repeat("<svg><title>", 120) + leave + strings.Repeat("</b>", 15)},
		{"points of MathML", "<b" + attributes + ">" + strings.Repeat("<math><mi>", 64) + leave + strings.Repeat("</b>", 8)},
	} {
		t.Run(test.name, func(t *testing.T) { checkBound(t, test.page) })
	}
	// In a table, too little was counted for the last tag, not for the page.
	for _, page := range []string{
		"<b><i><u><s><table><tr>" + leave + "</div>",
		"<b k><i><u><s><table><tr><b><i><b><b><b></b></b></b>",
		"<b" + attributes + "><i" + attributes + "><u" + attributes + "><s" + attributes + "><table><tr><b><i><b><b><b></b></b></b>",
	} {
		before, after := parsedSize(t, page), parsedSize(t, page+"</b>")
		if got, bound := after-before, Bound([]byte(page+"</b>"), 1<<40)-Bound([]byte(page), 1<<40); got > bound {
			t.Errorf("a tag that adds %d bytes, measured as %d\n%.100s", got, bound, page)
		}
	}
}

func checkBound(t *testing.T, page string) {
	t.Helper()
	if got, bound := parsedSize(t, page), Bound([]byte(page), 1<<40); got > bound {
		t.Errorf("a tree of %d bytes, measured as %d", got, bound)
	}
}

func parsedSize(t *testing.T, page string) int {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return treeSize(root)
}

// Of any bytes the bound holds, and is found without end or panic.
func FuzzBound(f *testing.F) {
	f.Add([]byte("<p>x</p><a href=x>y</a>"))
	for _, more := range []string{"<p>x", "<table><td>x", "</p><br>", "<svg><title><b></svg>"} {
		f.Add([]byte("<b><i k=1><font size=1>" + strings.Repeat(more, 20)))
	}
	f.Add([]byte("<!doctype " + strings.Repeat("\xff", 100) + " PUBLIC 'ab' 'cd'></head> &nGt;x"))
	for _, line := range ingredients {
		f.Add([]byte(strings.ReplaceAll(strings.Repeat(line, 3), "_", " ")))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		const limit = 16 << 20
		bound := Bound(page, limit)
		if bound > limit {
			return // refused: nothing is parsed
		}
		root, err := html.Parse(bytes.NewReader(page))
		if err != nil {
			return
		}
		if got := treeSize(root); got > bound {
			t.Errorf("a tree of %d bytes, measured as %d", got, bound)
		}
	})
}

// TestBoundOfPictures: an icon in an svg with a picture for old browsers does not make the
// rest of a page uncertain.
func TestBoundOfPictures(t *testing.T) {
	const icon = `<svg><switch><use href="#i"></use><foreignObject><img src=i.png alt=""></foreignObject></switch></svg>`
	const rest = 2000
	page := strings.Repeat("<p><em>x</em> y</p>", rest)
	plain, with := Bound([]byte(page), 1<<40), Bound([]byte(icon+page), 1<<40)
	if with-plain > len(icon)*nodeSize {
		t.Errorf("%d bytes with an icon, %d without", with, plain)
	}
}
