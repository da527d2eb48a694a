package frontier

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// The results of a lease are events by their numbers and names.
func TestResultsAreEvents(t *testing.T) {
	for r := Fetched; r <= Returned; r++ {
		if e := transition.End(uint8(r), false, false); e.String() != r.String() {
			t.Errorf("the result %v is the event %v", r, e)
		}
	}
}
