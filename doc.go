// Package lokman is a library for focused web crawling: finding the pages
// about a topic. This package is documentation only; the work is done by small
// packages that are used together or one at a time:
//
//   - frontier: what to fetch next, the best first, one request a host at a
//     time; frontier/bolt keeps it on disk, frontier/redis shares it
//   - ontology: topics, their terms, and texts scored by them; ontology/load
//     opens an ontology in any format
//   - classify: pages as text and links, scorers, classifiers of links and pages
//   - label: title, authors, affiliations and abstract of an article's page
//   - bartree: the template of a page, its changes, and regions found again
//   - crawl: the crawler; crawl/strategy the ways to value pages and links,
//     crawl/experiment recorded webs and how well a crawl does
//   - crawl/robots, crawl/dial, crawl/urls, crawl/sitemap: robots.txt, guarded
//     connections, names of pages and traps, lists of URLs; each of use without
//     the crawler; crawl/botauth signs requests
//   - crawl/dashboard, crawl/report: a page to watch a crawl on, and one of a
//     crawl that is over
//   - crawl/search, crawl/neardup, crawl/warc, crawl/chrome, crawl/maintext: seeds
//     from search engines, near duplicates, archives, pages rendered by Chrome,
//     their main text
//
// The whole of a topical crawl:
//
//	diseases, err := load.Open("doid.obo")
//	if err != nil {
//		return err
//	}
//	topic, err := ontology.Expand(ctx, diseases, "influenza", ontology.Expansion{Children: ontology.All})
//	if err != nil {
//		return err
//	}
//	c := crawl.Crawler{
//		Strategy: &strategy.Adaptive{Scorer: ontology.NewScorer(topic), Query: "influenza"},
//		Limits:   crawl.Limits{Pages: 100},
//	}
//	for page, err := range c.Crawl(ctx, "https://medlineplus.gov/") {
//		switch {
//		case err != nil:
//			return err // the crawl cannot go on
//		case page.Err != nil:
//			fmt.Println("failed:", page.Err) // the error names the URL
//		default:
//			fmt.Println(page.Value, page.URL, page.Explanation)
//		}
//	}
//
// Comments cite the sources by section or equation: "the thesis" is A.
// Kayisoglu's on the Lokman crawler (Middle East Technical University, 2005),
// WebMARS the downloader of the National Library of Medicine. docs/sources.md lists
// them.
package lokman
