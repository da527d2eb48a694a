// Package frontier decides what a crawler fetches next.
//
// A [Frontier] holds one record for each canonical URL. Push adds a URL or
// re-evaluates a queued one, Pop leases the best URL among the hosts that may
// be visited now, and Done ends the lease and pushes the page's out-links in
// the same atomic step. Most programs use [Memory], whose zero value works,
// through [github.com/lokman-crawler/lokman/crawl].
//
// # States
//
// A record is in one state at a time:
//
//	queued   waits for its turn, for a time of its own (Retry) or for
//	         everything else (Revisit); a push merges values
//	leased   a worker fetches it; a push changes nothing
//	done     fetched; a push changes nothing. With Outcome.Again the page is due again
//	         at a time: then it is overdue, and is leased to be refreshed
//	dead     given up, listed by Failures; a push changes nothing, Requeue
//	         queues the URL again
//	evicted  out of the queue because of capacity; a push merges values, and if
//	         the value grows the URL is queued again
//
// A worker that dies loses nothing: its lease expires and the URL is queued
// again. A worker that comes back late has no effect: its token is stale. A
// page is acknowledged at least once; its links are pushed when the lease ends,
// so they count once.
//
// # The order
//
// Pop returns, of all queued URLs whose host may be visited now, the one that
// comes first in this order:
//
//  1. with BestNFirst, URLs of the batch before others;
//  2. with BestFirst and BestNFirst, the higher value;
//  3. the URL that was pushed first; with LIFO the one that was pushed last.
//
// A host may be visited when it has fewer than Options.PerHost leases and the
// time set by Outcome.HostWait and Block has come. When nothing is queued or
// leased, the URL that failed last is queued for its revisit. When there is
// none, Pop returns io.EOF, or waits for pages that are due again if Options.Continuous
// says so. Pages whose time has come have a queue of their own, in which the higher value is
// first; while both have URLs that may be leased, Options.Refresh is its share. Two frontiers of the same options that get the
// same calls give the same order, whatever their backend.
package frontier

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Frontier is a queue of URLs shared by the workers of one crawl. All
// methods may be called by many goroutines at once. It may have further [Abilities].
type Frontier interface {
	// Push adds entries, or re-evaluates them where their URL is queued
	// already. A URL that is leased, done or dead stays as it is, but see Entry.Stale. Either all
	// entries are taken or, with an error, none.
	Push(ctx context.Context, entries ...Entry) error

	// Pop leases the best URL among the hosts that may be visited now and
	// blocks until there is one. It returns io.EOF when nothing is queued and
	// nothing is leased, and the context's error when that ends first.
	Pop(ctx context.Context) (Lease, error)

	// Done ends a lease. The outcome and the out-links it carries take effect
	// together or, with an error, not at all: unless the error is ErrStaleLease
	// the lease still holds, and Done may be called again. A link that Valid
	// refuses is such an error, so leave out those first.
	Done(ctx context.Context, l Lease, o Outcome) error
}

// An Entry is one discovery of a URL.
type Entry struct {
	// URL is the identity of the record: two spellings are two records. It is
	// absolute: http:// or https:// in lower case, then a host. It has no ASCII
	// control characters and no spaces. Anything else is refused, see Valid.
	// The zero crawl/urls.Rules returns such a URL for any absolute http or https
	// URL; crawl.Canonical is the same for a program that imports crawl.
	URL string

	Host   string  // the key of politeness; "" means the URL's host and port
	Value  float64 // finite; higher is fetched sooner
	Source string  // the page that links here; "" for a seed
	Depth  int     // links followed from a seed, which has 0; of a record the least of all discoveries before the last lease
	Hops   int     // redirects followed to reach the URL
	Note   string  // for the strategy's use; kept with the discovery that counts

	// Known leaves the entry out if the frontier has no record of its URL: it is no
	// discovery but a new value for what was found before, whose source, depth, hops
	// and note stay. That of a lease is false.
	Known bool

	// Stale is a sign that the page has changed: if it is done and due again later, it is due now, with
	// Value. Otherwise the entry is left out.
	Stale bool

	// Reason says why the value is what it is. It is asked only by a frontier
	// that keeps a history, when the entry is pushed; leases do not carry it.
	Reason fmt.Stringer
}

// A Lease is the right to fetch one URL. It carries the entry of the discovery
// that counts (see Reevaluation) with the merged value and the least depth.
type Lease struct {
	Entry
	Token uint64 // differs for each lease of a frontier; guards Done

	// Attempt is 1 for the first lease of the URL and one more for each
	// further one (Memory and package bolt stop at 255). Leases that ended
	// without an outcome count too, because they expired or their process
	// died; Returned does not.
	Attempt int

	Lost      int       // of the leases before, those that ended without an outcome; at most 15 are counted
	Revisited bool      // the URL has failed and is leased for its revisit; another Revisit makes it dead
	Expires   time.Time // zero if the lease does not expire
	Again     bool      // the page was fetched before, and is due again by Outcome.Again
}

// An Outcome says what became of a leased URL.
type Outcome struct {
	Result   Result        // what becomes of the URL
	Reason   string        // what went wrong, for the history and the list of failures
	RetryAt  time.Time     // Retry, Returned: not before this time
	HostWait time.Duration // from now on until the host's next lease
	Links    []Entry       // the page's out-links, pushed with the outcome

	// Again, with Fetched, is when the page is due again; zero means never. Until then it is done. Then
	// it waits for another lease with Value, beside the pages that were not fetched yet.
	Again time.Time
	Value float64 // finite

	// Observation is what a strategy has learned from the URL, at most
	// MaxObservation bytes. A frontier that has Observations keeps it with the outcome
	// if it is not empty; others ignore it.
	Observation []byte
}

// Result is the state that a lease ends in.
type Result uint8

const (
	// Fetched: the page is done.
	Fetched Result = iota
	// Retry: the URL is queued again, not before Outcome.RetryAt.
	Retry
	// Revisit: the URL failed. It returns once, when nothing else is queued
	// or leased, the last failed first (WebMARS, the Revisited list). A URL
	// that fails again after its revisit is dead; one that is returned during
	// it waits once more.
	Revisit
	// Dead: the URL is not fetched again, unless Requeue brings it back.
	Dead
	// Returned: nothing was done; the URL is queued as before, not before
	// Outcome.RetryAt, and the attempt does not count. One that was leased for
	// its revisit waits for that again, whatever RetryAt says.
	Returned
)

// String returns the result in a word.
func (r Result) String() string {
	switch r {
	case Fetched:
		return "fetched"
	case Retry:
		return "retry"
	case Revisit:
		return "revisit"
	case Dead:
		return "dead"
	case Returned:
		return "returned"
	}
	return fmt.Sprintf("Result(%d)", uint8(r))
}

// ErrStaleLease is returned by Done and Renew for a lease that no longer holds: it was
// ended before, or it expired and its URL was queued again, which a call of Pop does.
var ErrStaleLease = errors.New("frontier: the lease has expired or was ended before")
