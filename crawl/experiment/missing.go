package experiment

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Missing are the URLs of a topic at which the web of an experiment has no page. As seeds they are
// left out by a crawl; elsewhere they count as pages that it has not found.
type Missing struct {
	Topic   string   // its name
	Field   string   // as a topics file calls it; "groups." and its name for a group
	URLs    []string // as the topic has them
	Of      int      // how many URLs the field has
	Instead string   // the page that the web has in place of the first, with another scheme or final slash; "" if none
}

// String says it on one line, with an example.
func (m Missing) String() string { return fmt.Sprintf("topic %q: %s", m.Topic, m.text()) }

func (m Missing) text() string {
	text := fmt.Sprintf("the web has no page at %d of %d URLs in %q, for example %s", len(m.URLs), m.Of, m.Field, weburl.Redact(m.URLs[0]))
	if m.Instead != "" {
		text += "; it has " + weburl.Redact(m.Instead)
	}
	return text
}

// Missing returns what the web lacks of the topics: of each its seeds, of the kind that crawls
// start from, then its relevant pages, targets and groups. Run fails if it has none of the relevant pages, or of the
// targets, of a topic that can be crawled. Missing needs Web, Topics and Start alone.
func (e *Experiment) Missing() []Missing {
	var all []Missing
	for _, t := range e.Topics {
		if e.Start.Far == 0 {
			field, seeds := e.Start.field(t)
			all = e.missing(all, t, field, seeds, e.Web.Has)
		}
		all = e.missingPages(all, t)
		for _, group := range slices.Sorted(maps.Keys(t.Groups)) {
			all = e.missing(all, t, "groups."+group, t.Groups[group], e.hasPage)
		}
	}
	return all
}

// missingPages appends what the web lacks of the pages that a topic's crawls are to find.
func (e *Experiment) missingPages(all []Missing, t Topic) []Missing {
	all = e.missing(all, t, "relevant", t.Relevant, e.hasPage)
	return e.missing(all, t, "targets", t.Targets, e.hasPage)
}

// missing appends what a field of a topic has and the web lacks, if there is such.
func (e *Experiment) missing(all []Missing, t Topic, field string, urls []string, has func(url string) bool) []Missing {
	m := Missing{Topic: t.Name, Field: field, Of: len(urls)}
	for _, raw := range urls {
		if url, err := crawl.Canonical(raw); err != nil || !has(url) {
			m.URLs = append(m.URLs, raw)
		}
	}
	if len(m.URLs) == 0 {
		return all
	}
	m.Instead = e.instead(m.URLs[0])
	return append(all, m)
}

// findable fails if the web has nothing of what crawls of a topic are to find.
func (e *Experiment) findable(t Topic) error {
	for _, m := range e.missingPages(nil, t) {
		if len(m.URLs) == m.Of {
			return errors.New(m.text())
		}
	}
	return nil
}

// hasPage reports whether the web has at a canonical URL what counts as a page.
func (e *Experiment) hasPage(url string) bool {
	d, ok := e.Web.Document(url)
	return ok && d.Status/100 == 2
}

// instead returns the page that the web has for a URL with another scheme, another final slash
// or both, "" if it has none.
func (e *Experiment) instead(raw string) string {
	url, err := crawl.Canonical(raw)
	if err != nil {
		return ""
	}
	other := url
	if rest, ok := strings.CutPrefix(url, "https:"); ok {
		other = "http:" + rest
	} else if rest, ok := strings.CutPrefix(url, "http:"); ok {
		other = "https:" + rest
	}
	for _, u := range []string{other, withOtherEnd(url), withOtherEnd(other)} {
		if e.hasPage(u) {
			return u
		}
	}
	return ""
}

// withOtherEnd returns a URL without its final slash, or with one.
func withOtherEnd(url string) string {
	if rest, ok := strings.CutSuffix(url, "/"); ok {
		return rest
	}
	return url + "/"
}
