package redis

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// digestSize is the length of what digest returns.
const digestSize = 16

// listed is a failure and where it is listed on the server.
type listed struct {
	frontier.Failure
	count, member string
}

// someFailures returns up to 1000 failures that died after a count of deaths and
// not after another, and the count of deaths. If there are none it returns an
// error for dead URLs that are not listed.
func (f *Frontier) someFailures(ctx context.Context, after, end string) (some []listed, deaths string, err error) {
	reply, err := f.run(ctx, scripts.Failures, after, end).StringSlice()
	if err != nil {
		return nil, "", f.wrap("failures", err)
	}
	if len(reply) < 3 || len(reply)%4 != 3 {
		return nil, "", f.wrap("failures", wire.Malformed("it has %d elements", len(reply)))
	}
	if len(reply) == 3 {
		return nil, reply[0], f.wrap("failures", f.allListed(reply[1], reply[2]))
	}
	for at := 3; at < len(reply); at += 4 {
		l, err := parseFailure(reply[at : at+4])
		if err != nil {
			return nil, "", f.wrap("failures", err)
		}
		some = append(some, l)
	}
	return some, reply[0], nil
}

func (f *Frontier) allListed(dead, listed string) error {
	want, err := strconv.Atoi(dead)
	if err != nil {
		return fmt.Errorf("the count of dead URLs: %w", err)
	}
	if n, err := strconv.Atoi(listed); err != nil || n < want {
		return fmt.Errorf("%w: %s has %s of %s entries", errLost, f.key("failures"), listed, dead)
	}
	return nil
}

// parseFailure reads count, member, attempts and body; see failures.lua.
func parseFailure(reply []string) (l listed, err error) {
	l.count, l.member = reply[0], reply[1]
	if len(l.member) < digestSize {
		return l, wire.Malformed("a failure says %.100q", l.member)
	}
	l.Reason = l.member[digestSize:]
	e, err := stored.ParseBody(reply[3])
	if err != nil {
		return l, err
	}
	l.URL, l.Source = e.URL, e.Source
	if l.Attempts, err = strconv.Atoi(reply[2]); err != nil {
		return l, fmt.Errorf("the attempts of %s: %w", l.URL, err)
	}
	return l, nil
}

// failures yields some failures at a time: those that are there when it begins,
// unless they are requeued meanwhile.
func (f *Frontier) failures(ctx context.Context) iter.Seq2[[]listed, error] {
	return func(yield func([]listed, error) bool) {
		after, end := "0", "+inf"
		for {
			some, deaths, err := f.someFailures(ctx, after, end)
			if err != nil || len(some) == 0 {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			if end == "+inf" {
				end = deaths
			}
			last := some[len(some)-1].count
			if !isLater(last, after) {
				yield(nil, f.wrap("failures", wire.Malformed("the count %.20q comes after %s", last, after)))
				return
			}
			after = last
			if !yield(some, nil) {
				return
			}
		}
	}
}

// isLater reports whether a count of deaths is greater than another.
func isLater(count, before string) bool {
	a, err := strconv.ParseFloat(count, 64)
	b, errB := strconv.ParseFloat(before, 64)
	return err == nil && errB == nil && a > b
}

// Failures implements [frontier.Abilities]. It yields those that are there
// when it begins, unless they are requeued meanwhile.
func (f *Frontier) Failures(ctx context.Context) iter.Seq2[frontier.Failure, error] {
	return func(yield func(frontier.Failure, error) bool) {
		for some, err := range f.failures(ctx) {
			if err != nil {
				yield(frontier.Failure{}, err)
				return
			}
			for _, l := range some {
				if !yield(l.Failure, nil) {
					return
				}
			}
		}
	}
}

// Requeue implements [frontier.Abilities]. Up to 1000 URLs are requeued at a
// time, while the crawl goes on. Those of the last 1000 may have been requeued
// without being counted when the connection breaks or the context ends.
func (f *Frontier) Requeue(ctx context.Context, which func(frontier.Failure) bool) (int, error) {
	n := 0
	for some, err := range f.failures(ctx) {
		if err != nil {
			return n, err
		}
		var args []any
		for _, l := range some {
			if which(l.Failure) {
				args = append(args, l.count, l.member)
			}
		}
		if len(args) == 0 {
			continue
		}
		requeued, err := f.run(ctx, scripts.Requeue, args...).Int()
		if err != nil {
			return n, f.wrap("requeue", err)
		}
		n += requeued
	}
	return n, nil
}
