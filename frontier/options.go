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
	Capacity     int           // most URLs queued; 0 is no bound
	PerHost      int           // leases a host may have at once; 0 means 1
	LeaseTime    time.Duration // a lease older than this is given to another; 0 means never
}

// Order says which of two queued URLs is leased first.
type Order uint8

const (
	BestFirst Order = iota // the higher value; ties: the one pushed first
	FIFO                   // the one pushed first, whatever its value
	LIFO                   // the one pushed last, whatever its value
)

func (o Order) String() string {
	switch o {
	case BestFirst:
		return "best-first"
	case FIFO:
		return "fifo"
	case LIFO:
		return "lifo"
	}
	return fmt.Sprintf("Order(%d)", uint8(o))
}

// Reevaluation merges the value of a queued URL with that of a new discovery
// (thesis 4.1: a URL valued 5 is found again with 12).
type Reevaluation uint8

const (
	// GetGreater keeps the greater value, 12, and with it the source, depth
	// and note of that discovery.
	GetGreater Reevaluation = iota
	// IncrementValues adds the values up, 17. Source, depth and note stay
	// those of the first discovery.
	IncrementValues
)

func (r Reevaluation) String() string {
	switch r {
	case GetGreater:
		return "greater"
	case IncrementValues:
		return "increment"
	}
	return fmt.Sprintf("Reevaluation(%d)", uint8(r))
}
