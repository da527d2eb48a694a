// Package strategy has the crawling strategies to use, each a [crawl.Strategy] with its
// source in its comment and its parameters by name; parameters that are zero have the
// published values, or ours where it says so. Other strategies of the literature are in
// package classic.
//
// Those that are pointers (LokmanNormalized, Adaptive) keep a state: take a new one for
// each crawl. Adaptive changes the values of URLs that it has found before, so the
// frontier must replace values, as the one that a Crawler makes for it does.
//
// The thesis is Kayisoglu's on the Lokman crawler, see docs/sources.md.
package strategy

import "github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"

// memory is embedded by the strategies with a state.
type memory = observed.Memory
