package redis

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// scanAtOnce is how many records one command reads or rescores.
const scanAtOnce = 1000

// Rescore implements [frontier.Abilities]. It reads all records first, which
// takes about 200 bytes of the worker's memory a waiting or evicted URL, and
// changes none if a value is refused; then it gives them their values 1000 at a
// time, while the crawl goes on. A URL that is pushed meanwhile may keep the
// value it was pushed with.
func (f *Frontier) Rescore(ctx context.Context, value func(frontier.Entry) float64) error {
	if err := f.deliverAll(ctx); err != nil {
		return f.wrap("rescore", err)
	}
	found := make([][]record, len(f.shards))
	for _, s := range f.shards {
		var err error
		if found[s.i], err = s.waitingRecords(ctx, value); err != nil {
			if bad := (*frontier.EntryError)(nil); errors.As(err, &bad) {
				return err
			}
			return f.wrap("rescore", err)
		}
	}
	return f.wrap("rescore", f.each(func(s *shard) error {
		defer s.forget()
		return s.rescore(ctx, found[s.i])
	}))
}

// waitingRecords returns the records that wait or are evicted, the oldest first, with
// their new values.
func (s *shard) waitingRecords(ctx context.Context, value func(frontier.Entry) float64) (found []record, err error) {
	seen := make(map[string]bool) // a scan may return a record twice
	var cursor uint64
	for first := true; first || cursor != 0; first = false {
		fields, err := s.scan(ctx, "url", &cursor)
		if err != nil {
			return nil, err
		}
		scanned, err := parseRecords(fields)
		if err != nil {
			return nil, err
		}
		for _, r := range scanned {
			if seen[r.digest] {
				continue
			}
			seen[r.digest] = true
			r.value = value(r.entry)
			if err := frontier.Valid(frontier.Entry{URL: r.entry.URL, Value: r.value}); err != nil {
				return nil, err
			}
			r.entry = frontier.Entry{} // let the scan's text go
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b record) int { return strings.Compare(b.age, a.age) })
	return found, nil
}

// rescore gives records their new values.
func (s *shard) rescore(ctx context.Context, found []record) error {
	var pairs, digests []any
	evicted := false
	for _, r := range found {
		pairs = append(pairs, r.digest, stored.FormatValue(r.value))
		digests = append(digests, r.digest)
		evicted = evicted || r.evicted
	}
	for len(pairs) > 0 {
		n := min(len(pairs), 2*scanAtOnce)
		if err := s.run(ctx, scripts.Rescore, pairs[:n]...).Err(); err != nil {
			return err
		}
		pairs = pairs[n:]
	}
	for evicted && len(digests) > 0 { // once all have their values
		n := min(len(digests), scanAtOnce)
		if err := s.run(ctx, scripts.Recover, digests[:n]...).Err(); err != nil {
			return err
		}
		digests = digests[n:]
	}
	return nil
}

// scan reads the next fields and values of one of the shard's hashes and moves
// the cursor, which is 0 before the first and after the last.
func (s *shard) scan(ctx context.Context, name string, cursor *uint64) ([]string, error) {
	type page struct {
		fields []string
		next   uint64
	}
	at := *cursor
	var p page
	err := s.ride(ctx, false, func() (err error) {
		p, err = wire.Ask(ctx, &s.f.calls, func(ctx context.Context) (p page, err error) {
			p.fields, p.next, err = s.f.server.Client.HScan(ctx, s.key(name), at, "", scanAtOnce).Result()
			return p, err
		}, nil)
		return err
	})
	*cursor = p.next
	return p.fields, err
}

// record is what Rescore needs of a stored record.
type record struct {
	digest, age string
	evicted     bool
	entry       frontier.Entry
	value       float64 // the new one
}

// parseRecords parses the records that wait or are evicted; see record.lua.
func parseRecords(fields []string) ([]record, error) {
	var found []record
	for i := 0; i+1 < len(fields); i += 2 {
		s, err := stored.ParseRecord(fields[i+1])
		if err != nil {
			return nil, err
		}
		if strings.Contains("ldxuor", s.State) {
			continue
		}
		found = append(found, record{digest: fields[i], age: strings.Clone(s.Age), evicted: s.State == "e", entry: s.Entry})
	}
	return found, nil
}
