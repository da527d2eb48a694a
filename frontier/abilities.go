package frontier

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The optional interfaces of a Frontier: a program asks for them with a type
// assertion. Those of this module have all of them, but that only the durable ones keep
// observations and only that of package redis shares them.
type (
	// A Batcher leases several URLs at once.
	Batcher interface {
		// PopN is Pop for up to n URLs: it blocks until there is one and
		// returns at once with as many as there are then, the best first. For n
		// less than 1 it returns the error of CheckPopN.
		PopN(ctx context.Context, n int) ([]Lease, error)
	}

	// A Renewer prolongs leases.
	Renewer interface {
		// Renew returns the lease with Expires a lease time from now, or
		// ErrStaleLease.
		Renew(ctx context.Context, l Lease) (Lease, error)
	}

	// A Rescorer re-ranks the whole queue while the crawl goes on.
	Rescorer interface {
		// Rescore sets the value of every URL that is queued or evicted to
		// what value returns for it. What sources gave before is forgotten:
		// later discoveries merge with the new value. It stops at the first
		// value that is not finite, with an *EntryError.
		Rescore(ctx context.Context, value func(Entry) float64) error
	}

	// A Configured frontier reports its options.
	Configured interface {
		// Options returns the options that the frontier was opened with.
		Options() Options
	}

	// An Explainer returns the history of a URL.
	Explainer interface {
		// Explain returns what happened to a URL, the oldest first: the first
		// event and the last MaxEvents-1. Without Options.History, and for a
		// URL never pushed, there are none.
		Explain(ctx context.Context, url string) ([]Event, error)
	}

	// A Peeker shows what comes next.
	Peeker interface {
		// Peek returns the n queued URLs, at most MaxRank, that would be
		// leased first if all hosts might be visited now, the best first. It
		// leases none and changes nothing. URLs that wait for a time of their
		// own or for a revisit are not among them.
		Peek(ctx context.Context, n int) ([]Entry, error)
	}

	// A Blocker keeps a host from being visited.
	Blocker interface {
		// Block keeps the URLs of the host from being leased until a time; it
		// never shortens a wait. The host is an Entry's.
		Block(ctx context.Context, host string, until time.Time) error
	}

	// A Counter counts records.
	Counter interface {
		// Stats counts the records by state.
		Stats(ctx context.Context) (Stats, error)
	}

	// A FailureLister lists the URLs that were given up.
	FailureLister interface {
		// Failures yields the dead URLs in the order in which they died. An
		// error ends it.
		Failures(ctx context.Context) iter.Seq2[Failure, error]
	}

	// A Requeuer brings back URLs that were given up.
	Requeuer interface {
		// Requeue queues again each dead URL for which which returns true, and
		// returns how many. Their value, source, depth and note are kept,
		// their attempts begin again at 0 and a revisit they had used is
		// theirs again; they leave the list of Failures. which is called in
		// the order of Failures and must not call the frontier. URLs requeued
		// before an error stay requeued, and URLs that die meanwhile stay dead.
		Requeue(ctx context.Context, which func(Failure) bool) (int, error)
	}

	// An ObservationLister keeps what a strategy has learned, so that a crawl that
	// was killed goes on with it. The durable frontiers are.
	ObservationLister interface {
		// Observations yields the observations of all outcomes, in the order in
		// which they took effect, that come after the one of a number; 0 is before
		// the first. An error ends it. The frontier may be called meanwhile.
		Observations(ctx context.Context, after uint64) iter.Seq2[Observation, error]
	}

	// An ObservationSharer is shared by several processes, each of which can learn
	// from what the others observe.
	ObservationSharer interface {
		ObservationLister

		// OtherObservations is Observations, of which those that this Frontier was
		// given itself have no Data.
		OtherObservations(ctx context.Context, after uint64) iter.Seq2[Observation, error]
	}
)

// An Observation is that of an Outcome.
type Observation struct {
	Number uint64 // grows from one to the next
	Data   []byte // never empty but for OtherObservations
}

// MaxObservation bounds Outcome.Observation, in bytes.
const MaxObservation = 1 << 20

// Stats counts a frontier's records by state.
type Stats struct {
	Queued  int // waiting, those for a later time or a revisit included
	Leased  int // being fetched
	Done    int // fetched
	Dead    int // given up
	Evicted int // pushed out by the capacity, remembered
	Hosts   int // hosts ever seen
}

// String returns the counts with their names.
func (s Stats) String() string {
	return fmt.Sprintf("queued: %d, leased: %d, done: %d, dead: %d, evicted: %d, hosts: %d", s.Queued, s.Leased, s.Done, s.Dead, s.Evicted, s.Hosts)
}

// A Failure is a URL that was given up.
type Failure struct {
	URL      string
	Source   string // the page that links there
	Reason   string // of the last outcome
	Attempts int    // that were made
}

// MaxEvents bounds the history of one URL.
const MaxEvents = 32

// MaxRank bounds how far Event.Rank is counted, and what Peek returns.
const MaxRank = 1000

// An Event is one thing that happened to a URL.
type Event struct {
	Time   time.Time // when it happened
	Kind   EventKind // what happened
	Value  float64   // of the record after the event
	Given  float64   // EventFound, EventMerged: the value of the discovery
	Source string    // EventFound, EventMerged: where the link was
	Reason string    // of the discovery or the outcome
	Rank   int       // EventLeased: queued URLs that rank higher, on hosts not to be visited yet; at most MaxRank
}

// String describes the event on one line, without its time.
func (e Event) String() string {
	s := fmt.Sprintf("%v, value %.6g", e.Kind, e.Value)
	if e.Kind == EventFound || e.Kind == EventMerged {
		s += fmt.Sprintf(", given %.6g", e.Given)
		if e.Source != "" {
			s += " by " + weburl.Redact(e.Source)
		}
	}
	if e.Kind == EventLeased {
		s += fmt.Sprintf(", rank %d", e.Rank)
	}
	if e.Reason != "" {
		s += ": " + weburl.RedactText(e.Reason)
	}
	return s
}

// EventKind says what happened.
type EventKind uint8

const (
	EventFound     EventKind = iota // pushed for the first time
	EventMerged                     // pushed again, with or without effect
	EventEvicted                    // out of the queue because of capacity
	EventRecovered                  // back in the queue after that
	EventRescored                   // given another value by Rescore
	EventLeased                     // given to a worker
	EventEnded                      // the lease ended; Reason begins with the Result
	EventExpired                    // the lease ran out
	EventRequeued                   // back in the queue after it was dead
)

// String returns the kind in a word.
func (k EventKind) String() string {
	switch k {
	case EventFound:
		return "found"
	case EventMerged:
		return "merged"
	case EventEvicted:
		return "evicted"
	case EventRecovered:
		return "recovered"
	case EventRescored:
		return "rescored"
	case EventLeased:
		return "leased"
	case EventEnded:
		return "ended"
	case EventExpired:
		return "expired"
	case EventRequeued:
		return "requeued"
	}
	return fmt.Sprintf("EventKind(%d)", uint8(k))
}
