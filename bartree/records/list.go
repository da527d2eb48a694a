// Package records reads lists of data, such as the contents of an issue: [Learn] learns from one
// record what the records of list pages have in common, [List.Read] reads them, and [Harvest] goes
// from the list to each record's own page. It is what Akbar and Handoko 2011, section V, leave as
// work in progress.
//
// Pages are UTF-8. Any bytes are a page: nothing in them is an error, memory is
// bounded by the page's length.
package records

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// A List is what the records of list pages have in common, learned from one of
// them: where they are, and where in each its parts are. It extends the reverse
// algorithm to what Akbar and Handoko 2011, section V, leave as work in progress.
// A List may be used by several goroutines at once while it is not taught.
type List struct {
	records recordList
	next    *pagerLink
}

// A Record is one record of a list.
type Record struct {
	Text  string            `json:"text"`            // at most 64 KiB
	Parts map[string]string `json:"parts,omitempty"` // those that it has
	// Links are the addresses of the parts that are links, or hold one. The
	// link under "" is that of a record whose parts were not taught.
	Links map[string]string `json:"links,omitempty"`
	// Lists are the records of the lists inside this one.
	Lists map[string][]Record `json:"lists,omitempty"`
}

// A Listing is what a page of a list says.
type Listing struct {
	Records []Record `json:"records"`        // in document order
	Next    string   `json:"next,omitempty"` // address of the page that goes on with the list; empty if there is none
	// Lost names the parts that no record has, though so many records without
	// it are no chance (below 5 %) by what was learned. Their template changed,
	// most likely: the page should be looked at.
	Lost []string `json:"lost,omitempty"`
	// Truncated is set if the page has more records than were read: 20,000 with
	// those of inner lists, or those whose texts and addresses take 64 MiB.
	Truncated bool `json:"truncated,omitempty"`
}

// Limits of what is read of a page, inner lists included: each is more than any
// page made for people has.
const (
	maxRecords = 20_000
	maxListing = 64 << 20 // bytes of all texts and addresses
)

// Learn learns a list from one of its records on a page, as a person copied
// it from the screen: a text that belongs to it, its title for instance, and the
// texts of its parts. A part may also be the address of a link in the record, as
// written in the page, where a link has no text. The page's other records show
// what is the same in all, so that two or more of them teach better than one; parts
// may be absent from any. The error wraps [bartree.ErrMissing] if the text or a part is not on
// the page, or the part is in another record than the text.
func Learn(page []byte, record bartree.Region) (*List, error) {
	return learn(page, record, defaultTuning())
}

// learn is Learn with what was chosen by data.
func learn(page []byte, record bartree.Region, t tuning) (*List, error) {
	c := childrenOf(page)
	c.tuning = t
	l, err := c.learn([]segment{c.document()}, record)
	if err != nil {
		return nil, err
	}
	return &List{records: *l}, nil
}

// learned refuses a list that was neither learned nor read.
func (l *List) learned() error {
	if l == nil || len(l.records.Parts) == 0 {
		return errors.New("bartree: a List that was not learned")
	}
	return nil
}

// Nest teaches a list inside the records of the list, such as the authors of an
// article, by one of its records on a page of the list. The error wraps
// [bartree.ErrMissing] if its text or a part of it is in no record of the page.
func (l *List) Nest(name string, page []byte, record bartree.Region) error {
	if err := l.learned(); err != nil {
		return err
	}
	c := childrenOf(page)
	records, err := c.find(&l.records)
	if err != nil {
		return err
	}
	inner, err := c.learn(records, record)
	if err != nil {
		return fmt.Errorf("list %q: %w", name, err)
	}
	if l.records.Lists == nil {
		l.records.Lists = map[string]*recordList{}
	}
	l.records.Lists[name] = inner
	return nil
}

// MarkNext teaches the link that leads to the next page of the list by its text
// on a page, such as "Older". If that is the number of a page, as in a row of
// them, the next page is the number after the one that is no link to another page. Without
// MarkNext a link with rel="next" is followed. The error wraps [bartree.ErrMissing] if
// the page has no such link.
func (l *List) MarkNext(page []byte, text string) error {
	if err := l.learned(); err != nil {
		return err
	}
	c := childrenOf(page)
	want := markup.Fold(text)
	if len(want) == 0 || len(want) > maxPagerText {
		return fmt.Errorf("bartree: link text of %d bytes: want 1 to %d", len(want), maxPagerText)
	}
	if t := c.pagerLinkOf(want); t != nil {
		l.next = t
		return nil
	}
	return fmt.Errorf("%w: a link %s", regions.ErrMissing, excerpt.Quote(text))
}

// Read reads the records of a page, and where the list goes on: at the link that
// MarkNext taught, or one with rel="next". Links are resolved against the page's
// URL and its base, or left as written if url is empty; those that are no http
// URL of at most 2,048 bytes are left out. The error wraps [ErrNoRecord] if there
// is no record. Time and memory are linear in the page.
func (l *List) Read(url string, page []byte) (Listing, error) {
	if err := l.learned(); err != nil {
		return Listing{}, err
	}
	c := childrenOf(page)
	found, err := c.find(&l.records)
	if err != nil {
		return Listing{}, err
	}
	r := listReader{linked: linked{children: c}, left: maxRecords, room: maxListing}
	if url != "" {
		if r.own, r.base, err = c.base(url); err != nil {
			return Listing{}, err
		}
	}
	out := Listing{Records: r.records(&l.records, found)}
	out.Truncated = r.left < 0
	for _, name := range slices.Sorted(maps.Keys(l.records.Parts)) {
		if l.records.Parts[name].lost(name, out.Records) {
			out.Lost = append(out.Lost, name)
		}
	}
	if e := r.nextLink(l.next); e >= 0 {
		out.Next = r.address(e)
	}
	return out, nil
}

// lost reports whether a part is in no record, though that is unlikely by what
// the list was learned from.
func (a *attribute) lost(name string, records []Record) bool {
	for _, r := range records {
		if _, ok := r.Parts[name]; ok {
			return false
		}
		if _, ok := r.Links[name]; ok {
			return false
		}
	}
	return lacks(a.Had, a.Of, len(records))
}

// listReader turns what was found on a page into records.
type listReader struct {
	linked
	left int // records that may still be read; negative when there were more
	room int // bytes of texts and addresses that may still be read
}

func (r *listReader) records(l *recordList, found []segment) []Record {
	out := make([]Record, 0, min(len(found), max(0, r.left)))
	for _, s := range found {
		if r.room <= 0 {
			r.left = 0
		}
		if r.left--; r.left < 0 {
			break
		}
		out = append(out, r.record(l, s))
	}
	return out
}

func (r *listReader) record(l *recordList, s segment) Record {
	rec := Record{Text: r.keep(s.from, s.to)}
	for _, name := range slices.Sorted(maps.Keys(l.Parts)) {
		a := l.Parts[name]
		v, ok := r.read(s, a)
		if !ok {
			continue
		}
		if name != "" && !a.Link {
			if rec.Parts == nil {
				rec.Parts = make(map[string]string, len(l.Parts))
			}
			rec.Parts[name] = r.keep(v.from, v.to)
		}
		if e := r.linkOf(s, v, a); e >= 0 {
			if address := r.address(e); address != "" {
				if rec.Links == nil {
					rec.Links = map[string]string{}
				}
				rec.Links[name] = address
				r.room -= len(address)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Lists)) {
		inner := l.Lists[name]
		if got := r.records(inner, r.recordsIn(inner, s)); len(got) > 0 {
			if rec.Lists == nil {
				rec.Lists = map[string][]Record{}
			}
			rec.Lists[name] = got
		}
	}
	return rec
}

// keep returns text[from:to] and counts it.
func (r *listReader) keep(from, to int) string {
	s := r.textAt(from, to)
	r.room -= len(s)
	return s
}

// textAt returns text[from:to], at most maxText of it.
func (c *children) textAt(from, to int) string {
	if to-from > markup.MaxText {
		to = from + markup.MaxText
		for to > from && c.Text[to]&0xC0 == 0x80 {
			to--
		}
	}
	return string(c.Text[from:to])
}
