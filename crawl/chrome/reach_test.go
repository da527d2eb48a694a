package chrome_test

import (
	_ "embed"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// everyWay is a page that tries all ways out that a browser has, to TCPPORT
// and UDPPORT. It says "tried" when it is through.
//
//go:embed testdata/everyway.html
var everyWay string

// Nothing that a page does reaches a socket: all its requests go through the transport.
func TestNothingPassesTransport(t *testing.T) {
	t.Parallel()
	var reached atomic.Int64
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{}, 2)
	go func() {
		defer func() { ended <- struct{}{} }()
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			c.Close()
		}
	}()
	go func() {
		defer func() { ended <- struct{}{} }()
		for buf := make([]byte, 2048); ; {
			if _, _, err := udp.ReadFrom(buf); err != nil {
				return
			}
			reached.Add(1)
		}
	}()
	defer func() {
		tcp.Close()
		udp.Close()
		<-ended
		<-ended
	}()
	page := strings.NewReplacer("TCPPORT", port(tcp.Addr()), "UDPPORT", port(udp.LocalAddr())).Replace(everyWay)
	w := newWeb(map[string]string{
		"/": page, "/secure": strings.NewReplacer("http://", "https://", "ws://", "wss://").Replace(page),
		"/w.js": `fetch("/from-worker")`, "/popup": "<script>fetch('/from-popup')</script>",
	})
	r := renderer(t, &chrome.Renderer{Transport: w, Always: true, Skip: []string{}, Limits: chrome.Limits{Time: ample}})
	for url, a := range getAll(t, r, "http://a.test/", "https://a.test/secure") {
		if !a.rendered || !strings.Contains(a.body, "<i>tried</i>") {
			t.Fatalf("%s: reason %q, body %q", url, a.reason, a.body)
		}
		for _, leak := range []string{"root:", "<i>popup", "<i>worker"} {
			if strings.Contains(a.body, leak) {
				t.Errorf("%s: body has %q", url, leak)
			}
		}
	}
	r.Close() // what was under way has ended
	if n := reached.Load(); n > 0 {
		t.Errorf("%d packets or connections past the transport", n)
	}
	for _, way := range []string{"img", "fetch", "keepalive", "sync", "frame-fetch"} {
		if w.count("GET http://127.0.0.1:"+port(tcp.Addr())+"/"+way) == 0 {
			t.Errorf("/%s was not asked for through Transport: the page tries less than it should", way)
		}
	}
	for i, asked := range w.asked {
		for _, never := range []string{"/frame", "/popup", "/form", "/from-", "DELETE", "POST", "/anchor"} {
			if strings.Contains(asked, never) && !strings.Contains(asked, "/frame-fetch") {
				t.Errorf("asked for %s", asked)
			}
		}
		if h := w.heads[i]; h.Get("Cookie") != "" || h.Get("User-Agent") != "Test/1.0 (+https://a.test/bot)" || h.Get("Sec-Ch-Ua") != "" {
			t.Errorf("%s with header %v", asked, h)
		}
	}
}

func port(a net.Addr) string {
	_, port, _ := net.SplitHostPort(a.String())
	return port
}
