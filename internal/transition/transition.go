// Package transition decides what becomes of a URL in a frontier: which state
// follows when something happens to a record, and what is counted. It knows
// nothing of queues. The frontiers in memory and on disk call it, and the
// scripts of the one on a server read a table that is generated from it.
package transition

// State is where a record is. A record is in exactly one place. The numbers are
// stored in files.
type State uint8

const (
	Fresh      State = iota // about to be queued for the first time
	Queued                  // in its host's queue
	Delayed                 // waits for its own time
	Revisiting              // waits for everything else
	Leased
	Done
	Dead
	Evicted    // out of the queue because of capacity; comes back with a higher value
	Due        // done, and to be fetched again at its time
	Overdue    // whose time has come, in its host's queue of such
	Refreshing // leased since it was overdue
)

// States is how many there are.
const States = int(Refreshing) + 1

// Event is what happens to a record. The first five are the results of a lease
// in the order of frontier.Result, see End.
type Event uint8

const (
	Fetched Event = iota
	Retry
	Revisit
	GiveUp
	Return
	RetryLater   // Retry, and not before a time to come
	ReturnLater  // Return, and not before a time to come
	FetchedAgain // Fetched, and due again

	Find    // pushed for the first time
	Value   // pushed again or rescored: the value may change
	Recover // the value of an evicted record has grown or was set
	Evict   // the worst of more than the capacity
	FallDue // the time of a delayed or due record has come
	Reopen  // nothing else is left, and this record failed last
	Lease
	Expire  // the lease ran out, or its process died
	Requeue // a dead record is to be tried again
)

// Events is how many there are.
const Events = int(Requeue) + 1

// End returns the event of a lease that ends with a result. later says that the
// outcome names a time to come, and again that it says when a fetched page is due again.
// A result that is none of frontier.Result gives the URL up.
func End(result uint8, later, again bool) Event {
	switch e := Event(result); {
	case e > Return:
		return GiveUp
	case again && e == Fetched:
		return FetchedAgain
	case later && e == Retry:
		return RetryLater
	case later && e == Return:
		return ReturnLater
	default:
		return e
	}
}

// A Step is what an event does to a record.
type Step struct {
	To        State
	Attempts  Change
	Lost      Change
	Revisited Change
}

// Change is what happens to a count or a flag.
type Change uint8

const (
	Keep  Change = iota
	Add          // one to a count; sets a flag
	Sub          // one from a count
	Clear        // zero; clears a flag
)

// Next returns what an event does to a record in a state. revisited says that
// the record has had its revisit. It reports false if nothing happens to such a
// record by such an event.
func Next(from State, revisited bool, e Event) (Step, bool) {
	if int(from) >= States || int(e) >= Events {
		return Step{}, false
	}
	s := table[e][from].first
	if revisited {
		s = table[e][from].again
	}
	return s, s.To != Fresh
}

// steps are what an event does to a record that was not revisited and to one
// that was. No event leads to Fresh: a zero Step is none.
type steps struct{ first, again Step }

var table = [Events][States]steps{
	Fetched:    {Leased: to(Done), Refreshing: to(Done)},
	Retry:      {Leased: to(Queued), Refreshing: to(Overdue)},
	RetryLater: {Leased: to(Delayed), Refreshing: to(Due)},
	Revisit:    {Leased: {Step{To: Revisiting}, Step{To: Dead}}, Refreshing: {Step{To: Revisiting}, Step{To: Dead}}},
	GiveUp:     {Leased: to(Dead), Refreshing: to(Dead)},
	// The next refresh has all attempts and its revisit again.
	FetchedAgain: {Leased: both(Step{To: Due, Attempts: Clear, Lost: Clear, Revisited: Clear}), Refreshing: both(Step{To: Due, Attempts: Clear, Lost: Clear, Revisited: Clear})},
	// A record that is returned during its revisit waits for that again,
	// whatever its time.
	Return:      {Leased: {Step{To: Queued, Attempts: Sub}, Step{To: Revisiting, Attempts: Sub, Revisited: Clear}}, Refreshing: both(Step{To: Overdue, Attempts: Sub})},
	ReturnLater: {Leased: {Step{To: Delayed, Attempts: Sub}, Step{To: Revisiting, Attempts: Sub, Revisited: Clear}}, Refreshing: both(Step{To: Due, Attempts: Sub})},

	Find:    {Fresh: to(Queued)},
	Value:   {Queued: to(Queued), Delayed: to(Delayed), Revisiting: to(Revisiting), Evicted: to(Evicted)},
	Recover: {Evicted: to(Queued)},
	Evict:   {Queued: to(Evicted), Delayed: to(Evicted)},
	FallDue: {Delayed: to(Queued), Due: to(Overdue)},
	Reopen:  {Revisiting: both(Step{To: Queued, Revisited: Add})},
	Lease:   {Queued: both(Step{To: Leased, Attempts: Add}), Overdue: both(Step{To: Refreshing, Attempts: Add})},
	Expire:  {Leased: both(Step{To: Queued, Lost: Add}), Refreshing: both(Step{To: Overdue, Lost: Add})},
	Requeue: {Dead: both(Step{To: Queued, Attempts: Clear, Lost: Clear, Revisited: Clear})},
}

func to(s State) steps { return both(Step{To: s}) }

func both(s Step) steps { return steps{s, s} }

const (
	// MaxAttempts is how far a Record counts its leases.
	MaxAttempts = 255
	// MaxLost is how far leases without an outcome are counted.
	MaxLost = 15
)

// A Record is what of a record its transitions depend on and change.
type Record struct {
	State     State
	Attempts  uint8 // leases, at most MaxAttempts are counted
	Lost      uint8 // leases that ended without an outcome, at most MaxLost
	Revisited bool  // it failed, and has had its second chance
}

// Apply changes a record as an event does. It reports false, and changes
// nothing, if the event does not happen in the record's state.
func (r *Record) Apply(e Event) bool {
	s, ok := Next(r.State, r.Revisited, e)
	if !ok {
		return false
	}
	r.State = s.To
	r.Attempts = s.Attempts.count(r.Attempts, MaxAttempts)
	r.Lost = s.Lost.count(r.Lost, MaxLost)
	switch s.Revisited {
	case Add:
		r.Revisited = true
	case Clear:
		r.Revisited = false
	}
	return true
}

func (c Change) count(n, most uint8) uint8 {
	switch c {
	case Add:
		return min(n, most-1) + 1
	case Sub:
		return max(n, 1) - 1
	case Clear:
		return 0
	}
	return n
}
