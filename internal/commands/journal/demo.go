package journal

import (
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
)

// serveDemo serves the built-in journal on loopback until stop is called. It answers
// for any host, as a proxy, so that the pages keep their names between runs.
func serveDemo() (transport *crawl.Transport, address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", nil, err
	}
	server := &http.Server{Handler: journals.Handler(), ReadHeaderTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }() // ends with ErrServerClosed
	stop = func() { server.Close(); <-served }
	proxy := &url.URL{Scheme: "http", Host: l.Addr().String()}
	return &crawl.Transport{Proxy: http.ProxyURL(proxy)}, l.Addr().String(), stop, nil
}
