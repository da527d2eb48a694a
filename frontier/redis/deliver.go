package redis

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A batch is what a page gives to another shard; see shard.lua.
type batch struct {
	to int
	stored.Batch
}

// batchSize is about how many bytes of links a batch has at most: others have to read it as one text.
const batchSize = 1 << 20

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
		all = append(all, batch{0, stored.Batch{Observation: s.f.id + string(observation)}})
	}
	for to, args := range links {
		if to == s.i {
			continue
		}
		size, from := 0, 0
		for at := 0; at < len(args); at += 6 {
			for _, arg := range args[at : at+6] {
				size += len(arg.(string)) + 4
			}
			if size > batchSize || at+6 == len(args) {
				all = append(all, batch{to, stored.Batch{Entries: args[from : at+6]}})
				size, from = 0, at+6
			}
		}
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

// trim remembers up to which numbers outboxes have been delivered.
func (s *shard) trim(trims map[int]string) {
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

// A delivery is of batches of one shard to another, in order.
type delivery struct {
	from    int
	batches []numbered
	over    chan error // nil if nobody waits
	tries   int
}

// A numbered is a batch that is in an outbox, and the number of the one before it there.
type numbered struct {
	before, number string
	stored.Batch
}

// deliveries are those to a shard that wait for their time, so that many pages share one call.
type deliveries struct {
	mu      sync.Mutex
	waiting []delivery
	running bool
	hurry   chan struct{} // ends the lull
	took    time.Duration // by the last call
}

// A delivery waits for others, if somebody has work meanwhile, for lulls times as long as the last call took: so that
// a server that is busy has fewer to take. longestLull bounds that.
const (
	lulls       = 8
	longestLull = 50 * time.Millisecond
)

// mostTries is how often a delivery waits for what comes before it, which another process is to
// deliver.
const mostTries = 4

// errBehind is what an error is that says that what comes before a batch has not been delivered.
var errBehind = errors.New("an earlier batch has not been delivered")

// send has a delivery made to a shard, at once if somebody waits for it. If the shard cannot be
// reached the batches stay in the outbox.
func (s *shard) send(d delivery) {
	q := &s.deliveries
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.running && !s.f.waiting.start(s.deliver) {
		if d.over != nil {
			d.over <- wire.ErrClosed
		}
		return
	}
	q.waiting, q.running = append(q.waiting, d), true
	if d.over != nil {
		signal(q.hurry)
	}
}

// deliver makes deliveries until none waits.
func (s *shard) deliver() {
	ctx, q := s.f.waiting.ctx, &s.deliveries
	for {
		select {
		case <-time.After(min(lulls*q.took, longestLull)):
		case <-q.hurry:
		case <-ctx.Done():
		}
		q.mu.Lock()
		some := q.waiting[:atOnce(q.waiting)]
		q.waiting, q.running = q.waiting[len(some):], len(some) > 0
		q.mu.Unlock()
		if len(some) == 0 {
			return
		}
		begun := time.Now()
		behind, err := s.deliverOnce(ctx, some)
		q.took = time.Since(begun)
		at := 0
		for _, d := range some {
			failed := err
			if at += len(d.batches); len(d.batches) > 0 && slices.Contains(behind, strconv.Itoa(at)) {
				failed = errBehind
			}
			s.delivered(d, failed)
		}
	}
}

const mostBatches = 1000 // in one call, about: Lua takes some 8,000

// atOnce returns how many deliveries one call makes: one, or as many as have at most mostLinks links and mostBatches batches.
func atOnce(waiting []delivery) (n int) {
	for links, batches := 0, 0; n < len(waiting); n++ {
		batches += max(1, len(waiting[n].batches))
		for _, b := range waiting[n].batches {
			links += len(b.Entries) / 6
		}
		if n > 0 && (links > mostLinks || batches > mostBatches) {
			break
		}
	}
	return n
}

// delivered is told how a delivery to a shard has ended.
func (s *shard) delivered(d delivery, err error) {
	from := s.f.shards[d.from]
	switch {
	case err == nil && len(d.batches) > 0:
		from.trim(map[int]string{s.i: d.batches[len(d.batches)-1].number})
	case d.over == nil && err != nil && d.tries < mostTries:
		d.tries++
		s.send(d)
	case d.over == nil && err != nil: // who should have delivered what comes before may have died
		from.emptyBeside()
	}
	if d.over != nil {
		d.over <- err
	}
}

// deliverOnce makes deliveries, and returns which of all batches, from 1 on, were behind.
func (s *shard) deliverOnce(ctx context.Context, some []delivery) (behind []string, err error) {
	var places [][3]any
	var batches []stored.Batch
	for _, d := range some {
		for _, b := range d.batches {
			places, batches = append(places, [3]any{d.from, b.before, b.number}), append(batches, b.Batch)
		}
	}
	if len(batches) == 0 {
		return nil, nil
	}
	asked := time.Now()
	args := stored.AppendBatches(nil, places, batches)
	left, behind, err := s.parseLeft(s.runLate(ctx, nil, scripts.Deliver, args...), asked)
	if err != nil {
		s.forget()
		return nil, err
	}
	s.workOff(ctx, left)
	return behind, nil
}

// flush waits for the deliveries that this process makes.
func (f *Frontier) flush(ctx context.Context) {
	var overs []chan error
	for _, s := range f.shards {
		s.deliveries.mu.Lock()
		running := s.deliveries.running
		s.deliveries.mu.Unlock()
		if running {
			over := make(chan error, 1)
			s.send(delivery{from: s.i, over: over})
			overs = append(overs, over)
		}
	}
	for _, over := range overs {
		await(ctx, over)
	}
}

// await waits for a delivery.
func await(ctx context.Context, over chan error) error {
	select {
	case err := <-over:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deliverOwn delivers batches that have just been put in outboxes, of which the numbers before and
// their own are known unless the answer was lost.
func (s *shard) deliverOwn(ctx context.Context, batches []batch, numbers []string) {
	if len(numbers) != 2*len(batches) {
		s.empty(ctx)
		return
	}
	var overs []chan error
	for i, b := range batches {
		d := delivery{from: s.i, batches: []numbered{{numbers[2*i], numbers[2*i+1], b.Batch}}}
		if s.f.alone() {
			d.over = make(chan error, 1)
			overs = append(overs, d.over)
		}
		s.f.shards[b.to].send(d)
	}
	behind := false
	for _, over := range overs {
		behind = errors.Is(await(ctx, over), errBehind) || behind
	}
	if behind {
		s.empty(ctx)
	}
}

// alone reports whether no other call of this process takes or ends leases: then the order is that
// of one shard.
func (f *Frontier) alone() bool { return f.busy.Load() <= 1 }

// emptyBeside has all delivered that is in the outboxes of a shard, unless that is being done.
func (s *shard) emptyBeside() {
	if s.emptying.CompareAndSwap(false, true) {
		s.f.waiting.start(func() {
			defer s.emptying.Store(false)
			s.empty(s.f.waiting.ctx)
		})
	}
}

// empty delivers all that is in the outboxes of a shard.
func (s *shard) empty(ctx context.Context) error {
	for {
		to, batches, err := s.waiting(ctx)
		if err != nil || len(batches) == 0 {
			return err
		}
		over := make(chan error, 1)
		s.f.shards[to].send(delivery{from: s.i, batches: batches, over: over})
		if err := await(ctx, over); err != nil {
			return err
		}
	}
}

// waiting trims the outboxes of a shard and returns what is at the head of one.
func (s *shard) waiting(ctx context.Context) (to int, batches []numbered, err error) {
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
		s.trim(trims)
		return 0, nil, err
	}
	if len(reply) == 1 {
		return 0, nil, nil
	}
	if to, err = strconv.Atoi(reply[1]); err != nil || to < 0 || to >= len(s.f.shards) {
		return 0, nil, wire.Malformed("a batch is for shard %.20q", reply[1])
	}
	before := "0"
	for at := 2; at < len(reply); at += 2 {
		b, err := stored.ParseBatch(reply[at+1])
		if err != nil {
			return 0, nil, err
		}
		batches = append(batches, numbered{before, reply[at], b})
		before = reply[at]
	}
	return to, batches, nil
}

// deliverAll delivers what is in the outboxes of all shards, and waits for those that are away.
func (f *Frontier) deliverAll(ctx context.Context) error {
	if len(f.shards) == 1 {
		return nil
	}
	return f.each(func(s *shard) error {
		return s.ride(ctx, false, func() error { return s.empty(ctx) })
	})
}
