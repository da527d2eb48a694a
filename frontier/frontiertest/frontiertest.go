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
// the frontier does not have are skipped. The suite runs in real time: it
// waits some tens of milliseconds at a time, fails if something happens too
// soon, and never if it happens late.
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
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/transcripts"
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
		{"Capacity", played(transcripts.Capacity)},
		{"Revisits", revisitCases},
		{"Again", againCases},
		{"End", endCases},
		{"Rescore", rescoreCases},
		{"Requeue", requeueCases},
		{"Explain", explainCases},
		{"Peek", peekCases},
		{"Workers", workerCases},
		{"Model", modelCases},
	} {
		t.Run(g.name, func(t *testing.T) {
			run(t, g.cases, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
				return open(t, o), nil
			})
		})
	}
}

// RunDurable tests that a frontier that belongs to one process outlives it: its
// leases end with the process, their URLs are queued again, and the attempts count.
// open returns a new, empty frontier and a function that closes it, as an orderly stop
// or as a crash would, and opens it again with the same options. RunDurable does not do
// what Run does.
func RunDurable(t *testing.T, open func(t *testing.T, o frontier.Options) (f frontier.Frontier, reopen func(t *testing.T) frontier.Frontier)) {
	run(t, durableCases, open)
	run(t, againDurableCases, open)
	run(t, leasesEndCases, open)
	run(t, againLostCases, open)
}

// RunShared is RunDurable for a frontier that is shared by processes: the leases of
// one that has ended last until they expire, and the others go on.
func RunShared(t *testing.T, open func(t *testing.T, o frontier.Options) (f frontier.Frontier, reopen func(t *testing.T) frontier.Frontier)) {
	run(t, durableCases, open)
	run(t, againDurableCases, open)
	run(t, leasesLastCases, open)
}
