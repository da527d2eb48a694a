package frontier

import (
	"fmt"
	"time"
)

// Options say how a frontier orders and bounds its queue. The zero value is a
// best-first frontier without bounds that keeps the greater of two values.
type Options struct {
	Reevaluation Reevaluation  // what a second push of a queued URL does
	Order        Order         // which queued URL is best
	BatchSize    int           // N of BestNFirst; 0 means 256
	Capacity     int           // maximum number of queued URLs, without those waiting for a revisit; 0 means no limit
	Bytes        int64         // maximum bytes of queued URLs, sources and notes; 0 means no limit
	PerHost      int           // leases a host may have at once; 0 means 1
	LeaseTime    time.Duration // the URL of a lease older than this is leased again; 0 means never in memory and in bolt, one minute in Redis
	Refresh      float64       // share of the leases that pages due again have while there are others, 0 to 1, exact in any row of leases; 0 means when there are no others
	Continuous   bool          // while pages are due again later, Pop waits for them instead of returning io.EOF
	History      bool          // keep what Explain returns: some hundred bytes a URL, and some 15 KB where values change often and have long reasons, as with strategy.Adaptive
}

// Valid returns the error that a frontier refuses options with: a number is less than
// 0, Refresh is more than 1, or an order or a re-evaluation is none of this package's.
func (o Options) Valid() error {
	for _, n := range [...]struct {
		field string
		value int64
		zero  string // what 0 means
	}{
		{"BatchSize", int64(o.BatchSize), "the default"},
		{"Capacity", int64(o.Capacity), "no limit"},
		{"Bytes", o.Bytes, "no limit"},
		{"PerHost", int64(o.PerHost), "1"},
		{"LeaseTime", int64(o.LeaseTime), "the default"},
	} {
		if n.value < 0 {
			return fmt.Errorf("frontier: Options.%s is %d: want more than 0, or 0 for %s", n.field, n.value, n.zero)
		}
	}
	if !(o.Refresh >= 0 && o.Refresh <= 1) {
		return fmt.Errorf("frontier: Options.Refresh is %v: want 0 to 1", o.Refresh)
	}
	if o.Order > BestNFirst {
		return fmt.Errorf("frontier: Options.Order is %v: there is none such", o.Order)
	}
	if o.Reevaluation > ReplaceValues {
		return fmt.Errorf("frontier: Options.Reevaluation is %v: there is none such", o.Reevaluation)
	}
	return nil
}

// WithHistory returns the options with History on.
func (o Options) WithHistory() Options {
	o.History = true
	return o
}

// Order says which of two queued URLs is leased first.
type Order uint8

const (
	BestFirst Order = iota // the higher value; ties: the one pushed first
	FIFO                   // the one pushed first, whatever its value
	LIFO                   // the one pushed last, whatever its value

	// BestNFirst takes the N best queued URLs as a batch, leases these, the
	// best first, and only then looks for the N best again (Pant, Srinivasan
	// and Menczer 2002): what is found meanwhile waits for the next batch. A
	// URL outside the batch goes first only while no host of the batch may be
	// visited.
	BestNFirst
)

// String returns the order in words.
func (o Order) String() string {
	switch o {
	case BestFirst:
		return "best-first"
	case FIFO:
		return "fifo"
	case LIFO:
		return "lifo"
	case BestNFirst:
		return "best-n-first"
	}
	return fmt.Sprintf("Order(%d)", uint8(o))
}
