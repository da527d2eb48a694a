package journal

import (
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/internal/document"
)

// TestComponents has one link for each rule of a component of the enhanced
// vector. The last link of the page is looked at.
func TestComponents(t *testing.T) {
	for _, tt := range []struct{ rule, component, src, want string }{
		{"names in alphabetical order", "attribute-name", `<a title=t href=x class=c>a</a>`, "<class><href><title>"},
		{"values in the order of their names, without the href", "attribute-value", `<a title=t href=x class=c>a</a>`, "<c><t>"},
		{"digits of values are one", "attribute-value", `<a href=x id=n12b345>a</a>`, "<n0b0>"},
		{"the case of a class is nothing", "attribute-value", `<a href=x class=Big>a</a>`, "<big>"},
		{"the case of rel is nothing", "attribute-value", `<a href=x rel=Next>a</a>`, "<next>"},
		{"the case of a target is nothing", "attribute-value", `<a href=x target=_TOP>a</a>`, "<_top>"},
		{"the case of other values counts", "attribute-value", `<a href=x title=Big>a</a>`, "<Big>"},
		{"a scheme in lower case", "href-scheme", `<a href=HTTP://x.example/>a</a>`, "http"},
		{"no scheme behind a slash", "href-scheme", `<a href=/x:y>a</a>`, ""},
		{"no scheme before a colon alone", "href-scheme", `<a href=':x'>a</a>`, ""},
		{"digits of a fragment", "href-fragment", `<a href='x#sec12'>a</a>`, "sec0"},
		{"names of a query", "href-query-name", `<a href='x?b=1&a22=2;b'>a</a>`, "<b><a0><b>"},
		{"a query behind a fragment is none", "href-query-name", `<a href='x#y?b=1'>a</a>`, ""},
		{"tags of the content", "content-tag", `<a href=x><b>a</b><img src=i></a>`, "<B><IMG>"},
		{"digits of the content's values", "content-tag-attribute-value", `<a href=x><img src=i12></a>`, "<[i0]>"},
		{"the caption is the text", "content-caption", `<a href=x>one <b>two</b><img alt=three></a>`, "one two"},
		{"or that of the first image with one", "content-caption", `<a href=x><img alt=''><img alt=' three '><img alt=four></a>`, "three"},
		{"another attribute is no text", "content-caption", `<a href=x><img title=three></a>`, ""},
		{"no words at all", "caption-shape", `<a href=x></a>`, "none"},
		{"one word, a capital", "caption-shape", `<a href=x>Ada</a>`, "≥1 capitals ada"},
		{"a label in lower case", "caption-shape", `<a href=x>full text 12</a>`, "≥1 ≥2 digits"},
		{"two words are a label", "caption-shape", `<a href=x>Full 12</a>`, "≥1 ≥2 capitals digits full_0"},
		{"three are none", "caption-shape", `<a href=x>full text here</a>`, "≥1 ≥2"},
		{"three capitals", "caption-shape", `<a href=x>Ada B. Bean</a>`, "≥1 ≥2 capitals"},
		{"one small letter ends the capitals", "caption-shape", `<a href=x>Ada van Bean</a>`, "≥1 ≥2"},
		{"four words with a digit", "caption-shape", `<a href=x>growth of 2 beans</a>`, "≥1 ≥2 ≥4 digits"},
		{"six words", "caption-shape", `<a href=x>a b c d e f</a>`, "≥1 ≥2 ≥4"},
		{"seven words", "caption-shape", `<a href=x>a b c d e f g</a>`, "≥1 ≥2 ≥4 ≥7"},
		{"letters of a path stay", "path-shape", `<a href=/Papers/x>a</a>`, "1:papers 2:x of:2"},
		{"a short word before a number", "path-shape", `<a href=/vol12/x>a</a>`, "1:vol0 2:x of:2"},
		{"four letters before a number", "path-shape", `<a href=/part12/x>a</a>`, "1:part0 2:x of:2"},
		{"five are masked", "path-shape", `<a href=/paper12/x>a</a>`, "1:a0 2:x of:2"},
		{"a number alone", "path-shape", `<a href=/12/x>a</a>`, "1:0 2:x of:2"},
		{"letters and digits by turns", "path-shape", `<a href=/lee09ab.HTML?x>a</a>`, "1:a0a.html of:1"},
		{"other signs stay", "path-shape", `<a href=/a-b_-c1/x>a</a>`, "1:a-a_-a0 2:x of:2"},
		{"a format stays", "path-shape", `<a href=/x12.html>a</a>`, "1:x0.html of:1"},
		{"a dot before a digit is no format", "path-shape", `<a href=/x.7z>a</a>`, "1:a.0a of:1"},
		{"a dot first is no format", "path-shape", `<a href=/.html?x>a</a>`, "1:.a of:1"},
		{"eight segments and how many", "path-shape", `<a href=/a/b/c/d/e/f/g/h/i/j/x>a</a>`, "1:a 2:b 3:c 4:d 5:e 6:f 7:g 8:h of:9"},
		{"eight segments", "path-shape", `<a href=/a/b/c/d/e/f/g/x>a</a>`, "1:a 2:b 3:c 4:d 5:e 6:f 7:g 8:x of:8"},
		{"nine segments", "path-shape", `<a href=/a/b/c/d/e/f/g/h/x>a</a>`, "1:a 2:b 3:c 4:d 5:e 6:f 7:g 8:h of:9"},
		{"a host is its labels", "host", `<a href=http://x.h.example/>a</a>`, "x h example"},
		{"a format", "extension", `<a href=/x.PDF>a</a>`, "pdf"},
		{"a format of five letters", "extension", `<a href=/x.xhtml>a</a>`, "xhtml"},
		{"six are none", "extension", `<a href=/x.xhtmll>a</a>`, ""},
		{"a format that begins with a digit is none", "extension", `<a href=/x.7z>a</a>`, ""},
		{"a format may end with a digit", "extension", `<a href=/x.mp4>a</a>`, "mp4"},
		{"a dot at the end", "extension", `<a href=/x.>a</a>`, ""},
		{"a dot in a directory", "extension", `<a href=/a.b/x>a</a>`, ""},
		{"six ancestors", "ancestor-tags", `<div><div><div><div><p><u><i><b><a href=x>a</a>`, "a<b b<i i<u u<p p<div div<div"},
		{"names of elements are cut", "ancestor-tags", `<abcdefghijklmnopqrstuvwxyzabcdefghijklmn><a href=x>a</a>`, "a<abcdefghijklmnopqrstuvwxyzabcdef abcdefghijklmnopqrstuvwxyzabcdef<body body<html"},
		{"ancestors end at the page", "ancestor-tags", `<a href=x>a</a>`, "a<body body<html"},
		{"classes of the two nearest", "ancestor-classes", `<div class=one><div class=two><div><p ID=Three3>t<a href=x>a</a>`, "three0 two"},
		{"a class and an id of one", "ancestor-classes", `<div class=one><p class=a id=b title=c><a href=x>a</a>`, "a b"},
		{"classes beyond six ancestors", "ancestor-classes", `<div class=one><div><div><div><div><div><div><a href=x>a</a>`, ""},
		{"classes of the sixth ancestor", "ancestor-classes", `<div class=one><div><div><div><div><div><a href=x>a</a>`, "one"},
		{"two signs before", "text-before", `<p>one, two (3 <a href=x>a</a>`, "0 ("},
		{"a word is one sign", "text-before", `<p>(one<a href=x>a</a>`, "w ("},
		{"a space parts words", "text-before", `<p>one two<a href=x>a</a>`, "w w"},
		{"signs repeat", "text-before", `<p>(((<a href=x>a</a>`, "( ("},
		{"a block before", "text-before", `<p>one</p><p><a href=x>a</a>`, "| w"},
		{"two blocks before", "text-before", `one<div><p><a href=x>a</a>`, "| |"},
		{"inline elements are nothing", "text-before", `<p>one<b>,</b><a href=x>a</a>`, ", w"},
		{"a link before ends the text", "text-before", `<p>one<a href=y>b</a>, <a href=x>a</a>`, ", w"},
		{"a link right before", "text-before", `<p>one<a href=y></a><a href=x>a</a>`, ""},
		{"text farther than 48 nodes", "text-before", `<p>one<!---->` + strings.Repeat("<br>", 48) + `<a href=x>a</a>`, ""},
		{"text within 48 nodes", "text-before", `<p>one<!---->` + strings.Repeat("<br>", 46) + `<a href=x>a</a>`, "w"},
		{"two signs after", "text-after", `<a href=x>a</a> (3) one`, "( 0"},
		{"a block after", "text-after", `<a href=x>a</a><p>one`, "| w"},
		{"two blocks after", "text-after", `<a href=x>a</a><div><p>one`, "| |"},
		{"a number is one sign", "text-after", `<a href=x>a</a>12 34 a`, "0 0"},
		{"a link after ends the text", "text-after", `<a href=x>a</a>, <a href=y>b</a> one`, ","},
		{"its own text is not after", "text-after", `<a href=x>a (b)</a>`, ""},
		{"text after 48 nodes", "text-after", `<a href=x>a</a>` + strings.Repeat("<br>", 48) + `one`, ""},
		{"text after 46 nodes", "text-after", `<a href=x>a</a>` + strings.Repeat("<br>", 46) + `one`, "w"},
		{"a label before", "link-before", `<a href=y.pdf class=c>PDF 12</a><a href=x>a</a>`, "pdf_0 .pdf @class @href"},
		{"three words are a title", "link-before", `<a href=y>one two three</a><a href=x>a</a>`, "title . @href"},
		{"24 bytes are a label", "link-before", `<a href=y>abcdefghijklmnopqrstuvwx</a><a href=x>a</a>`, "abcdefghijklmnopqrstuvwx . @href"},
		{"25 are a title", "link-before", `<a href=y>abcdefghijklmnopqrstuvwxy</a><a href=x>a</a>`, "title . @href"},
		{"a query has no format", "link-before", `<a href=y?z.pdf>b</a><a href=x>a</a>`, "b . @href"},
		{"a fragment has no format", "link-before", `<a href=y#z.pdf>b</a><a href=x>a</a>`, "b . @href"},
		{"a format before a query", "link-after", `<a href=x>a</a><a href=y.pdf?z title=t>b</a>`, "b .pdf @href @title"},
		{"the nearest after", "link-after", `<a href=x>a</a><a href=y>b</a><a href=z>c</a>`, "b . @href"},
		{"no link after", "link-after", `<a href=x>a</a>`, ""},
		{"a name of an attribute is cut", "link-after", `<a href=x>a</a><a abcdefghijklmnopqrstuvwxyzabcdefghijklmn>b</a>`, "b . @abcdefghijklmnopqrstuvwxyzabcdef"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			links := linktest.Read(t, tt.src)
			i := slices.IndexFunc(links, func(l anchor.Link) bool { return strings.Contains(l.Href, "x") })
			v := vectorsOf(links)[i]
			if got := v[slices.Index(Method.Names(), tt.component)]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			l := &links[i]
			near := anchor.ReadOne(document.Link{URL: l.URL, Href: l.Href, Text: l.Text, Node: l.At.Page.DOMNode(l.At.Node)})
			if alone := vectorsOf([]anchor.Link{near})[0]; !slices.Equal(alone, v) {
				t.Errorf("by what is near alone %q, on the whole page %q", alone, v)
			}
		})
	}
}
