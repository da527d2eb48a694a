package frontier

import (
	"context"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// A Record is what a frontier knows about a URL.
type Record struct {
	URL      string
	State    string    // queued, delayed (to a time of its own), revisiting (queued for its revisit), leased, done, dead, evicted; done and due again: due (later), overdue or refreshing (leased)
	Value    float64   // merged, as the queue ranks it
	Depth    int       // fewest links from a seed
	Attempts int       // Lease.Attempt of the last lease; 0 of a page that was fetched and is due again
	Ended    time.Time // when the last outcome came, one that Returned the URL aside; zero before the first
	Reason   string    // of that outcome
}

// Record implements [Abilities].
func (f *Memory) Record(_ context.Context, url string) (Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id, known := f.ids[url]; known {
		return f.public(id), nil
	}
	return Record{URL: url}, nil
}

func (f *Memory) public(id uint32) Record {
	r := f.records.at(id)
	public := Record{
		URL: r.url, State: r.State.String(), Value: r.value, Depth: int(r.depth),
		Attempts: int(r.Attempts), Reason: f.reasons[id],
	}
	if r.ended != 0 {
		public.Ended = time.Unix(0, r.ended)
	}
	return public
}

// Records implements [Abilities]. It yields those that are there when it begins, the
// oldest first.
func (f *Memory) Records(ctx context.Context, states ...string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		wanted, err := transition.Named(states)
		f.mu.Lock()
		end := f.records.n
		f.mu.Unlock()
		for from := uint32(0); from < end || err != nil; from += 1 << blockBits {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			for _, r := range f.someRecords(from, min(from+1<<blockBits, end), wanted) {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// someRecords returns those records of some ids that are in the states wanted.
func (f *Memory) someRecords(from, end uint32, wanted [transition.States]bool) (some []Record) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id := from; id < end; id++ {
		if wanted[f.records.at(id).State] {
			some = append(some, f.public(id))
		}
	}
	return some
}
