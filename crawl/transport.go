package crawl

import (
	"net"
	"net/http"
	"time"
)

// NewTransport returns a transport fit for the open web: no proxy, no cookies,
// limits on the time to connect and on headers, HTTP/2 where servers have it.
// Close its idle connections when done with it.
func NewTransport() *http.Transport {
	return &http.Transport{
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  20 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    4,
		MaxResponseHeaderBytes: 256 << 10,
		DisableCompression:     true, // undone here, with a limit on what comes out
		ForceAttemptHTTP2:      true,
	}
}
