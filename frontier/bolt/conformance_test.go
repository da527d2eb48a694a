package bolt_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
		return open(t, tempFile(t), bolt.Options{Options: o, NoSync: true})
	})
}

func TestContractDurable(t *testing.T) {
	t.Parallel()
	frontiertest.RunDurable(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		path, options := tempFile(t), bolt.Options{Options: o, NoSync: true}
		f := open(t, path, options)
		return f, func(t *testing.T) frontier.Frontier {
			closeNow(t, f)
			f = open(t, path, options)
			return f
		}
	})
}
