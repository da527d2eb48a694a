// Package faultsite is a collection of servers that misbehave, each in one way,
// for tests of a crawler: bombs, stalls, broken framing, redirects that lead
// nowhere, sites without end. A fault listens on a loopback socket of its own
// and counts what it was asked and what it got rid of.
//
// [Network] makes the connections to any server bad ones.
package faultsite

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
)

// A Server is a fault behind a socket.
type Server struct {
	listener net.Listener
	secure   bool
	roots    *x509.CertPool
	stop     func()
	serving  sync.WaitGroup
	counts   counts

	mu     sync.Mutex
	closed bool
	open   map[net.Conn]bool
}

// Count is what a server has seen.
type Count struct {
	Connections int64
	Requests    int64 // whose head was read
	Trespasses  int64 // requests for what nobody should ask for
	Bytes       int64 // that the network took, TLS included
}

type counts struct{ connections, requests, trespasses, bytes atomic.Int64 }

// A fault is one way to misbehave. One of page, raw and conn is set.
type fault struct {
	name   string
	robots bool // answers for /robots.txt as well; else there is none

	page func(*visit)               // answers through net/http
	raw  func(*wire, *http.Request) // writes the answer's bytes itself
	conn func(*wire)                // has the connection from the start

	tls   func() (*tls.Config, error) // of a fault behind TLS
	https bool                        // asked for by https without it
}

// faults returns all faults.
func faults() []fault {
	return slices.Concat(encodingFaults(), slowFaults(), framingFaults(), headerFaults(),
		tlsFaults(), http2Faults(), redirectFaults(), robotsFaults(), trapFaults(), pageFaults(),
		cookieFaults(), statefulFaults())
}

// Names returns the names of all faults, sorted.
func Names() []string {
	var names []string
	for _, f := range faults() {
		names = append(names, f.name)
	}
	slices.SortFunc(names, cmp.Compare)
	return names
}

// Open starts the server of a fault. It must be closed.
func Open(name string) (*Server, error) {
	all := faults()
	i := slices.IndexFunc(all, func(f fault) bool { return f.name == name })
	if i < 0 {
		return nil, fmt.Errorf("faultsite: no fault is called %q", name)
	}
	f := all[i]
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("faultsite: %s: %w", name, err)
	}
	s := &Server{secure: f.https, open: make(map[net.Conn]bool)}
	s.listener = counting{l, s}
	if f.tls != nil {
		config, err := f.tls()
		if err != nil {
			l.Close()
			return nil, fmt.Errorf("faultsite: %s: %w", name, err)
		}
		s.secure, s.roots = true, rootsOf(config)
		s.listener = tls.NewListener(s.listener, config)
	}
	s.serve(f)
	return s, nil
}

// Addr returns the server's address and port.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// URL returns the URL of a path, by the server's address.
func (s *Server) URL(path string) string { return s.URLOf(s.Addr(), path) }

// URLOf returns the URL of a path, by some name of the server.
func (s *Server) URLOf(host, path string) string {
	if s.secure {
		return "https://" + host + path
	}
	return "http://" + host + path
}

// Roots returns what a client must trust to trust the server; nil without TLS.
func (s *Server) Roots() *x509.CertPool { return s.roots }

// Count returns what the server has seen so far.
func (s *Server) Count() Count {
	return Count{
		Connections: s.counts.connections.Load(), Requests: s.counts.requests.Load(),
		Trespasses: s.counts.trespasses.Load(), Bytes: s.counts.bytes.Load(),
	}
}

// Close breaks all connections and waits until nothing is left of the server.
func (s *Server) Close() {
	s.stop()
	s.mu.Lock()
	s.closed = true
	for c := range s.open {
		c.Close()
	}
	s.mu.Unlock()
	s.serving.Wait()
}
