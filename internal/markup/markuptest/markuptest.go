// Package markuptest has the pages that several tests read.
package markuptest

import (
	"fmt"
	"strings"
)

// Figure is a page in the manner of the paper's Figures 1 to 3: tables in
// tables, cells that nobody closed.
const Figure = `<html><head><title>Bread &amp; tides</title></head><body>
<table><tr><td>menu<td>
  <table><tr><td>left</td><td>middle</td><td>
    <p class="names">A. Author<br>
    <div class="roi"><h4>The tide of <b>bread</b></h4><span>Two&nbsp;loaves  rose.</span></div>
    <div class="more">x</div>
  </td><td>right</td></tr></table>
</td></tr></table></body></html>`

// Oddities are pages that browsers mend.
var Oddities = []string{
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

// Deep is a page whose text is in an element at the given depth.
func Deep(depth int, text string) []byte {
	return []byte("<html><body>" + strings.Repeat("<div>", depth-2) + text + strings.Repeat("</div>", depth-2) + "</body></html>")
}

// Bodies makes a page of each body; "{n x}" in a body is n times x.
func Bodies(list string) [][]byte {
	var pages [][]byte
	for body := range strings.SplitSeq(list, " | ") {
		for {
			i := strings.LastIndexByte(body, '{')
			if i < 0 {
				break
			}
			end := i + strings.IndexByte(body[i:], '}')
			var n int
			fmt.Sscan(body[i+1:end], &n)
			_, what, _ := strings.Cut(body[i+1:end], " ")
			body = body[:i] + strings.Repeat(what, n) + body[end+1:]
		}
		pages = append(pages, []byte("<html><body>"+body+"</body></html>"))
	}
	return pages
}
