// Package classic has published crawling strategies that package strategy's are compared with,
// each a [crawl.Strategy] with its source in its comment and its parameters by name;
// parameters that are zero have the published values, or ours where it says so.
//
// Those that are pointers (PageRank, HITS, InfoSpiders) keep a state: take a new one for each
// crawl. They change the values of URLs that they have found before, so the frontier must
// replace values, as the one that a Crawler makes for them does.
//
// The thesis is Kayisoglu's on the Lokman crawler, see docs/sources.md.
package classic

import (
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
)

var (
	_ crawl.Resumable = (*PageRank)(nil)
	_ crawl.Resumable = (*HITS)(nil)
	_ crawl.Resumable = (*InfoSpiders)(nil)
)

// memory is embedded by the strategies with a state.
type memory = observed.Memory
