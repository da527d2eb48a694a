package crawl

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/stored"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Resumable strategy is brought to the state that it had by observations: what it
// has learned from each URL, in a form of its own. With a frontier that has
// Observations (see [frontier.ObservationStore]) the crawler keeps the observation of a URL in
// the same step in which the URL is acknowledged, and when a crawl is resumed gives a
// new strategy all of them, in their order. With one that has OtherObservations it
// also gives a strategy now and then what other processes have observed.
//
// With a frontier that is a [frontier.SnapshotStore] the observations of 10,000 URLs, or 16
// MiB of them, give way to a snapshot if the strategy also has both methods
//
//	Snapshot(more bool) iter.Seq[[]byte]
//	Restore(pieces iter.Seq2[[]byte, error]) error
//
// The first yields the strategy's state, in pieces of 1 byte to frontier.MaxObservation that are valid
// until the next, and is nil if there is none to be made. With more it yields what has changed since it was
// last called, at least one piece, which comes behind the pieces of then. The second brings a new strategy to the state, before Observe is called with what
// was observed later, of which the state may have some. Its errors are those of Observe.
//
// All methods may be called by several workers at once.
type Resumable interface {
	Strategy

	// Begun reports whether the strategy has valued a page.
	Begun() bool

	// Observation returns what the strategy has learned from a URL for which Value or
	// Failed was called and which is about to be acknowledged. It says by which
	// strategy and which configuration it was made, and so is not empty where nothing
	// was learned. In place of one of more than frontier.MaxObservation bytes that of
	// the URL "" is kept, which has nothing else.
	Observation(url string) []byte

	// Observe learns from an observation as from the URL itself. One of a URL that
	// the strategy has learned from changes nothing.
	//
	// An error that is ErrState says that the observation is not one of this strategy
	// with this configuration, and ends the crawl. One that is ErrDamaged says that it is
	// one and cannot be read: it is passed over. Any other says that nothing could be learned
	// now, as while the service of a scorer is down: the crawl waits and tries again as after
	// a Valuation.Err. An [*Error] names the URL. When a crawl is resumed, observations that
	// fail for good are tried once more after the others.
	Observe(ctx context.Context, observation []byte) error
}

// snapshotter is what a [Resumable] is of which a [frontier.SnapshotStore] keeps snapshots.
type snapshotter interface {
	Snapshot(more bool) iter.Seq[[]byte]
	Restore(pieces iter.Seq2[[]byte, error]) error
}

// A snapshot is made after so many observations, or so many bytes of them.
const (
	snapshotEvery = 10000
	snapshotBytes = 16 << 20
)

// ErrDamaged is the error of a [Resumable] for an observation that is its own, and of
// which the rest cannot be read.
var ErrDamaged = errors.New("the observation is damaged")

// ErrState is the error of a crawl that would go on without the state of its
// strategy, and that of a [Resumable] for an observation that is not its own.
// Crawler.ResumeWithoutState permits it.
var ErrState = errors.New("the strategy's state is lost")

// shareEvery is how many URLs a process acknowledges between two looks at what others have observed.
const shareEvery = 8

type observationLister interface {
	Observations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
}

// experience is what a Resumable strategy and its frontier know of each other.
type experience struct {
	strategy Resumable
	lister   observationLister
	sharer   frontier.ObservationStore // nil if there are no other processes
	taker    snapshotter               // nil if none are kept
	keeper   frontier.SnapshotStore
	try      func(context.Context, Event, func() error) error

	states  iter.Seq[[]byte] // that a snapshot begins with, see stored.Revisits
	ended   atomic.Uint64    // URLs acknowledged
	lenient bool             // about observations of another configuration
	log     *slog.Logger

	mu sync.Mutex
	*position
}

// A position is where a Strategy is in a frontier's observations.
type position struct {
	last  atomic.Uint64 // number of the last one that it was given
	since atomic.Uint64 // those that no snapshot covers
	bytes atomic.Uint64 // of them

	known       uint64 // number of the latest snapshot
	own         bool   // this process has made it
	gap         bool   // there were observations before it that were not learned from, which a snapshot would lack
	whole, more uint64 // bytes of the state then, and of what has changed since, by its snapshots
}

// newExperience returns nil if the strategy or the frontier does without. What may fail
// for a while is done by try.
func newExperience(s Strategy, f frontier.Frontier, at *position, log *slog.Logger, try func(context.Context, Event, func() error) error, states iter.Seq[[]byte]) *experience {
	strategy, resumable := s.(Resumable)
	lister, lists := f.(observationLister)
	if !resumable || !lists {
		return nil
	}
	sharer, _ := f.(frontier.ObservationStore)
	x := &experience{strategy: strategy, lister: lister, sharer: sharer, try: try, log: log, position: at, states: states}
	if keeper, ok := f.(frontier.SnapshotStore); ok {
		x.keeper = keeper
		x.taker, _ = s.(snapshotter)
	}
	return x
}

// learn has the strategy learn from an observation, and tries again if that fails for a
// while. It returns how that ended: with the context's error, a [failure.ValueError], or
// what the observation itself is.
func (x *experience) learn(ctx context.Context, observation []byte) (err error) {
	if _, observation = stored.SplitState(observation); len(observation) == 0 {
		return nil
	}
	failed := x.try(ctx, Event{Kind: "unvalued"}, func() error {
		if err = x.strategy.Observe(ctx, observation); errors.Is(err, ErrDamaged) || errors.Is(err, ErrState) {
			return nil
		}
		return err
	})
	return cmp.Or(ctx.Err(), failed, err)
}

// resume gives the strategy all that was observed, or if it is known to this crawler
// what it was not given yet. It returns how many observations it has learned from.
func (x *experience) resume(ctx context.Context, known, withoutState bool) (n int, err error) {
	x.lenient = withoutState
	if !known {
		*x.position = position{}
	}
	last := x.last.Load()
	if !known && x.keeper != nil {
		switch last, err = x.restore(ctx); {
		case errors.Is(err, ErrState) && withoutState:
		case err != nil:
			return 0, err
		case last > 0:
			n++
		}
		x.known = last
	}
	var late []frontier.Observation // what could not be learned from for a while
	damaged := 0
	learn := func(o frontier.Observation) error {
		switch err := x.learn(ctx, o.Data); {
		case err == nil:
			n++
		case errors.Is(err, ErrState) && withoutState:
		case errors.Is(err, ErrDamaged):
			damaged++
			x.log.Debug("an observation cannot be read", "number", o.Number, "err", err)
		default:
			return err
		}
		return nil
	}
	list := x.lister.Observations
	if known && x.sharer != nil {
		list = x.sharer.OtherObservations // which has what a snapshot of another process has only just covered
	}
	for o, err := range list(ctx, last) {
		if err != nil {
			return n, err
		}
		x.heard(o, last)
		last = o.Number
		switch err := learn(o); {
		case errors.As(err, new(*failure.ValueError)):
			o.Data = bytes.Clone(o.Data)
			late = append(late, o)
		case err != nil:
			return n, err
		}
	}
	lost, failed := 0, error(nil)
	for _, o := range late {
		switch err := learn(o); {
		case errors.As(err, new(*failure.ValueError)):
			lost, failed = lost+1, err
		case err != nil:
			return n, err
		}
	}
	x.last.Store(last)
	if damaged+lost > 0 {
		x.log.Warn("observations are passed over: the crawl's order differs from that of one without the interruption", "damaged", damaged, "learned", n, "failed", lost)
	}
	if lost > 0 && n == 0 && !known && !withoutState {
		return 0, fmt.Errorf("%w: %w", ErrState, failed)
	}
	return n, nil
}

// restore brings the strategy to the state of the frontier's snapshot, if it has one, and
// returns the number of the latest observation that it covers.
func (x *experience) restore(ctx context.Context) (last uint64, err error) {
	pieces, stop := iter.Pull2(x.keeper.Snapshot(ctx))
	defer stop()
	first, err, ok := pieces()
	for kept, _ := stored.SplitState(first.Data); kept != nil; kept, _ = stored.SplitState(first.Data) {
		first, err, ok = pieces()
	}
	if err != nil || !ok {
		return 0, err
	}
	last = first.Number
	if x.taker == nil {
		return last, fmt.Errorf("%w: the frontier has a snapshot of a strategy, and %T makes none", ErrState, x.strategy)
	}
	err = x.taker.Restore(func(yield func([]byte, error) bool) {
		for ok := true; ok && yield(first.Data, err); first, err, ok = pieces() {
		}
	})
	if errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w: %w", ErrState, err)
	}
	return last, err
}

// observed counts an observation that the frontier has, and has a snapshot made of the strategy's
// state if that is due.
func (x *experience) observed(ctx context.Context, observation []byte) error {
	if x == nil || x.taker == nil || len(observation) == 0 {
		return nil
	}
	if x.sharer == nil {
		x.since.Add(1) // see share
		x.last.Add(1)
	}
	bytes := x.bytes.Add(uint64(len(observation)))
	if since := x.since.Load(); since < snapshotEvery && bytes < snapshotBytes || !x.mu.TryLock() {
		return nil
	}
	defer x.mu.Unlock()
	// The process that has made the latest has less to write, and so goes first.
	if x.gap || x.sharer != nil && !x.own && x.since.Load() < snapshotEvery*3/2 && bytes < snapshotBytes*3/2 {
		return nil
	}
	x.since.Store(0)
	x.bytes.Store(0)
	return x.snapshot(ctx)
}

// snapshot has the frontier keep what has changed since the snapshot before, or all once the
// changes are more than that, so that neither grows without bound.
func (x *experience) snapshot(ctx context.Context) error {
	covers := uint64(math.MaxUint64)
	if x.sharer != nil {
		covers = x.last.Load()
		for o, err := range x.keeper.Snapshot(ctx) {
			if err != nil || o.Number > x.known { // another process was sooner
				x.known, x.own = o.Number, false
				return err
			}
			break
		}
	}
	after := uint64(0)
	if x.own && x.more <= x.whole {
		after = x.known
	}
	pieces := x.taker.Snapshot(after > 0)
	if pieces == nil {
		return nil
	}
	states, size := false, uint64(0)
	number, err := x.keeper.KeepSnapshot(ctx, covers, after, func(yield func([]byte) bool) {
		for state := range x.states {
			if states = true; after > 0 || !yield(state) {
				return
			}
		}
		for piece := range pieces {
			if size += uint64(len(piece)); !yield(piece) {
				return
			}
		}
	})
	if states && after > 0 { // they come first, so all is written anew
		x.own = false
		return x.snapshot(ctx)
	}
	if x.more += size; after == 0 {
		x.whole, x.more = size, 0
	}
	x.known, x.own = max(x.known, number), err == nil && number > 0 && !states // which are read from the first pieces alone
	return err
}

// heard counts an observation of which the one before has a number.
func (x *experience) heard(o frontier.Observation, before uint64) {
	if missed := o.Number - before - 1; missed > 0 {
		x.gap = true
		x.log.Warn("a snapshot has taken the place of observations of other processes that were not learned from here, so this process makes none", "observations", missed)
	}
	x.since.Add(1)
	x.bytes.Add(uint64(len(o.Data)))
}

// share gives the strategy what other processes have observed, now and then.
func (x *experience) share(ctx context.Context) error {
	if x == nil || x.sharer == nil || x.ended.Add(1)%shareEvery != 0 || !x.mu.TryLock() {
		return nil
	}
	defer x.mu.Unlock()
	for o, err := range x.sharer.OtherObservations(ctx, x.last.Load()) {
		if err != nil {
			return err
		}
		x.heard(o, x.last.Load())
		if len(o.Data) > 0 {
			switch err := x.learn(ctx, o.Data); {
			case ctx.Err() != nil:
				return err
			case errors.Is(err, ErrState) && !x.lenient:
				return fmt.Errorf("crawl: another process of the crawl: %w", err)
			case err != nil && !errors.Is(err, ErrState):
				x.log.Warn("an observation of another process is passed over", "number", o.Number, "err", weburl.RedactError(err))
			}
		}
		x.last.Store(o.Number)
	}
	return nil
}
