// Package urls gives a page one name and keeps a crawl out of traps.
//
// [Rules] gives the URLs that lead to one page the same form. Each rule is an
// option:
//
//	rules := urls.Rules{Tracking: true, Sessions: true}
//	name, err := rules.Apply("https://example.com/news?id=7&utm_source=mail")
//	// https://example.com/news?id=7
//
// A [Guard] refuses the URLs that a site can make without end: calendars,
// paths that grow, session ids, combinations of filters, counters. Its Check fits
// crawl.Crawler.Scope:
//
//	var guard urls.Guard
//	c := crawl.Crawler{Scope: guard.Check}
//
// Both take URLs in canonical form, as crawl.Page and frontier.Entry have
// them: absolute, parsed as browsers do, without credentials and fragment. Any
// other http or https URL is brought to that form first.
//
// A program that imports the package links net/http too, since the list of public
// suffixes, golang.org/x/net/publicsuffix, imports net/http/cookiejar.
package urls
