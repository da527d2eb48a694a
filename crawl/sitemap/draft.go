package sitemap

import (
	"errors"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A format is what an XML document is.
type format uint8

const (
	unknown format = iota
	sitemap        // or an index: some files mix the two
	feed           // RSS, Atom or JSON Feed
	opml
)

func formatOf(root []byte) format {
	switch string(root) {
	case "urlset", "sitemapindex":
		return sitemap
	case "rss", "rdf", "feed":
		return feed
	case "opml":
		return opml
	}
	return unknown
}

// isEntry reports whether elements of that name are entries.
func (f format) isEntry(name []byte) bool {
	switch string(name) {
	case "url", "sitemap":
		return f == sitemap
	case "item", "entry":
		return f == feed
	}
	return false
}

// A field is what an element directly in an entry says about it.
type field uint8

const (
	none       field = iota
	identifier       // the URL if there is no other
	elsewhere        // the URL if there is none but an identifier
	location         // the URL
	changed
	published // the time of the change if there is no other
	frequency
	priority
	link // its attributes, or in RSS its text, are the field
)

func (f format) field(name []byte) field {
	switch string(name) {
	case "link":
		return link
	case "loc":
		return location
	case "lastmod", "updated", "modified":
		return changed
	case "changefreq":
		return frequency
	case "priority":
		return priority
	}
	if f != feed {
		return none
	}
	switch string(name) {
	case "guid", "id":
		return identifier
	case "pubdate", "published", "issued", "date", "created":
		return published
	}
	return none
}

// defaultPriority is that of the protocol for pages without one.
const defaultPriority = 0.5

// A draft is an entry while it is read. Of its fields of one kind the first
// that is understood counts.
type draft struct {
	Entry
	list       *listing
	format     format
	line       int   // where it begins
	from       field // of the URL: location or identifier
	dated      field // of LastMod: changed or published
	refused    bool  // it has a URL that cannot be one, which is a fault
	alternates int   // bytes of them, alternateSize for each besides
}

func newDraft(l *listing, f format, isSitemap bool) draft {
	return draft{list: l, format: f, line: l.line, Entry: Entry{Sitemap: isSitemap, Priority: defaultPriority}}
}

// set takes the value of a field.
func (e *draft) set(f field, value *text) {
	s := value.trimmed()
	if s == "" {
		return
	}
	if value.full {
		e.list.note(e.list.line, "a value of at most 64 KiB", "", ErrLimit)
		e.refused = e.refused || f == location
		return
	}
	switch f {
	case identifier, elsewhere, location:
		e.setURL(f, s)
	case changed, published:
		t, ok := parseDate(s)
		if ok && f == published && e.Published.IsZero() {
			e.Published = t
		}
		if ok && e.dated != f && e.dated != changed {
			e.LastMod, e.dated = t, f
		}
	case frequency:
		e.ChangeFreq = changeFreq(s)
	case priority:
		if p, err := strconv.ParseFloat(s, 64); err == nil && 0 <= p && p <= 1 {
			e.Priority = p
		}
	}
}

// setURL takes the URL if the field has more right to be it than what there is.
// Most identifiers are something else, so that is no fault.
func (e *draft) setURL(f field, raw string) {
	if e.from >= f {
		return
	}
	read := e.list.resolve
	if f == identifier {
		read = e.list.parse
	}
	u, err := read(raw)
	switch {
	case err == nil:
		e.URL, e.Reach, e.from = u.Canonical(), e.list.reach(u), f
	case f != identifier:
		e.refused = true
		e.list.noteURL(e.list.line, err)
	}
}

// link takes the attributes of a link element, and returns what its text is.
func (e *draft) link(attrs []byte) field {
	if e.alternates > maxAlternates {
		return none
	}
	href, ok := attribute(attrs, "href")
	if !ok {
		if e.format == feed {
			return location
		}
		return none
	}
	rel, _ := attribute(attrs, "rel")
	isAlternate := strings.EqualFold(rel, "alternate")
	switch {
	case href == "":
	case e.format == sitemap && isAlternate:
		e.addAlternate(href)
	case e.format == feed && (isAlternate || rel == ""):
		e.setURL(location, href)
	}
	return none
}

func (e *draft) addAlternate(href string) {
	u, err := e.list.resolve(href)
	if err != nil {
		if !errors.Is(err, weburl.ErrScheme) { // that of an app is no fault
			e.list.noteURL(e.list.line, err)
		}
		return
	}
	if e.alternates += len(u.Canonical()) + alternateSize; e.alternates > maxAlternates {
		e.list.note(e.list.line, "alternates of at most 1 MiB together", "", ErrLimit)
		return
	}
	e.Alternates = append(e.Alternates, u.Canonical())
}

// finish hands the entry out if it has a URL. In feeds it need not have one.
func (e *draft) finish() error {
	if e.URL != "" {
		return e.list.emit(e.Entry)
	}
	if e.format == sitemap && !e.refused {
		e.refused = true
		e.list.note(e.line, "a loc in the entry that begins here", "", nil)
	}
	if e.refused {
		e.list.dropped++
	}
	return nil
}

// changeFreq returns s in lower case if it is one of the protocol's values.
func changeFreq(s string) string {
	s = strings.ToLower(s)
	switch s {
	case "always", "hourly", "daily", "weekly", "monthly", "yearly", "never":
		return s
	}
	return ""
}
