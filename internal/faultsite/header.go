package faultsite

import (
	"fmt"
	"net/http"
	"strings"
)

func headerFaults() []fault {
	return []fault{
		{name: "header of 10 MB", raw: func(w *wire, _ *http.Request) {
			w.send("HTTP/1.1 200 OK\r\nX-Large: " + strings.Repeat("x", 10<<20) + "\r\n\r\n")
		}},
		{name: "100,000 header fields", raw: func(w *wire, _ *http.Request) {
			var b strings.Builder
			b.WriteString("HTTP/1.1 200 OK\r\n")
			for i := range 100_000 {
				fmt.Fprintf(&b, "X-Field-%d: x\r\n", i)
			}
			w.send(b.String() + "\r\n")
		}},
		{name: "header without end", raw: func(w *wire, _ *http.Request) {
			w.send("HTTP/1.1 200 OK\r\n")
			w.flood(strings.Repeat("X-More: and more\r\n", 1<<10))
		}},
		{name: "status line without end", raw: func(w *wire, _ *http.Request) {
			w.send("HTTP/1.1 200 ")
			w.flood(strings.Repeat("very ", 1<<10))
		}},
		answering("NUL in a header value", wholeHead("X-Odd: a\x00b", "Content-Length: 20")+small),
		answering("bare CR in a header value", wholeHead("X-Odd: a\rSet-Cookie: b=c", "Content-Length: 20")+small),
		answering("bare LF in a header value", wholeHead("X-Odd: a\nX-Split: b", "Content-Length: 20")+small),
		answering("header line without a colon", wholeHead("no colon here", "Content-Length: 20")+small),
		{name: "1,000 times status 103", raw: func(w *wire, _ *http.Request) {
			w.send(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n", 1000) + wholeHead("Content-Length: 20") + small)
		}},
		{name: "status 103 without end", raw: func(w *wire, _ *http.Request) {
			w.flood("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n")
		}},
		answering("status 099", "HTTP/1.1 099 Low\r\nContent-Length: 20\r\n\r\n"+small),
		answering("status 600", "HTTP/1.1 600 High\r\nContent-Length: 20\r\n\r\n"+small),
		answering("status 999", "HTTP/1.1 999 Request denied\r\nContent-Length: 20\r\n\r\n"+small),
		answering("status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 20\r\n\r\n"+small),
		answering("status 101", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n"+small),
		answering("HTTP/0.9", "<html><title>old</title></html>\n"),
		answering("another protocol", "SSH-2.0-OpenSSH_9.2\r\n"),
	}
}
