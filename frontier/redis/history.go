package redis

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Explain implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Explain(ctx context.Context, url string) ([]frontier.Event, error) {
	if !f.keepHistory {
		return nil, transition.ErrNoHistory
	}
	var stored []string
	err := f.ride(ctx, false, func() (err error) {
		stored, err = ask(ctx, &f.calls, func(ctx context.Context) ([]string, error) {
			return f.server.client.LRange(ctx, f.key("e:"+digest(url)), 0, -1).Result()
		}, nil)
		return err
	})
	if err != nil {
		return nil, f.wrap("explain", err)
	}
	var events []frontier.Event
	for _, s := range stored {
		e, err := parseEvent(s)
		if err != nil {
			return nil, f.wrap("explain", err)
		}
		events = append(events, e)
	}
	return events, nil
}

// parseEvent reads kind, time, value, given value, rank, length of the source,
// source and reason; see record.lua.
func parseEvent(s string) (e frontier.Event, err error) {
	part := strings.SplitN(s, " ", 7)
	if len(part) < 7 {
		return e, malformed("an event says %.100q", s)
	}
	if _, ok := transition.KindNumber(part[0]); !ok {
		return e, malformed("an event is of the kind %.100q", part[0])
	}
	e.Kind = part[0]
	micros, err := strconv.ParseInt(part[1], 10, 64)
	if err != nil {
		return e, err
	}
	e.Time = time.UnixMicro(micros)
	if e.Value, err = strconv.ParseFloat(part[2], 64); err != nil {
		return e, err
	}
	if e.Given, err = strconv.ParseFloat(part[3], 64); err != nil {
		return e, err
	}
	if e.Rank, err = strconv.Atoi(part[4]); err != nil {
		return e, err
	}
	n, err := strconv.Atoi(part[5])
	if err != nil || n < 0 || n > len(part[6]) {
		return e, malformed("an event says %.100q", s)
	}
	e.Source, e.Reason = part[6][:n], part[6][n:]
	return e, nil
}
