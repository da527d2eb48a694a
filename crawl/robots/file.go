// Package robots reads robots.txt and says which URLs it lets a crawler fetch.
//
// It reads the file as RFC 9309 describes it and, where the RFC leaves room or
// Google's open-source matcher differs, as that matcher does: sites test their
// files against Google. [ParseRFC] follows the RFC instead.
//
// A crawler parses each site's file once and asks it about every URL:
//
//	f := robots.Parse(body)
//	if !f.Allowed("MyBot", url) {
//		// leave it alone
//	}
//
// A URL is allowed only if two matchers agree. The verdict of
// github.com/temoto/robotstxt is the default: on the site's own file where it reads
// the agent's rules as this package does, else on each of those rules as this package
// reads them, if the octets between its wildcards stand in the path at all.
// This package's matcher names the line and refuses what it finds
// forbidden. They agree wherever they were compared. Rules that would cost
// temoto too much, such as thousands of wildcards, are left to this
// package's matcher: [Decision] says which decided.
//
// What to do when there is no file to parse (404, 503, a redirect) is up to the
// fetcher (RFC 9309, 2.3.1), and so is fetching /robots.txt itself. The package
// opens no connection, but a program that imports it links net/http, which temoto
// imports.
package robots

import (
	"iter"
	"slices"
	"time"
)

// MaxSize is how many octets of a file are read. RFC 9309, 2.5, asks for at
// least 500 KiB. A line which this limit cuts in two is not read.
const MaxSize = 500 << 10

// maxDelay is the longest delay that [File.Delay] reports.
const maxDelay = 5 * time.Minute

// A File is a parsed robots.txt. Its methods may be called from many goroutines
// at once and must not be called on a copy. Its memory is bounded by the part of
// the file that was read: see [File.Size]. A nil *File allows everything.
type File struct {
	text     string // what was read, as UTF-8
	rules    []rule // of all groups, in the order of the file
	groups   []group
	runs     []run
	agents   map[string][]int32 // lower-case product token, or "*", to its runs
	sitemaps []string
	usages   []usageLine
	rfc      bool
	plain    bool // temoto reads it as we do: see plain
	size     int  // in bytes, without the cache
	reserved int  // in bytes, for the cache: see Size
	cache    cache
}

// A group is the stretch of rules which the User-agent lines above it share.
type group struct {
	from, to int32 // rules[from:to]
	cost     cost  // of these rules
	vain     bool  // a line of it has no path
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

// Size returns about how many bytes of memory the file takes: for lines of a few
// octets some ten times what was read of it, and half as much again, or 16 KiB, for
// what temoto compiles; where temoto reads the file itself, up to 1 MB instead. What the
// first decision for an agent adds is in it beforehand; each of three agents more may
// add as much again. Size is for callers that keep the files of many sites.
func (f *File) Size() int {
	if f == nil {
		return 0
	}
	f.cache.mu.Lock()
	defer f.cache.mu.Unlock()
	return f.size + max(f.reserved, cacheSize+f.cache.ownSize+f.cache.ruleSize)
}

// Delay returns how long the file asks agent to wait between two requests, at
// most 5 minutes even if it asks for more, and whether it asks at all. RFC 9309 has no Crawl-delay, so
// a Crawl-delay holds for the User-agent lines directly above it. Of several the
// longest is taken, and those for "*" count only for an agent that the file
// does not name. Delays that are negative or no number are ignored.
func (f *File) Delay(agent string) (time.Duration, bool) {
	if f == nil {
		return 0, false
	}
	longest := noDelay
	for _, r := range f.agents[f.key(agent)] {
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

// key returns the key of the runs that hold for agent: its token if the file
// names it, or else "*" (RFC 9309, 2.2.1). It is "" if the file has neither.
func (f *File) key(agent string) string {
	if f == nil {
		return ""
	}
	if token := lower(Token(agent)); f.agents[token] != nil {
		return token
	}
	if f.agents["*"] != nil {
		return "*"
	}
	return ""
}

// groupsOf goes through the groups that have the key, each once.
func (f *File) groupsOf(key string) iter.Seq[*group] {
	return func(yield func(*group) bool) {
		previous := int32(-1)
		for _, r := range f.agents[key] {
			g := f.runs[r].group
			if g == previous {
				continue // the runs of one group follow each other
			}
			previous = g
			if !yield(&f.groups[g]) {
				return
			}
		}
	}
}

// rulesOf goes through the rules of all groups that have the key.
func (f *File) rulesOf(key string) iter.Seq[*rule] {
	return func(yield func(*rule) bool) {
		for g := range f.groupsOf(key) {
			for i := g.from; i < g.to; i++ {
				if !yield(&f.rules[i]) {
					return
				}
			}
		}
	}
}

// cost returns what the rules of the key's groups cost.
func (f *File) cost(key string) cost {
	var sum cost
	for g := range f.groupsOf(key) {
		sum.add(g.cost)
	}
	return sum
}

// reserve returns how many bytes the cache may take for one agent, of whichever takes most:
// all its rules where temoto may read them in the file itself.
func (f *File) reserve() int {
	most, bound := 0, max(f.size/2, maxKept)
	for key := range f.agents {
		c := f.cost(key)
		switch {
		case c.rules == 0 || !c.compiles():
		case f.plain && c.wildcards == 0:
			most = max(most, cacheSize+int(c.size))
		default:
			most = max(most, min(cacheSize+int(c.size), bound))
		}
	}
	return most
}
