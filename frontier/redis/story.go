package redis

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// Explain implements [frontier.Explainer]. Times are the server's.
func (f *Frontier) Explain(ctx context.Context, url string) ([]frontier.Event, error) {
	if !f.tells {
		return nil, nil
	}
	stored, err := f.list(ctx, "e:"+digest(url), 0, -1)
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
		return e, fmt.Errorf("an event says %q", s)
	}
	if e.Kind, err = parseKind(part[0]); err != nil {
		return e, err
	}
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
		return e, fmt.Errorf("an event says %q", s)
	}
	e.Source, e.Reason = part[6][:n], part[6][n:]
	return e, nil
}

func parseKind(s string) (frontier.EventKind, error) {
	for k := frontier.Found; k <= frontier.Expired; k++ {
		if k.String() == s {
			return k, nil
		}
	}
	return 0, fmt.Errorf("an event is of the kind %q", s)
}

// Failures implements [frontier.FailureLister]. It yields those that are there
// when it begins.
func (f *Frontier) Failures(ctx context.Context) iter.Seq2[frontier.Failure, error] {
	return func(yield func(frontier.Failure, error) bool) {
		stats, listed, err := f.stats(ctx)
		if err != nil {
			yield(frontier.Failure{}, f.wrap("failures", err))
			return
		}
		for at := int64(0); at < listed; at += scanAtOnce {
			stored, err := f.list(ctx, "failures", at, min(at+scanAtOnce, listed)-1)
			if err != nil {
				yield(frontier.Failure{}, f.wrap("failures", err))
				return
			}
			for _, s := range stored {
				failure, err := parseFailure(s)
				if err != nil {
					yield(frontier.Failure{}, f.wrap("failures", err))
					return
				}
				if !yield(failure, nil) {
					return
				}
			}
		}
		if dead := int64(stats.Dead); listed < dead {
			yield(frontier.Failure{}, f.wrap("failures", fmt.Errorf("%w: %s has %d of %d entries", errLost, f.key("failures"), listed, dead)))
		}
	}
}

// list reads elements of one of the crawl's lists.
func (f *Frontier) list(ctx context.Context, name string, first, last int64) ([]string, error) {
	return ask(ctx, &f.calls, func(ctx context.Context) ([]string, error) {
		return f.server.client.LRange(ctx, f.key(name), first, last).Result()
	}, nil)
}

// parseFailure reads attempts, length of the reason, reason and body; see
// lease.lua.
func parseFailure(s string) (frontier.Failure, error) {
	part := strings.SplitN(s, " ", 3)
	if len(part) < 3 {
		return frontier.Failure{}, fmt.Errorf("a failure says %q", s)
	}
	attempts, err := strconv.Atoi(part[0])
	if err != nil {
		return frontier.Failure{}, err
	}
	n, err := strconv.Atoi(part[1])
	if err != nil || n < 0 || n > len(part[2]) {
		return frontier.Failure{}, fmt.Errorf("a failure says %q", s)
	}
	e, err := parseBody(part[2][n:])
	return frontier.Failure{URL: e.URL, Source: e.Source, Reason: part[2][:n], Attempts: attempts}, err
}
