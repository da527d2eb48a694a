package frontiertest_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
)

// In the tests of a frontier of your own, instead of [frontier.New], make one of
// yours with the options that the case asks for, empty each time.
func ExampleRun() {
	_ = func(t *testing.T) { // func TestFrontier(t *testing.T)
		frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
			return frontier.New(o)
		})
	}
}
