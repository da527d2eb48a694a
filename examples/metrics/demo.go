package main

import (
	"net/http"

	"github.com/lokman-crawler/lokman/internal/testsite"
)

const demoSeed = "http://h0.test/"

// demo is a web of three hosts without sockets. Some of its pages are
// forbidden, broken or elsewhere.
func demo() http.RoundTripper {
	web := testsite.New(testsite.Config{Hosts: 3, Pages: 40, Links: 3, Robots: "User-agent: *\nDisallow: /private\n"})
	web.Set("/p/5", testsite.Failure(http.StatusNotFound, ""))
	web.Set("/p/6", testsite.Redirect(http.StatusFound, "/p/7"))
	web.Set("/p/9", testsite.Answer{Reset: true})
	return web
}
