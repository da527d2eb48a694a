package faultsite

import (
	"net/http"
	"strings"
)

const small = "<title>small</title>"

func framingFaults() []fault {
	return []fault{
		answering("Content-Length too long", wholeHead("Content-Length: 5000")+small),
		answering("Content-Length too short", wholeHead("Content-Length: 20")+small+"smuggled"),
		answering("Content-Length negative", wholeHead("Content-Length: -5")+small),
		answering("Content-Length of 2^63", wholeHead("Content-Length: 9223372036854775808")+small),
		answering("Content-Length twice", wholeHead("Content-Length: 20", "Content-Length: 7")+small),
		answering("Content-Length and chunks", wholeHead("Content-Length: 3", "Transfer-Encoding: chunked")+"14\r\n"+small+"\r\n0\r\n\r\n"),
		answering("Content-Length and chunks below an odd line", wholeHead("odd", "Content-Length: 3", "Transfer-Encoding: chunked")+"14\r\n"+small+"\r\n0\r\n\r\n"),
		answering("Content-Length in two ways behind a space", wholeHead("Content-Length: 20", "Content-Length : 7")+small),
		answering("chunk size that is no number", chunkedHead+"14\r\n"+small+"\r\nxyz\r\nmore\r\n0\r\n\r\n"),
		answering("chunk size of 2^63", chunkedHead+"14\r\n"+small+"\r\n8000000000000000\r\n"+small),
		answering("chunk size of 2^64", chunkedHead+"14\r\n"+small+"\r\n10000000000000014\r\n"+small),
		answering("chunks without the last line", chunkedHead+"14\r\n"+small+"\r\n0\r\n"),
		answering("chunks without the last one", chunkedHead+"14\r\n"+small+"\r\n"),
		{name: "chunk extension without end", raw: func(w *wire, _ *http.Request) {
			w.send(chunkedHead + "14\r\n" + small + "\r\n5;name=")
			w.flood(strings.Repeat("x", 16<<10))
		}},
		{name: "chunks of one byte with long extensions", raw: func(w *wire, _ *http.Request) {
			w.send(chunkedHead)
			w.flood(strings.Repeat("1;"+strings.Repeat("x", 2000)+"\r\nx\r\n", 8))
		}},
		{name: "trailer without end", raw: func(w *wire, _ *http.Request) {
			w.send(chunkedHead + "14\r\n" + small + "\r\n0\r\n")
			w.flood(strings.Repeat("X-Trailer: more\r\n", 1<<10))
		}},
		answering("Transfer-Encoding that nobody knows", wholeHead("Transfer-Encoding: shout")+small),
	}
}

var chunkedHead = wholeHead("Transfer-Encoding: chunked")

// answering is a fault that sends the same bytes to every request and hangs up.
func answering(name, answer string) fault {
	return fault{name: name, raw: func(w *wire, _ *http.Request) { w.send(answer) }}
}
