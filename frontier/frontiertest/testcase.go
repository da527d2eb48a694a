package frontiertest

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/transcripts"
)

// An opener returns a new frontier, and of a durable one what opens it again.
type opener func(t *testing.T, o frontier.Options) (f frontier.Frontier, reopen func(*testing.T) frontier.Frontier)

// A testcase is one thing that a frontier must do.
type testcase struct {
	name string
	why  string // what the contract asks for; printed when the case fails
	run  func(t *testing.T, open opener)
}

func run(t *testing.T, cases []testcase, open opener) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("the contract: %s", c.why)
				}
			}()
			c.run(t, open)
		})
	}
}

// played are cases that are transcripts.
func played(cs []transcripts.Case) (all []testcase) {
	for _, c := range cs {
		do := play(c.Script)
		if c.Rows != "" {
			do = each(c.Rows, c.Script)
		}
		all = append(all, testcase{c.Name, c.Why, do})
	}
	return all
}
