package classic

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// Random takes any queued URL with the same probability, whenever it was found: the
// lower bound that every strategy is compared with.
//
// Each URL waits, from when it is found, for a time drawn from the exponential
// distribution. As that distribution is memoryless, each of the queued URLs is equally
// likely to be the next. The value of a URL is the time when its wait ends, negated.
// With one worker the order depends on the seed and the pages alone.
type Random struct {
	// Seed is the seed of the order: the same one gives the same order.
	Seed uint64
}

// Value implements [crawl.Strategy].
func (r Random) Value(p *crawl.Page) crawl.Valuation {
	now := 0.0 // seeds are fetched at the beginning of time
	if p.LinkValue < 0 {
		now = -p.LinkValue
	}
	var v crawl.Valuation
	for url := range p.LinkURLs() {
		value := crawl.Explanation{{Of: "now", Factor: -1, Score: now}, {Of: "wait", Factor: -1, Score: -math.Log(chance(r.Seed, url))}}
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: value.Value(), Reason: value})
	}
	return v
}

// chance returns a number above 0 and up to 1, a hash of seed and name.
func chance(seed uint64, name string) float64 {
	var h xxhash.Digest
	h.Reset()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	h.Write(b[:])
	h.WriteString(name)
	return float64(h.Sum64()>>11+1) / (1 << 53)
}
