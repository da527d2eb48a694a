package faultsite

import (
	"fmt"
	"hash/fnv"
	"net"
	"strconv"
	"strings"
	"time"
)

// Hosts is how many hosts a link farm has: 0.farm0.test, 1.farm1.test ...
const Hosts = 1_000_000

func trapFaults() []fault {
	return []fault{
		{name: "calendar", page: func(v *visit) {
			at, err := time.Parse("/cal/2006/01", v.r.URL.Path)
			if err != nil {
				at = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			}
			v.page("month", at.AddDate(0, 1, 0).Format("/cal/2006/01"), at.AddDate(0, -1, 0).Format("/cal/2006/01"))
		}},
		{name: "calendar in the query", page: func(v *visit) {
			at, err := time.Parse("2006-01-02", v.r.URL.Query().Get("day"))
			if err != nil {
				at = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			}
			v.page("day", at.AddDate(0, 0, 1).Format("/events?day=2006-01-02"), at.AddDate(0, 0, -1).Format("/events?day=2006-01-02"))
		}},
		{name: "path that grows", page: func(v *visit) { v.page("deeper", "a/b/", "b/a/") }},
		{name: "path that grows with new names", page: func(v *visit) {
			v.page("deeper", fmt.Sprintf("d%d/", strings.Count(v.r.URL.Path, "/")))
		}},
		{name: "session id in the query", page: func(v *visit) {
			v.page("shop", session(v, "/shop?PHPSESSID=%s"), session(v, "/cart?PHPSESSID=%s"))
		}},
		{name: "session id in the path", page: func(v *visit) {
			v.page("shop", session(v, "/shop;jsessionid=%s"), session(v, "/cart;jsessionid=%s"))
		}},
		{name: "filters in every combination", page: func(v *visit) { v.page("shoes", filters(v)...) }},
		{name: "aliases by case and slashes", page: func(v *visit) { v.page("one page", aliases(v.r.URL.Path)...) }},
		{name: "soft 404", page: func(v *visit) {
			v.page("Sorry, there is nothing here", session(v, "/%s"), session(v, "/x%s"), session(v, "/%s.html"))
		}},
		{name: "pages without end", page: func(v *visit) {
			n, _ := strconv.Atoi(v.r.URL.Query().Get("page"))
			v.page("list", fmt.Sprintf("/list?page=%d", n+1), fmt.Sprintf("/list?page=%d", n+2))
		}},
		{name: "mirrors by wildcard names", page: func(v *visit) {
			n, port := hostNumber(v)
			v.page("mirror", fmt.Sprintf("http://m%d.mirror.test%s/", 2*n+1, port), fmt.Sprintf("http://m%d.mirror.test%s/", 2*n+2, port))
		}},
		{name: "link farm", robots: true, page: func(v *visit) {
			n, port := hostNumber(v)
			if v.r.URL.Path == "/robots.txt" {
				farmRobots(v)
				return
			}
			var links []string
			for i := 1; i <= 3; i++ {
				if next := 3*n + i; next < Hosts {
					links = append(links, fmt.Sprintf("http://%d.farm%d.test%s/", next, next, port))
				}
			}
			v.page("farm", links...)
		}},
		{name: "honeypot", robots: true, page: func(v *visit) {
			switch {
			case v.r.URL.Path == "/robots.txt":
				v.print("User-agent: *\nDisallow: /hidden/\n")
			case strings.HasPrefix(v.r.URL.Path, "/hidden/"):
				v.trespass()
				v.page("caught", session(v, "/hidden/%s"))
			default:
				v.print("<title>shop</title><a href=/page>page</a><div style=\"display:none\"><a href=/hidden/x>x</a></div>" +
					"<a href=/hidden/y hidden></a><a href=/quiet rel=nofollow></a>")
				if v.r.URL.Path == "/quiet" {
					v.trespass()
				}
			}
		}},
	}
}

// session returns an address with an id that no visit has had before.
func session(v *visit, format string) string {
	h := fnv.New64a()
	fmt.Fprint(h, v.nth, format)
	return fmt.Sprintf(format, fmt.Sprintf("%016x%016x", h.Sum64(), v.nth))
}

// filters are the links of a shop: each adds a value of a parameter behind the
// others, so that all n! orders of n parameters are pages.
func filters(v *visit) (links []string) {
	for _, name := range []string{"color", "size", "brand", "price", "sort", "shop", "sale", "view"} {
		for value := range 3 {
			if !strings.Contains(v.r.URL.RawQuery, name) {
				links = append(links, "/shoes?"+strings.TrimPrefix(fmt.Sprintf("%s&%s=%d", v.r.URL.RawQuery, name, value), "&"))
			}
		}
	}
	return links
}

// aliases writes a path otherwise: with each letter in the other case, and with
// more slashes at its end.
func aliases(path string) []string {
	if path == "/" {
		path = "/catalogue"
	}
	links := []string{path + "/", path + "//"}
	for i := range path {
		if path[i] != '/' {
			links = append(links, path[:i]+string(path[i]^0x20)+path[i+1:])
		}
	}
	return links
}

// hostNumber reads the number at the front of the host's name.
func hostNumber(v *visit) (n int, port string) {
	host, port, err := net.SplitHostPort(v.r.Host)
	if err != nil {
		host = v.r.Host
	} else {
		port = ":" + port
	}
	label, _, _ := strings.Cut(strings.TrimLeft(host, "m"), ".")
	n, _ = strconv.Atoi(label)
	return n, port
}

// farmRobots is a file that costs memory to keep.
func farmRobots(v *visit) {
	v.print("User-agent: *\n")
	for i := range 50 {
		v.print("Disallow: /some/path/of/many/%d\n", i)
	}
}
