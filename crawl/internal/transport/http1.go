package transport

import (
	"net/http"
	"strings"
	"sync"
)

// maxOnly1 is how many hosts are remembered that do not want HTTP/2.
const maxOnly1 = 10_000

// hostSet is a set of hosts, of which some are forgotten when there are too many.
type hostSet struct {
	mu    sync.Mutex
	hosts map[string]bool
}

func (s *hostSet) has(host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hosts[host]
}

func (s *hostSet) add(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts == nil {
		s.hosts = make(map[string]bool)
	}
	for other := range s.hosts {
		if len(s.hosts) < maxOnly1 {
			break
		}
		delete(s.hosts, other)
	}
	s.hosts[host] = true
}

// roundTrip makes a request by HTTP/1 if its host has said that it wants no other (RFC
// 9113, 7), now or before.
func (c *connections) roundTrip(req *http.Request) (*http.Response, error) {
	if req.URL != nil && c.only1.has(req.URL.Host) {
		return c.http1.RoundTrip(req)
	}
	resp, err := c.Transport.RoundTrip(req)
	if err == nil || req.Body != nil || !strings.Contains(err.Error(), "HTTP_1_1_REQUIRED") {
		return resp, err
	}
	c.only1.add(req.URL.Host)
	return c.http1.RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use.
func (c *connections) CloseIdleConnections() {
	c.Transport.CloseIdleConnections()
	c.http1.CloseIdleConnections()
}
