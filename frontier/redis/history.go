package redis

import (
	"context"
	"errors"
	"iter"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Explain implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Explain(ctx context.Context, url string) ([]frontier.Event, error) {
	if !f.form.History {
		return nil, transition.ErrNoHistory
	}
	var texts []string
	err := f.find(url, func(s *shard) (there bool, err error) {
		err = s.ride(ctx, false, func() (err error) {
			texts, err = wire.Ask(ctx, &f.calls, func(ctx context.Context) ([]string, error) {
				return f.server.Client.LRange(ctx, s.key("e:"+stored.Digest(url)), 0, -1).Result()
			}, nil)
			return err
		})
		return len(texts) > 0, err
	})
	if err != nil {
		return nil, f.wrap("explain", err)
	}
	var events []frontier.Event
	for _, s := range texts {
		e, err := stored.ParseEvent(s)
		if err != nil {
			return nil, f.wrap("explain", err)
		}
		events = append(events, e)
	}
	return events, nil
}

// find looks for a URL in the shard of its host, and then, since its entry may have had another
// host, in the others.
func (f *Frontier) find(url string, in func(s *shard) (there bool, err error)) error {
	first := f.shardOf(weburl.HostOf(url))
	there, err := in(first)
	for _, s := range f.shards {
		if there || err != nil {
			break
		}
		if s != first {
			there, err = in(s)
		}
	}
	return err
}

// Record implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Record(ctx context.Context, url string) (r frontier.Record, err error) {
	var text string
	err = f.find(url, func(s *shard) (there bool, err error) {
		err = s.ride(ctx, false, func() (err error) {
			text, err = wire.Ask(ctx, &f.calls, func(ctx context.Context) (string, error) {
				return f.server.Client.HGet(ctx, s.key("url"), stored.Digest(url)).Result()
			}, nil)
			if errors.Is(err, goredis.Nil) {
				return nil
			}
			return err
		})
		return text != "", err
	})
	if err == nil && text != "" {
		r, err = stored.Public(text)
	}
	r.URL = url
	return r, f.wrap("record", err)
}

// Records implements [frontier.Abilities]. The server looks at some 1000 records at a
// time and sends those that are asked for. One may be yielded twice while the server
// makes room for others, and all may when it is started again.
func (f *Frontier) Records(ctx context.Context, states ...string) iter.Seq2[frontier.Record, error] {
	return func(yield func(frontier.Record, error) bool) {
		wanted := ""
		is, err := transition.Named(states)
		for s, is := range is {
			if is {
				wanted += stored.Letters[s : s+1]
			}
		}
		if is[transition.Queued] {
			wanted += "b"
		}
		for _, s := range f.shards {
			if err != nil {
				break
			}
			for text, failed := range s.scan(ctx, wanted) {
				var r frontier.Record
				if err = failed; err == nil {
					r, err = stored.Public(text)
				}
				if err != nil {
					break
				}
				if !yield(r, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(frontier.Record{}, f.wrap("records", err))
		}
	}
}

// scan yields the texts of all records of a shard in some states.
func (s *shard) scan(ctx context.Context, states string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for cursor, server := "0", ""; ; {
			reply, err := s.run(ctx, scripts.Records, cursor, server, states).StringSlice()
			if err == nil && (len(reply) < 2 || reply[0] == cursor && cursor != "0" && reply[1] == server) {
				err = wire.Malformed("it has no cursor, or that of before")
			}
			if err != nil {
				yield("", err)
				return
			}
			for _, text := range reply[2:] {
				if !yield(text, nil) {
					return
				}
			}
			if cursor, server = reply[0], reply[1]; cursor == "0" {
				return
			}
		}
	}
}
