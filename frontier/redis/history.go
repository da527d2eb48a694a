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
)

// Explain implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Explain(ctx context.Context, url string) ([]frontier.Event, error) {
	if !f.form.History {
		return nil, transition.ErrNoHistory
	}
	var texts []string
	err := f.ride(ctx, false, func() (err error) {
		texts, err = ask(ctx, &f.calls, func(ctx context.Context) ([]string, error) {
			return f.server.Client.LRange(ctx, f.key("e:"+stored.Digest(url)), 0, -1).Result()
		}, nil)
		return err
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

// Record implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Record(ctx context.Context, url string) (r frontier.Record, err error) {
	var text string
	err = f.ride(ctx, false, func() (err error) {
		text, err = ask(ctx, &f.calls, func(ctx context.Context) (string, error) {
			return f.server.Client.HGet(ctx, f.key("url"), stored.Digest(url)).Result()
		}, nil)
		if errors.Is(err, goredis.Nil) {
			return nil
		}
		return err
	})
	if err == nil && text != "" {
		r, err = stored.Public(text)
	}
	r.URL = url
	return r, f.wrap("record", err)
}

// Records implements [frontier.Abilities]. The server looks at some 1000 records at a
// time and sends those that are asked for. One may be yielded twice while the server
// makes room for others.
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
		for cursor := "0"; err == nil; {
			var reply []string
			if reply, err = f.run(ctx, scripts.Records, cursor, wanted).StringSlice(); err == nil && (len(reply) == 0 || reply[0] == cursor && cursor != "0") {
				err = wire.Malformed("it has no cursor, or that of before")
			}
			if err != nil {
				break
			}
			for _, text := range reply[1:] {
				var r frontier.Record
				if r, err = stored.Public(text); err != nil {
					break
				}
				if !yield(r, nil) {
					return
				}
			}
			if cursor = reply[0]; cursor == "0" && err == nil {
				return
			}
		}
		yield(frontier.Record{}, f.wrap("records", err))
	}
}
