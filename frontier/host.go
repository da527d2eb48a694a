package frontier

import "time"

// host is the queue of one key of politeness. With URLs queued it stands in
// Memory.ready when it may be visited now and in Memory.waiting when it may be
// visited later; a host with as many leases as it is allowed stands in neither.
type host struct {
	key    string
	queue  heap[uint32]
	next   time.Time // not before
	leases int
	place  *heap[*host] // Memory.ready, Memory.waiting or nil
	pos    int32        // in place
}

// settle puts a host where its queue, leases and next time say it belongs. It
// is called after any of these has changed.
func (f *Memory) settle(h *host, now time.Time) {
	var place *heap[*host]
	switch {
	case len(h.queue.items) == 0 || h.leases >= f.perHost():
	case h.next.After(now):
		place = &f.waiting
	default:
		place = &f.ready
	}
	if h.place == place {
		if place != nil {
			place.fix(h.pos)
		}
		return
	}
	if h.place != nil {
		h.place.remove(h.pos)
	}
	h.place = place
	if place != nil {
		place.push(h)
	}
}

func (f *Memory) perHost() int { return max(1, f.options.PerHost) }

func (f *Memory) hostFor(key string) *host {
	h := f.hosts[key]
	if h == nil {
		h = &host{key: key, queue: heap[uint32]{before: f.before, moved: f.setPos}}
		f.hosts[key] = h
	}
	return h
}
