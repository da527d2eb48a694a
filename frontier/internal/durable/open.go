package durable

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Open opens the frontier in a store, or makes a new one. Leases that were held when the
// store was closed, or its process died, have ended: their URLs are queued, and the
// attempts count. With existing it opens no new store, and another with the Reevaluation
// and Order that it was made with. Errors begin with the name.
func Open(name string, o frontier.Options, existing bool, open func() (kv.Store, error)) (*Frontier, error) {
	if err := o.Valid(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := newFrontier(name, o)
	err := kv.Guard(name, func() (err error) {
		if f.store, err = open(); err != nil {
			return err
		}
		return f.prepare(existing)
	})
	if err == nil {
		err = f.attempt(f.load)
		f.commit()
		if !f.coalesces() && len(f.valued) > 0 {
			f.writeValues()
		}
		err = cmp.Or(err, f.err)
	}
	if err == nil {
		return f, nil
	}
	f.fail(err)
	if f.store != nil {
		f.store.Close()
	}
	return nil, err
}

// prepare begins a new store and sees whether another fits, in a transaction of its own.
func (f *Frontier) prepare(existing bool) error {
	if err := f.openBatch(); err != nil {
		return err
	}
	b := f.batch
	switch {
	case existing && f.store.New():
		return fmt.Errorf("%w or no frontier", kv.ErrDamaged)
	case existing:
		if err := f.adopt(b); err != nil {
			return err
		}
	case f.store.New():
		f.create(b)
	}
	if err := cmp.Or(b.failed, f.agree(b)); err != nil {
		return err
	}
	if err := cmp.Or(b.failed, b.Commit()); err != nil {
		return err
	}
	f.batch = nil
	return nil
}

// The keys of the space Meta, besides countersKey.
var (
	reevaluationKey = []byte("reevaluation")
	orderKey        = []byte("order")
	epochKey        = []byte("epoch")
)

func (f *Frontier) create(b *batch) {
	b.put(kv.Meta, reevaluationKey, []byte(f.options.Reevaluation.String()))
	b.put(kv.Meta, orderKey, []byte(f.options.Order.String()))
	b.put(kv.Meta, epochKey, layout.CountKey(0))
	b.put(kv.Meta, layout.CountersKey, f.counters.Encode())
}

// adopt takes over the options that a store was made with. Names that none has are refused by
// agree.
func (f *Frontier) adopt(b *batch) error {
	merge, err := b.Get(kv.Meta, reevaluationKey)
	if err != nil {
		return err
	}
	for r := frontier.GetGreater; r <= frontier.ReplaceValues; r++ {
		if r.String() == string(merge) {
			f.options.Reevaluation = r
		}
	}
	order, err := b.Get(kv.Meta, orderKey)
	if err != nil {
		return err
	}
	for o := frontier.BestFirst; o <= frontier.BestNFirst; o++ {
		if o.String() == string(order) {
			f.options.Order = o
		}
	}
	return nil
}

// agree sees whether a store fits the options, and has the index that a capacity takes
// where there is one.
func (f *Frontier) agree(b *batch) error {
	for _, option := range []struct {
		name string
		key  []byte
		want string
	}{
		{"Reevaluation", reevaluationKey, f.options.Reevaluation.String()},
		{"Order", orderKey, f.options.Order.String()},
	} {
		has, err := b.Get(kv.Meta, option.key)
		if err != nil {
			return err
		}
		if string(has) != option.want {
			return fmt.Errorf("the frontier was made with %s %s and cannot be opened with %s", option.name, has, option.want)
		}
	}
	if !f.bounded() {
		return b.Clear(kv.Lowest)
	}
	if some, _, err := b.Last(kv.Lowest); err != nil || some != nil {
		return err
	}
	return f.indexLowest(b)
}

// indexLowest makes the index that a capacity takes.
func (f *Frontier) indexLowest(b *batch) error {
	var all []record
	for _, s := range []kv.Space{kv.Queue, kv.Delayed} {
		var bad error
		err := b.From(s, nil, func(_, id []byte) bool {
			var r record
			r, bad = f.named(id)
			if r.Counted() {
				all = append(all, r)
			}
			return bad == nil
		})
		if err = cmp.Or(bad, err); err != nil {
			return err
		}
	}
	for _, r := range all {
		k := layout.RankOf(f.options.Order, &r.Record)
		b.put(kv.Lowest, k[:], r.hash[:])
	}
	return nil
}

// epochBits are the bits of a token that count how often the file was opened;
// with the others the leases since then are counted. So no token is given
// twice.
const epochBits = 24

// load reads what is kept in memory and ends the leases of the last owner.
func (f *Frontier) load(b *batch) error {
	if err := f.startEpoch(b); err != nil {
		return err
	}
	stored, err := b.Get(kv.Meta, layout.CountersKey)
	if err != nil {
		return err
	}
	if f.counters, err = layout.DecodeCounters(stored); err != nil {
		return err
	}
	if f.share = transition.Share(math.Float64frombits(f.counters.Share)); !(f.share >= 0 && f.share < 2) {
		return kv.ErrDamaged
	}
	if err := f.compareCounts(b); err != nil {
		return err
	}
	if err := f.loadObserved(b); err != nil {
		return err
	}
	now := time.Now()
	if f.clock, err = layout.StartClock(b, now); err != nil {
		return err
	}
	if err := f.loadHosts(b, now); err != nil {
		return err
	}
	if err := f.findDue(); err != nil {
		return err
	}
	values, err := f.loadValues(b, now)
	if err != nil {
		return err
	}
	if err := f.endLeases(b, values, now); err != nil {
		return err
	}
	f.shortenLog(b)
	_, err = f.evict(hash{}, now)
	return err
}

// startEpoch counts that the file was opened.
func (f *Frontier) startEpoch(b *batch) error {
	stored, err := b.Get(kv.Meta, epochKey)
	if err != nil {
		return err
	}
	epoch, err := layout.CountIn(stored)
	if err != nil {
		return err
	}
	b.put(kv.Meta, epochKey, layout.CountKey(epoch+1))
	f.log.epoch = epoch + 1
	f.token = (epoch + 1) << (64 - epochBits)
	return nil
}

// compareCounts finds spaces that have lost everything: an empty one looks whole.
func (f *Frontier) compareCounts(b *batch) error {
	n := &f.counters
	for _, c := range []struct {
		space kv.Space
		count uint64
	}{
		{kv.Records, n.Records()}, {kv.Hosts, n.Hosts}, {kv.Queue, n.Count[transition.Queued] + n.Count[transition.Overdue]}, {kv.Delayed, n.Count[transition.Delayed]}, {kv.Due, n.Count[transition.Due]},
		{kv.Revisits, n.Count[transition.Revisiting]}, {kv.Leases, n.Count[transition.Leased] + n.Count[transition.Refreshing]}, {kv.Failures, n.Count[transition.Dead]},
	} {
		key, _, err := kv.First(b, c.space, nil)
		if err != nil {
			return err
		}
		if (key == nil) != (c.count == 0) {
			return kv.ErrDamaged
		}
	}
	return nil
}

// loadHosts reads the hosts that have URLs queued.
func (f *Frontier) loadHosts(b *batch, now time.Time) error {
	hosts, err := b.openHosts()
	if err != nil {
		return err
	}
	found := 0
	failed := b.From(kv.Hosts, nil, func(_, stored []byte) bool {
		var known *host
		if known, err = f.decodeHost(stored); err != nil {
			return false
		}
		h, again := hosts[known.number], hosts[known.number|againBit]
		if h == nil && again == nil {
			return true
		}
		if h == nil {
			h = known
		} else {
			h.of, h.key, h.next = h, known.key, known.next
			found++
		}
		if again != nil {
			h.again, again.of = again, h
			found++
		}
		f.settle(h, now)
		return true
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	if found != len(hosts) {
		return kv.ErrDamaged
	}
	return nil
}

// openHosts returns the hosts that have URLs queued by their numbers, with the
// rank of the best URL of each.
func (b *batch) openHosts() (map[uint32]*host, error) {
	hosts := make(map[uint32]*host)
	for from := []byte(nil); ; {
		key, _, err := kv.First(b, kv.Queue, from)
		if err != nil || key == nil {
			return hosts, err
		}
		if len(key) < layout.HostSize {
			return nil, kv.ErrDamaged
		}
		number := binary.BigEndian.Uint32(key)
		k, ok := layout.RankOnHost(number, key)
		if !ok || hosts[number] != nil || number == math.MaxUint32 {
			return nil, kv.ErrDamaged
		}
		hosts[number] = &host{number: number, open: true, front: k, queued: true, stored: k}
		from = binary.BigEndian.AppendUint32(nil, number+1)
	}
}

// endLeases queues what was leased when the last owner of the store left it, with the
// values that it had.
func (f *Frontier) endLeases(b *batch, values map[hash]float64, now time.Time) error {
	type end struct {
		hash
		attempts byte
	}
	var ends []end
	var bad error
	err := b.From(kv.Leases, nil, func(key, stored []byte) bool {
		var id hash
		if id, bad = layout.HashIn(key); bad != nil {
			return false
		}
		c := layout.Read(stored)
		ends = append(ends, end{id, c.Byte()})
		return true
	})
	if err = cmp.Or(bad, err); err != nil {
		return err
	}
	for _, e := range ends {
		r, err := f.record(e.hash)
		leased, ok := transition.Next(r.State, r.Revisited, transition.Lease)
		if err == nil && !ok {
			err = kv.ErrDamaged
		}
		if err != nil {
			return err
		}
		b.delete(kv.Leases, e.hash[:])
		r.State, r.Attempts, r.Batch = leased.To, e.attempts, false
		if value, ok := values[e.hash]; ok {
			r.Value = value
		}
		if err := f.note(&r, frontier.Event{Time: now, Kind: transition.KindExpired}); err != nil {
			return err
		}
		if err := f.requeue(&r, transition.Expire, now); err != nil {
			return err
		}
	}
	return nil
}
