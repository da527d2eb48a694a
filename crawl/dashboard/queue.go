package dashboard

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

const (
	nextShown = 10              // queued URLs
	askEvery  = time.Second     // at most, of the frontier, however many look
	askWithin = 5 * time.Second // or the page goes without
)

// queueView keeps what the frontier said last, so that many viewers do not load
// it more than one.
type queueView struct {
	mu    sync.Mutex
	asked time.Time
	queue queue
}

// queue is what the frontier says.
type queue struct {
	counted bool
	stats   frontier.Stats
	peeked  bool
	next    []nextURL
	trouble string
}

type nextURL struct {
	frontier.Entry
	story []frontier.Event
}

func (v *queueView) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asked = time.Time{}
}

func (v *queueView) ask(ctx context.Context, f frontier.Frontier) queue {
	v.mu.Lock()
	defer v.mu.Unlock()
	if f == nil || !v.asked.IsZero() && time.Since(v.asked) < askEvery {
		return v.queue
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askWithin)
	defer cancel()
	v.queue = askFrontier(ctx, f)
	v.asked = time.Now()
	return v.queue
}

func askFrontier(ctx context.Context, f frontier.Frontier) (q queue) {
	note := func(err error) bool {
		if err != nil && q.trouble == "" {
			q.trouble = err.Error()
		}
		return err == nil
	}
	if c, ok := f.(interface {
		Stats(context.Context) (frontier.Stats, error)
	}); ok {
		s, err := c.Stats(ctx)
		q.counted, q.stats = note(err), s
	}
	p, ok := f.(interface {
		Peek(context.Context, int) ([]frontier.Entry, error)
	})
	if !ok {
		return q
	}
	entries, err := p.Peek(ctx, nextShown)
	q.peeked = note(err)
	e, explains := f.(interface {
		Explain(context.Context, string) ([]frontier.Event, error)
	})
	for _, entry := range entries {
		u := nextURL{Entry: entry}
		if explains && q.trouble == "" {
			u.story, err = e.Explain(ctx, entry.URL)
			if explains = !errors.Is(err, errors.ErrUnsupported); explains {
				note(err)
			}
		}
		q.next = append(q.next, u)
	}
	return q
}

// why says where the value of a queued URL comes from: the reason of the
// discovery that made it what it is, "" if there is none, and before it what that
// discovery added if values add up.
func (u nextURL) why() (reason string) {
	for i, e := range u.story {
		switch {
		case e.Kind == "rescored":
			reason = "re-weighted; found on " + cmp.Or(u.Source, "no page: it is a seed")
		case e.Kind == "found", e.Kind == "merged" && (i == 0 || e.Value != u.story[i-1].Value):
			reason = e.Reason
			if i > 0 && reason != "" && e.Value != e.Given && e.Value == u.story[i-1].Value+e.Given {
				reason = value(e.Given) + " added to " + value(u.story[i-1].Value) + ": " + reason
			}
		}
	}
	return reason
}
