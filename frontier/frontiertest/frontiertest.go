// Package frontiertest tests that a frontier keeps the contract of package
// frontier. A backend runs it in its tests:
//
//	func TestFrontier(t *testing.T) {
//		frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
//			return open(t, t.TempDir(), o)
//		})
//	}
//
// A case that fails says what the contract asks for. Cases for an ability that
// the frontier does not have are skipped. The suite lives in real time: it
// waits some tens of milliseconds at a time, finds fault with what happens too
// soon, and never with what happens late.
//
// The random cases are rapid's; -rapid.seed repeats one. Each stops after a
// second, or a fifth of that with -short, so that a slow backend tests fewer.
//
// The package imports pgregory.net/rapid, which is under the Mozilla Public
// License 2.0, and github.com/google/go-cmp, which is under a BSD licence. Only
// programs that import frontiertest, tests as a rule, compile them in; package
// frontier and its backends do not import it.
package frontiertest

import (
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

// Run tests a frontier. open returns a new, empty frontier with the given
// options, and sees to its closing with t.Cleanup.
func Run(t *testing.T, open func(t *testing.T, o frontier.Options) frontier.Frontier) {
	for _, g := range []struct {
		name  string
		cases []testcase
	}{
		{"Records", recordCases},
		{"Reevaluation", reevaluationCases},
		{"Order", orderCases},
		{"Hosts", hostCases},
		{"Leases", leaseCases},
		{"Capacity", capacityCases},
		{"Revisits", revisitCases},
		{"End", endCases},
		{"Rescore", rescoreCases},
		{"Requeue", requeueCases},
		{"Explain", explainCases},
		{"Peek", peekCases},
		{"Workers", workerCases},
		{"Model", modelCases},
	} {
		t.Run(g.name, func(t *testing.T) {
			for _, c := range g.cases {
				explained(t, c.name, c.why, func(t *testing.T) { c.run(t, open) })
			}
		})
	}
}

// Leases says what becomes of the leases of a durable frontier when the
// process that holds them ends.
type Leases uint8

const (
	// LeasesEnd when the frontier is opened again: it belongs to one process,
	// and their holders are gone. Their URLs are queued, and the attempts
	// count.
	LeasesEnd Leases = iota
	// LeasesLast until they expire: the frontier is shared by processes, and
	// the others go on.
	LeasesLast
)

// RunDurable tests that a frontier outlives its process. open returns a new,
// empty frontier and a function that closes it, as an orderly stop or as a
// crash would, and opens it again with the same options. RunDurable does not
// do what Run does.
func RunDurable(t *testing.T, leases Leases, open func(t *testing.T, o frontier.Options) (f frontier.Frontier, reopen func(t *testing.T) frontier.Frontier)) {
	cases := slices.Concat(durableCases, leasesEndCases)
	if leases == LeasesLast {
		cases = slices.Concat(durableCases, leasesLastCases)
	}
	for _, c := range cases {
		explained(t, c.name, c.why, func(t *testing.T) { c.run(t, open) })
	}
	explained(t, "Model", "a frontier that is closed and opened again between operations behaves as one that is not",
		func(t *testing.T) { modelReopened(t, leases, open) })
}

type opener func(t *testing.T, o frontier.Options) frontier.Frontier

// A testcase is one thing that a frontier must do.
type testcase struct {
	name string
	why  string // what the contract asks for; printed when the case fails
	run  func(t *testing.T, open opener)
}

func explained(t *testing.T, name, why string, run func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		defer func() {
			if t.Failed() {
				t.Logf("the contract: %s", why)
			}
		}()
		run(t)
	})
}
