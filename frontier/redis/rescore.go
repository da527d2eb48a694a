package redis

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
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
	for text, err := range s.scan(ctx, "qbwve") {
		if err != nil {
			return nil, err
		}
		r, err := parseRecord(text)
		if err != nil {
			return nil, err
		}
		if seen[r.digest] {
			continue
		}
		seen[r.digest] = true
		r.value = value(r.entry)
		if err := frontier.Valid(frontier.Entry{URL: r.entry.URL, Value: r.value}); err != nil {
			return nil, err
		}
		r.entry = frontier.Entry{} // let the text go
		found = append(found, r)
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

// record is what Rescore needs of a stored record.
type record struct {
	digest, age string
	evicted     bool
	entry       frontier.Entry
	value       float64 // the new one
}

// parseRecord parses one; see record.lua.
func parseRecord(text string) (record, error) {
	s, err := stored.ParseRecord(text)
	return record{digest: stored.Digest(s.URL), age: strings.Clone(s.Age), evicted: s.State == "e", entry: s.Entry}, err
}
