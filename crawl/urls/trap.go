package urls

import (
	"hash/maphash"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The traps, each beside the field of [Guard] that limits it.
const (
	trapTooLong     = "too long"     // Length
	trapTooDeep     = "too deep"     // Depth
	trapPathGrowth  = "path growth"  // Repeats
	trapHostAliases = "host aliases" // Hosts
	trapCalendar    = "calendar"     // Dates
	trapSession     = "session"      // Sessions
	trapPagination  = "pagination"   // Pages
	trapFacets      = "facets"       // Facets
	trapPattern     = "pattern"      // Alike
)

// A TrapError says which URL looks like which trap.
type TrapError struct {
	URL  string // in canonical form
	Trap string // what it looks like: "too long", "too deep", "path growth", "host aliases", "calendar", "session", "pagination", "facets" or "pattern"; see Guard
}

// Cause names the trap, for a metric's label.
func (e *TrapError) Cause() string { return e.Trap }

// Error names the trap and the URL, cut short and without secrets.
func (e *TrapError) Error() string {
	const shown = 256
	url := weburl.Redact(e.URL)
	if len(url) > shown {
		url = url[:shown] + "..."
	}
	return "trap, " + e.Trap + ": " + strconv.Quote(url)
}

// A claim is what a URL counts as for one guard: a member of a set, such as a
// date among those of the URLs that are equal but for it.
type claim struct {
	trap        string
	set, member uint64
	limit       int    // of the members,
	times       int    // as often
	part        uint64 // of a year, of which a calendar has few; 0 if there is none
	number      uint64 // that the set counts by, instead of members
}

// A draft collects what makes the two hashes of a claim. Their seeds differ from
// one guard to the next, so that no site can make URLs that collide.
//
// The functions that fill a draft return how many times the limit holds, 0 if
// there is nothing to limit.
type draft struct {
	set, member  maphash.Hash
	part, number uint64
	host, domain string // the last host seen and its registrable domain
	items        []string
	words        []word
	counts       []count
}

// begin empties the draft for a claim of a guard.
func (d *draft) begin(trap string) {
	d.set.Reset()
	d.member.Reset()
	d.part, d.number = 0, 0
	d.keep(trap)
}

// keep writes a piece of the URL that the members of the set have in common.
// Each ends with a zero octet, so that "a" and "bc" are not "ab" and "c".
func (d *draft) keep(s string) {
	d.set.WriteString(s)
	d.set.WriteByte(0)
}

// vary writes a piece in which members differ, and a mark in its place.
func (d *draft) vary(s string) {
	d.member.WriteString(s)
	d.member.WriteByte(0)
	d.set.WriteByte(1)
}

// admits reports whether the URL of a claim may pass: its set has the member
// or room for it.
func (m *memory) admits(c claim) bool {
	if c.trap == trapPagination {
		return m.counter(c.set).admits(c.number, c.limit)
	}
	s := m.meet(c.set)
	return s.len()/c.times < c.limit || s.has(c.member) || c.part != 0 && !m.isCalendar(c)
}

// isCalendar reports whether years have as many parts as in a calendar.
func (m *memory) isCalendar(c claim) bool {
	n := m.meet(partsOf(c)).len()
	return minYearParts <= n && n <= maxYearParts
}

// count counts the URL of a claim that was admitted.
func (m *memory) count(c claim) {
	if c.trap == trapPagination {
		m.setCounter(c.set, m.counter(c.set).count(c.number, false))
		return
	}
	if c.part != 0 {
		if m.meet(partsOf(c)).len() > maxYearParts {
			return
		}
		m.add(partsOf(c), c.part)
	}
	m.add(c.set, c.member)
}

// partsOf returns the set of the parts that a claim's years have.
func partsOf(c claim) uint64 { return c.set + 1 }

// maxPorts is how many ports a host may have.
const maxPorts = 20

// draftPort drafts the port among those of its host.
func draftPort(d *draft, p parts) (times int) {
	if len(p.name) == len(p.host) {
		return 0
	}
	d.keep(p.name)
	d.keep("port")
	d.vary(p.host)
	return 1
}

// draftHost drafts the host among those of its registrable domain.
func draftHost(d *draft, p parts) (times int) {
	if p.name != d.host {
		d.host, d.domain = p.name, domainOf(p.name)
	}
	if d.domain == "" {
		return 0
	}
	d.keep(d.domain)
	d.vary(p.name)
	return 1
}

// domainOf returns the registrable domain of a host without a port, ""
// if it has none: an address, a single label, a public suffix itself.
func domainOf(host string) string {
	name := strings.TrimSuffix(host, ".")
	if !isPlainHost(name) {
		return ""
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return ""
	}
	return domain
}

// documentIDs is how many times as many ids may stand in a URL where they may
// be those of documents.
const documentIDs = 100

// draftSession drafts the session ids in a URL among those of otherwise equal URLs.
// Parameters that are no known session ids but look like ids are taken if there
// are no others, and may be more.
func draftSession(d *draft, p parts) (times int) {
	if p.query == "" && strings.IndexByte(p.path, ';') < 0 && strings.IndexByte(p.path, '(') < 0 {
		return 0
	}
	d.keep(p.name)
	known := draftPathSessions(d, p.path)
	if anyOf(p.query, "&", isSession) {
		draftParameters(d, p.query, isSession)
		return 1
	}
	if known {
		d.keep(p.query)
		return 1
	}
	if anyOf(p.query, "&", hasID) {
		draftParameters(d, p.query, hasID)
		return documentIDs
	}
	return 0
}

func hasID(parameter string) bool {
	_, value, _ := strings.Cut(parameter, "=")
	return isID(value)
}

func draftPathSessions(d *draft, path string) (some bool) {
	for segment := range strings.SplitSeq(path[1:], "/") {
		switch kept, ok := withoutSegmentSession(segment); {
		case !ok:
			d.vary(segment)
			some = true
		case kept != segment:
			d.keep(kept)
			d.vary(segment)
			some = true
		default:
			d.keep(segment)
		}
	}
	return some
}

// draftParameters drafts the values of the parameters that are varied.
func draftParameters(d *draft, query string, varied func(string) bool) {
	for parameter := range strings.SplitSeq(query, "&") {
		if varied(parameter) {
			name, value, _ := strings.Cut(parameter, "=")
			d.keep(name)
			d.vary(value)
			d.number += number(value)
		} else {
			d.keep(parameter)
		}
	}
}

// pageNames are parameters that hold the number of a page or of its first
// entry. p is none of them: it is the number of a post as often.
var pageNames = []string{
	"page", "paged", "pageno", "page_no", "pagenum", "page_num", "pagenumber", "page_number", "pageindex", "pg",
	"start", "startindex", "offset", "skip",
}

// draftPage drafts the page numbers in a URL among those of otherwise equal URLs.
func draftPage(d *draft, p parts) (times int) {
	d.keep(p.name)
	some := draftPages(d, p.path)
	if anyOf(p.query, "&", isPage) {
		draftParameters(d, p.query, isPage)
		return 1
	}
	d.keep(p.query)
	if some {
		return 1
	}
	return 0
}

func isPage(parameter string) bool {
	name, value, _ := strings.Cut(parameter, "=")
	return value != "" && isNumber(value) && isOneOf(name, pageNames)
}

// draftPages drafts the page numbers in a path: /page/7, /page-7.html, /page7.
func draftPages(d *draft, path string) (some bool) {
	const word = "page"
	kept := 0
	for i := 1; i < len(path); i++ {
		if path[i]|0x20 != 'p' || isAlnum(path[i-1]) || !hasPrefixFold(path[i:], word) {
			continue
		}
		start := i + len(word)
		if start < len(path) && strings.IndexByte("/-_=", path[start]) >= 0 {
			start++
		}
		n := digits(path[start:])
		if end := start + n; n > 0 && (end == len(path) || !isAlnum(path[end])) {
			d.keep(path[kept:start])
			d.vary(path[start:end])
			d.number += number(path[start:end])
			some = true
			kept = end
			i = end - 1
		}
	}
	d.keep(path[kept:])
	return some
}

// draftShape drafts the URL among those of its host that are equal but for
// numbers and ids.
func draftShape(d *draft, p parts) (times int) {
	d.keep(p.name)
	local := p.local()
	kept := 0
	for i := 0; i < len(local); {
		n := variedLen(local, i)
		if n == 0 {
			i++
			continue
		}
		d.keep(local[kept:i])
		d.vary(local[i : i+n])
		times = 1
		i += n
		kept = i
	}
	d.keep(local[kept:])
	return times
}

// variedLen returns the length of the id or number that begins at i, or 0.
// The digits of an escape are part of a character.
func variedLen(s string, i int) int {
	if !isAlnum(s[i]) {
		return 0
	}
	if separates(s[i-1]) {
		end := i
		for end < len(s) && !separates(s[end]) {
			end++
		}
		if isID(s[i:end]) {
			return end - i
		}
	}
	if !isDigit(s[i]) || inEscape(s, i) {
		return 0
	}
	return digits(s[i:])
}

// separates reports whether c stands between segments or parameters.
func separates(c byte) bool {
	return c == '/' || c == '?' || c == '&' || c == '=' || c == ';'
}
