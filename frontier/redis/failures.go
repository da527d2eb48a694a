package redis

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
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
	shard         *shard
	count, member string
}

// someFailures returns up to 1000 failures that died after a count of deaths and
// not after another, and the count of deaths. If there are none it returns an
// error for dead URLs that are not listed.
func (s *shard) someFailures(ctx context.Context, after, end string) (some []listed, deaths string, err error) {
	reply, err := s.run(ctx, scripts.Failures, after, end).StringSlice()
	if err != nil {
		return nil, "", s.f.wrap("failures", err)
	}
	if len(reply) < 3 || len(reply)%4 != 3 {
		return nil, "", s.f.wrap("failures", wire.Malformed("it has %d elements", len(reply)))
	}
	if len(reply) == 3 {
		return nil, reply[0], s.f.wrap("failures", s.allListed(reply[1], reply[2]))
	}
	for at := 3; at < len(reply); at += 4 {
		l, err := parseFailure(reply[at : at+4])
		if err != nil {
			return nil, "", s.f.wrap("failures", err)
		}
		l.shard = s
		some = append(some, l)
	}
	return some, reply[0], nil
}

func (s *shard) allListed(dead, listed string) error {
	want, err := strconv.Atoi(dead)
	if err != nil {
		return fmt.Errorf("the count of dead URLs: %w", err)
	}
	if n, err := strconv.Atoi(listed); err != nil || n < want {
		return fmt.Errorf("%w: %s has %s of %s entries", errLost, s.key("failures"), listed, dead)
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

// failures yields the failures of a shard: those that are there when it begins, unless
// they are requeued meanwhile.
func (s *shard) failures(ctx context.Context) iter.Seq2[listed, error] {
	return func(yield func(listed, error) bool) {
		after, end := "0", "+inf"
		for {
			some, deaths, err := s.someFailures(ctx, after, end)
			if err != nil || len(some) == 0 {
				if err != nil {
					yield(listed{}, err)
				}
				return
			}
			if end == "+inf" {
				end = deaths
			}
			for _, l := range some {
				if !isLater(l.count, after) {
					yield(listed{}, s.f.wrap("failures", wire.Malformed("the count %.20q comes after %s", l.count, after)))
					return
				}
				after = l.count
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// failures yields those of all shards in the order in which they died.
func (f *Frontier) failures(ctx context.Context) iter.Seq2[listed, error] {
	if len(f.shards) == 1 {
		return f.shards[0].failures(ctx)
	}
	return func(yield func(listed, error) bool) {
		type source struct {
			listed
			err  error
			next func() (listed, error, bool)
		}
		var sources []*source
		for _, s := range f.shards {
			next, stop := iter.Pull2(s.failures(ctx))
			defer stop()
			if l, err, ok := next(); ok {
				sources = append(sources, &source{l, err, next})
			}
		}
		for len(sources) > 0 {
			first := 0
			for i, s := range sources {
				if s.err != nil || sources[first].err == nil && isLater(sources[first].count, s.count) {
					first = i
				}
			}
			s := sources[first]
			if !yield(s.listed, s.err) || s.err != nil {
				return
			}
			var ok bool
			if s.listed, s.err, ok = s.next(); !ok {
				sources = slices.Delete(sources, first, first+1)
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
		for l, err := range f.failures(ctx) {
			if !yield(l.Failure, err) || err != nil {
				return
			}
		}
	}
}

// Requeue implements [frontier.Abilities]. Up to 1000 URLs of a shard are requeued at a
// time, while the crawl goes on. Those of the last 1000 may have been requeued
// without being counted when the connection breaks or the context ends.
func (f *Frontier) Requeue(ctx context.Context, which func(frontier.Failure) bool) (n int, err error) {
	args := make([][]any, len(f.shards))
	requeue := func() error {
		for _, s := range f.shards {
			if len(args[s.i]) == 0 {
				continue
			}
			requeued, err := s.run(ctx, scripts.Requeue, args[s.i]...).Int()
			s.forget()
			if err != nil {
				return f.wrap("requeue", err)
			}
			args[s.i] = nil
			n += requeued
		}
		return nil
	}
	seen := 0
	for l, err := range f.failures(ctx) {
		if err != nil {
			return n, cmp.Or(requeue(), err)
		}
		if which(l.Failure) {
			args[l.shard.i] = append(args[l.shard.i], l.count, l.member)
		}
		if seen++; seen%requeueAtOnce == 0 {
			if err := requeue(); err != nil {
				return n, err
			}
		}
	}
	err = requeue()
	return n, err
}

// requeueAtOnce is how many URLs are requeued together.
const requeueAtOnce = 1000
