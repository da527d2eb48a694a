package faultsite

import (
	"fmt"
	"io"
	"strings"
)

func pageFaults() []fault {
	return []fault{
		{name: "meta refresh in a circle", page: func(v *visit) {
			v.print("<meta http-equiv=refresh content=\"0; url=/?%d\"><title>wait</title>", v.nth)
		}},
		{name: "base that leads elsewhere", page: func(v *visit) {
			bases := map[string]string{
				"/file": "file:///etc/", "/script": "javascript:", "/data": "data:text/html,x", "/broken": "http://[::bad/",
				"/empty": "", "/second": "/dir/", "/query": "?a=b", "/long": "/" + strings.Repeat("x/", 50_000),
			}
			if base, ok := bases[v.r.URL.Path]; ok {
				v.print("<base href=\"%s\"><base href=\"http://second.test/\"><title>base</title><a href=\"leaf\">leaf</a>", base)
				return
			}
			if v.r.URL.Path != "/" {
				v.page("leaf")
				return
			}
			v.page("start", "/file", "/script", "/data", "/broken", "/empty", "/second", "/query", "/long")
		}},
		{name: "page of 1,000,000 links", page: func(v *visit) {
			if v.r.URL.Path != "/" {
				v.page("leaf")
				return
			}
			v.repeat(1000, func(i int) string {
				var b strings.Builder
				for j := range 1000 {
					fmt.Fprintf(&b, "<a href=/%d>x</a>", 1000*i+j)
				}
				return b.String()
			})
		}},
		{name: "30,000 links below a base of 60 KB", page: func(v *visit) { v.basedLinks(60_000) }},
		{name: "30,000 links below a base of 1,900 bytes", page: func(v *visit) { v.basedLinks(1900) }},
		{name: "links, canonical and refresh of 100 KB", page: func(v *visit) {
			long := "/" + strings.Repeat("x", 100_000)
			v.set("Link", "<"+long[:30_000]+">; rel=canonical")
			v.print("<link rel=canonical href=%q><meta http-equiv=refresh content=\"0; url=%s\"><a rel=nofollow href=%q>l</a>", long, long, long)
		}},
		{name: "400 formatting elements opened again in each paragraph", page: func(v *visit) {
			v.print("<title>reopened</title><p>")
			for i := range 400 {
				v.print("<b i=%d>", i)
			}
			v.print("%s<a href=/last>last</a>", strings.Repeat("<p>x", 12_000))
		}},
		{name: "10 MiB of formatting elements", page: func(v *visit) {
			v.print("<title>formatting</title><a href=/first>first</a>")
			tags := strings.Repeat("<p><b><i><u>", 8<<10)
			v.repeat(107, func(int) string { return tags })
		}},
		{name: "text of 100 MB", page: func(v *visit) {
			text := strings.Repeat("word ", 20<<10)
			v.repeat(1<<10, func(int) string { return text })
		}},
		{name: "1,000,000 nested tags", page: func(v *visit) {
			v.print("<title>deep</title><a href=/first>first</a>")
			tags := strings.Repeat("<b>", 1000)
			v.repeat(1000, func(int) string { return tags })
			v.print("<a href=/last>last</a>")
		}},
		{name: "one tag of 50 MB", page: func(v *visit) {
			v.print("<title>tag</title><a href=/first>first</a><a title=\"")
			text := strings.Repeat("x", 64<<10)
			v.repeat(800, func(int) string { return text })
		}},
		{name: "tag of 1,000,000 attributes", page: func(v *visit) {
			v.print("<title>tag</title><a href=/first>first</a><a")
			v.repeat(1000, func(i int) string {
				var b strings.Builder
				for j := range 1000 {
					fmt.Fprintf(&b, " a%d=%d", i, j)
				}
				return b.String()
			})
			v.print("><a href=/last>last</a>")
		}},
		{name: "broken UTF-8", page: func(v *visit) { v.print("<title>a\xff\xc0\x80\xed\xa0\x80b</title><a href=/\xff>x</a>") }},
		{name: "charset lies", page: func(v *visit) {
			switch v.r.URL.Path {
			case "/header": // the header is right, the meta lies
				v.set("Content-Type", "text/html; charset=windows-1251")
				v.print("<meta charset=utf-8><title>\xec\xe8\xf0</title>")
			case "/meta": // nothing but the meta
				v.set("Content-Type", "text/html")
				v.print("<meta charset=windows-1251><title>\xec\xe8\xf0</title>")
			case "/bom": // the mark is right, header and meta lie
				v.set("Content-Type", "text/html; charset=windows-1251")
				v.print("\xef\xbb\xbf<meta charset=koi8-r><title>\u043c\u0438\u0440</title>")
			default:
				v.page("start", "/header", "/meta", "/bom")
			}
		}},
	}
}

// repeat writes n texts until the client has enough.
func (v *visit) repeat(n int, text func(int) string) {
	for i := range n {
		if _, err := io.WriteString(v.ResponseWriter, text(i)); err != nil {
			return
		}
	}
}

// basedLinks writes 30,000 short links that each repeat a long base URL.
func (v *visit) basedLinks(size int) {
	v.print("<title>base</title><base href=\"/%s/\">", strings.Repeat("b", size))
	v.repeat(30, func(i int) string {
		var b strings.Builder
		for j := range 1000 {
			fmt.Fprintf(&b, "<a href=%x>", 1000*i+j)
		}
		return b.String()
	})
}
