package bolt

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// lockTimeout is how long Open waits for another owner of the file to go.
const lockTimeout = time.Second

var (
	errLocked  = errors.New("the file is locked: it is open as a frontier here or in another process")
	errForeign = errors.New("the file is a bbolt database, but no frontier")
)

// Open opens the frontier in the file at path, or makes a new one. Leases that
// were held when the file was closed, or its process died, have ended: their
// URLs are queued, and the attempts count. The file belongs to one Frontier at
// a time; Open fails after a second if another has it.
func Open(path string, o Options) (*Frontier, error) {
	f := newFrontier(path, o)
	err := guard(path, func() {
		content, err := inspect(path)
		check(err)
		f.openFile()
		f.openBatch()
		check(f.agree(f.batch.tx, content))
		f.write(f.batch.tx)
		f.batch = nil
		f.load()
		f.commit()
		check(f.err)
	})
	if err == nil {
		return f, nil
	}
	f.fail(err)
	if f.db != nil {
		f.closeFile(f.db)
	} else if f.file != nil {
		f.file.Close()
	}
	return nil, err
}

// openFile opens the database. bbolt does not close the file when it panics, so
// the file is kept.
func (f *Frontier) openFile() {
	db, err := bbolt.Open(f.path, 0o644, &bbolt.Options{
		Timeout: lockTimeout,
		NoSync:  f.options.NoSync,
		// Free pages are found by a walk through the file at Open instead of
		// being written at every commit.
		NoFreelistSync: true,
		FreelistType:   bbolt.FreelistMapType,
		NoStatistics:   true,
		OpenFile: func(name string, flag int, perm os.FileMode) (*os.File, error) {
			file, err := os.OpenFile(name, flag, perm)
			f.file = file
			return file, err
		},
	})
	check(openError(err))
	f.db = db
}

func openError(err error) error {
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return errLocked
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrChecksum),
		errors.Is(err, bbolterrors.ErrVersionMismatch):
		return fmt.Errorf("%w or no frontier", errDamaged)
	}
	return err
}

// The keys of the bucket meta, besides countersKey.
var (
	formatKey       = []byte("format")
	reevaluationKey = []byte("reevaluation")
	orderKey        = []byte("order")
	epochKey        = []byte("epoch")
)

// agree makes the buckets of a new file, and sees whether those of another fit.
// content is what is wrong with its values, if their checksums are ours.
func (f *Frontier) agree(tx *bbolt.Tx, content error) error {
	if first, _ := tx.Cursor().First(); first == nil {
		if err := f.create(tx); err != nil {
			return err
		}
	}
	meta := tx.Bucket(metaBucket)
	if meta == nil || meta.Get(formatKey) == nil {
		return errForeign
	}
	format, err := strconv.Atoi(string(meta.Get(formatKey)))
	if err != nil {
		return errDamaged
	}
	if format > formatVersion {
		return fmt.Errorf("the file has format %d and was made by a newer version of this package, which reads formats up to %d", format, formatVersion)
	}
	if content != nil {
		return content
	}
	for _, option := range []struct {
		name string
		key  []byte
		want string
	}{
		{"Reevaluation", reevaluationKey, f.options.Reevaluation.String()},
		{"Order", orderKey, f.options.Order.String()},
	} {
		if has := string(get(meta, option.key)); has != option.want {
			return fmt.Errorf("the frontier was made with %s %s and cannot be opened with %s", option.name, has, option.want)
		}
	}
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return errDamaged
		}
	}
	if !f.bounded() && tx.Bucket(lowestBucket) != nil {
		return tx.DeleteBucket(lowestBucket)
	}
	if f.bounded() && tx.Bucket(lowestBucket) == nil {
		return f.indexLowest(tx)
	}
	return nil
}

func (f *Frontier) create(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	meta := tx.Bucket(metaBucket)
	return errors.Join(
		meta.Put(formatKey, []byte(strconv.Itoa(formatVersion))),
		meta.Put(reevaluationKey, seal(reevaluationKey, []byte(f.options.Reevaluation.String()))),
		meta.Put(orderKey, seal(orderKey, []byte(f.options.Order.String()))),
		meta.Put(epochKey, seal(epochKey, countKey(0))),
		meta.Put(countersKey, seal(countersKey, f.counters.encode())))
}

// indexLowest makes the index that a capacity takes.
func (f *Frontier) indexLowest(tx *bbolt.Tx) error {
	lowest, err := tx.CreateBucket(lowestBucket)
	if err != nil {
		return err
	}
	records := tx.Bucket(recordsBucket)
	add := func(key, stored []byte) error {
		id, err := unseal(key, stored)
		if err != nil {
			return err
		}
		r, err := decodeRecord(get(records, id))
		if err != nil {
			return err
		}
		k := rankOf(f.options.Order, &r)
		return lowest.Put(k[:], seal(k[:], slices.Clone(id)))
	}
	return cmp.Or(tx.Bucket(queueBucket).ForEach(add), tx.Bucket(delayedBucket).ForEach(add))
}

// epochBits are the bits of a token that count how often the file was opened;
// with the others the leases since then are counted. So no token is given
// twice.
const epochBits = 24

// load reads what is kept in memory and ends the leases of the last owner.
func (f *Frontier) load() {
	b := f.writing()
	epoch := get(b.meta, epochKey)
	if len(epoch) != 8 {
		check(errDamaged)
	}
	opened := binary.BigEndian.Uint64(epoch) + 1
	b.put(b.meta, epochKey, countKey(opened))
	f.token = opened << (64 - epochBits)

	var err error
	f.counters, err = decodeCounters(get(b.meta, countersKey))
	check(err)
	f.compareCounts()
	now := time.Now()
	f.clock = startClock(b.meta, now)
	f.loadHosts(now)
	f.findDue()
	f.endLeases(now)
	f.evict(hash{}, now)
}

// compareCounts finds buckets that have lost everything: an empty one looks whole.
func (f *Frontier) compareCounts() {
	b, n := f.writing(), &f.counters
	for _, c := range []struct {
		bucket *bbolt.Bucket
		count  uint64
	}{
		{b.records, n.records()}, {b.hosts, n.hosts}, {b.queue, n.count[transition.Queued]}, {b.delayed, n.count[transition.Delayed]},
		{b.revisits, n.count[transition.Revisiting]}, {b.leases, n.count[transition.Leased]}, {b.failures, n.count[transition.Dead]},
	} {
		if first, _ := c.bucket.Cursor().First(); (first == nil) != (c.count == 0) {
			check(errDamaged)
		}
	}
}

// loadHosts reads the hosts that have URLs queued.
func (f *Frontier) loadHosts(now time.Time) {
	b := f.writing()
	hosts := make(map[uint32]*host)
	c := b.queue.Cursor()
	for key, _ := c.First(); key != nil; {
		if len(key) < hostSize {
			check(errDamaged)
		}
		number := binary.BigEndian.Uint32(key)
		k, ok := rankOnHost(number, key)
		if !ok || hosts[number] != nil || number == math.MaxUint32 {
			check(errDamaged)
		}
		hosts[number] = &host{number: number, open: true, front: k}
		key, _ = c.Seek(binary.BigEndian.AppendUint32(nil, number+1))
	}
	found := 0
	c = b.hosts.Cursor()
	for key, stored := c.First(); key != nil; key, stored = c.Next() {
		if len(stored) < hostSize {
			check(errDamaged)
		}
		h := hosts[binary.BigEndian.Uint32(stored)]
		if h == nil {
			continue
		}
		stored, err := unseal(key, stored)
		check(err)
		known, err := f.decodeHost(stored)
		check(err)
		h.key, h.next = known.key, known.next
		f.settle(h, now)
		found++
	}
	if found != len(hosts) {
		check(errDamaged)
	}
}

// endLeases queues what was leased when the last owner of the file left it.
func (f *Frontier) endLeases(now time.Time) {
	b := f.writing()
	var ids []hash
	c := b.leases.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		ids = append(ids, hashIn(key))
	}
	for _, id := range ids {
		attempts := cursor{rest: get(b.leases, id[:])}
		b.delete(b.leases, id[:])
		r := f.listed(id[:], transition.Queued)
		r.State, r.Attempts, r.batch = transition.Leased, attempts.byte(), false
		f.note(&r, frontier.Event{Time: now, Kind: frontier.Expired})
		f.requeue(&r, transition.Expire, now)
	}
}
