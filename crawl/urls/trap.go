package urls

import "strconv"

// A Trap names the guard that stopped a URL.
type Trap string

// The traps, each beside the field of [Guard] that limits it.
const (
	TooLong     Trap = "too long"     // Length
	TooDeep     Trap = "too deep"     // Depth
	PathGrowth  Trap = "path growth"  // Repeats
	HostAliases Trap = "host aliases" // Hosts
	Calendar    Trap = "calendar"     // Dates
	Session     Trap = "session"      // Sessions
	Pagination  Trap = "pagination"   // Pages
	Facets      Trap = "facets"       // Facets
	Pattern     Trap = "pattern"      // Alike
)

// A TrapError says which URL looks like which trap.
type TrapError struct {
	URL  string // in canonical form
	Trap Trap
}

// Cause names the trap, for a metric's label.
func (e *TrapError) Cause() string { return string(e.Trap) }

func (e *TrapError) Error() string {
	const shown = 256
	url := e.URL
	if len(url) > shown {
		url = url[:shown] + "..."
	}
	return "trap, " + string(e.Trap) + ": " + strconv.Quote(url)
}
