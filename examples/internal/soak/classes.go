//go:build linux

package soak

import (
	"fmt"
	"slices"
	"strings"
)

// A class is a kind of host.
type class struct {
	name   string
	urls   int          // pages of a host that healthy pages link to
	must   bool         // all of them have to be fetched in the end
	robots func(*visit) // answers for robots.txt; nil if there is none
	page   func(*visit) // answers for anything else
}

// healthy is the class of most hosts.
const healthy = "healthy"

// misbehaving are the classes of the other hosts.
var misbehaving = []class{
	{name: "missing", urls: 20, page: func(v *visit) { v.status(404) }},
	{name: "busy", urls: 5, page: func(v *visit) {
		v.header("Retry-After", "1")
		v.status(503)
	}},
	{name: "forbidden", urls: 20, robots: func(v *visit) { v.text("User-agent: *\nDisallow: /private/\n") }, page: forbidden},
	{name: "norobots", urls: 10, robots: func(v *visit) {
		if v.down() {
			v.status(503)
		} else {
			v.text("")
		}
	}, page: leaf},
	{name: "farrobots", urls: 10, robots: func(v *visit) { v.redirect("http://" + v.web.healthyHost(v.number) + "/robots.txt") }, page: leaf},
	{name: "outage", urls: 20, must: true, robots: refused, page: func(v *visit) {
		if refused(v); v.err == nil {
			leaf(v)
		}
	}},
	{name: "endless", urls: 10, page: func(v *visit) { v.endless("<p>more of the same\n") }},
	{name: "stalled", urls: 3, page: func(v *visit) { v.stalled(200, 1_000_000, "<title>begun</title>") }},
	{name: "silent", urls: 3, page: func(v *visit) { v.silent() }},
	{name: "nobody", urls: 10, page: nobody},
	{name: "upgrade", urls: 3, page: func(v *visit) { v.upgrade() }},
	{name: "loop", urls: 10, page: func(v *visit) { v.redirect(loop(v.path)) }},
	{name: "moved", urls: 20, page: func(v *visit) { v.redirect(v.web.healthyURL(v.number)) }},
	{name: "bomb", urls: 10, page: func(v *visit) { v.bomb() }},
	{name: "deep", urls: 5, page: func(v *visit) { v.html(strings.Repeat("<div>", 20_000)) }},
	{name: "formatting", urls: 5, page: func(v *visit) { v.html(formatting) }},
	{name: "longbase", urls: 3, page: func(v *visit) { v.html(longBase) }},
	{name: "trap", urls: 1, page: trap},
	{name: "panic", urls: 3, page: leaf},
	{name: "poison", urls: 1, page: leaf},
	{name: "socket", urls: 1},
}

// poisonHosts is how many hosts have a page that ends the process, each time a
// few times over: they would all be the same page to the library.
const poisonHosts = 2

// ClassNames lists the classes of hosts that misbehave.
func ClassNames() []string {
	var names []string
	for _, c := range misbehaving {
		names = append(names, c.name)
	}
	return names
}

// chooseClasses reads -classes.
func chooseClasses(list string) ([]class, error) {
	var chosen []string
	for _, name := range strings.Split(list, ",") {
		left, out := strings.CutPrefix(strings.TrimSpace(name), "-")
		switch {
		case left == "all" && !out:
			chosen = ClassNames()
		case left == "none" && !out:
			chosen = nil
		case !slices.Contains(ClassNames(), left):
			return nil, fmt.Errorf("-classes: there is no class %q: want all, none or %s", left, strings.Join(ClassNames(), ", "))
		case out:
			chosen = slices.DeleteFunc(chosen, func(c string) bool { return c == left })
		case !slices.Contains(chosen, left):
			chosen = append(chosen, left)
		}
	}
	var classes []class
	for _, c := range misbehaving {
		if slices.Contains(chosen, c.name) {
			classes = append(classes, c)
		}
	}
	return classes, nil
}

// leaf answers with a page without links.
func leaf(v *visit) { v.html("<title>leaf</title><p>Nothing leads on.") }

// refused fails as a connection does while the host is down, and serves an
// empty robots.txt else.
func refused(v *visit) {
	if v.down() {
		v.err = errRefused
		return
	}
	v.text("")
}

// forbidden serves pages, each of which links to one that nobody may ask for.
func forbidden(v *visit) {
	if strings.HasPrefix(v.path, "/private/") {
		v.web.broken("%s was asked for although robots.txt forbids it", v.url)
	}
	v.html(fmt.Sprintf("<title>public</title><a href=\"/private%s\">private</a>", v.path))
}

// nobody announces bodies that never come, with statuses whose bodies nobody
// needs.
func nobody(v *visit) {
	status := 404
	if v.number%2 == 1 {
		status = 302
		v.header("Location", v.web.healthyURL(v.number))
	}
	v.stalled(status, 10, "")
}

// loop is where a page redirects to: /p/1 to /p/1/a, that to /p/1/b, that back.
func loop(path string) string {
	if stem, ok := strings.CutSuffix(path, "/a"); ok {
		return stem + "/b"
	}
	return strings.TrimSuffix(path, "/b") + "/a"
}

// trapDepth is how many pages of a trap the crawl's scope lets in.
const trapDepth = 200

// trap links to the next page of two chains without end.
func trap(v *visit) {
	n := trapNumber(v.path)
	v.html(fmt.Sprintf("<title>trap</title><a href=\"/trap/%d\">next</a><a href=\"/trap/%d?session=%d\">next</a>", n+1, n+1, n))
}

func trapNumber(path string) int {
	var n int
	fmt.Sscanf(path, "/trap/%d", &n)
	return n
}

// longBase is a page whose 30,000 links are 60 KB long each.
var longBase = "<base href=\"/" + strings.Repeat("x", 60_000) + "/\"><title>long</title>" + strings.Repeat("<a href=y>y</a>", 30_000)

// formatting leaves 400 formatting elements open, all of which a parser opens
// again in each of the paragraphs that follow.
var formatting = func() string {
	var b strings.Builder
	b.WriteString("<title>formatting</title><p>")
	for i := range 400 {
		fmt.Fprintf(&b, "<b id=%d>", i)
	}
	b.WriteString(strings.Repeat("<p>x", 10_000))
	return b.String()
}()
