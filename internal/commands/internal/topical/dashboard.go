package topical

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dashboard"
)

// DashboardAddress returns the address that -dashboard asks for, on this machine
// unless it says otherwise.
func DashboardAddress(s string) (string, error) {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return "", errors.New("want HOST:PORT or :PORT, such as :8080")
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if addr, err := netip.ParseAddr(host); err == nil && addr.IsUnspecified() {
		return "", errors.New("name the address by which people will ask for it: another name is refused, since it may be another site's")
	}
	return net.JoinHostPort(host, port), nil
}

// watch serves the dashboard of a crawl, if it is asked for, until end is
// called. The crawler must not have begun.
func watch(o Options, s subject, c *crawl.Crawler, stderr io.Writer) (end func(), err error) {
	if o.Dashboard == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", o.Dashboard)
	if err != nil {
		return nil, fmt.Errorf("-dashboard: %w", err)
	}
	host, _, _ := net.SplitHostPort(o.Dashboard)
	d := &dashboard.Dashboard{
		Title: s.topic.Name, Crawler: c, Frontier: c.Frontier, Observer: c.Observer, Control: o.Control, Hosts: []string{host},
	}
	if s.judge != nil {
		d.Relevant = s.judge.Relevant
	}
	c.Observer, c.Gate = d, d.Gate
	server := http.Server{Handler: d, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }() // ends with ErrServerClosed
	fmt.Fprintf(stderr, "dashboard: http://%s/\n", l.Addr())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // for the page that is being asked for
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
		<-served
	}, nil
}
