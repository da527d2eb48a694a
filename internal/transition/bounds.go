package transition

import "fmt"

// What all frontiers bound alike.
const (
	MaxEvents  = 32   // events in the history of one URL
	MaxRank    = 1000 // how far frontier.Event.Rank is counted, and what Peek returns
	MaxSources = 32   // sources of one URL that are told apart; those beyond count as one
	MaxDue     = 256  // records that a Pop finds due to be fetched again: the others are found by those after it
	BatchSize  = 256  // N of frontier.BestNFirst if the options say nothing: what Pant, Srinivasan and Menczer (2002) had
)

// ValidPopN returns the error that PopN refuses a number of URLs with, nil if it is 1
// or more.
func ValidPopN(n int) error {
	if n < 1 {
		return fmt.Errorf("frontier: PopN of %d URLs: want 1 or more", n)
	}
	return nil
}
