package dom

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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

// relationOf reads an element of a tree; of an <a> as much as tells its kind.
func relationOf(n *html.Node, k kinds) relation {
	l := relation{href: Target(n), rel: Attribute(n.Attr, "rel")}
	if k != 0 || n.DataAtom != atom.A {
		l.mediaType, l.hreflang = Attribute(n.Attr, "type"), Attribute(n.Attr, "hreflang")
		l.lang, l.media = Attribute(n.Attr, "lang"), Attribute(n.Attr, "media")
	}
	return l
}

var relationKeys = []string{"href", "rel", "xlink:href", "type", "hreflang", "lang", "media"}

// relation reads a start tag; of an <a> as much as tells its kind.
func (s *Scanner) relation(k kinds) relation {
	keys, v := relationKeys, [7][]byte{}
	if k == 0 && s.Tag == atom.A {
		keys = keys[:3]
	}
	s.values(keys, v[:])
	if v[0] == nil && s.Drawing() {
		v[0] = v[2]
	}
	return relation{string(v[0]), string(v[1]), string(v[3]), string(v[4]), string(v[5]), string(v[6])}
}

func (l *relation) canonical() bool {
	return l.mediaType == "" && l.hreflang == "" && l.lang == "" && l.media == "" && HasToken(l.rel, "canonical")
}

// kind returns which of some kinds a relation is of, 0 for none.
func (l *relation) kind(among kinds) kinds {
	switch {
	case among&linkNext != 0 && HasToken(l.rel, "next"):
		return linkNext
	case among&(linkFeed|linkAlternate) == 0 || !HasToken(l.rel, "alternate") || HasToken(l.rel, "stylesheet"):
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
