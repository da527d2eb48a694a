// Package robots reads robots.txt and says which URLs it lets a crawler fetch.
//
// It reads the file as RFC 9309 describes it and, where the RFC leaves room or
// Google's open-source matcher differs, as that matcher does: sites test their
// files against Google. [ParseRFC] takes the RFC's side instead.
//
// A crawler parses each site's file once and asks it about every URL:
//
//	f := robots.Parse(body)
//	if !f.Allowed("MyBot", url) {
//		// leave it alone
//	}
//
// What to do when there is no file to parse (404, 503, a redirect) is the
// fetcher's affair (RFC 9309, 2.3.1), and so is fetching /robots.txt itself.
package robots

import (
	"slices"
	"time"
)

// MaxSize is how many octets of a file are read. RFC 9309, 2.5, asks for at
// least 500 KiB. A line which this limit cuts in two is not read.
const MaxSize = 500 << 10

// MaxDelay is the longest delay that [File.Delay] reports. A site which asks
// for more gets this much.
const MaxDelay = 5 * time.Minute

// A File is a parsed robots.txt. It never changes once parsed: its methods may
// be called from many goroutines at once. Its memory is proportional to the
// part of the file that was read. A nil *File allows everything.
type File struct {
	text     string // what was read, as UTF-8
	rules    []rule // of all groups, in the order of the file
	groups   []group
	runs     []run
	agents   map[string][]int32 // lower-case product token, or "*", to its runs
	sitemaps []string
	rfc      bool
	size     int // see Size
}

// A rule is one Allow or Disallow line. An Allow line for an index page makes
// two of them: see addRule.
type rule struct {
	pattern string // normalised by normalise, never empty
	at      int32  // where the line begins in text
	line    int32  // its number, from 1
	allow   bool
}

// A group is the stretch of rules which the User-agent lines above it share.
type group struct {
	from, to int32 // rules[from:to]
}

// A run is a series of User-agent lines with nothing of weight in between. A
// Crawl-delay ends the run but not the group: RFC 9309, 2.2.4, lets no
// unknown line interfere with groups, yet a site which writes
//
//	User-agent: SlowBot
//	Crawl-delay: 60
//
//	User-agent: *
//	Disallow: /private
//
// means the delay for SlowBot alone.
type run struct {
	group int32
	delay time.Duration // noDelay when the file gives none
}

const noDelay time.Duration = -1

// A Decision is the verdict on one URL and the line of the file behind it.
type Decision struct {
	Allowed bool
	Line    int    // of the rule which decided, from 1; 0 when none matched
	Rule    string // that line without comment and outer space
}

// Size returns about how many bytes of memory the file takes: at most some ten
// times what was read of it, for lines of a few octets. It is for who keeps the
// files of many sites.
func (f *File) Size() int {
	if f == nil {
		return 0
	}
	return f.size
}

// Allowed reports whether agent may fetch url. [File.Decide] describes both.
func (f *File) Allowed(agent, url string) bool {
	_, allowed := f.decide(agent, url)
	return allowed
}

// Decide reports whether agent may fetch url, and which line says so.
//
// The agent is the crawler's product token, or its whole User-Agent header, of
// which the first product is taken: see [Token]. If the file has groups for the
// token, all of them apply and no other; if it has none, those for "*" do (RFC
// 9309, 2.2.1). Among their rules the longest that matches decides, Allow
// winning a tie; when none matches, the URL is allowed (2.2.2).
//
// The url may be absolute or begin with its path. It is taken as given, so it
// must be the very string that will be requested, percent-encoded already:
// encoding it differently for this question leads past the rules.
func (f *File) Decide(agent, url string) Decision {
	best, allowed := f.decide(agent, url)
	if best == nil {
		return Decision{Allowed: allowed}
	}
	line, _ := cutLine(f.text[best.at:])
	return Decision{Allowed: allowed, Line: int(best.line), Rule: statement(line)}
}

// Delay returns how long the file asks agent to wait between two requests, at
// most [MaxDelay], and whether it asks at all. RFC 9309 has no Crawl-delay, so
// a Crawl-delay holds for the User-agent lines directly above it. Of several the
// longest is taken, and those for "*" count only for an agent that the file
// does not name. Delays that are negative or no number are ignored.
func (f *File) Delay(agent string) (time.Duration, bool) {
	longest := noDelay
	for _, r := range f.runsFor(agent) {
		longest = max(longest, f.runs[r].delay)
	}
	if longest == noDelay {
		return 0, false
	}
	return longest, true
}

// Sitemaps returns the values of the Sitemap lines in the order of the file,
// each once and as written: some are relative to the file's own URL.
func (f *File) Sitemaps() []string {
	if f == nil {
		return nil
	}
	return slices.Clone(f.sitemaps)
}
