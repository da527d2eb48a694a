package crawl

import (
	"bytes"
	"cmp"
	"errors"
	"hash/maphash"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Directives are what a page itself asks of crawlers: in its X-Robots-Tag, Link
// and Refresh headers, in <meta name="robots"> or under the crawler's own name,
// in <meta http-equiv="refresh"> and in <link rel="canonical">.
type Directives struct {
	NoIndex   bool   // not to be shown in search results
	NoFollow  bool   // none of its links to be followed
	NoArchive bool   // no copy to be shown
	Canonical string // the URL it wants to be known by, canonical; "" if it names none
	Refresh   string // where it sends its readers, canonical; "" if nowhere
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
		p.directives.Canonical = p.linkedCanonical(u)
		p.directives.Refresh = p.resolve(u, refreshTarget(p.Header.Get("Refresh")))
		if p.IsHTML() {
			p.scanDirectives(u)
		}
	})
}

// mentionsNoFollow reports whether the page may ask not to follow links. Most
// do not, which is cheaper to see than to read them tag by tag. It holds for
// bodies of which that cannot be told without decoding them.
func (p *Page) mentionsNoFollow() bool {
	p.mentionsOnce.Do(func() {
		agent := strings.ToLower(p.agent)
		p.mentions = len(p.Header.Values("X-Robots-Tag")) > 0 || p.IsHTML() &&
			(containsFold(p.Body, "nofollow", 'w') || containsFold(p.Body, "robots", 'b') ||
				len(agent) > 1 && containsFold(p.Body, agent, agent[0]) || bytes.IndexByte(p.Body, 0) >= 0)
	})
	return p.mentions
}

// containsFold reports whether a word of lower-case letters stands in a text in
// whatever case. It looks where the word's rare letter is, which is the first of
// its kind in it, and at that letter's neighbour.
func containsFold(text []byte, word string, rare byte) bool {
	before := strings.IndexByte(word, rare)
	beside := before - 1
	if before == 0 {
		beside = 1
	}
	for _, letter := range []byte{rare, rare - 'a' + 'A'} {
		for at := 0; at < len(text); at++ {
			i := bytes.IndexByte(text[at:], letter)
			if i < 0 {
				break
			}
			at += i
			start := at - before
			if start < 0 || start+len(word) > len(text) || text[start+beside]|0x20 != word[beside]|0x20 {
				continue
			}
			if strings.EqualFold(string(text[start:start+len(word)]), word) {
				return true
			}
		}
	}
	return false
}

// scanDirectives reads the page's tags.
func (p *Page) scanDirectives(page *weburl.URL) {
	base, canonical, refresh := "", "", ""
	var refused, allowed []string // links by whether their rel has nofollow
	links := 0
	z := html.NewTokenizer(bytes.NewReader(p.UTF8()))
	for {
		switch z.Next() {
		case html.ErrorToken:
			p.resolveDirectives(page, base, canonical, refresh, refused, allowed)
			return
		case html.StartTagToken, html.SelfClosingTagToken:
		default:
			continue
		}
		name, more := z.TagName()
		switch string(name) {
		case "a":
			if links++; p.reader.MaxLinks > 0 && links > p.reader.MaxLinks {
				continue
			}
			href, rel, _ := attributes(z, more, "href", "rel", "")
			if hasWord(rel, "nofollow") {
				refused = append(refused, href)
			} else {
				allowed = append(allowed, href)
			}
		case "base":
			if href, _, _ := attributes(z, more, "href", "", ""); base == "" {
				base = href
			}
		case "link":
			if href, rel, _ := attributes(z, more, "href", "rel", ""); canonical == "" && hasWord(rel, "canonical") {
				canonical = href
			}
		case "meta":
			name, content, equiv := attributes(z, more, "name", "content", "http-equiv")
			switch {
			case strings.EqualFold(name, "robots"), p.agent != "" && strings.EqualFold(name, p.agent):
				p.directives.add(content)
			case refresh == "" && strings.EqualFold(equiv, "refresh"):
				refresh = refreshTarget(content)
			}
		}
	}
}

func (p *Page) resolveDirectives(page *weburl.URL, base, canonical, refresh string, refused, allowed []string) {
	u, err := page.ResolveMax(base, p.maxURL())
	switch {
	case err == nil:
		page = u
	case errors.Is(err, weburl.ErrTooLong):
		return // as the page's links, what it names has no URL
	}
	if to := p.resolve(page, canonical); to != "" {
		p.directives.Canonical = to
	}
	if to := p.resolve(page, refresh); to != "" {
		p.directives.Refresh = to
	}
	if len(refused) == 0 {
		return
	}
	p.noFollow = make(map[uint64]bool, len(refused))
	for _, href := range refused {
		p.noFollow[hashOf(p.resolve(page, href))] = true
	}
	for _, href := range allowed {
		delete(p.noFollow, hashOf(p.resolve(page, href)))
	}
}

var hashSeed = maphash.MakeSeed()

// hashOf returns a hash of a text that nobody outside can foresee.
func hashOf(text string) uint64 { return maphash.String(hashSeed, text) }

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

// attributes returns the values of up to three attributes of the current tag.
func attributes(z *html.Tokenizer, more bool, first, second, third string) (a, b, c string) {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case first:
			a = string(value)
		case second:
			b = string(value)
		case third:
			c = string(value)
		}
	}
	return a, b, c
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// read takes X-Robots-Tag headers. Each may begin with the name of the crawler
// it is for: "X-Robots-Tag: mybot: nofollow".
func (w *Directives) read(headers []string, agent string) {
	for _, h := range headers {
		name, rest, named := strings.Cut(h, ":")
		name = strings.TrimSpace(name)
		switch {
		case !named || strings.ContainsAny(name, ", \t") || strings.EqualFold(name, "unavailable_after"):
			w.add(h)
		case strings.EqualFold(name, agent):
			w.add(rest)
		}
	}
}

// add takes a list of rules: "noindex, nofollow".
func (w *Directives) add(rules string) {
	for rule := range strings.SplitSeq(rules, ",") {
		switch rule = strings.ToLower(strings.TrimSpace(rule)); rule {
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

// afterFold returns what follows a word, in whatever case.
func afterFold(s, word string) (string, bool) {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return s[i+len(word):], true
		}
	}
	return "", false
}

// past reports whether a date is over. One that cannot be read is not.
func past(date string) bool {
	date = strings.TrimSpace(date)
	for _, layout := range []string{http.TimeFormat, time.RFC1123Z, time.RFC850, time.RFC3339, "2006-01-02", "02-Jan-06 15:04:05 MST"} {
		if t, err := time.Parse(layout, date); err == nil {
			return t.Before(time.Now())
		}
	}
	return false
}

// linkedCanonical finds rel=canonical among Link headers (RFC 8288, 6596).
func (p *Page) linkedCanonical(page *weburl.URL) string {
	for _, rest := range p.Header.Values("Link") {
		for rest != "" {
			_, link, _ := strings.Cut(rest, "<")
			target, params, _ := strings.Cut(link, ">")
			rest = ""
			if next := strings.IndexByte(params, '<'); next >= 0 {
				params, rest = params[:next], params[next:]
			}
			if !isCanonicalParam(params) {
				continue
			}
			if url := p.resolve(page, target); url != "" {
				return url
			}
		}
	}
	return ""
}

func isCanonicalParam(params string) bool {
	for param := range strings.FieldsFuncSeq(params, func(r rune) bool { return r == ';' || r == ',' }) {
		key, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if strings.EqualFold(strings.TrimSpace(key), "rel") && hasWord(strings.Trim(strings.TrimSpace(value), `"`), "canonical") {
			return true
		}
	}
	return false
}

// unwanted reports whether a page asks not to follow one of its links.
func (r *run) unwanted(p *Page, link string) bool {
	if r.c.IgnoreNoFollow || !p.mentionsNoFollow() {
		return false
	}
	return p.Directives().NoFollow || p.noFollow[hashOf(link)]
}

// canonicalTarget returns the URL that a page wants to be known by instead, if the crawl
// goes there: it may be asked for, and is not superseded itself.
func (r *run) canonicalTarget(l frontier.Lease, p *Page) string {
	if !r.c.FollowCanonical || exceeds(l.Hops+1, r.limits.Redirects) {
		return ""
	}
	canonical := p.Directives().Canonical
	if canonical == "" {
		return ""
	}
	to, err := r.normalize(canonical)
	if err != nil || to == p.URL || r.admit(frontier.Entry{URL: to, Host: r.hostKey(to)}) != nil {
		return ""
	}
	if !r.superseded.add(p.URL, to) {
		return ""
	}
	return to
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
	if s.pages[hashOf(by)] {
		return false
	}
	if s.pages == nil || len(s.pages) >= maxSuperseded {
		s.pages = make(map[uint64]bool)
	}
	s.pages[hashOf(page)] = true
	return true
}
