package crawl

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/fold"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Directives are what a page itself asks of crawlers: in its X-Robots-Tag, Link
// and Refresh headers, in <meta name="robots"> or under the crawler's own name,
// in <meta http-equiv="refresh"> and in the <link rel="canonical"> of its head.
type Directives struct {
	NoIndex   bool   // not to be shown in search results
	NoFollow  bool   // none of its links to be followed
	NoArchive bool   // no copy to be shown
	Canonical string // the canonical URL that it names; "" if it names none, or several
	Refresh   string // where it sends its readers within a minute, canonical; "" if nowhere
}

// Directives returns what the page asks of crawlers, read once, when first
// asked for or when the crawler honours it.
func (p *Page) Directives() Directives {
	p.readDirectives()
	return p.directives
}

func (p *Page) readDirectives() {
	p.directivesOnce.Do(func() {
		p.directives.read(p.Header.Values("X-Robots-Tag"), p.agent)
		u, err := weburl.Parse(p.URL)
		if err != nil {
			return
		}
		canonicals := p.linkedCanonicals(u)
		p.directives.Refresh = p.resolve(u, refreshTarget(weburl.OfHeader(p.Header.Get("Refresh"))))
		if p.IsHTML() {
			canonicals = append(canonicals, p.readTagged()...)
		}
		p.directives.Canonical = agreed(canonicals)
	})
}

// mayDirect reports whether the page may have directives for crawlers. Of a
// page that has been parsed the tags decide; of others it is cheaper to see
// that most have none than to parse them. It is true for bodies that cannot be
// searched without decoding them.
func (p *Page) mayDirect() bool {
	if p.hasTags() || len(p.Header.Values("X-Robots-Tag")) > 0 || p.Header.Get("Refresh") != "" {
		return true
	}
	p.mentionsOnce.Do(func() {
		agent := strings.ToLower(p.agent)
		p.mentions = p.IsHTML() &&
			(fold.Contains(p.Body, "nofollow", 'w') || fold.Contains(p.Body, "robots", 'b') || fold.Contains(p.Body, "refresh", 'f') ||
				len(agent) > 1 && fold.Contains(p.Body, agent, agent[0]) || bytes.IndexByte(p.Body, 0) >= 0)
	})
	return p.mentions
}

// agreed returns the URL that all agree on, "" if they do not: a page with two canonical
// URLs has none. Those that are no URL count for nothing.
func agreed(urls []string) string {
	urls = slices.DeleteFunc(urls, func(url string) bool { return url == "" })
	if len(urls) == 0 || slices.ContainsFunc(urls, func(url string) bool { return url != urls[0] }) {
		return ""
	}
	return urls[0]
}

// readTagged reads what the page's tags ask, and returns the canonical URLs that they name.
func (p *Page) readTagged() (canonicals []string) {
	tags := p.readTags(false)
	refresh := ""
	for _, m := range tags.Metas {
		switch {
		case strings.EqualFold(m.Name, "robots"), p.agent != "" && strings.EqualFold(m.Name, p.agent):
			p.directives.add(m.Content)
		case refresh == "":
			refresh = refreshTarget(m.Content)
		}
	}
	for _, href := range tags.Canonicals {
		canonicals = append(canonicals, tags.URL(href))
	}
	if to := tags.URL(refresh); to != "" {
		p.directives.Refresh = to
	}
	p.noFollow = refused(tags)
	return canonicals
}

// refused returns the links of a page that have rel=nofollow wherever they
// occur: hashes of their URLs.
func refused(tags *dom.Tags) map[uint64]bool {
	var links map[uint64]bool
	for _, a := range tags.Anchors {
		if a.NoFollow {
			if links == nil {
				links = make(map[uint64]bool)
			}
			links[keyed.Hash(tags.URL(a.Href))] = true
		}
	}
	for _, a := range tags.Anchors {
		if len(links) > 0 && !a.NoFollow {
			delete(links, keyed.Hash(tags.URL(a.Href)))
		}
	}
	return links
}

// resolve returns the canonical URL of what a page names, "" if that is none
// or too long.
func (p *Page) resolve(base *weburl.URL, ref string) string {
	if ref == "" {
		return ""
	}
	u, err := base.ResolveMax(ref, p.maxURL())
	if err != nil {
		return ""
	}
	return u.Canonical()
}

func (p *Page) maxURL() int { return cmp.Or(p.reader.MaxURL, classify.DefaultMaxURL) }

// read takes X-Robots-Tag headers. The name of a crawler may stand before the rules
// that are for it alone: "noarchive, mybot: nofollow". A rule with a value looks the
// same.
func (w *Directives) read(headers []string, agent string) {
	for _, h := range headers {
		var rules strings.Builder
		forAgent := true
		for rule := range strings.SplitSeq(h, ",") {
			name, rest, named := strings.Cut(rule, ":")
			name = strings.TrimSpace(name)
			if named && !strings.ContainsAny(name, " \t") && !hasValue(name) {
				forAgent, rule = strings.EqualFold(name, agent), rest
			}
			if forAgent {
				rules.WriteString(rule)
				rules.WriteByte(',')
			}
		}
		w.add(rules.String())
	}
}

// hasValue reports whether a rule has a value behind a colon.
func hasValue(rule string) bool {
	switch strings.ToLower(rule) {
	case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
		return true
	}
	return false
}

// add takes a list of rules: "noindex, nofollow". Some pages have spaces or semicolons
// where commas belong.
func (w *Directives) add(rules string) {
	for rule := range strings.FieldsFuncSeq(rules, isBetweenRules) {
		switch strings.ToLower(rule) {
		case "noindex":
			w.NoIndex = true
		case "nofollow":
			w.NoFollow = true
		case "noarchive", "nocache":
			w.NoArchive = true
		case "none":
			w.NoIndex, w.NoFollow = true, true
		}
	}
	if date, ok := afterFold(rules, "unavailable_after:"); ok && past(date) {
		w.NoIndex = true
	}
}

func isBetweenRules(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }

// afterFold returns what follows a word, in whatever case.
func afterFold(s, word string) (string, bool) {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return s[i+len(word):], true
		}
	}
	return "", false
}

// dateLayouts are those that sites write: of RFC 822 and 850, of ISO 8601, and the
// examples of search engines.
var dateLayouts = []string{
	http.TimeFormat, time.RFC1123Z, time.RFC850, time.RFC822, "2 Jan 2006 15:04:05 MST", "2-Jan-2006 15:04:05 MST", "2-Jan-06 15:04:05 MST",
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
}

// past reports whether the date that a text begins with is over. Other rules may
// follow it, and one comma may stand in it. One that cannot be read is not over.
func past(text string) bool {
	first, rest, _ := strings.Cut(text, ",")
	second, _, _ := strings.Cut(rest, ",")
	for _, date := range []string{first, first + "," + second} {
		for _, layout := range dateLayouts {
			if t, err := time.Parse(layout, strings.TrimSpace(date)); err == nil {
				return t.Before(time.Now())
			}
		}
	}
	return false
}

// longestRefresh is after how many seconds a page that goes elsewhere sends its readers
// there. A longer one ends their session.
const longestRefresh = 60

// refreshTarget reads where a refresh leads: "0; url=/next". It is "" if the
// page is to load itself again, stays for long or the value cannot be read (HTML Standard,
// "shared declarative refresh steps").
func refreshTarget(content string) string {
	rest := strings.TrimLeft(content, " \t\n\f\r")
	digits := strings.TrimLeft(rest, "0123456789.")
	if digits == rest {
		return ""
	}
	whole, _, _ := strings.Cut(rest[:len(rest)-len(digits)], ".")
	if seconds, err := strconv.ParseUint("0"+whole, 10, 64); err != nil || seconds > longestRefresh {
		return ""
	}
	rest = strings.TrimLeft(digits, " \t\n\f\r")
	if rest == "" || rest == digits && rest[0] != ';' && rest[0] != ',' {
		return ""
	}
	if rest[0] == ';' || rest[0] == ',' {
		rest = strings.TrimLeft(rest[1:], " \t\n\f\r")
	}
	if name := rest[:min(3, len(rest))]; strings.EqualFold(name, "url") {
		if value, ok := strings.CutPrefix(strings.TrimLeft(rest[3:], " \t\n\f\r"), "="); ok {
			rest = strings.TrimLeft(value, " \t\n\f\r")
		}
	}
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest, _, _ = strings.Cut(rest[1:], rest[:1])
	}
	return strings.TrimSpace(rest)
}

// unwanted reports whether a page asks not to follow one of its links.
func (r *run) unwanted(p *Page, link string) bool {
	if r.c.IgnoreNoFollow || !p.mayDirect() {
		return false
	}
	return p.Directives().NoFollow || p.noFollow[keyed.Hash(link)]
}

// canonicalTarget returns the canonical URL that a page names instead, if the
// crawl goes there: it may be asked for, and is not superseded itself.
func (r *run) canonicalTarget(l frontier.Lease, p *Page) string {
	if !r.c.FollowCanonical || exceeds(l.Hops+1, r.limits.Redirects) {
		return ""
	}
	canonical := p.Directives().Canonical
	if canonical == "" {
		return ""
	}
	to, err := r.normalize(canonical)
	if err != nil || to == p.URL || r.admit(frontier.Entry{URL: to, Host: r.fetcher.HostKey(to)}) != nil {
		return ""
	}
	if !r.superseded.add(p.URL, to) {
		return ""
	}
	return to
}

// refresh passes a page's value on to where the page sends its readers, as a
// redirect does. The page is one all the same.
func (r *run) refresh(l frontier.Lease, p *Page) []frontier.Entry {
	if r.c.IgnoreRefresh || !p.mayDirect() {
		return nil
	}
	to := p.Directives().Refresh
	if to == "" || to == p.URL || exceeds(l.Hops+1, r.limits.Redirects) {
		return nil
	}
	return r.redirect(l, p, to)
}

// maxSuperseded bounds how many superseded pages are remembered.
const maxSuperseded = 100_000

// superseded are pages in whose place their canonical ones were taken.
type superseded struct {
	mu    sync.Mutex
	pages map[uint64]bool // hashes of their URLs
}

// add notes that a page is superseded by another, unless that one is so itself.
func (s *superseded) add(page, by string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages[keyed.Hash(by)] {
		return false
	}
	if s.pages == nil || len(s.pages) >= maxSuperseded {
		s.pages = make(map[uint64]bool)
	}
	s.pages[keyed.Hash(page)] = true
	return true
}
