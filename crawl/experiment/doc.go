// Package experiment compares crawling strategies by judges that the strategies
// cannot see.
//
// An [Experiment] crawls a [Web] once for each strategy and topic, from the
// same seeds and with the same budget, and measures each crawl by a [Judge],
// which must not use the strategy's own scorer: [ErrSelfJudged] says what an
// experiment detects. Results come as a table, CSV, JSON, SVG curves and one HTML
// page, with intervals over topics and paired tests.
//
// # What a strategy can see
//
// A strategy is made from a [Task], which holds no truth, and sees the pages
// that the crawler has fetched for it, no others. The truth is in the [Web],
// the [Topic] and the judge, which no strategy gets. Only the oracles of this
// package see it; they are bounds.
//
// # What is measured
//
// A page counts when it was fetched with a 2xx status, the seeds included; it
// counts once. After n pages S(n):
//
//   - the harvest rate is the share of S(n) that is relevant (thesis 4.2.1), by
//     a judge. The thesis let the crawler judge itself: a page was relevant if
//     the crawler gave it a value above 0. The value of a page has a share of its
//     parent's in it, and its strategy follows no link of a page that scores
//     0, so that read literally every page it fetches from a seed of the topic
//     is relevant. That figure is [Run.ValueHarvestRate]. The thesis's rates are
//     67 to 77 %, as those of the score alone can be: [Run.SelfHarvestRate].
//     Neither must be compared with a judged rate.
//   - without depth 1, pages that a seed links to are left out (thesis 4.3.2).
//   - target recall is the share of the topic's targets in S(n) (thesis 4.2.2).
//     Targets are relevant pages that are no seeds.
//   - AUC is the mean of a rate over n = 1..N, N being the budget. When a crawl
//     ends early its last value is held.
//   - precision at n is relevant pages in S(n) / n, also when the crawl ended
//     before.
//
// A crawl that ends early has a high rate and few pages: look at
// [Run.Relevant] beside the rate. The budget is in pages; requests and bytes
// are what was really spent, robots.txt, redirects, retries and failures
// included.
//
// Topics, not pages, are the unit of all means, intervals and tests: pages of
// one crawl depend on each other.
//
// This package and those under it are not frozen: they may change between minor versions.
package experiment
