package frontier

// state is where a record is. A record is in exactly one place.
type state uint8

const (
	fresh      state = iota // about to be queued for the first time
	queued                  // in its host's queue
	delayed                 // waits for its own time, in Memory.delayed
	revisiting              // waits for everything else, on Memory.revisits
	leased
	done
	dead
	evicted // out of the queue for want of room; comes back with a higher value
)

// record is what a Memory knows of one URL. It is kept for good, since a URL
// that has been forgotten would be fetched again.
type record struct {
	url, source, note string

	value float64
	seq   uint64 // order of arrival; decides ties
	host  *host

	pos    int32 // in the host's queue or in Memory.delayed
	lowPos int32 // in Memory.lowest
	depth  int32

	hops      uint8
	attempts  uint8
	state     state
	revisited bool
}

func (r *record) entry() Entry {
	return Entry{
		URL: r.url, Host: r.host.key, Value: r.value, Source: r.source,
		Depth: int(r.depth), Hops: int(r.hops), Note: r.note,
	}
}

// discovered takes over the discovery that counts.
func (r *record) discovered(e Entry) {
	r.source, r.note, r.depth, r.hops = e.Source, e.Note, int32(e.Depth), uint8(min(e.Hops, 255))
}

// Records stand in blocks, so that growing never copies them and a million of
// them never need twice their room.
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
