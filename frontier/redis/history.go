package redis

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

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

// letters are the states of stored records, each at its [transition.State].
const letters = "nqwvldxe"

// stored is a record as the server has it.
type stored struct {
	frontier.Entry
	state, age string
	attempts   int
	ended      int64 // microseconds since 1970
	reason     string
}

// parseStored parses a record; see record.lua.
func parseStored(text string) (s stored, err error) {
	part := strings.SplitN(text, " ", 10)
	var n [4]int64 // attempts, ended, lengths of host and reason
	for i, at := range [4]int{2, 6, 7, 8} {
		if len(part) == 10 && err == nil {
			n[i], err = strconv.ParseInt(part[at], 10, 64)
		}
	}
	if len(part) < 10 || err != nil || min(n[2], n[3]) < 0 || n[2] > int64(len(part[9])) || n[3] > int64(len(part[9]))-n[2] {
		return s, malformed("a record says %.100q", text)
	}
	rest := part[9]
	if s.Entry, err = parseBody(rest[n[2]+n[3]:]); err != nil {
		return s, err
	}
	s.state, s.age, s.attempts, s.ended = part[0], part[1], int(n[0]), n[1]
	s.Host, s.reason = rest[:n[2]], rest[n[2]:n[2]+n[3]]
	s.Value, err = strconv.ParseFloat(part[5], 64)
	return s, err
}

func (s stored) public() (frontier.Record, error) {
	at := strings.Index(letters, s.state)
	if s.state == "b" {
		at = int(transition.Queued)
	}
	if at <= 0 {
		return frontier.Record{}, malformed("a record is in the state %.100q", s.state)
	}
	r := frontier.Record{
		URL: s.URL, State: transition.State(at).String(), Value: s.Value, Depth: s.Depth, Attempts: s.attempts, Reason: s.reason,
	}
	if s.ended != 0 {
		r.Ended = time.UnixMicro(s.ended)
	}
	return r, nil
}

// Record implements [frontier.Abilities]. Times are the server's.
func (f *Frontier) Record(ctx context.Context, url string) (r frontier.Record, err error) {
	var text string
	err = f.ride(ctx, false, func() (err error) {
		text, err = ask(ctx, &f.calls, func(ctx context.Context) (string, error) {
			return f.server.client.HGet(ctx, f.key("url"), digest(url)).Result()
		}, nil)
		if errors.Is(err, goredis.Nil) {
			return nil
		}
		return err
	})
	if err == nil && text != "" {
		r, err = publicRecord(text)
	}
	r.URL = url
	return r, f.wrap("record", err)
}

func publicRecord(text string) (frontier.Record, error) {
	s, err := parseStored(text)
	if err != nil {
		return frontier.Record{}, err
	}
	return s.public()
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
				wanted += letters[s : s+1]
			}
		}
		if is[transition.Queued] {
			wanted += "b"
		}
		for cursor := "0"; err == nil; {
			var reply []string
			if reply, err = f.run(ctx, scriptRecords, cursor, wanted).StringSlice(); err == nil && (len(reply) == 0 || reply[0] == cursor && cursor != "0") {
				err = malformed("it has no cursor, or that of before")
			}
			if err != nil {
				break
			}
			for _, text := range reply[1:] {
				var r frontier.Record
				if r, err = publicRecord(text); err != nil {
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
