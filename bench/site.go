package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
)

const (
	siteHosts = 64
	siteLinks = 20
	pageSize  = 8000 // bytes
)

// A web is the pages /0 to /n-1 on siteHosts hosts, each the child of another in a binary
// tree, so that a crawl from /0 finds all.
type web struct {
	pages uint64
	host  func(n uint64) string // of page n, with its port
}

// page returns the bytes of page n: some hundred words from a vocabulary of 2,000, those of a
// topic more often the more a page is about it, and links to its two children and to random
// pages.
func (w web) page(n uint64) []byte {
	random := n
	next := func(below uint64) uint64 { // splitmix64
		random += 0x9e3779b97f4a7c15
		z := (random ^ random>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return (z ^ z>>31) % below
	}
	var b bytes.Buffer
	words := func(count uint64) {
		for range count {
			if next(40) < n%8 { // 0 to 17 % of a page's words are the topic's
				fmt.Fprintf(&b, "term%d ", next(topicTerms))
			} else {
				fmt.Fprintf(&b, "word%d ", next(1+next(2000)))
			}
		}
	}
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>page %d</title></head><body>\n<h1>", n)
	words(4)
	b.WriteString("</h1>\n")
	for i := range uint64(siteLinks) {
		to := next(w.pages)
		if child := 2*n + 1 + i; i < 2 && child < w.pages {
			to = child
		}
		b.WriteString("<p>")
		words(12)
		fmt.Fprintf(&b, "<a href=\"http://%s/%d\">", w.host(to), to)
		words(3)
		b.WriteString("</a> ")
		words(6)
		b.WriteString("</p>\n")
	}
	for b.Len() < pageSize-200 {
		b.WriteString("<p class=text>")
		words(20)
		b.WriteString("</p>\n")
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

// ServeHTTP answers for all hosts.
func (w web) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	n, err := strconv.ParseUint(strings.TrimPrefix(r.URL.Path, "/"), 10, 64)
	if err != nil || n >= w.pages {
		http.NotFound(out, r)
		return
	}
	body := w.page(n)
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	out.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = out.Write(body)
}

// serve answers for a web of loopback addresses in a process of its own, so that its CPU time
// is not the crawler's. It writes its port and ends with its input. /ask/N has the web have N
// pages, and returns how many were asked for before.
func serve(in io.Reader, out io.Writer) error {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		return err
	}
	port := l.Addr().(*net.TCPAddr).Port
	w := web{host: func(n uint64) string { return fmt.Sprintf("127.0.0.%d:%d", 1+n%siteHosts, port) }}
	var asked, pages atomic.Uint64
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if n, ok := strings.CutPrefix(r.URL.Path, "/ask/"); ok {
				count, _ := strconv.ParseUint(n, 10, 64)
				pages.Store(count)
				fmt.Fprint(out, asked.Swap(0))
				return
			}
			if r.URL.Path != "/robots.txt" {
				asked.Add(1)
			}
			web{pages.Load(), w.host}.ServeHTTP(out, r)
		}))
	}()
	fmt.Fprintln(out, port)
	_, err = io.Copy(io.Discard, in)
	return err
}
