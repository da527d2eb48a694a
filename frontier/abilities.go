package frontier

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Abilities lists the methods that a [Frontier] may have beside its three. Each is
// optional, and a program asks by a type assertion for the one that it calls:
//
//	if r, ok := f.(interface {
//		Renew(context.Context, frontier.Lease) (frontier.Lease, error)
//	}); ok {
//
// The frontiers of this module have all of them.
type Abilities interface {
	// PopN is Pop for up to n URLs: it blocks until there is one and returns at
	// once with as many as there are then, the best first. An n less than 1 is an
	// error.
	PopN(ctx context.Context, n int) ([]Lease, error)

	// Renew returns the lease with Expires a lease time from now, or
	// ErrStaleLease.
	Renew(ctx context.Context, l Lease) (Lease, error)

	// Block keeps the URLs of the host from being leased until a time; it never
	// shortens a wait. The host is an Entry's.
	Block(ctx context.Context, host string, until time.Time) error

	// Rescore sets the value of every URL that is queued or evicted to what value
	// returns for it. What sources gave before is forgotten: later discoveries
	// merge with the new value. It stops at the first value that is not finite,
	// with an *EntryError.
	Rescore(ctx context.Context, value func(Entry) float64) error

	// Requeue queues again each dead URL for which which returns true, and returns
	// how many. Their value, source, depth and note are kept, their attempts begin
	// again at 0 and a revisit they had used is theirs again; they leave the list
	// of Failures. which is called in the order of Failures and must not call the
	// frontier. URLs requeued before an error stay requeued, and URLs that die
	// meanwhile stay dead.
	Requeue(ctx context.Context, which func(Failure) bool) (int, error)

	// Failures yields the dead URLs in the order in which they died. An error ends
	// it.
	Failures(ctx context.Context) iter.Seq2[Failure, error]

	// Stats counts the records by state.
	Stats(ctx context.Context) (Stats, error)

	// Peek returns the n queued URLs, at most 1000, that would be leased first if
	// all hosts might be visited now, the best first. It leases none and changes
	// nothing. URLs that wait for a time of their own or for a revisit are not
	// among them.
	Peek(ctx context.Context, n int) ([]Entry, error)

	// Explain returns what happened to a URL, the oldest first: the first event
	// and the last 31. For a URL never pushed there are none. Without
	// Options.History it returns an error that is errors.ErrUnsupported.
	Explain(ctx context.Context, url string) ([]Event, error)

	// Record returns what is known of a URL. One that was never pushed has no State.
	Record(ctx context.Context, url string) (Record, error)

	// Records yields the URLs in some states, or all, in no particular order. The
	// frontier may be called meanwhile: a URL that is there all the time is yielded,
	// one that is pushed or changes its state may be. An error ends it.
	Records(ctx context.Context, states ...string) iter.Seq2[Record, error]

	// Options returns the options that the frontier was opened with.
	Options() Options
}

// Stats counts a frontier's records by state.
type Stats struct {
	Queued  int // waiting, those for a later time or a revisit included
	Leased  int // being fetched
	Done    int // fetched, and not due again
	Dead    int // given up
	Evicted int // pushed out by the capacity, remembered
	Hosts   int // hosts ever seen
	Due     int // fetched, and due again later: fresh as far as is known
	Overdue int // fetched, and due again by now
}

// String returns the counts with their names.
func (s Stats) String() string {
	text := fmt.Sprintf("queued: %d, leased: %d, done: %d, dead: %d, evicted: %d, hosts: %d", s.Queued, s.Leased, s.Done, s.Dead, s.Evicted, s.Hosts)
	if s.Due+s.Overdue > 0 {
		text += fmt.Sprintf(", due again: %d, overdue: %d", s.Due, s.Overdue)
	}
	return text
}

// A Failure is a URL that was given up.
type Failure struct {
	URL      string
	Source   string // the page that links there
	Reason   string // of the last outcome
	Attempts int    // that were made
}

// An Event is one thing that happened to a URL.
type Event struct {
	Time time.Time // when it happened

	// Kind says what happened, in a word:
	//
	//	found      pushed for the first time
	//	merged     pushed again, with or without effect
	//	evicted    out of the queue because of capacity
	//	recovered  back in the queue after that
	//	rescored   given another value by Rescore
	//	leased     given to a worker
	//	ended      the lease ended; Reason begins with the Result
	//	expired    the lease ran out
	//	requeued   back in the queue after it was dead
	Kind string

	Value  float64 // of the record after the event
	Given  float64 // found, merged: the value of the discovery
	Source string  // found, merged: where the link was
	Reason string  // of the discovery or the outcome
	Rank   int     // leased: queued URLs that rank higher, on hosts not to be visited yet; counted to 1000, 0 of a page that is due again
}

// String describes the event on one line, without its time.
func (e Event) String() string {
	s := fmt.Sprintf("%s, value %.6g", e.Kind, e.Value)
	if e.Kind == transition.KindFound || e.Kind == transition.KindMerged {
		s += fmt.Sprintf(", given %.6g", e.Given)
		if e.Source != "" {
			s += " by " + weburl.Redact(e.Source)
		}
	}
	if e.Kind == transition.KindLeased {
		s += fmt.Sprintf(", rank %d", e.Rank)
	}
	if e.Reason != "" {
		s += ": " + weburl.RedactText(e.Reason)
	}
	return s
}
