package urls

import (
	"strings"
	"sync"
)

// A Guard refuses URLs that look like traps: pages that a site makes as fast
// as they are fetched. Each limit guards against one kind; 0 means its
// default, [NoLimit] no such guard. The defaults let pass what whole sites of
// documentation and encyclopedias have, but a site may need more: one with a
// hundred thousand articles by number, say, more than Alike.
//
// A Guard counts different URLs, http and https being one, not calls: a URL that
// passed passes again, for as long as it is remembered, and one that was
// refused counts nowhere. For the same calls in the same order it gives the same
// answers. It may be used by several goroutines at once, and must not be copied
// after the first use.
type Guard struct {
	// Length is how many bytes a URL may have: "too long". Default 2,048.
	Length int

	// Depth is how many segments a path may have: "too deep". Default 20.
	Depth int

	// Repeats is how often one segment may stand in a path, if it is no
	// number: "path growth". Default 3.
	Repeats int

	// Hosts is how many hosts a registrable domain may have: "host aliases".
	// Under domains where anyone can register a name, such as github.io, each
	// name is a domain of its own. The ports of a name or an address are one host in
	// all that a Guard counts, and may be 20. Default 1,000.
	Hosts int

	// Dates is how many dates may stand in otherwise equal URLs: "calendar". A
	// date is a year from 1000 to 2999 with month and perhaps day, or a Unix time. A
	// year with another word or number beside it is a date too, as in 2026/novembre
	// and 2026-W48, if these are 7 to 53 different ones: of such dates there may
	// be twice as many. Default 500: 40 years of months, 16 months of days.
	Dates int

	// Sessions is how many session ids may stand in otherwise equal URLs:
	// "session". An id under a name that is not known for it may be that of a
	// document: of those, a hundred times as many may. Default 10.
	Sessions int

	// Pages is how many page numbers or offsets in otherwise equal URLs may be
	// greater than all that were met before: "pagination". A list that names its
	// last page passes whole. Default 1,000.
	Pages int

	// Facets is how many queries a path may have for each parameter, name and
	// value, in them: "facets". Filters make many queries out of few parameters;
	// where each document has its own number, parameters are as many as queries. A
	// list in one value, such as a,b or a-b-c, escaped or not, is as many
	// parameters, with five times as many queries for each; so are the segments of
	// the paths of a host. A parameter of four digits or more, which may be the
	// number of a document, may be in ten times as many. Queries of one parameter
	// and paths of one or two segments are not counted. Default 10.
	Facets int

	// Alike is how many URLs of a host may differ in their numbers and ids
	// alone: "pattern". If one number counts on in equal steps and without a gap, as
	// in /issue/1, /issue/2 and so on, a tenth of them may. Default 50,000.
	Alike int

	// Memory is how many hosts, dates, ids, queries and URLs are remembered in
	// all, each in 100 bytes at most, beside 64 KiB. Beyond, the guard forgets the domains,
	// patterns and paths which it has not met for longest: URLs that lead there
	// are counted from 0 again. Default 524,288.
	Memory int

	mu     sync.Mutex
	memory *memory
	draft  draft
}

// NoLimit is the value of a limit that does not guard, as crawl.NoLimit.
const NoLimit = -1

// limit returns n, or its default. What is less than NoLimit, as crawl.None is, lets nothing pass.
func limit(n, byDefault int) int {
	switch n {
	case 0:
		return byDefault
	case NoLimit:
		return n
	}
	return max(n, 0)
}

// exceeds reports whether n is over a limit that guards.
func exceeds(n, limit int) bool { return limit != NoLimit && n > limit }

// Check returns nil for a URL that may be fetched and a [*TrapError] for one
// that looks like a trap. Any other error is of a URL that is not http or
// https, or is malformed. It takes time linear in the URL: of one that passed and is remembered
// a tenth of parsing it, of one that was not met before some nine times that.
func (g *Guard) Check(url string) error {
	if g.hasPassed(url) {
		return nil
	}
	p, err := cut(url)
	if err != nil {
		return err
	}
	trap := g.checkAlone(p)
	if trap == "" {
		trap = g.checkAmong(p)
	}
	if trap != "" {
		return &TrapError{URL: p.url, Trap: trap}
	}
	return nil
}

// hasPassed reports whether a URL in canonical form has passed and is remembered.
func (g *Guard) hasPassed(url string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.memory == nil {
		return false
	}
	hash := g.draft.hash(url)
	return *g.memory.place(hash) == hash
}

// checkAlone checks what a URL says by itself.
func (g *Guard) checkAlone(p parts) string {
	switch {
	case exceeds(len(p.url), limit(g.Length, 2048)):
		return trapTooLong
	case exceeds(repeats(p.path), limit(g.Repeats, 3)):
		return trapPathGrowth
	case exceeds(depth(p.path), limit(g.Depth, 20)):
		return trapTooDeep
	}
	return ""
}

// depth returns the number of segments of a path, but for an empty one at its
// end.
func depth(path string) int {
	n := strings.Count(path, "/")
	if strings.HasSuffix(path, "/") {
		n--
	}
	return n
}

// maxSegments bounds how many segments of a path are compared with each other.
const maxSegments = 64

// repeats returns how often the most frequent segment stands in a path.
// Numbers do not count, for they are dates and coordinates.
func repeats(path string) int {
	var segments [maxSegments]string
	n, most := 0, 0
	for segment := range strings.SplitSeq(path[1:], "/") {
		if n == maxSegments {
			break
		}
		if isNumber(segment) {
			continue
		}
		same := 1
		for _, other := range segments[:n] {
			if segment == other {
				same++
			}
		}
		segments[n] = segment
		n++
		most = max(most, same)
	}
	return most
}

// checkAmong checks a URL against those that passed before.
func (g *Guard) checkAmong(p parts) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.memory == nil {
		g.memory = newMemory(limit(g.Memory, 1<<19))
	}
	url := g.draft.hash(p.url)
	passed := g.memory.place(url)
	if *passed == url {
		return ""
	}
	turns := g.memory.turns
	g.draft.counts = g.draft.counts[:0]
	var array [7]claim
	claims := g.appendClaims(array[:0], p)
	for _, c := range claims {
		if !g.memory.admits(c) || c.trap == trapPattern && !g.passesCounters(p, c) {
			return c.trap
		}
	}
	if limit(g.Facets, 10) != NoLimit && !g.passesFacets(p, claims) {
		return trapFacets
	}
	for _, c := range claims {
		g.memory.count(c)
	}
	for _, c := range g.draft.counts {
		g.memory.setCounter(c.key, g.memory.counter(c.key).count(c.number, true))
	}
	if g.memory.turns == turns {
		*passed = url
	}
	return ""
}

// passesFacets checks path and query of a URL whose claims are admitted, and counts
// them if they pass.
func (g *Guard) passesFacets(p parts, claims []claim) bool {
	d, most := &g.draft, limit(g.Facets, 10)
	path := draftPath(d, p)
	pathWord, ok := d.choose(g.memory, path, most)
	if !ok {
		return false
	}
	query := draftQuery(d, p)
	for _, c := range claims {
		if c.trap == trapCalendar {
			d.addDate(p, c.member)
		}
	}
	queryWord, ok := d.choose(g.memory, query, most)
	if !ok {
		return false
	}
	if pathWord != 0 {
		g.memory.add(pathWord, path)
	}
	if queryWord != 0 {
		g.memory.add(queryWord, query)
	}
	return true
}

// passesCounters checks a URL that has numbers against the longest rows of them. It
// leaves in the draft what is to be counted if the URL passes.
func (g *Guard) passesCounters(p parts, alike claim) bool {
	d := &g.draft
	few := alike.limit / 50
	if s := g.memory.meet(alike.set); few == 0 || s.len() < few || s.has(alike.member) {
		return true
	}
	draftCounts(d, p)
	for _, c := range d.counts {
		if !g.memory.counter(c.key).admits(c.number, alike.limit/10-few) {
			return false
		}
	}
	return true
}

// appendClaims appends what p counts as for the guards that are on, those first
// that look for something in particular.
func (g *Guard) appendClaims(claims []claim, p parts) []claim {
	for _, guard := range [...]struct {
		trap  string
		limit int
		draft func(*draft, parts) (times int)
	}{
		{trapHostAliases, limit(g.Hosts, 1000), draftHost},
		{trapHostAliases, min(limit(g.Hosts, 1000), maxPorts), draftPort},
		{trapSession, limit(g.Sessions, 10), draftSession},
		{trapCalendar, limit(g.Dates, 500), draftDate},
		{trapPagination, limit(g.Pages, 1000), draftPage},
		{trapPattern, limit(g.Alike, 50_000), draftShape},
	} {
		if guard.limit == NoLimit {
			continue
		}
		g.draft.begin(guard.trap)
		if times := guard.draft(&g.draft, p); times > 0 {
			claims = append(claims, claim{
				guard.trap, g.draft.set.Sum64(), g.draft.member.Sum64(), guard.limit, times, g.draft.part, g.draft.number,
			})
		}
	}
	return claims
}
