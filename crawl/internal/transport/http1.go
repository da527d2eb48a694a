package transport

import (
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
