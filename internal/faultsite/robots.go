package faultsite

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
)

const rules = "User-agent: *\nDisallow: /private\n"

func robotsFaults() []fault {
	return []fault{
		asked("robots.txt that fails once", func(v *visit) {
			if v.nth == 1 {
				v.WriteHeader(503)
			} else {
				v.print(rules)
			}
		}),
		asked("robots.txt that always fails", func(v *visit) { v.WriteHeader(500) }),
		asked("robots.txt with status 429", func(v *visit) { v.WriteHeader(429) }),
		asked("robots.txt behind six redirects", func(v *visit) { v.redirect(301, "/hop/1") }),
		asked("robots.txt of 10 MB", func(v *visit) {
			v.print(rules)
			for range 10 << 10 {
				v.print("%s\n", strings.Repeat("#", 1023))
			}
		}),
		asked("robots.txt of one long line", func(v *visit) {
			v.print(rules + "Disallow: /")
			for range 10 << 10 {
				v.print("%s", strings.Repeat("*x", 512))
			}
		}),
		asked("robots.txt with a rule of 16 KB", func(v *visit) { v.print("%s", rules[:len(rules)-1]+strings.Repeat("*", 16_000)+"\n") }),
		asked("robots.txt of HTML", func(v *visit) { v.page("Not found", "/private") }),
		asked("robots.txt that is slow", func(v *visit) {
			for i := range rules {
				v.print("%s", rules[i:i+1])
				v.flush()
				if !v.sleep(10 * step) {
					return
				}
			}
		}),
		asked("robots.txt in gzip", func(v *visit) { v.gzip(gzipped(rules)) }),
		asked("robots.txt that is a bomb", func(v *visit) {
			v.set("Content-Encoding", "gzip")
			v.bomb(zeros(1<<20), bombSize>>20)
		}),
		asked("robots.txt in UTF-16", func(v *visit) {
			units := utf16.Encode([]rune("\ufeff" + rules))
			bytes, _ := binary.Append(nil, binary.LittleEndian, units) // of fixed size
			_, _ = v.Write(bytes)
		}),
		asked("robots.txt as an image", func(v *visit) {
			v.set("Content-Type", "image/png")
			v.print(rules)
		}),
		asked("robots.txt with a delay of an hour", func(v *visit) { v.print(rules + "Crawl-delay: 3600\n") }),
		asked("robots.txt that changes every minute", func(v *visit) {
			v.print("User-agent: *\nDisallow: /private\nDisallow: /%d\n", time.Now().Minute())
		}),
	}
}

// asked is a fault of the robots.txt alone. All else is a page that links to
// /private and /public; robots.txt forbids the first, unless it cannot be read.
func asked(name string, robots func(*visit)) fault {
	return fault{name: name, robots: true, page: func(v *visit) {
		var hop int
		switch _, err := fmt.Sscanf(v.r.URL.Path, "/hop/%d", &hop); {
		case v.r.URL.Path == "/robots.txt":
			v.set("Content-Type", "text/plain")
			robots(v)
		case err == nil && hop < 6:
			v.redirect(301, fmt.Sprintf("/hop/%d", hop+1))
		case err == nil:
			v.print(rules)
		case v.r.URL.Path == "/private":
			v.trespass()
			v.page("private")
		default:
			v.page("page", "/private", "/public")
		}
	}}
}
