// Package pagetest has cases on which the readers of HTML in page, classify,
// crawl and label agree; their tests go through them.
package pagetest

// PageURL is the URL of the cases' pages.
const PageURL = "http://h0.test/d/page"

// A Case is a page and what is to be read of it.
type Case struct {
	Name string
	Page string

	Text    string   // what is visible, the page's title aside; one space for each gap
	Links   []string // URLs of the links, in order, nofollow or not
	Refused []string // URLs of the links that are not to be followed

	Canonical, Refresh string // URLs that the page names; "" if it names several
	NoFollow           bool   // said by a meta
}

// Cases are pages on which readers are apt to disagree.
var Cases = []Case{
	{Name: "empty"},
	{Name: "text and a link", Page: `<p>one <a href="x">two</a></p>`, Text: "one two", Links: []string{"http://h0.test/d/x"}},

	// What is hidden, and what is not.
	{Name: "scripts and styles", Page: `<p>a<script>b()</script><style>c{}</style>d</p>`, Text: "ad"},
	{Name: "noscript", Page: `<p>a<noscript>b<a href=b>c</a></noscript>d</p>`, Text: "ad"},
	{Name: "template", Page: `<div>a<template>b<a href=b>c</a></template>d</div>`, Text: "ad"},
	{Name: "template in a template", Page: `<div>a<template><template>b</template><a href=b>c</a></template>d</div>`, Text: "ad"},
	{Name: "frames", Page: `<p>a<iframe>b</iframe>c</p>`, Text: "ac"},
	{Name: "frames in browsers without", Page: `<p>a<noembed>b</noembed><noframes>c</noframes>d</p>`, Text: "ad"},
	{Name: "suggestions", Page: `<p>a<datalist><option>b</option></datalist>c</p>`, Text: "ac"},
	{Name: "buttons", Page: `<p>a <button>b</button> c</p>`, Text: "a b c"},
	{Name: "options", Page: `<div>a<select><option>b</option><option>c</option></select>d</div>`, Text: "a b c d"},
	{Name: "what is typed", Page: `<div>a<textarea>b</textarea>c</div>`, Text: "a b c"},
	{Name: "a drawing", Page: `<p>a <svg><title>b</title><desc>c</desc><text>d</text></svg> e</p>`, Text: "a d e"},
	{Name: "a formula", Page: `<p>a <math><mi>x</mi><annotation>y</annotation><annotation-xml>z</annotation-xml></math> b</p>`, Text: "a x b"},
	{Name: "a link in a button", Page: `<button><a href=x>b</a></button>`, Text: "b", Links: []string{"http://h0.test/d/x"}},

	// Declarative shadow roots (HTML Standard, 13.2.6.4.4).
	{Name: "open shadow root", Page: `<x-nav><template shadowrootmode=open><p>a</p><a href=x>b</a></template></x-nav>`, Text: "a b", Links: []string{"http://h0.test/d/x"}},
	{Name: "closed shadow root", Page: `<div><template shadowrootmode="closed">a <a href=x>b</a></template></div>`, Text: "a b", Links: []string{"http://h0.test/d/x"}},
	{Name: "capital shadow root", Page: `<DIV><TEMPLATE ShadowRootMode=OPEN>a</TEMPLATE>b</DIV>`, Text: "ab"},
	{Name: "shadow root of the body", Page: `<body><template shadowrootmode=open>a</template><p>b</p></body>`, Text: "a b"},
	{Name: "shadow root of a body without a tag", Page: `<p>a</p><template shadowrootmode=open>b</template>`, Text: "a b"},
	{Name: "shadow root behind other children", Page: `<x-card><b slot=t>a</b><hr><img src=i> <ul><li>b<li>c</ul><template shadowrootmode=open>d</template></x-card>`, Text: "a b c d"},
	{Name: "shadow root in a shadow root", Page: `<x-a><template shadowrootmode=open>a<x-b><template shadowrootmode=closed>b</template>c</x-b>d</template>e</x-a>f`, Text: "abcdef"},
	{Name: "a template in a shadow root", Page: `<x-a><template shadowrootmode=open>a<template>b</template>c</template>d</x-a>`, Text: "acd"},
	{Name: "shadow root in a template", Page: `<template>a<div><template shadowrootmode=open>b</template></div></template>c`, Text: "c"},
	{Name: "two shadow roots", Page: `<div><template shadowrootmode=open>a</template><template shadowrootmode=open>b</template>c</div>`, Text: "ac"},
	{Name: "shadow root after a template of no mode", Page: `<div><template>a</template><template shadowrootmode=none>b</template><template shadowrootmode=open>c</template></div>`, Text: "c"},
	{Name: "shadow root of two elements in turn", Page: `<p><template shadowrootmode=open>a</template></p><p><template shadowrootmode=open>b</template></p>`, Text: "a b"},
	{Name: "no mode of a shadow root", Page: `<div><template shadowrootmode>a</template><template shadowroot=open>b</template><template shadowrootmode=" open">c</template></div>d`, Text: "d"},
	{Name: "no host of a shadow root", Page: `<ul><template shadowrootmode=open>a</template></ul><a href=x><template shadowrootmode=open>b</template>c</a>`, Text: "c", Links: []string{"http://h0.test/d/x"}},
	{Name: "no host with a hyphen", Page: `<font-face><template shadowrootmode=open>a</template></font-face><x-a><template shadowrootmode=open>b</template></x-a>`, Text: "b"},
	{Name: "no host in a line", Page: `<div><i>a<template shadowrootmode=open>b</template></i></div>`, Text: "a"},
	{Name: "no host in the head", Page: `<head><template shadowrootmode=open>a</template></head>b`, Text: "b"},
	{Name: "no host in a drawing", Page: `<svg><x-a><template shadowrootmode=open>a</template></x-a></svg><x-a><template shadowrootmode=open>b</template></x-a>`, Text: "b"},
	{Name: "what a shadow root says of the page", Page: `<title></title><div><template shadowrootmode=open><base href="/b/"><meta name=robots content=nofollow><link rel=canonical href=y><a href=x>a</a></template></div>`, Text: "a",
		Links: []string{"http://h0.test/d/x"}},

	// Drawings.
	{Name: "a link of a drawing", Page: `<svg><a xlink:href=x><text>a</text></a></svg>`, Text: "a", Links: []string{"http://h0.test/d/x"}},
	{Name: "the href of a drawing comes first", Page: `<svg><a xlink:href=y href=x><text>a</text></a></svg>`, Text: "a", Links: []string{"http://h0.test/d/x"}},
	{Name: "a link after a drawing in a drawing", Page: `<svg><svg><text>a</text></svg><title>b</title><a xlink:href=x><text>c</text></a></svg>`, Text: "ac", Links: []string{"http://h0.test/d/x"}},
	{Name: "a link of a drawing in capitals", Page: `<SVG><G><A XLINK:HREF=x REL=nofollow><TEXT>a</TEXT></A></G></SVG>`, Text: "a",
		Links: []string{"http://h0.test/d/x"}, Refused: []string{"http://h0.test/d/x"}},
	{Name: "drawings that end by their tags", Page: `<svg/><svg><path d=M0 /><a xlink:href=x><text>a</text></a></svg>`, Text: "a", Links: []string{"http://h0.test/d/x"}},

	// Blocks.
	{Name: "blocks", Page: `<div>a<p>b</p>c<ul><li>d<li>e</ul><table><tr><td>f<td>g</table>h<br>i</div>`, Text: "a b c d e f g h i"},
	{Name: "headings", Page: `<hgroup><h1>a</h1><h2>b</h2></hgroup>c`, Text: "a b c"},
	{Name: "no blocks", Page: `<p>a<b>b</b><i>c</i><span>d</span><sup>e</sup></p>`, Text: "abcde"},

	// Base URLs: the first <base> with an href counts (HTML Standard, 4.2.3).
	{Name: "base", Page: `<base href="/b/"><a href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/b/x"}},
	{Name: "base behind a link", Page: `<a href=x>a</a><base href="/b/">`, Text: "a", Links: []string{"http://h0.test/b/x"}},
	{Name: "two bases", Page: `<base href="/b/"><base href="/c/"><a href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/b/x"}},
	{Name: "a base without an href", Page: `<base target=_top><base href="/c/"><a href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/c/x"}},
	{Name: "an empty base is the page's URL", Page: `<base href=""><base href="/c/"><a rel=nofollow href=x>a</a>`, Text: "a",
		Links: []string{"http://h0.test/d/x"}, Refused: []string{"http://h0.test/d/x"}},
	{Name: "a base that is no URL", Page: `<base href="http://["><base href="/c/"><a href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/d/x"}},
	{Name: "a base of another scheme", Page: `<base href="data:text/plain,x"><a href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/d/x"}},
	{Name: "a base in a template", Page: `<template><base href="/x/"></template><a rel=nofollow href="p">a</a>`, Text: "a",
		Links: []string{"http://h0.test/d/p"}, Refused: []string{"http://h0.test/d/p"}},
	{Name: "a base in noscript", Page: `<noscript><base href="/x/"></noscript><a href="p">a</a>`, Text: "a", Links: []string{"http://h0.test/d/p"}},

	// Attributes.
	{Name: "one of several tokens", Page: "<a rel='external\nNoFollow' href=x>a</a>", Text: "a",
		Links: []string{"http://h0.test/d/x"}, Refused: []string{"http://h0.test/d/x"}},
	{Name: "no token", Page: `<a rel=nofollower href=x>a</a>`, Text: "a", Links: []string{"http://h0.test/d/x"}},
	{Name: "an attribute twice", Page: `<a href=x rel=nofollow href=y rel=me>a</a>`, Text: "a",
		Links: []string{"http://h0.test/d/x"}, Refused: []string{"http://h0.test/d/x"}},
	{Name: "capitals", Page: `<A HREF="X" REL="NOFOLLOW">a</A>`, Text: "a",
		Links: []string{"http://h0.test/d/X"}, Refused: []string{"http://h0.test/d/X"}},
	{Name: "character references", Page: `<a href="?a=1&amp;b=2" rel="no&#102;ollow">a</a>`, Text: "a",
		Links: []string{"http://h0.test/d/page?a=1&b=2"}, Refused: []string{"http://h0.test/d/page?a=1&b=2"}},
	{Name: "refused and not", Page: `<a rel=nofollow href=x>a</a> <a href=x>b</a>`, Text: "a b",
		Links: []string{"http://h0.test/d/x", "http://h0.test/d/x"}},

	// Metas and links.
	{Name: "canonical", Page: `<base href="/b/"><link rel="stylesheet" href=s><link rel="Canonical me" href=x>`, Canonical: "http://h0.test/b/x"},
	{Name: "a canonical without an href", Page: `<link rel=canonical><link rel=canonical href=y>`, Canonical: "http://h0.test/d/y"},
	{Name: "two canonicals", Page: `<link rel=canonical href=x><link rel=canonical href=y>`},
	{Name: "the same canonical twice", Page: `<link rel=canonical href=x><link rel=canonical href="http://h0.test/d/./x#top">`, Canonical: "http://h0.test/d/x"},
	{Name: "a canonical of another language or medium", Page: `<link rel=canonical hreflang=de href=x><link rel=canonical media=print href=y><link rel=canonical href=z>`, Canonical: "http://h0.test/d/z"},

	// Canonical URLs count in the head, which is what the parser makes it.
	{Name: "a canonical behind scripts and styles", Page: "<!DOCTYPE html>\n<html>\n<head>\n<title>\n</title><script>x</script><style>y</style><noscript>z</noscript><template>a</template>\n<link rel=canonical href=x>", Canonical: "http://h0.test/d/x"},
	{Name: "a canonical before any tag of the head", Page: "<!-- c --> <link rel=canonical href=x><p>a</p>", Text: "a", Canonical: "http://h0.test/d/x"},
	{Name: "a canonical between head and body", Page: `<head></head> <link rel=canonical href=x><body>a</body>`, Text: "a", Canonical: "http://h0.test/d/x"},
	{Name: "a canonical in the body", Page: `<head></head><body><p>a</p><link rel=canonical href=x></body>`, Text: "a"},
	{Name: "a canonical in a body without a tag", Page: `<p>a</p><link rel=canonical href=x>`, Text: "a"},
	{Name: "a canonical behind an element that ends the head", Page: `<head><div>a</div><link rel=canonical href=x></head>`, Text: "a"},
	{Name: "a canonical behind a text that ends the head", Page: `<head>a<link rel=canonical href=x></head>`, Text: "a"},
	{Name: "a canonical behind an image that ends the head", Page: `<head><img src=i><link rel=canonical href=x></head>`},
	{Name: "a canonical in a second head", Page: `<head></head><body>a<head><link rel=canonical href=x></head></body>`, Text: "a"},
	{Name: "metas", Page: `<meta name=Robots content=nofollow><meta http-equiv=Refresh content="0; url=x">`, Refresh: "http://h0.test/d/x", NoFollow: true},
	{Name: "hidden metas", Page: `<template><meta name=robots content=nofollow><link rel=canonical href=x></template><meta name=author content=nofollow>`},
}
