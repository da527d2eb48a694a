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
			w.drip(strings.Repeat("HTTP/1.1 200 OK\r\nX-Slow: yes\r\n", 1000))
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

// drip sends a text byte by byte until the other side goes away.
func (w *wire) drip(text string) {
	for i := range len(text) {
		if !w.send(text[i : i+1]) {
			return
		}
		time.Sleep(step)
	}
}
