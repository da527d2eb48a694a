package crawl

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Resumable strategy is brought to the state that it had by observations: what it
// has learned from each URL, in a form of its own. With a frontier that has
// Observations (see [frontier.ObservationStore]) the crawler keeps the observation of a URL in
// the same step in which the URL is acknowledged, and when a crawl is resumed gives a
// new strategy all of them, in their order. With one that has OtherObservations it
// also gives a strategy now and then what other processes have observed.
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
	// the strategy has learned from changes nothing. An error says that the
	// observation is not one of this strategy with this configuration, or if it is
	// ErrDamaged, that it is one and cannot be read: it is passed over.
	Observe(observation []byte) error
}

// ErrDamaged is the error of a [Resumable] for an observation that is its own, and of
// which the rest cannot be read.
var ErrDamaged = errors.New("the observation is damaged")

// ErrState is the error of a crawl that would go on without the state of its
// strategy. Crawler.ResumeWithoutState permits it.
var ErrState = errors.New("the strategy's state is lost")

// shareEvery is how many URLs a process acknowledges between two looks at what
// others have observed.
const shareEvery = 8

type (
	counter interface {
		Stats(context.Context) (frontier.Stats, error)
	}
	requeuer interface {
		Requeue(context.Context, func(frontier.Failure) bool) (int, error)
	}
	observationLister interface {
		Observations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
	}
	observationSharer interface {
		OtherObservations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
	}
)

// experience is what a Resumable strategy and its frontier know of each other.
type experience struct {
	strategy Resumable
	lister   observationLister
	sharer   observationSharer // nil if there are no other processes

	ended   atomic.Uint64 // URLs acknowledged
	lenient bool          // about observations of another configuration
	log     *slog.Logger

	mu   sync.Mutex
	last *atomic.Uint64 // Crawler.observed
}

// newExperience returns nil if the strategy or the frontier does without.
func newExperience(s Strategy, f frontier.Frontier, last *atomic.Uint64) *experience {
	strategy, ok := s.(Resumable)
	if !ok {
		return nil
	}
	lister, ok := f.(observationLister)
	if !ok {
		return nil
	}
	sharer, _ := f.(observationSharer)
	return &experience{strategy: strategy, lister: lister, sharer: sharer, last: last}
}

// resume gives the strategy all that was observed, or if it is known to this crawler
// what it was not given yet. It returns how many observations it has learned from.
func (x *experience) resume(ctx context.Context, known, withoutState bool, log *slog.Logger) (n int, err error) {
	x.lenient, x.log = withoutState, log
	if !known {
		x.last.Store(0)
	}
	damaged := 0
	for o, err := range x.lister.Observations(ctx, x.last.Load()) {
		if err != nil {
			return n, err
		}
		x.last.Store(o.Number)
		switch err := x.strategy.Observe(o.Data); {
		case err == nil:
			n++
		case errors.Is(err, ErrDamaged):
			damaged++
			x.log.Debug("an observation cannot be read", "number", o.Number, "err", err)
		case !x.lenient:
			return n, fmt.Errorf("%w: %w", ErrState, err)
		}
	}
	if damaged > 0 {
		x.log.Warn("observations cannot be read and are passed over: the crawl's order differs from that of one without the interruption", "damaged", damaged, "learned", n)
	}
	return n, nil
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
		x.last.Store(o.Number)
		if len(o.Data) == 0 {
			continue
		}
		switch err := x.strategy.Observe(o.Data); {
		case errors.Is(err, ErrDamaged):
			x.log.Warn("an observation of another process cannot be read and is passed over", "number", o.Number, "err", err)
		case err != nil && !x.lenient:
			return fmt.Errorf("crawl: another process of the crawl: %w", err)
		}
	}
	return nil
}
