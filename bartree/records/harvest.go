package records

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Harvest goes through a list page by page and reads the own page of each record:
// focused web-harvesting as Akbar and Handoko 2011, section I, describe it, from
// the address of a list and what a person pointed at on two pages.
type Harvest struct {
	List *List // reads the records of a page
	// Link is the part of a record whose link leads to the record's own page.
	Link string
	// Watch reads the own pages, as those of Target. nil fetches none.
	Watch  *bartree.Watch
	Target string
	// Pages is how many pages of the list are read at most; 0 means 1,000.
	Pages int
	// Known, if set, reports own pages that were read before, by an earlier run
	// for instance: they are not fetched.
	Known func(url string) bool
}

const defaultListPages = 1000

// A Harvested is one record, or a page of the list that could not be read.
type Harvested struct {
	Page   string       // URL of the list's page
	Record Record       // what the list's page says
	URL    string       // of the record's own page; empty if it has none
	Look   bartree.Look // at the own page; its Result is empty if that was not fetched
	// Deferred says why the record's own page, or without a record the list's page,
	// was not read: a person should look.
	Deferred error
}

// ErrLost is the cause of a Deferred for a page whose records all lack a part that
// they should have. The records come all the same.
var ErrLost = errors.New("bartree: a part is in no record of the page")

// Run harvests a list from its first page on, each page fetched with get. What
// cannot be fetched or read is deferred, and the harvest goes on with the rest; an
// address that comes again is read once. The error, at most one and last, is that
// of ctx, or says what is missing or wrong in h, or that there is no get; then nothing
// is fetched.
func (h *Harvest) Run(ctx context.Context, url string, get func(ctx context.Context, url string) ([]byte, error)) iter.Seq2[Harvested, error] {
	return func(yield func(Harvested, error) bool) {
		err := h.check()
		if err == nil && get == nil {
			err = errors.New("bartree: Run without a function that fetches")
		}
		if err != nil {
			yield(Harvested{}, err)
			return
		}
		limit := cmp.Or(h.Pages, defaultListPages)
		seen := map[string]bool{}
		first, err := weburl.Parse(url)
		for n := 0; url != "" && !seen[url]; n++ {
			if n == limit {
				yield(Harvested{Page: url, Deferred: fmt.Errorf("bartree: %s: not read: page %d of the list, limit %d", weburl.Redact(url), n+1, limit)}, nil)
				return
			}
			seen[url] = true
			if n == 0 && err == nil {
				seen[first.Canonical()] = true // as the pages behind it link back
			}
			next, ok := h.page(ctx, url, get, seen, yield)
			if !ok {
				return
			}
			url = next
		}
	}
}

// check returns an error about what leads to no own page, and other fields that mean
// nothing.
func (h *Harvest) check() error {
	if err := h.List.learned(); err != nil {
		return err
	}
	parts := h.List.records.Parts
	switch {
	case h.Pages < 0:
		return fmt.Errorf("bartree: Harvest.Pages is %d: want more than 0, or 0 for %d", h.Pages, defaultListPages)
	case (h.Link != "" || h.Watch != nil) && parts[h.Link] == nil:
		return fmt.Errorf("bartree: Harvest.Link is %q: want a part of the list: %q", h.Link, slices.Sorted(maps.Keys(parts)))
	}
	if h.Watch != nil {
		if versions, _ := h.Watch.Versions(h.Target); versions == nil {
			return fmt.Errorf("bartree: Harvest.Target: unknown target %q", h.Target)
		}
	}
	return nil
}

// page harvests one page of the list and returns the next. ok is false if the
// harvest ends.
func (h *Harvest) page(ctx context.Context, url string, get func(context.Context, string) ([]byte, error), seen map[string]bool, yield func(Harvested, error) bool) (next string, ok bool) {
	body, err := get(ctx, url)
	if ctx.Err() != nil {
		yield(Harvested{}, ctx.Err())
		return "", false
	}
	var got Listing
	if err == nil {
		got, err = h.List.Read(url, body)
	}
	if err != nil {
		return "", yield(Harvested{Page: url, Deferred: atURL(url, err)}, nil)
	}
	if len(got.Lost) > 0 && !yield(Harvested{Page: url, Deferred: fmt.Errorf("%w: %s: %s", ErrLost, weburl.Redact(url), strings.Join(got.Lost, ", "))}, nil) {
		return "", false
	}
	for _, r := range got.Records {
		one := Harvested{Page: url, Record: r, URL: r.Links[h.Link]}
		if h.Watch != nil && one.URL != "" && !seen[one.URL] && (h.Known == nil || !h.Known(one.URL)) {
			seen[one.URL] = true
			one.Look, one.Deferred = h.own(ctx, one.URL, get)
			if ctx.Err() != nil {
				yield(Harvested{}, ctx.Err())
				return "", false
			}
		}
		if !yield(one, nil) {
			return "", false
		}
	}
	return got.Next, true
}

// own reads a record's own page.
func (h *Harvest) own(ctx context.Context, url string, get func(context.Context, string) ([]byte, error)) (bartree.Look, error) {
	body, err := get(ctx, url)
	if err != nil {
		return bartree.Look{}, atURL(url, err)
	}
	look, err := h.Watch.Look(h.Target, url, body, time.Now())
	switch {
	case err != nil:
		return look, atURL(url, err)
	case look.Result == bartree.LookDeferred:
		return look, atURL(url, look.Warning)
	}
	return look, nil
}

// atURL says at which URL an error was.
func atURL(url string, err error) error {
	return fmt.Errorf("bartree: %s: %w", weburl.Redact(url), weburl.RedactError(err))
}
