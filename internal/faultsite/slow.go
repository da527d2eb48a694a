package faultsite

import (
	"net/http"
	"strings"
	"time"
)

// step is the time between two bytes of a slow answer.
const step = 50 * time.Millisecond

func slowFaults() []fault {
	return []fault{
		{name: "header byte by byte", raw: func(w *wire, _ *http.Request) {
			w.drip("HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Slow: yes\r\n", 1000))
		}},
		{name: "header that never comes", raw: func(w *wire, _ *http.Request) { w.stall() }},
		{name: "body byte by byte", raw: func(w *wire, _ *http.Request) {
			if w.send(wholeHead("Content-Length: 1000000")) {
				w.drip(strings.Repeat("<p>slow", 1000))
			}
		}},
		{name: "body that never comes", raw: func(w *wire, _ *http.Request) {
			w.send(wholeHead("Content-Length: 10"))
			w.stall()
		}},
		headAlone("404 whose body never comes", "HTTP/1.1 404 Not Found\r\nContent-Length: 1000\r\n\r\n"),
		headAlone("404 whose chunks never come", "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n"),
		headAlone("302 whose body never comes", "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 1000\r\n\r\n"),
		headAlone("status 101 that stays open", switching),
		{name: "robots.txt with status 101 that stays open", robots: true, raw: func(w *wire, _ *http.Request) {
			w.send(switching)
			w.stall()
		}},
		{name: "body that never ends", raw: func(w *wire, _ *http.Request) {
			w.send(wholeHead("Connection: close"))
			w.flood(strings.Repeat("<p>more of the same\n", 1<<10))
		}},
		{name: "reset mid-body", raw: func(w *wire, _ *http.Request) {
			w.send(wholeHead("Content-Length: 1000000") + "<title>begun</title>" + strings.Repeat("<p>begun", 100))
			time.Sleep(step) // else the reset overtakes the bytes
			w.reset()
		}},
		{name: "reset before an answer", raw: func(w *wire, _ *http.Request) { w.reset() }},
		{name: "closed before an answer", raw: func(*wire, *http.Request) {}},
	}
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n"

// headAlone sends the head of an answer and nothing else.
func headAlone(name, head string) fault {
	return fault{name: name, raw: func(w *wire, _ *http.Request) {
		w.send(head)
		w.stall()
	}}
}

// drip sends a text byte by byte until the other side goes away.
func (w *wire) drip(text string) {
	for i := range len(text) {
		if !w.send(text[i : i+1]) {
			return
		}
		time.Sleep(step)
	}
}
