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
	if !f.options.History {
		return nil, transition.ErrNoHistory
	}
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

func (f *Memory) noteEnd(id uint32, o Outcome, now time.Time) {
	reason := o.Result.String()
	if o.Reason != "" {
		reason += ": " + o.Reason
	}
	f.note(id, Event{Time: now, Kind: transition.KindEnded, Reason: reason})
}
