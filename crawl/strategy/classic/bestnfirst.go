package classic

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// BestNFirst is [strategy.BestFirst] that takes the N best URLs at a time and considers
// their links only when all are fetched, so that a single page does not determine
// its direction (Pant, Srinivasan and Menczer 2002). With N = 256 it was the
// strongest crawler of the 2004 study that does not learn. A BestFirst with W
// workers is much like a BestNFirst with N = W.
type BestNFirst struct {
	Scorer classify.Scorer // required
	N      int             // 0 means 256; 1 is BestFirst
}

// FrontierOptions returns the options that the strategy needs: see [crawl.Strategy].
func (b BestNFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.BestNFirst, BatchSize: b.N}
}

// Valid reports a missing scorer.
func (b BestNFirst) Valid() error { return scored.Need("BestNFirst", b.Scorer) }

// Value implements [crawl.Strategy].
func (b BestNFirst) Value(p *crawl.Page) crawl.Valuation { return scored.ByPage(b.Scorer, p) }
