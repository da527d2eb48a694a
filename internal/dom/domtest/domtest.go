// Package domtest has the cases that every reader of HTML in this module agrees
// on: its tests go through them.
package domtest

// PageURL is the URL of the cases' pages.
const PageURL = "http://h0.test/d/page"

// A Case is a page and what is to be read of it.
type Case struct {
	Name string
	Page string

	Text    string   // what is visible, the page's title aside; one space for each gap
	Links   []string // URLs of the links, in order, nofollow or not
	Refused []string // URLs of the links that are not to be followed

	Canonical, Refresh string // URLs that the page names
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
	{Name: "canonical", Page: `<base href="/b/"><link rel="stylesheet" href=s><link rel="Canonical me" href=x><link rel=canonical href=y>`, Canonical: "http://h0.test/b/x"},
	{Name: "a canonical without an href", Page: `<link rel=canonical><link rel=canonical href=y>`, Canonical: "http://h0.test/d/y"},
	{Name: "metas", Page: `<meta name=Robots content=nofollow><meta http-equiv=Refresh content="0; url=x">`, Refresh: "http://h0.test/d/x", NoFollow: true},
	{Name: "hidden metas", Page: `<template><meta name=robots content=nofollow><link rel=canonical href=x></template><meta name=author content=nofollow>`},
}
