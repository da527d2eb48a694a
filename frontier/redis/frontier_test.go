package redis

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
)

func TestFrontier(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
			return open(t, url, newName(), o)
		})
	})
}

// Closed in good order.
func TestDurable(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
	frontiertest.RunShared(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		name := newName()
		f := open(t, s.url(), name, o)
		return f, func(t *testing.T) frontier.Frontier {
			f.Close()
			f = open(t, s.url(), name, o)
			return f
		}
	})
}

// The server is killed and started again.
func TestDurableServer(t *testing.T) {
	if testing.Short() {
		t.Skip("the server is started again hundreds of times")
	}
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0")
	frontiertest.RunShared(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		name := newName()
		f := open(t, s.url(), name, o)
		return f, func(t *testing.T) frontier.Frontier {
			f.Close()
			s.kill()
			s.start(t)
			f = open(t, s.url(), name, o)
			return f
		}
	})
}
