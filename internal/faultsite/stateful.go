package faultsite

import (
	"net/http"
	"strings"
	"time"
)

// statefulFaults are those of servers that remember, or claim to, what was
// asked before.
func statefulFaults() []fault {
	return []fault{
		{name: "ETag", page: func(v *visit) { v.versioned(`"v1"`) }},
		{name: "ETag of 100 KB", page: func(v *visit) { v.versioned(`"` + strings.Repeat("x", 100<<10) + `"`) }},
		{name: "304 that nobody asked for", page: func(v *visit) { v.WriteHeader(304) }},
		busy("Retry-After in seconds", func() string { return "2" }),
		busy("Retry-After as a date", func() string { return time.Now().Add(3 * time.Second).UTC().Format(http.TimeFormat) }),
		busy("Retry-After negative", func() string { return "-1000" }),
		busy("Retry-After of ten years", func() string { return "315360000" }),
		{name: "clock that goes back", page: func(v *visit) {
			now := time.Now().Add(-time.Duration(v.nth) * 24 * time.Hour).UTC().Format(http.TimeFormat)
			v.set("Date", now)
			v.set("Last-Modified", now)
			if v.r.Header.Get("If-Modified-Since") != "" {
				v.WriteHeader(304)
				return
			}
			v.page("clock", "/a", "/b")
		}},
	}
}

func (v *visit) versioned(etag string) {
	v.set("ETag", etag)
	if v.r.Header.Get("If-None-Match") == etag {
		v.WriteHeader(304)
		return
	}
	v.page("versioned")
}

// busy is a fault that is overloaded the first time a page is asked for.
func busy(name string, after func() string) fault {
	return fault{name: name, page: func(v *visit) {
		if v.nth <= 2 { // robots.txt comes first
			v.set("Retry-After", after())
			v.WriteHeader(503)
			return
		}
		v.page("at last")
	}}
}
