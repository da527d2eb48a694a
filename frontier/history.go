package frontier

import (
	"context"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// Explain implements [Abilities].
func (f *Memory) Explain(_ context.Context, url string) ([]Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id, known := f.ids[url]
	if !known {
		return nil, nil
	}
	return slices.Clone(f.history[id]), nil
}

// note adds an event to a record's history, with the record's value.
func (f *Memory) note(id uint32, e Event) {
	if !f.options.History {
		return
	}
	e.Value = f.records.at(id).value
	events := f.history[id]
	if len(events) == transition.MaxEvents {
		events = slices.Delete(events, 1, 2)
	}
	f.history[id] = append(events, e)
}

func (f *Memory) noteDiscovery(id uint32, kind string, e Entry, now time.Time) {
	if !f.options.History {
		return
	}
	event := Event{Time: now, Kind: kind, Given: e.Value, Source: e.Source}
	if e.Reason != nil {
		event.Reason = e.Reason.String()
	}
	f.note(id, event)
}

// noteLease notes a lease and how many queued URLs ranked higher. Those are on hosts
// that may not be visited now.
func (f *Memory) noteLease(id uint32, now time.Time) {
	if !f.options.History {
		return
	}
	own := f.options.Order.rank(id, f.records.at(id))
	better := 0
	for h := range f.withheld() {
		better += countBefore(own, h, 0, transition.MaxRank-better)
		if better >= transition.MaxRank {
			break
		}
	}
	f.note(id, Event{Time: now, Kind: transition.KindLeased, Rank: better})
}

// countBefore counts what ranks before r in a host's queue, from pos down its
// heap, up to limit.
func countBefore(r rank, h *host, pos, limit int) int {
	if limit <= 0 || pos >= len(h.queue.Items) || !before(h.queue.Items[pos], r) {
		return 0
	}
	n := 1
	for c := range h.queue.Children(pos) {
		n += countBefore(r, h, c, limit-n)
	}
	return n
}

func (f *Memory) noteEnd(id uint32, o Outcome, now time.Time) {
	reason := o.Result.String()
	if o.Reason != "" {
		reason += ": " + o.Reason
	}
	f.note(id, Event{Time: now, Kind: transition.KindEnded, Reason: reason})
}
