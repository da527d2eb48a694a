package bolt

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt/internal/pages"
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
	if err := o.Valid(); err != nil {
		return nil, fmt.Errorf("bolt: %s: %w", path, err)
	}
	f := newFrontier(path, o)
	err := guard(path, func() error {
		content, err := pages.Inspect(path, lockTimeout, intact)
		if err != nil {
			return openError(err)
		}
		if err := f.openFile(); err != nil {
			return err
		}
		return f.prepare(content)
	})
	if err == nil {
		err = f.attempt(f.load)
		f.commit()
		err = cmp.Or(err, f.err)
	}
	if err == nil {
		return f, nil
	}
	f.fail(err)
	if f.file != nil {
		f.closeFile(f.db)
	}
	return nil, err
}

// openFile opens the database. bbolt does not close the file when it panics, so
// the file is kept.
func (f *Frontier) openFile() error {
	var err error
	if f.place, err = filepath.Abs(f.path); err != nil {
		return err
	}
	db, err := bbolt.Open(f.path, 0o600, &bbolt.Options{
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
	f.db = db
	return openError(err)
}

// prepare makes the buckets of a new file and sees whether another fits, in a
// transaction of its own.
func (f *Frontier) prepare(content error) error {
	if err := f.openBatch(); err != nil {
		return err
	}
	tx := f.batch.tx
	if err := f.agree(tx, content); err != nil {
		return err
	}
	if err := f.write(tx); err != nil {
		return err
	}
	f.batch = nil
	return nil
}

// intact reports whether a value has its checksum, which that of formatKey has not.
// Another format may have other checksums.
func intact(key, value []byte) bool {
	_, err := unseal(key, value)
	return err == nil || string(key) == string(formatKey)
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
		return withoutFormat(tx)
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
		has, err := get(meta, option.key)
		if err != nil {
			return err
		}
		if string(has) != option.want {
			return fmt.Errorf("the frontier was made with %s %s and cannot be opened with %s", option.name, has, option.want)
		}
	}
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return errDamaged
		}
	}
	if format < formatVersion {
		if err := meta.Put(formatKey, []byte(strconv.Itoa(formatVersion))); err != nil {
			return err
		}
	}
	if err := addObservations(tx); err != nil {
		return err
	}
	if !f.bounded() && tx.Bucket(lowestBucket) != nil {
		return tx.DeleteBucket(lowestBucket)
	}
	if f.bounded() && tx.Bucket(lowestBucket) == nil {
		return f.indexLowest(tx)
	}
	return nil
}

// withoutFormat says what a database is that lacks the format: another program's
// has buckets that a frontier has not. No program can put anything beside them.
func withoutFormat(tx *bbolt.Tx) error {
	known := slices.Concat(buckets, [][]byte{lowestBucket, observationsBucket})
	c := tx.Cursor()
	for name, value := c.First(); name != nil; name, value = c.Next() {
		ours := slices.ContainsFunc(known, func(b []byte) bool { return string(b) == string(name) })
		if value == nil && !ours {
			return errForeign
		}
	}
	return errDamaged
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
		stored, err = get(records, id)
		if err != nil {
			return err
		}
		r, err := decodeRecord(stored)
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
func (f *Frontier) load(b *batch) error {
	if err := f.startEpoch(b); err != nil {
		return err
	}
	stored, err := get(b.meta, countersKey)
	if err != nil {
		return err
	}
	if f.counters, err = decodeCounters(stored); err != nil {
		return err
	}
	if err := f.compareCounts(b); err != nil {
		return err
	}
	if err := f.loadObserved(b); err != nil {
		return err
	}
	now := time.Now()
	if f.clock, err = startClock(b.meta, now); err != nil {
		return err
	}
	if err := f.loadHosts(b, now); err != nil {
		return err
	}
	if err := f.findDue(); err != nil {
		return err
	}
	if err := f.endLeases(b, now); err != nil {
		return err
	}
	_, err = f.evict(hash{}, now)
	return err
}

// startEpoch counts that the file was opened.
func (f *Frontier) startEpoch(b *batch) error {
	stored, err := get(b.meta, epochKey)
	if err != nil {
		return err
	}
	epoch, err := countIn(stored)
	if err != nil {
		return err
	}
	b.put(b.meta, epochKey, countKey(epoch+1))
	f.token = (epoch + 1) << (64 - epochBits)
	return nil
}

// compareCounts finds buckets that have lost everything: an empty one looks whole.
func (f *Frontier) compareCounts(b *batch) error {
	n := &f.counters
	for _, c := range []struct {
		bucket *bbolt.Bucket
		count  uint64
	}{
		{b.records, n.records()}, {b.hosts, n.hosts}, {b.queue, n.count[transition.Queued]}, {b.delayed, n.count[transition.Delayed]},
		{b.revisits, n.count[transition.Revisiting]}, {b.leases, n.count[transition.Leased]}, {b.failures, n.count[transition.Dead]},
	} {
		if first, _ := c.bucket.Cursor().First(); (first == nil) != (c.count == 0) {
			return errDamaged
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
	c := b.hosts.Cursor()
	for key, stored := c.First(); key != nil; key, stored = c.Next() {
		if len(stored) < hostSize {
			return errDamaged
		}
		h := hosts[binary.BigEndian.Uint32(stored)]
		if h == nil {
			continue
		}
		stored, err := unseal(key, stored)
		if err != nil {
			return err
		}
		known, err := f.decodeHost(stored)
		if err != nil {
			return err
		}
		h.key, h.next = known.key, known.next
		f.settle(h, now)
		found++
	}
	if found != len(hosts) {
		return errDamaged
	}
	return nil
}

// openHosts returns the hosts that have URLs queued by their numbers, with the
// rank of the best URL of each.
func (b *batch) openHosts() (map[uint32]*host, error) {
	hosts := make(map[uint32]*host)
	c := b.queue.Cursor()
	for key, _ := c.First(); key != nil; {
		if len(key) < hostSize {
			return nil, errDamaged
		}
		number := binary.BigEndian.Uint32(key)
		k, ok := rankOnHost(number, key)
		if !ok || hosts[number] != nil || number == math.MaxUint32 {
			return nil, errDamaged
		}
		hosts[number] = &host{number: number, open: true, front: k}
		key, _ = c.Seek(binary.BigEndian.AppendUint32(nil, number+1))
	}
	return hosts, nil
}

// endLeases queues what was leased when the last owner of the file left it.
func (f *Frontier) endLeases(b *batch, now time.Time) error {
	var ids []hash
	c := b.leases.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		id, err := hashIn(key)
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		stored, err := get(b.leases, id[:])
		if err != nil {
			return err
		}
		attempts := read(stored)
		r, err := b.record(id)
		if err == nil && r.State != transition.Queued {
			err = errDamaged
		}
		if err != nil {
			return err
		}
		b.delete(b.leases, id[:])
		r.State, r.Attempts, r.batch = transition.Leased, attempts.Byte(), false
		if err := f.note(&r, frontier.Event{Time: now, Kind: transition.KindExpired}); err != nil {
			return err
		}
		if err := f.requeue(&r, transition.Expire, now); err != nil {
			return err
		}
	}
	return nil
}
