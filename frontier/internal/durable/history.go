package durable

import (
	"context"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Explain implements [frontier.Abilities].
func (f *Frontier) Explain(_ context.Context, url string) (events []frontier.Event, err error) {
	id := layout.HashOf(url)
	err = f.read(func(b *batch) error {
		events, err = b.events(id)
		return err
	})
	if err == nil && !f.options.History {
		err = transition.ErrNoHistory
	}
	return events, err
}

// events returns the history of a record, the oldest event first.
func (b *batch) events(id hash) ([]frontier.Event, error) {
	stored, err := b.Get(kv.History, id[:])
	if err != nil {
		return nil, err
	}
	return layout.DecodeEvents(stored)
}

// note adds an event to a record's history, with the record's value.
func (f *Frontier) note(r *record, e frontier.Event) error {
	if !f.options.History {
		return nil
	}
	b := f.batch
	events, err := b.events(r.hash)
	if err != nil {
		return err
	}
	if len(events) == transition.MaxEvents {
		events = slices.Delete(events, 1, 2)
	}
	e.Value = r.Value
	b.put(kv.History, r.hash[:], layout.EncodeEvents(append(events, e)))
	return nil
}

func (f *Frontier) noteDiscovery(r *record, kind string, d *discovery, now time.Time) error {
	return f.note(r, frontier.Event{Time: now, Kind: kind, Given: d.Value, Source: d.Source, Reason: d.reason})
}

func (f *Frontier) noteEnd(r *record, o frontier.Outcome, now time.Time) error {
	reason := o.Result.String()
	if o.Reason != "" {
		reason += ": " + o.Reason
	}
	return f.note(r, frontier.Event{Time: now, Kind: transition.KindEnded, Reason: reason})
}

// noteLease notes a lease and how many queued URLs ranked higher than the best
// of the host. Those are on hosts that may not be visited now.
func (f *Frontier) noteLease(r *record, own *host, now time.Time) error {
	if !f.options.History {
		return nil
	}
	better := 0
	for h := range f.withheld() {
		if own.of != own { // of a page that is due again none is counted
			break
		}
		if h.front.Before(own.front) {
			n, err := f.countBefore(own.front, h, transition.MaxRank-better)
			if err != nil {
				return err
			}
			better += n
		}
	}
	return f.note(r, frontier.Event{Time: now, Kind: transition.KindLeased, Rank: better})
}

// countBefore counts what ranks before k in a host's queue, up to limit.
func (f *Frontier) countBefore(k rank, h *host, limit int) (n int, err error) {
	err = f.batch.From(kv.Queue, layout.QueueKey(h.number, h.front), func(key, _ []byte) bool {
		other, ok := layout.RankOnHost(h.number, key)
		if !ok || !other.Before(k) || n == limit {
			return false
		}
		n++
		return true
	})
	return n, err
}
