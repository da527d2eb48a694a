package document

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// The kinds of links besides plain <a> elements. By its rel an <a> may be of the last
// three too.
const (
	LinkArea      = "area"      // <area href>
	LinkFrame     = "frame"     // <frame src> and <iframe src>
	LinkNext      = "next"      // rel=next
	LinkAlternate = "alternate" // rel=alternate with a hreflang
	LinkFeed      = "feed"      // rel=alternate with the type of RSS, Atom or JSON Feed
)

var kindNames = [...]string{LinkArea, LinkFrame, LinkNext, LinkAlternate, LinkFeed}

// kinds is a set of kinds of links, by their places in kindNames.
type kinds uint8

const (
	linkArea kinds = 1 << iota
	linkFrame
	linkNext
	linkAlternate
	linkFeed
)

// kindsOf returns the set of kinds that have names.
func kindsOf(names []string) (k kinds) {
	for _, name := range names {
		for i, known := range kindNames {
			if name == known {
				k |= 1 << i
			}
		}
	}
	return k
}

// IsLinkKind reports whether a name is that of a kind of links.
func IsLinkKind(name string) bool { return kindsOf([]string{name}) != 0 }

// name returns the name of a kind, "" for none.
func (k kinds) name() string {
	for i, name := range kindNames {
		if k == 1<<i {
			return name
		}
	}
	return ""
}

// A relation is what an <a>, <area> or <link> says.
type relation struct{ href, rel, mediaType, hreflang, lang, media string }

// relationOf reads an element; of an <a> as much as tells its kind.
func (t *tagReader) relationOf(i int32) relation {
	p := t.page
	l := relation{href: Target(p, i), rel: p.Value(i, "rel")}
	if t.kinds != 0 || p.Nodes[i].Atom != atom.A {
		l.mediaType, l.hreflang, l.lang, l.media = p.Value(i, "type"), p.Value(i, "hreflang"), p.Value(i, "lang"), p.Value(i, "media")
	}
	return l
}

// Target returns where an <a> leads: its href or, in a drawing that has none, its
// xlink:href (page.SVG 2, 16.1.3).
func Target(p *page.Page, i int32) string {
	href, ok := p.Attr(i, "href")
	if !ok && p.Nodes[i].Space == page.SVG {
		href, _ = p.Attr(i, "xlink:href")
	}
	return href
}

func (l *relation) canonical() bool {
	return l.mediaType == "" && l.hreflang == "" && l.lang == "" && l.media == "" && page.HasToken(l.rel, "canonical")
}

// kind returns which of some kinds a relation is of, 0 for none.
func (l *relation) kind(among kinds) kinds {
	switch {
	case among&linkNext != 0 && page.HasToken(l.rel, "next"):
		return linkNext
	case among&(linkFeed|linkAlternate) == 0 || !page.HasToken(l.rel, "alternate") || page.HasToken(l.rel, "stylesheet"):
		return 0
	case l.feed():
		return among & linkFeed
	case l.hreflang != "":
		return among & linkAlternate
	}
	return 0
}

// feed reports whether an alternate is a feed. The first version of JSON Feed has the type
// of any JSON, which is what pages of WordPress have their own record as.
func (l *relation) feed() bool {
	switch mediaType, _, _ := strings.Cut(strings.ToLower(l.mediaType), ";"); strings.TrimSpace(mediaType) {
	case "application/rss+xml", "application/atom+xml", "application/feed+json":
		return true
	case "application/json":
		return !strings.Contains(l.href, "/wp-json/") && !strings.Contains(l.href, "rest_route=")
	}
	return false
}
