package crawl_test

import (
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// A host that does not answer an attempt to connect is down, also where Limits.Time is
// shorter than such an attempt takes by default.
func TestConnectWithinTime(t *testing.T) {
	host := silent(t)
	c := crawl.Crawler{
		Transport: opened(), IgnoreRobots: true, Delay: crawl.None,
		Limits: crawl.Limits{Time: 500 * time.Millisecond, HostDown: crawl.None},
	}
	for _, p := range crawlAll(t, &c, "http://"+host+"/1", "http://"+host+"/2") {
		if p.Err == nil {
			t.Errorf("%s: status %d, want an error", p.URL, p.Status)
		}
	}
	if n := c.Stats().Requests; n != 1 {
		t.Errorf("%d requests, want one for the whole host", n)
	}
}

// silent returns the address of a socket whose queue is full: Linux answers no further
// attempts to connect.
func silent(t *testing.T) (host string) {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	host = fmt.Sprintf("127.0.0.1:%d", at.(*syscall.SockaddrInet4).Port)
	for range 5 {
		conn, err := net.DialTimeout("tcp", host, 100*time.Millisecond)
		if err != nil {
			return host
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	t.Skip("the system goes on to take connections")
	return ""
}
