package chrome_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

const made = `<div id="root"></div><script>document.body.append("made by script")</script>`

// What a page can do to its reader, and what is left of it: what was rendered,
// or the plain answer and why.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	const slow = "not rendered within"
	for _, group := range []struct {
		limits chrome.Limits
		pages  map[string]hostile
	}{
		// These never end: the less time they have the better.
		{chrome.Limits{Time: 3 * time.Second, Requests: 50}, map[string]hostile{
			"an endless loop":                     {`for (;;) {}`, slow},
			"an endless loop after the load":      {`onload = () => { for (;;) {} }`, slow},
			"an endless loop in promises":         {`const f = () => Promise.resolve().then(f); f()`, slow},
			"a long string":                       {`document.title = "x".repeat(1 << 28)`, slow + "|memory|longer than"},
			"a bomb of frames":                    {`for (;;) { const f = document.createElement("iframe"); f.src = "/frame?" + Math.random(); document.body.append(f) }`, slow + "|memory|requests"},
			"1 GB in blobs":                       {`const keep = []; for (let i = 0; i < 64; i++) keep.push(new Blob([new Uint8Array(16 << 20).fill(i)])); for (;;) {}`, slow + "|memory|died"},
			"1 GB in the heap":                    {`const keep = []; for (;;) keep.push(new Array(1 << 16).fill({}))`, slow + "|memory"},
			"a page that asks for more for ever":  {`const more = () => fetch("/more.json").finally(more); more()`, "|too many requests|" + slow},
			"an endless loop when it is left":     {`onbeforeunload = () => { for (;;) {} }; location = "/?x"`, slow},
			"a long base of many links":           {`document.head.innerHTML = "<base href='http://a.test/" + "x".repeat(60000) + "/'>"; document.body.innerHTML += "<a href=1>x</a>".repeat(30000)`, "|" + slow},
			"formatting that is reopened":         {`document.body.innerHTML += [...Array(400).keys()].map((i) => "<b a=" + i + ">").join("") + "<p>".repeat(4000)`, "|memory|longer than|" + slow},
			"formatting without end":              {`document.body.innerHTML += "<p><b><i><u>".repeat(300000)`, "|memory|longer than|" + slow},
			"popups for ever":                     {`for (;;) open("/?" + Math.random())`, slow},
			"posts of more than it may":           {`const s = "x".repeat(4 << 20); for (let i = 0; i < 200; i++) fetch("http://b.test/?", { method: "POST", mode: "no-cors", body: s })`, "|posts or loads too much|memory|" + slow},
			"a page that goes elsewhere for ever": {`const f = () => { location = "/?" + Math.random(); setTimeout(f, 1) }; f()`, "|elsewhere more than 20 times|" + slow},
		}},
		{chrome.Limits{Time: ample, Page: 2 << 20, Bytes: 1 << 20, Requests: 50, Memory: 400 << 20}, map[string]hostile{
			"an alert storm":                       {`for (;;) alert("again")`, "more than 20 dialogs"},
			"a few dialogs":                        {`alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay"`, ""},
			"a page that grows when it is seen":    {`setInterval(() => { for (let i = 0; i < 100; i++) document.body.append(document.createElement("p")) }, 50)`, ""},
			"a flood of requests":                  {`for (let i = 0; i < 100000; i++) fetch("/more.json?" + i)`, "too many requests"},
			"a DOM that is too large":              {`const t = document.createElement("template"); t.innerHTML = "x".repeat(3 << 20); document.body.append(t)`, "longer than 2097152 bytes"},
			"a DOM that is too large in UTF-8":     {`const t = document.createElement("template"); t.innerHTML = "\u20ac".repeat(1 << 20); document.body.append(t)`, "longer than 2097152 bytes"},
			"a DOM of control characters":          {`const t = document.createElement("template"); t.innerHTML = "\u0001".repeat(1 << 20); document.body.append(t)`, ""},
			"a blob of 1 GB":                       {`const b = new Blob([new Uint8Array(1 << 30).fill(1)]); document.body.append(b.size)`, "memory"},
			"a bomb of popups":                     {`for (let i = 0; i < 30; i++) open("/?" + Math.random())`, ""},
			"a bomb of workers":                    {`for (let i = 0; i < 10; i++) new Worker("/w.js")`, ""},
			"a page that reloads itself":           {`location.reload()`, ""},
			"a page that goes nowhere":             {`location = "about:blank"`, "replaced itself"},
			"a page that becomes a blob":           {`location = URL.createObjectURL(new Blob(["<p>blob"], { type: "text/html" }))`, "replaced itself"},
			"a page that closes itself":            {`close()`, ""},
			"a download":                           {`const a = document.createElement("a"); a.download = "x"; a.href = URL.createObjectURL(new Blob(["x"])); a.click()`, ""},
			"getters that lie":                     {`Object.defineProperty(Element.prototype, "outerHTML", { get() { return "a lie" } }); document.querySelector = () => document.body`, ""},
			"half a character":                     {`document.body.append("\ud800")`, ""},
			"a refresh to itself":                  {`document.head.innerHTML = "<meta http-equiv=refresh content=0>"`, ""},
			"addresses for ever":                   {`setInterval(() => history.pushState(0, "", "/" + Math.random()), 0)`, ""},
			"fragments for ever":                   {`setInterval(() => { location.hash = Math.random() }, 0)`, ""},
			"a long way to go":                     {`location = "/?" + "x".repeat(1 << 20)`, ""},
			"long requests":                        {`for (let i = 0; i < 20; i++) fetch("/?" + i + "x".repeat(1e5))`, ""},
			"a long dialog":                        {`alert("x".repeat(10 << 20))`, ""},
			"a deep DOM":                           {`let e = document.body; for (let i = 0; i < 100000; i++) e = e.appendChild(document.createElement("div"))`, "died"},
			"prompts":                              {`navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission(); for (let i = 0; i < 100; i++) print(); debugger`, ""},
			"a flood of sockets":                   {`for (let i = 0; i < 2000; i++) new WebSocket("ws://a.test/?" + i)`, ""},
			"a flood of names":                     {`for (let i = 0; i < 2000; i++) { const l = document.createElement("link"); l.rel = "dns-prefetch"; l.href = "//h" + i + ".test"; document.head.append(l) }`, ""},
			"a flood of downloads":                 {`for (let i = 0; i < 500; i++) { const a = document.createElement("a"); a.download = "x" + i; a.href = URL.createObjectURL(new Blob(["x"])); a.click() }`, ""},
			"a page rewritten for ever":            {`setTimeout(function f() { document.open(); document.write("<p>plain</p>"); document.close(); setTimeout(f, 0) }, 0)`, ""},
			"names of the DOM":                     {`document.body.insertAdjacentHTML("beforeend", "<img name=documentElement><form name=querySelector></form><img name=doctype>")`, ""},
			"a request that a crawl does not make": {`fetch("/more.json", { method: "DELETE" })`, ""},
		}},
	} {
		t.Run("within "+group.limits.Time.String(), func(t *testing.T) {
			w := newWeb(map[string]string{"/made": made, "/more.json": "{}", "/w.js": "for (;;) {}"})
			for name, page := range group.pages {
				w.pages["/"+name] = "<!DOCTYPE html><title>hostile</title><body><p>plain</p><script>" + page.script + "</script>"
			}
			r := renderer(t, &chrome.Renderer{Transport: w, Always: true, Tabs: 4, Limits: group.limits})
			var urls []string
			for name := range group.pages {
				urls = append(urls, "http://a.test/"+name)
			}
			for url, a := range getAll(t, r, urls...) {
				name := strings.TrimPrefix(url, "http://a.test/")
				t.Run(name, func(t *testing.T) { group.pages[name].check(t, a) })
			}
			a := getInTime(t, r, "http://b.test/made")
			if !strings.HasSuffix(a.body, "made by script</body></html>") {
				t.Errorf("a page after all: reason %q, body %.200q", a.reason, a.body)
			}
			frames := 0
			for _, asked := range w.asked {
				if strings.Contains(asked, "/frame?") {
					frames++
				}
				if strings.Contains(asked, "/?") || strings.HasPrefix(asked, "DELETE") {
					t.Errorf("asked for %.100s", asked)
				}
			}
			if frames > group.limits.Requests {
				t.Errorf("asked for %d frames, want no more than Limits.Requests", frames)
			}
		})
	}
}

type hostile struct {
	script  string
	reasons string // why the plain answer stands, separated by |; "" if the page is rendered
}

func (h hostile) check(t *testing.T, a answer) {
	t.Helper()
	matches := false
	for reason := range strings.SplitSeq(h.reasons, "|") {
		matches = matches || a.rendered == (reason == "") && strings.Contains(a.reason, reason)
	}
	if !matches {
		t.Errorf("rendered %v, reason %q, want %q", a.rendered, a.reason, h.reasons)
	}
	if a.StatusCode != 200 || !strings.Contains(a.body, "<p>plain</p>") {
		t.Errorf("status %d, body %.200q, want the page", a.StatusCode, a.body)
	}
}
