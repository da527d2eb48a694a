package content

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/fold"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Directives returns what the page asks of crawlers, read once, when first
// asked for or when the crawler honours it.
func (c *Content) Directives() Directives {
	c.readDirectives()
	return c.directives
}

// AsksNotToFollow reports whether the page asks not to follow one of its links.
func (c *Content) AsksNotToFollow(link string) bool {
	return c.MayDirect() && (c.Directives().NoFollow || len(c.noFollow) > 0 && c.noFollow[keyed.Hash(link)])
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
	tags := c.readTags()
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
func refused(tags *document.Tags) map[uint64]bool {
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

func (c *Content) maxURL() int { return cmp.Or(c.Reader.MaxURL, document.DefaultMaxURL) }

// linkedCanonicals returns the canonical URLs of Link headers (RFC 8288, 6596). One with a
// language, a medium or a type names a version of the page for others, and one with an
// anchor is about another page.
func (c *Content) linkedCanonicals(base *weburl.URL) (urls []string) {
	headers := c.Header.Values("Link")
	if len(headers) == 0 {
		return nil
	}
	params := map[string]string{}
	for _, header := range headers {
		for header != "" {
			var target string
			clear(params)
			target, header = nextLink(header, params)
			if !page.HasToken(params["rel"], "canonical") || params["anchor"]+params["hreflang"]+params["lang"]+params["media"]+params["type"] != "" {
				continue
			}
			urls = append(urls, c.knownAs(c.resolve(base, target)))
		}
	}
	return urls
}
