// Package redistest starts Redis servers for the programs' tests.
package redistest

import (
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/examples/internal/redisport"
)

// Start starts a Redis server that ends with the test and returns its URL. The
// test is skipped where no redis-server is on the PATH.
func Start(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("no redis-server on the PATH")
	}
	port, release, err := redisport.Hold()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { release() })
	address := "127.0.0.1:" + port
	cmd := exec.Command(path, "--bind", "127.0.0.1", "--port", port, "--dir", t.TempDir(), "--save", "", "--appendonly", "no")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return "redis://" + address
		}
	}
	t.Fatal("redis-server does not answer")
	return ""
}
