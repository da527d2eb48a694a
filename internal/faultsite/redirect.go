package faultsite

import (
	"fmt"
	"net"
	"strings"
)

func redirectFaults() []fault {
	return []fault{
		{name: "redirect to itself", page: func(v *visit) { v.redirect(302, v.r.URL.RequestURI()) }},
		{name: "redirects in a pair", page: func(v *visit) {
			if v.r.URL.Path == "/a" {
				v.redirect(301, "/b")
			} else {
				v.redirect(301, "/a")
			}
		}},
		{name: "redirect with a growing query", page: func(v *visit) { v.redirect(302, "/?q=x"+v.r.URL.RawQuery) }},
		{name: "redirect with every status", page: func(v *visit) {
			next := map[string]string{"/": "/301", "/301": "/302", "/302": "/303", "/303": "/307", "/307": "/308", "/308": "/end"}
			var status int
			switch _, err := fmt.Sscanf(v.r.URL.Path, "/%d", &status); {
			case v.r.URL.Path == "/end":
				v.page("end", "/300", "/304", "/305", "/306")
			case err != nil:
				v.redirect(302, next["/"])
			case next[v.r.URL.Path] != "":
				v.redirect(status, next[v.r.URL.Path])
			default:
				v.redirect(status, "/not-to-be-followed")
			}
		}},
		leading("redirect to a file", "file:///etc/passwd"),
		leading("redirect to a script", "javascript:alert(1)"),
		leading("redirect to data", "data:text/html,<title>data</title>"),
		leading("redirect to another port's service", "gopher://127.0.0.1:6379/_FLUSHALL"),
		{name: "redirect to 127.0.0.1", page: func(v *visit) {
			if host, port, _ := net.SplitHostPort(v.r.Host); host == "127.0.0.1" {
				v.trespass()
			} else {
				v.redirect(302, "http://127.0.0.1:"+port+"/secret")
			}
		}},
		{name: "redirect to what another host forbids", robots: true, page: func(v *visit) {
			_, port, _ := net.SplitHostPort(v.r.Host)
			other := "other.test:" + port
			switch {
			case v.r.URL.Path == "/robots.txt" && v.r.Host == other:
				v.print("User-agent: *\nDisallow: /private\n")
			case v.r.URL.Path == "/robots.txt":
				v.print("User-agent: *\nAllow: /\n")
			case v.r.Host == other:
				v.trespass()
			default:
				v.redirect(302, "http://"+other+"/private")
			}
		}},
		{name: "redirect to a relative address", page: func(v *visit) {
			if v.r.URL.RequestURI() == "/up?q=1" {
				v.page("found")
			} else {
				v.redirect(302, "../.././up?q=1#part")
			}
		}},
		leading("redirect to nothing", ""),
		{name: "redirect without an address", page: func(v *visit) { v.WriteHeader(302) }},
		{name: "redirect in another script", page: func(v *visit) {
			if v.r.URL.Path == "/caf\u00e9/\u65e5\u672c" {
				v.page("found")
			} else {
				v.redirect(302, "/caf\u00e9/\u65e5\u672c")
			}
		}},
		{name: "redirect in Latin 1", page: func(v *visit) { v.redirect(302, "/caf\xe9") }},
		leading("redirect to an address of 1 MB", "/"+strings.Repeat("x", 1<<20)),
		leading("redirect to an address of 100 KB", "/"+strings.Repeat("x", 100<<10)),
		{name: "redirect with an endless body", page: func(v *visit) {
			if v.r.URL.Path == "/found" {
				v.page("found")
				return
			}
			v.redirect(302, "/found")
			for _, err := v.Write(make([]byte, 32<<10)); err == nil; _, err = v.Write(make([]byte, 32<<10)) {
			}
		}},
	}
}

// leading is a fault that redirects every page to the same address.
func leading(name, to string) fault {
	return fault{name: name, page: func(v *visit) { v.redirect(302, to) }}
}
