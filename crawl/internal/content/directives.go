package content

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/fold"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Directives are those of package crawl.
type Directives struct {
	NoIndex, NoFollow, NoArchive bool
	Canonical, Refresh           string
}

// Directives returns what the page asks of crawlers, read once, when first
// asked for or when the crawler honours it.
func (c *Content) Directives() Directives {
	c.readDirectives()
	return c.directives
}

// AsksNotToFollow reports whether the page asks not to follow one of its links.
func (c *Content) AsksNotToFollow(link string) bool {
	return c.MayDirect() && (c.Directives().NoFollow || c.noFollow[keyed.Hash(link)])
}

func (c *Content) readDirectives() {
	c.directivesOnce.Do(func() {
		c.directives.read(c.Header.Values("X-Robots-Tag"), c.Agent)
		u, err := weburl.Parse(c.URL)
		if err != nil {
			return
		}
		canonicals := c.linkedCanonicals(u)
		c.directives.Refresh = c.resolve(u, refreshTarget(weburl.OfHeader(c.Header.Get("Refresh"))))
		if c.isHTML() {
			canonicals = append(canonicals, c.readTagged()...)
		}
		c.directives.Canonical = agreed(canonicals)
	})
}

// MayDirect reports whether the page may have directives for crawlers. Of a
// page that has been parsed the tags decide; of others it is cheaper to see
// that most have none than to parse them. It is true for bodies that cannot be
// searched without decoding them.
func (c *Content) MayDirect() bool {
	if c.hasTags() || len(c.Header.Values("X-Robots-Tag")) > 0 || c.Header.Get("Refresh") != "" {
		return true
	}
	c.mentionsOnce.Do(func() {
		agent := strings.ToLower(c.Agent)
		c.mentions = c.isHTML() &&
			(fold.Contains(c.Body, "nofollow", 'w') || fold.Contains(c.Body, "robots", 'b') || fold.Contains(c.Body, "refresh", 'f') ||
				len(agent) > 1 && fold.Contains(c.Body, agent, agent[0]) || bytes.IndexByte(c.Body, 0) >= 0)
	})
	return c.mentions
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
func (c *Content) readTagged() (canonicals []string) {
	tags := c.readTags(false)
	refresh := ""
	for _, m := range tags.Metas {
		switch {
		case strings.EqualFold(m.Name, "robots"), c.Agent != "" && strings.EqualFold(m.Name, c.Agent):
			c.directives.add(m.Content)
		case refresh == "":
			refresh = refreshTarget(m.Content)
		}
	}
	for _, href := range tags.Canonicals {
		canonicals = append(canonicals, tags.URL(href))
	}
	if to := tags.URL(refresh); to != "" {
		c.directives.Refresh = to
	}
	c.noFollow = refused(tags)
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
func (c *Content) resolve(base *weburl.URL, ref string) string {
	if ref == "" {
		return ""
	}
	u, err := base.ResolveMax(ref, c.maxURL())
	if err != nil {
		return ""
	}
	return u.Canonical()
}

func (c *Content) maxURL() int { return cmp.Or(c.Reader.MaxURL, classify.DefaultMaxURL) }

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
