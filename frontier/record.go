package frontier

import (
	"time"

	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// record is what a Memory knows about one URL. It is kept for good, since a URL
// that has been forgotten would be fetched again. Its id is its place among all
// records, the oldest first.
type record struct {
	url, source, note string

	value float64
	host  *host // in whose queue it is when it is queued
	ended int64 // when the last lease did, in nanoseconds since 1970; 0 for never
	depth int32

	transition.Record
	hops  uint8
	batch bool // in the batch of BestNFirst
}

func (r *record) entry() Entry {
	return Entry{
		URL: r.url, Host: r.host.key, Value: r.value, Source: r.source,
		Depth: int(r.depth), Hops: int(r.hops), Note: r.note,
	}
}

// discovered takes over the discovery that counts, but for its depth.
func (r *record) discovered(e Entry) {
	r.source, r.note, r.hops = e.Source, e.Note, uint8(min(e.Hops, 255))
}

// host is the queue of one key of politeness. With URLs queued it stands in
// Memory.ready when it may be visited now and in Memory.waiting when it may be
// visited later; a host with as many leases as it is allowed stands in neither. Its queue
// of overdue pages stands in Memory.overdue for Memory.ready.
type host struct {
	key    string
	of     *host // itself, or the host whose queue of overdue pages this is: its next and leases count
	again  *host // that queue, nil before there was such a page
	queue  heap.Heap[rank]
	front  rank      // queue.Items[0], so that comparing two hosts does not touch their queues
	next   time.Time // not before
	leases int
	place  *heap.Heap[*host] // Memory.ready, Memory.overdue, Memory.waiting or nil
	pos    int32             // in place
}

// Records stand in blocks, so that growing never copies them and a million of
// them never need twice their memory.
const blockBits = 12

type records struct {
	blocks [][]record
	n      uint32
}

func (rs *records) at(id uint32) *record {
	return &rs.blocks[id>>blockBits][id&(1<<blockBits-1)]
}

func (rs *records) add() uint32 {
	id := rs.n
	if id>>blockBits == uint32(len(rs.blocks)) {
		rs.blocks = append(rs.blocks, make([]record, 1<<blockBits))
	}
	rs.n++
	return id
}

// rank is a queued record's place in the order. It stands in the heaps by
// value, so that comparing two does not touch their records: four children of
// a heap fill one cache line.
type rank struct {
	key   float64
	id    uint32
	batch bool
}

// ranksBefore reports whether a is leased before b. No two rank the same.
func ranksBefore(a, b rank) bool {
	if a.key != b.key || a.batch != b.batch {
		if a.batch != b.batch {
			return a.batch
		}
		return a.key > b.key
	}
	return a.id < b.id
}

func ranksAfter(a, b rank) bool { return ranksBefore(b, a) }

// rank returns the rank of a record under an order.
func (o Order) rank(id uint32, r *record) rank {
	switch o {
	case FIFO:
		return rank{key: -float64(id), id: id}
	case LIFO:
		return rank{key: float64(id), id: id}
	}
	return rank{key: r.value, id: id, batch: r.batch}
}

// positions are where records stand in a heap, by id.
type positions struct{ blocks [][]int32 }

func (ps *positions) at(id uint32) int32 { return ps.blocks[id>>blockBits][id&(1<<blockBits-1)] }

func (ps *positions) set(r rank, pos int32) {
	for r.id>>blockBits >= uint32(len(ps.blocks)) {
		ps.blocks = append(ps.blocks, make([]int32, 1<<blockBits))
	}
	ps.blocks[r.id>>blockBits][r.id&(1<<blockBits-1)] = pos
}
