// Package experiment measures how well a crawl finds a topic.
//
// A [Web] is a recorded or generated piece of the web that serves its pages
// with no network. A [Judge] says which pages are relevant; it must never be
// the scorer that steers the crawl, or the crawl judges itself. [Harvest]
// keeps the curve of a crawl as it goes.
package experiment
