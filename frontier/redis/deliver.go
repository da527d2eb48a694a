package redis

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A batch is what a page gives to another shard; see shard.lua.
type batch struct {
	to   int
	text string
}

// sort appends what the scripts of each shard take of entries to its arguments.
func (f *Frontier) sort(entries []frontier.Entry) (args [][]any) {
	args = make([][]any, len(f.shards))
	if len(f.shards) == 1 {
		args[0] = make([]any, 0, 6*len(entries))
		for _, e := range entries {
			args[0] = f.form.Append(args[0], e)
		}
		return args
	}
	tick := f.ticks.Add(int64(len(entries))) - int64(len(entries))
	for i, e := range entries {
		host := e.Host
		if host == "" {
			host = weburl.HostOf(e.URL)
		}
		to := f.shardOf(host).i
		at := len(args[to])
		args[to] = f.form.Append(args[to], e)
		args[to][at] = args[to][at].(string) + strconv.FormatInt(tick+int64(i), 10)
	}
	return args
}

// batches returns what a page of a shard has for the others: links, as arguments by shard, and
// an observation for the one that has those of all.
func (s *shard) batches(links [][]any, observation []byte) (all []batch) {
	if s.i != 0 && len(observation) > 0 {
		all = append(all, batch{0, "o" + s.f.id + string(observation)})
	}
	for to, args := range links {
		if to == s.i || len(args) == 0 {
			continue
		}
		var b strings.Builder
		b.WriteByte('e')
		for at := 0; at < len(args); at += 6 {
			for _, arg := range args[at : at+6] {
				b.WriteString(strconv.Itoa(len(arg.(string))))
				b.WriteByte(' ')
			}
			for _, arg := range args[at : at+6] {
				b.WriteString(arg.(string))
			}
		}
		all = append(all, batch{to, b.String()})
	}
	return all
}

// takeTrims appends what is to be trimmed of the outboxes to arguments. After a call that has had no
// effect it is to be remembered again.
func (s *shard) takeTrims(args []any) (_ []any, trims map[int]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	trims, s.trims = s.trims, nil
	args = append(args, len(trims))
	for to, number := range trims {
		args = append(args, to, number)
	}
	return args, trims
}

// delivered remembers up to which numbers outboxes have been delivered.
func (s *shard) delivered(trims map[int]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trims == nil {
		s.trims = make(map[int]string)
	}
	for to, number := range trims {
		if old := s.trims[to]; len(old) < len(number) || len(old) == len(number) && old < number {
			s.trims[to] = number
		}
	}
}

// deliver takes batches of a shard to another one, as numbers and texts. If that cannot be
// reached they stay in the outbox.
func (s *shard) deliver(ctx context.Context, to int, numbered ...any) error {
	t := s.f.shards[to]
	asked := time.Now()
	left, _, err := t.parseLeft(t.runLate(ctx, nil, scripts.Deliver, append([]any{s.i}, numbered...)...), asked)
	if err != nil {
		t.forget()
		return err
	}
	s.delivered(map[int]string{to: numbered[len(numbered)-2].(string)})
	t.workOff(ctx, left)
	return nil
}

// deliverOwn takes batches that have just been put in outboxes to their shards, all at once.
// Those without a number have others before them.
func (s *shard) deliverOwn(ctx context.Context, batches []batch, numbers []string) {
	var direct, wg sync.WaitGroup
	behind := len(numbers) != len(batches)
	for i, b := range batches {
		if behind = behind || numbers[i] == ""; !behind {
			direct.Go(func() { s.deliver(ctx, b.to, numbers[i], b.text) })
		}
	}
	if behind {
		wg.Go(func() { s.empty(ctx) })
	}
	direct.Wait()
	wg.Wait()
}

// empty delivers all that is in the outboxes of a shard.
func (s *shard) empty(ctx context.Context) error {
	for {
		to, numbered, err := s.waiting(ctx)
		if err != nil || len(numbered) == 0 {
			return err
		}
		if err := s.deliver(ctx, to, numbered...); err != nil {
			return err
		}
	}
}

// waiting trims the outboxes of a shard and returns what is at the head of one.
func (s *shard) waiting(ctx context.Context) (to int, numbered []any, err error) {
	args, trims := s.takeTrims(nil)
	asked := time.Now()
	reply, err := s.runLate(ctx, nil, scripts.Outbox, args...).StringSlice()
	if err == nil && len(reply) != 1 && (len(reply) < 4 || len(reply)%2 == 1) {
		err = wire.Malformed("it has %d elements", len(reply))
	}
	if err == nil {
		err = s.hear(reply[0], asked)
	}
	if err != nil {
		s.delivered(trims)
		return 0, nil, err
	}
	if len(reply) == 1 {
		return 0, nil, nil
	}
	if to, err = strconv.Atoi(reply[1]); err != nil || to < 0 || to >= len(s.f.shards) {
		return 0, nil, wire.Malformed("a batch is for shard %.20q", reply[1])
	}
	for _, text := range reply[2:] {
		numbered = append(numbered, text)
	}
	return to, numbered, nil
}

// deliverAll delivers what is in the outboxes of all shards, and waits for those that are away.
func (f *Frontier) deliverAll(ctx context.Context) error {
	if len(f.shards) == 1 {
		return nil
	}
	return f.each(func(s *shard) error {
		return f.ride(ctx, false, func() error { return s.empty(ctx) })
	})
}
