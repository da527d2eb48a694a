package fresh

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

var _ crawl.Freshness = (*Policy)(nil)

// irrelevant is the weight of pages of no value, beside that of the others.
const irrelevant = 0.01

// Fetched implements [crawl.Freshness]: it is Visited with the value of the page as its weight. Pages of
// a host whose paths are as deep are of one kind. A sitemap or a feed tells of signs of change of the pages of its
// host: a tenth as many requests go to it as to the pages that it lists, times the share of its signs that are true.
func (p *Policy) Fetched(page *crawl.Page, at time.Time) (d crawl.Due) {
	v := Visit{URL: page.URL, Site: weburl.HostOf(page.URL), Kind: kind(page.URL), Weight: max(page.Value, irrelevant), At: at}
	seen, pages := uint32(0), 0
	if !page.NotModified {
		content := key(p.content(page))
		seen = max(uint32(content>>32)^uint32(content), 1)
		d.Links, pages = p.listed(page, at)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.pages[key(v.URL)]
	if page.NotModified && old != nil {
		seen, v.Weight = old.seen, float64(old.weight)
	}
	d.Changed = old != nil && old.seen != 0 && old.seen != seen // 0 is of a page that only came NotModified
	v.Changed = d.Changed
	d.Again, d.Value = p.visited(v)
	x := p.pages[key(v.URL)]
	if x.seen = seen; !page.NotModified {
		x.lists = listsCode(pages)
	}
	if x.lists > 0 {
		d.Again = at.Add(time.Duration(p.listInterval(x) * float64(day)))
		d.Value = urgency(d.Again)
	}
	d.State = p.appendState(key(v.URL), x)
	return d
}

// kind is that of a page of a site: how many parts its path has.
func kind(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	path, _, _ := strings.Cut(rest, "?")
	return strconv.Itoa(strings.Count(strings.TrimSuffix(path, "/"), "/"))
}

func (p *Policy) content(page *crawl.Page) string {
	switch {
	case p.Content != nil:
		return p.Content(page)
	case page.IsHTML():
		return undated(page.Document().Text)
	}
	return string(page.Body)
}

// undated returns a text without times of day and dates in figures, which many pages show anew on every
// fetch.
func undated(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		if !dated(word) {
			b.WriteString(word)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// A moment is a time of day, with or without its date, or a date in figures that has a year.
var moment = regexp.MustCompile(`^(\d{4}-\d\d-\d\d[T,])?\d{1,2}:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?$|^(19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d\d$`)

// dated reports whether a word is a moment.
func dated(word string) bool {
	word = strings.TrimFunc(word, func(r rune) bool { return unicode.IsPunct(r) })
	return word != "" && word[0] >= '0' && word[0] <= '9' && moment.MatchString(word)
}
