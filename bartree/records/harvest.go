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
// the address of a list and what a person pointed at on two pages. Its parameters are the
// depth-scale (Depth), the focus point (the Target of Watch, whose [bartree.Region] has a Focus) and
// the keywords (Keywords).
type Harvest struct {
	List *List // reads the records of a page
	// Link is the part of a record whose link leads to the record's own page.
	Link string
	// Depth is how many links the own pages are from the list's first page: 0 or 1 if its records
	// lead to them, 2 if they lead to lists whose records do; at most 8. A page is read once: the
	// link of a list back to one above leads nowhere.
	Depth int
	// Above are the lists of lists, if they are not as List: Above[0] reads the first page, and List
	// those Depth-1 links from it. Each has the part Link.
	Above []*List
	// Keywords are, by names such as "fulltext" and "image", what the links to full texts and images
	// on own pages are known by: Links says how.
	Keywords map[string][]string
	// Watch reads the own pages, as those of Target. nil fetches none.
	Watch  *bartree.Watch
	Target string
	// Pages is how many pages of lists are read at most; 0 means 1,000.
	Pages int
	// Known, if set, reports own pages that were read before, by an earlier run
	// for instance: they are not fetched.
	Known func(url string) bool
}

const defaultListPages = 1000

// A Harvested is one record, or a page of the list that could not be read.
type Harvested struct {
	Page   string       // URL of the list's page
	Depth  int          // of the record, from 1 for those of the first list: at Harvest.Depth its page is its own
	Record Record       // what the list's page says
	URL    string       // of the record's own page; empty if it has none
	Look   bartree.Look // at the own page; its Result is empty if that was not fetched
	// Links are the addresses on the own page that Keywords know.
	Links map[string][]string
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
		r := harvesting{Harvest: h, ctx: ctx, get: get, yield: yield, seen: map[string]bool{}}
		if first, err := weburl.Parse(url); err == nil && first.Canonical() != url {
			r.seen[first.Canonical()] = true // as the pages behind it link back
		}
		r.list(url, 1)
	}
}

// harvesting is a Run under way.
type harvesting struct {
	*Harvest
	ctx   context.Context
	get   func(context.Context, string) ([]byte, error)
	yield func(Harvested, error) bool
	seen  map[string]bool
	pages int // of lists
}

// list harvests a list whose records are at a depth, page by page. It returns false if the
// harvest ends.
func (r *harvesting) list(url string, depth int) bool {
	limit := cmp.Or(r.Pages, defaultListPages)
	for url != "" && !r.seen[url] {
		if r.pages == limit {
			r.yield(Harvested{Page: url, Depth: depth, Deferred: fmt.Errorf("bartree: %s: not read: page %d of the list, limit %d", weburl.Redact(url), r.pages+1, limit)}, nil)
			return false
		}
		r.pages++
		r.seen[url] = true
		next, ok := r.page(url, depth)
		if !ok {
			return false
		}
		url = next
	}
	return true
}

// levels returns the lists that read the pages, the last one for all that are deeper.
func (h *Harvest) levels() []*List { return append(slices.Clone(h.Above), h.List) }

// check returns an error about what leads to no own page, and other fields that mean
// nothing.
func (h *Harvest) check() error {
	switch {
	case h.Pages < 0:
		return fmt.Errorf("bartree: Harvest.Pages is %d: want more than 0, or 0 for %d", h.Pages, defaultListPages)
	case h.Depth < 0 || h.Depth > maxNested:
		return fmt.Errorf("bartree: Harvest.Depth is %d: want 0 to %d", h.Depth, maxNested)
	case len(h.Above) > 0 && len(h.Above) != h.Depth-1:
		return fmt.Errorf("bartree: Harvest.Depth is %d with %d lists above the last: want %d", h.Depth, len(h.Above), len(h.Above)+1)
	}
	for _, l := range h.levels() {
		if err := l.learned(); err != nil {
			return err
		}
		if parts := l.records.Parts; (h.Link != "" || h.Watch != nil || h.Depth > 1 || len(h.Keywords) > 0) && parts[h.Link] == nil {
			return fmt.Errorf("bartree: Harvest.Link is %q: want a part of the list: %q", h.Link, slices.Sorted(maps.Keys(parts)))
		}
	}
	if h.Watch != nil {
		if versions, _ := h.Watch.Versions(h.Target); versions == nil {
			return fmt.Errorf("bartree: Harvest.Target: unknown target %q", h.Target)
		}
	}
	return nil
}

// page harvests one page of a list and returns the next. ok is false if the harvest ends.
func (r *harvesting) page(url string, depth int) (next string, ok bool) {
	body, err := r.get(r.ctx, url)
	if r.ended() {
		return "", false
	}
	var got Listing
	if err == nil {
		levels := r.levels()
		got, err = levels[min(depth, len(levels))-1].Read(url, body)
	}
	if err != nil {
		return "", r.yield(Harvested{Page: url, Depth: depth, Deferred: atURL(url, err)}, nil)
	}
	if len(got.Lost) > 0 && !r.yield(Harvested{Page: url, Depth: depth, Deferred: fmt.Errorf("%w: %s: %s", ErrLost, weburl.Redact(url), strings.Join(got.Lost, ", "))}, nil) {
		return "", false
	}
	for _, record := range got.Records {
		one := Harvested{Page: url, Depth: depth, Record: record, URL: record.Links[r.Link]}
		isOwn := depth >= r.Depth
		if isOwn && (r.Watch != nil || len(r.Keywords) > 0) && one.URL != "" && !r.seen[one.URL] && (r.Known == nil || !r.Known(one.URL)) {
			r.seen[one.URL] = true
			r.own(&one)
			if r.ended() {
				return "", false
			}
		}
		if !r.yield(one, nil) || !isOwn && !r.list(one.URL, depth+1) {
			return "", false
		}
	}
	return got.Next, true
}

// ended reports whether the context is done, which is the harvest's error.
func (r *harvesting) ended() bool {
	err := r.ctx.Err()
	if err != nil {
		r.yield(Harvested{}, err)
	}
	return err != nil
}

// own reads a record's own page.
func (r *harvesting) own(one *Harvested) {
	body, err := r.get(r.ctx, one.URL)
	if err == nil {
		one.Links = r.Links(one.URL, body)
		if r.Watch == nil {
			return
		}
		one.Look, err = r.Watch.Look(r.Target, one.URL, body, time.Now())
	}
	if err == nil && one.Look.Result == bartree.LookDeferred {
		err = one.Look.Warning
	}
	if err != nil {
		one.Deferred = atURL(one.URL, err)
	}
}

// atURL says at which URL an error was.
func atURL(url string, err error) error {
	return fmt.Errorf("bartree: %s: %w", weburl.Redact(url), weburl.RedactError(err))
}
