package crawl

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// A Strategy gives a fetched page its value, and the links to follow with their
// values. With several workers Value is called by several goroutines at once.
//
// It may be a [Resumable] and a [FailureListener], and have any of these methods, which
// the crawler asks for by a type assertion:
//
//	FrontierOptions() frontier.Options
//
// returns the options that its frontier needs. The Crawler makes its own frontier with
// them, and refuses one in Crawler.Frontier that reports others (see
// [frontier.Abilities]) where the order of the crawl would be wrong: another
// Reevaluation, unless GetGreater is asked for, which is also the zero value (a strategy
// that gives increments, as classic.OPIC does, depends on their sum, while one that gives
// estimates may have them merged in any way), another Order, and with BestNFirst another
// BatchSize. Capacity, Bytes, PerHost, LeaseTime and History are left to the maker of the
// frontier.
//
//	Valid() error
//
// checks its configuration before a crawl begins.
//
//	Acknowledge(url string)
//
// is called when a page it has valued is acknowledged: its links are in the frontier. A
// page that is not, because the loop was left, the sink failed or the lease was lost, is
// valued again later, and Value must return its links once more.
//
//	Forget(url string)
//
// is called when the lease of a URL that it has valued was lost, to another process as a
// rule, and no worker of this one has the URL: nothing need be kept for an Acknowledge
// that does not come. It may have come before, by a worker that was quicker. If the URL
// comes back after all, Value returns its links once more.
//
//	Begun() bool
//
// reports whether it has valued a page. A strategy that learns from the pages it values,
// and keeps what it has learned in memory, has it: a crawl that is resumed with a new one
// has the queued values, but not the state that they follow from, unless it is Resumable.
type Strategy interface {
	// Value returns what the page and its links are worth.
	Value(*Page) Valuation
}

// A FailureListener is a Strategy that hears of URLs that it does not value.
//
// Failed is called for a URL that was tried and gave no page, before it is
// acknowledged; the error says why: the page's Err, a [*RedirectError] or
// [ErrNotModified]. It returns the URLs whose values the failure changes, as
// Valuation.Revalued has them. What holds for Value holds for Failed: called
// again for a URL before Acknowledge it must return the same.
//
// Refused is called for a link of a valuation that the crawler leaves out; the error
// says why, as that of a refused [Event].
//
// Both are called by several workers at once.
type FailureListener interface {
	Strategy
	Failed(url string, why error) []frontier.Entry
	Refused(url string, why error)
}

// ErrNotModified is what a [FailureListener] hears of a page that has not changed.
var ErrNotModified = errors.New("the page has not changed since an earlier crawl")

// A RedirectError is what a [FailureListener] hears of a URL that redirects.
type RedirectError struct {
	To string // as it is pushed; "" if it is left out
}

// Error says that the URL redirects.
func (e *RedirectError) Error() string {
	return "the URL redirects to another, which inherits its value"
}

// A Valuation is what a Strategy says about a page. Its numbers are finite: others
// end the crawl with an error that names the page.
type Valuation struct {
	// Score is what the strategy's scorer says about the page's text.
	Score float64
	// Explanation is where the page's value comes from. The value is its sum.
	Explanation Explanation
	// LinkExplanation is where the page's LinkValue comes from, for which it was
	// fetched: its sum is LinkValue. It is nil if the strategy does not keep that.
	LinkExplanation Explanation
	// Links are the URLs to push, each with its value. They are canonical, as
	// those of a Document and of LinkURLs are; Canonical makes others so. The
	// crawler sets the source and the depth and leaves out what scope and
	// limits refuse.
	Links []frontier.Entry
	// Revalued are URLs that earlier pages link to, and whose values have changed. They are
	// no links of the page: its directives and the limits on depth and links do not
	// concern them, and those that the frontier has not taken before are left out.
	Revalued []frontier.Entry
	// Err says that the page could not be valued, as while the service of a scorer is down. The
	// page is then valued again after 1 s, 2 s, 4 s and so on, in all as often as Limits.Attempts
	// says, and after that fails with a [Cause] of "scorer". Each time is an unvalued [Event]
	// and one of Stats.Unvalued. After three in a row, of whatever pages, the crawl pauses, for
	// 1 s, 2 s and so on up to 5 minutes: one page is tried then, and the others wait for it.
	Err error
}

// check returns an error about a number that is not finite.
func (v *Valuation) check() error {
	if !legible.Finite(v.Score) {
		return fmt.Errorf("the strategy returned the score %v: want a finite number", v.Score)
	}
	if value := v.Explanation.Value(); !legible.Finite(value) {
		return fmt.Errorf("the strategy returned a page value of %v: want a finite number", value)
	}
	return cmp.Or(checkLinks(v.Links), checkLinks(v.Revalued))
}

func checkLinks(links []frontier.Entry) error {
	for i := range links {
		if e := &links[i]; !legible.Finite(e.Value) {
			return &frontier.EntryError{URL: e.URL, Cause: fmt.Sprintf("the strategy returned the value %v: want a finite number", e.Value)}
		}
	}
	return nil
}

// BreadthFirst is the strategy of a Crawler without one: links are taken in
// the order in which they are found (thesis 2.2.1, see docs/sources.md).
type BreadthFirst struct{}

// FrontierOptions asks for a first-in-first-out frontier.
func (BreadthFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.FIFO}
}

// Value implements [Strategy].
func (BreadthFirst) Value(p *Page) Valuation {
	var v Valuation
	for url := range p.LinkURLs() {
		if v.Links == nil {
			v.Links = make([]frontier.Entry, 0, p.read().Links())
		}
		v.Links = append(v.Links, frontier.Entry{URL: url})
	}
	return v
}

type configurer interface{ FrontierOptions() frontier.Options }

// FrontierOptions returns the options that a frontier for a strategy has to
// have: what its method FrontierOptions returns, and without one the zero
// Options. nil is BreadthFirst, as in Crawler.Strategy.
//
//	queue := frontier.New(crawl.FrontierOptions(s).WithHistory())
func FrontierOptions(s Strategy) frontier.Options {
	if s == nil {
		s = BreadthFirst{}
	}
	if c, ok := s.(configurer); ok {
		return c.FrontierOptions()
	}
	return frontier.Options{}
}

// fit returns an error if a frontier does not order its queue as a strategy
// needs it. Without a strategy, or if one of the two does not say, it fits.
func fit(s Strategy, f frontier.Frontier) error {
	asks, ok := s.(configurer)
	if !ok {
		return nil
	}
	has, ok := f.(interface{ Options() frontier.Options })
	if !ok {
		return nil
	}
	want, got := asks.FrontierOptions(), has.Options()
	misfit := func(field string, want, got any) error {
		return fmt.Errorf("crawl: %T needs a frontier with %s %v, and the %T has %v: "+
			"open the frontier with the options that crawl.FrontierOptions(strategy) returns", s, field, want, f, got)
	}
	switch {
	case want.Reevaluation != frontier.GetGreater && want.Reevaluation != got.Reevaluation:
		return misfit("Reevaluation", want.Reevaluation, got.Reevaluation)
	case want.Order != got.Order:
		return misfit("Order", want.Order, got.Order)
	case want.Order == frontier.BestNFirst && batchSize(want) != batchSize(got):
		return misfit("BatchSize", batchSize(want), batchSize(got))
	}
	return nil
}

func batchSize(o frontier.Options) int { return cmp.Or(o.BatchSize, transition.BatchSize) }
