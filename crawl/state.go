package crawl

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/content"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/shared"
	"github.com/lokman-crawler/lokman/crawl/internal/stored"
	"github.com/lokman-crawler/lokman/frontier"
)

// run is one crawl.
type run struct {
	c          *Crawler
	fetcher    *fetch.Fetcher
	limits     Limits
	log        *slog.Logger
	strategy   Strategy
	reader     classify.Reader // of the pages' links
	frontier   frontier.Frontier
	normalize  func(string) (string, error)
	sink       func(context.Context, *Page) error
	budget     *shared.Budget
	superseded shared.Superseded
	left       shared.Left // only with a Jar
	validators Validators
	revisits   *stored.Revisits // nil without a Freshness
	experience *experience      // nil for a strategy without, or a frontier that keeps none
	suspects   suspects
	visits     shared.Visits
	valuing    *shared.Valuing
	empty      atomic.Bool // the frontier
	judging    sync.Mutex  // held while Enough is asked
	stop       func()      // taking URLs
	wants      content.Wants
}

// suspects are the pages in their last attempt.
type suspects struct {
	fetching  sync.Mutex   // held with one
	returning atomic.Int64 // how many are being given back meanwhile
}

// secondTime is what the frontier knows a URL by, behind it, that is asked again with
// other cookies. No other URL there has a fragment.
const secondTime = "#"
