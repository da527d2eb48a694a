package harvest

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// target is the name of the one region of own pages.
const target = "own"

// What a link leads to, as noted in the frontier. A redirect keeps its note.
const (
	noteList   = "list"
	noteAbove  = "above "  // and how many lists of lists are above it
	noteRecord = "record " // and the address that the record names
)

// Values of links: own pages in the order of their records, that of the taught
// record first, the list's next page when they are done, then other lists.
const (
	valueTaught = 3
	valueRecord = 2
	valueList   = 1
	valueAbove  = 0
)

// reader knows the list and the own pages. It is the crawl's strategy: it says
// which links to follow.
type reader struct {
	o harvest.Options

	mu       sync.Mutex
	list     *records.List
	above    []*records.List // the lists of lists, from the first page down; nil until one is learned
	watch    *bartree.Watch  // nil if no own pages are read
	listings map[string]result
	failed   error // why the list could not be learned
}

// result is a page of the list as read.
type result struct {
	records.Listing
	err error
}

// openReader reads what an earlier run into the directory learned. A fresh harvest
// that is taught a record, or a region, learns that again.
func openReader(o harvest.Options, fresh bool) (*reader, error) {
	r := &reader{o: o, listings: map[string]result{}}
	var err error
	if !fresh || o.Record.Text == "" {
		if r.list, err = program.Load[records.List](filepath.Join(o.Out, "list.json")); err != nil {
			return nil, err
		}
	}
	if err := r.openAbove(fresh); err != nil {
		return nil, err
	}
	if r.list == nil && o.Record.Text == "" {
		return nil, fmt.Errorf("-record is needed: %s holds no list that was learned before", o.Out)
	}
	if !fresh || o.Own.Text == "" {
		if r.watch, err = program.Load[bartree.Watch](filepath.Join(o.Out, "watch.json")); err != nil {
			return nil, err
		}
	}
	if r.watch == nil && o.Own.Text != "" {
		r.watch = &bartree.Watch{}
	}
	return r, nil
}

// Value implements [crawl.Strategy].
func (r *reader) Value(p *crawl.Page) crawl.Valuation {
	if strings.HasPrefix(p.Note, noteRecord) {
		return crawl.Valuation{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.read(p)
	r.listings[p.URL] = got
	if got.err != nil {
		return crawl.Valuation{}
	}
	if level := r.level(p); level < len(r.above) {
		r.listings[p.URL] = result{}
		return r.below(p, got, level)
	}
	var v crawl.Valuation
	for _, rec := range got.Records {
		address := r.own(rec)
		if !r.owns() || address == "" {
			continue
		}
		value := float64(valueRecord)
		if r.o.TaughtBy(rec) {
			value = valueTaught
		}
		v.Links = append(v.Links, frontier.Entry{URL: address, Value: value, Note: noteRecord + address})
	}
	if next, err := crawl.Canonical(got.Next); err == nil {
		v.Links = append(v.Links, frontier.Entry{URL: next, Value: valueList, Note: noteList})
	}
	return v
}

// own returns the address of a record's own page, "" if it has none.
func (r *reader) own(rec records.Record) string {
	address, err := crawl.Canonical(rec.Links[r.o.Link])
	if err != nil {
		return ""
	}
	return address
}

// read reads a page of the list, and learns the list from the first.
func (r *reader) read(p *crawl.Page) result {
	body := p.UTF8()
	if level := r.level(p); level < len(r.above) {
		return r.readAbove(p.URL, body, level)
	}
	if r.list == nil {
		if r.list, r.failed = learn(r.o, body); r.failed != nil {
			r.failed = fmt.Errorf("%s: %w", weburl.Redact(p.URL), r.failed)
			return result{err: r.failed}
		}
	}
	got, err := r.list.Read(p.URL, body)
	return result{got, err}
}

func learn(o harvest.Options, page []byte) (*records.List, error) {
	list, err := records.Learn(page, o.Record)
	if err != nil {
		return nil, err
	}
	for name, text := range o.Inner {
		if err := list.Nest(name, page, bartree.Region{Text: text}); err != nil {
			return nil, err
		}
	}
	if o.Next != "" {
		return list, list.MarkNext(page, o.Next)
	}
	return list, nil
}

// listing returns what a page of the list says, once.
func (r *reader) listing(url string) (result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.listings[url]
	delete(r.listings, url)
	if r.failed != nil {
		return got, r.failed
	}
	return got, r.save()
}

// look reads the own page of a record. The first that has the taught text is what
// the others are read by.
func (r *reader) look(url string, page []byte) (bartree.Look, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if versions, _ := r.watch.Versions(target); versions == nil {
		if err := r.watch.Add(target, r.o.Own, time.Now(), page); err != nil {
			return bartree.Look{}, fmt.Errorf("the own page of the taught record has not been read: %w", err)
		}
	}
	look, err := r.watch.Look(target, url, page, time.Now())
	if err == nil {
		err = r.save()
	}
	return look, err
}

// save keeps what was learned.
func (r *reader) save() error {
	var err error
	if r.list != nil {
		err = program.Replace(filepath.Join(r.o.Out, "list.json"), r.list)
	}
	for i, l := range r.above {
		if l != nil {
			err = errors.Join(err, program.Replace(r.abovePath(i), l))
		}
	}
	if r.watch != nil {
		err = errors.Join(err, program.Replace(filepath.Join(r.o.Out, "watch.json"), r.watch))
	}
	return err
}
