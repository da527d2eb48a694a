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

import "github.com/lokman-crawler/lokman/crawl"

// BreadthFirst takes links in the order in which they are found (thesis
// 2.2.1). It is what a Crawler without a strategy does.
type BreadthFirst = crawl.BreadthFirst

var (
	_ crawl.Resumable = (*LokmanNormalized)(nil)
	_ crawl.Resumable = (*Adaptive)(nil)
	_ crawl.Forgetter = (*LokmanNormalized)(nil)
	_ crawl.Forgetter = (*Adaptive)(nil)

	_ crawl.FailureListener = (*Adaptive)(nil)
	_ crawl.FailureListener = Follow{} // whose Strategy may be one
)
