package crawl

import (
	"cmp"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// A FrontierConfigurer is a Strategy that needs its frontier to have certain
// options. The Crawler makes its own frontier with them, and refuses one in
// Crawler.Frontier that reports others (see [frontier.Abilities]) where the
// order of the crawl would be wrong:
//
//   - Reevaluation, unless it is GetGreater, which is also the zero value: a
//     strategy that gives increments, as strategy.OPIC does, depends on their
//     sum, while one that gives estimates may have them merged in any way;
//   - Order, and with BestNFirst the BatchSize.
//
// Capacity, Bytes, PerHost, LeaseTime and History are left to the maker of the
// frontier.
type FrontierConfigurer interface {
	Strategy
	// FrontierOptions returns the options that the strategy needs.
	FrontierOptions() frontier.Options
}

// FrontierOptions returns the options that a frontier for a strategy has to
// have: those it asks for as a [FrontierConfigurer], and otherwise the zero
// Options. nil is BreadthFirst, as in Crawler.Strategy.
//
//	queue := frontier.New(crawl.FrontierOptions(s).WithHistory())
func FrontierOptions(s Strategy) frontier.Options {
	if s == nil {
		s = BreadthFirst{}
	}
	if c, ok := s.(FrontierConfigurer); ok {
		return c.FrontierOptions()
	}
	return frontier.Options{}
}

// fit returns an error if a frontier does not order its queue as a strategy
// needs it. Without a strategy, or if one of the two does not say, it fits.
func fit(s Strategy, f frontier.Frontier) error {
	asks, ok := s.(FrontierConfigurer)
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
