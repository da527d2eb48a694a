package sitemap

import (
	"errors"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// defaultPriority is that of the protocol for pages without one.
const defaultPriority = 0.5

// A draft is an entry while it is read. Of its fields of one kind the first
// that is understood counts.
type draft struct {
	Entry
	line       int   // where it begins
	from       field // of the URL: location or identifier
	dated      field // of LastMod: changed or published
	refused    bool  // it has a URL that cannot be one, which is told
	alternates int   // bytes of them, alternateSize for each besides
}

func newDraft(line int, isSitemap bool) draft {
	return draft{line: line, Entry: Entry{Sitemap: isSitemap, Priority: defaultPriority}}
}

// set takes the value of a field.
func (d *document) set(f field, value *text) {
	s := value.trimmed()
	if s == "" {
		return
	}
	if value.full {
		d.note(d.line, "a value of at most 64 KiB", "", ErrLimit)
		d.entry.refused = d.entry.refused || f == location
		return
	}
	e := &d.entry
	switch f {
	case location:
		d.setURL(s)
	case identifier:
		d.setIdentifier(s)
	case changed, published:
		if t, ok := parseDate(s); ok && e.dated != f && e.dated != changed {
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

func (d *document) setURL(raw string) {
	e := &d.entry
	if e.from == location {
		return
	}
	u, err := d.resolve(raw)
	if err != nil {
		e.refused = true
		d.noteURL(d.line, err)
		return
	}
	e.URL, e.Reach, e.from = u.Canonical(), d.reach(u), location
}

// setIdentifier takes an identifier for the URL if it is one and there is no
// other. Most are something else, so that is no fault.
func (d *document) setIdentifier(raw string) {
	e := &d.entry
	if e.URL != "" {
		return
	}
	if u, err := d.parse(raw); err == nil {
		e.URL, e.Reach, e.from = u.Canonical(), d.reach(u), identifier
	}
}

// link takes the attributes of a link element, and returns what its text is.
func (d *document) link(attrs []byte) field {
	if d.entry.alternates > maxAlternates {
		return none
	}
	href, ok := attribute(attrs, "href")
	if !ok {
		if d.format == feed {
			return location
		}
		return none
	}
	rel, _ := attribute(attrs, "rel")
	isAlternate := strings.EqualFold(rel, "alternate")
	switch {
	case href == "":
	case d.format == sitemap && isAlternate:
		d.addAlternate(href)
	case d.format == feed && (isAlternate || rel == ""):
		d.setURL(href)
	}
	return none
}

func (d *document) addAlternate(href string) {
	u, err := d.resolve(href)
	if err != nil {
		if !errors.Is(err, weburl.ErrScheme) { // that of an app is no fault
			d.noteURL(d.line, err)
		}
		return
	}
	e := &d.entry
	if e.alternates += len(u.Canonical()) + alternateSize; e.alternates > maxAlternates {
		d.note(d.line, "alternates of at most 1 MiB together", "", ErrLimit)
		return
	}
	e.Alternates = append(e.Alternates, u.Canonical())
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
