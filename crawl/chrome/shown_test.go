package chrome_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// What a page shows is in the answer, for the readers of a crawl: its shadow roots and the
// frames of its origin, with their links.
func TestWhatIsShown(t *testing.T) {
	t.Parallel()
	const define = `<script>customElements.define("x-nav", class extends HTMLElement { connectedCallback() {
		this.attachShadow({ mode: "open" }).innerHTML = "<p>in " + this.title + "</p><slot></slot><a href=x>" + this.title + "</a>" } })</script>`
	pages := map[string]string{
		"/d/framed":     `<title>no</title><base href="/b/"><link rel=canonical href=no><meta name=robots content=nofollow><p>in it</p><a href=x>x</a><x-nav title=y></x-nav>` + define,
		"/d/outer":      `<p>out</p><iframe src=inner></iframe>`,
		"/d/inner":      `<p>in it</p><a href="y?ä">y</a>`,
		"/d/moved":      "redirect /d/inner",
		"/d/away":       "redirect http://b.test/frame",
		"/d/data.json":  `"data"`,
		"/d/menu":       `<a href=1>one</a>`,
		"/d/main":       `<p>words</p>`,
		"/frame":        `<p>of another site</p>`,
		"/d/script.js":  "",
		"/d/recursive":  `<iframe src=recursive></iframe>deep`,
		"/d/sandboxed":  `<p>in it</p>`,
		"/d/posted":     "posted",
		"/d/withscript": `<script>document.write("<p>in it</p>")</script>`,
	}
	for name, c := range map[string]struct {
		page  string
		text  string
		links string
	}{
		"open":                         {`<div id=a></div><script>a.attachShadow({ mode: "open" }).innerHTML = "<p>in it</p><a href=x>x</a>"</script>`, "in it x", "/d/x"},
		"elements, one in another":     {`<x-nav title=menu><x-nav title=item></x-nav></x-nav>` + define, "in menu menu in item item", "/d/x /d/x"},
		"elements in a shadow root":    {`<div id=a></div>` + define + `<script>a.attachShadow({ mode: "open" }).innerHTML = "<x-nav title=deep></x-nav>"</script>`, "in deep deep", "/d/x"},
		"declarative":                  {`<div><template shadowrootmode=open><p>in it</p><a href=x>x</a></template></div><script>1</script>`, "in it x", "/d/x"},
		"declarative, closed":          {`<div><TEMPLATE class=t ShadowRootMode=closed><p>in it</p><x-a><template shadowrootmode=closed>deep</template></x-a></TEMPLATE><template>no</template></div><script>"<template shadowrootmode=closed>"</script>`, "in it deep", ""},
		"closed":                       {`<div id=a>light</div><script>a.attachShadow({ mode: "closed" }).innerHTML = "<p>in it</p>"</script>`, "light", ""},
		"light":                        {`<div id=a></div><script>a.innerHTML = "<p>in it</p><a href=x>x</a>"</script>`, "in it x", "/d/x"},
		"a form that names its fields": {`<form><input name=shadowRoot><input name=contentDocument></form><div id=a></div><script>a.attachShadow({ mode: "open" }).innerHTML = "in it"</script>`, "in it", ""},

		"frame":                             {`<p>a<iframe src=framed></iframe>b</p><script>1</script>`, "a in it x in y y b", "/b/x /b/x"},
		"frame in a frame":                  {`<iframe src=outer></iframe><script>1</script>`, "out in it y", "/d/y?%C3%A4"},
		"frame that moved":                  {`<iframe src=moved></iframe><script>1</script>`, "in it y", "/d/y?%C3%A4"},
		"frame by a script":                 {`<p></p><script>document.body.append(document.createElement("iframe")); document.querySelector("iframe").contentDocument.body.innerHTML = "in <a href=x>it</a>"</script>`, "in it", "/d/x"},
		"frame of a text":                   {`<iframe srcdoc="<p>in it</p><a href=x>x</a>"></iframe><script>1</script>`, "in it x", "/d/x"},
		"frame in a shadow root":            {`<div id=a></div><script>a.attachShadow({ mode: "open" }).innerHTML = "<iframe src=inner></iframe>"</script>`, "in it y", "/d/y?%C3%A4"},
		"object":                            {`<object data=inner></object><script>1</script>`, "in it y", "/d/y?%C3%A4"},
		"frame with a script":               {`<iframe src=withscript></iframe><script>1</script>`, "in it", ""},
		"frames of others":                  {`<p>a</p><iframe src="http://b.test/frame"></iframe><iframe src=away></iframe><iframe src=data.json></iframe><script>1</script>`, "a", ""},
		"frame that may not be looked into": {`<p>a</p><iframe sandbox src=sandboxed></iframe><script>1</script>`, "a", ""},
		"frame of itself":                   {`<p>a</p><iframe src=recursive></iframe><script>1</script>`, "a deep deep", ""},
		"posted to a frame":                 {`<p>a</p><iframe name=f></iframe><form action=posted method=post target=f></form><script>document.forms[0].submit()</script>`, "a", ""},
		"set of frames":                     {`<html><head><title>T</title><script>1</script></head><frameset><frame src=menu><frame src=main></frameset></html>`, "T one words", "/d/1"},
		"set of frames in a frame":          {`<iframe srcdoc="<frameset><frame src=menu></frameset>"></iframe><script>1</script>`, "one", "/d/1"},
	} {
		pages["/d/"+strings.ReplaceAll(name, " ", "-")] = c.page
		pages[name] = c.text + "|" + c.links
	}
	r := renderer(t, &chrome.Renderer{Transport: newWeb(pages), Always: true, Tabs: 4, Limits: chrome.Limits{Time: ample}})
	var urls []string
	for name := range pages {
		if !strings.HasPrefix(name, "/") {
			urls = append(urls, "http://a.test/d/"+strings.ReplaceAll(name, " ", "-"))
		}
	}
	answers := getAll(t, r, urls...)
	for name, want := range pages {
		if strings.HasPrefix(name, "/") {
			continue
		}
		a := answers["http://a.test/d/"+strings.ReplaceAll(name, " ", "-")]
		p := &crawl.Page{URL: "http://a.test/d/page", Status: http.StatusOK, Header: a.Header, Body: []byte(a.body)}
		var links []string
		for _, l := range p.Document().Links {
			links = append(links, strings.TrimPrefix(l.URL, "http://a.test"))
		}
		got := strings.Join(strings.Fields(p.Document().Text), " ") + "|" + strings.Join(links, " ")
		if !a.rendered || got != want || p.Directives() != (crawl.Directives{}) {
			t.Errorf("%s: rendered %v %s; %q, want %q; %+v\n%s", name, a.rendered, a.reason, got, want, p.Directives(), a.body)
		}
	}
}
