package bartree

import (
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
)

// A Version is a template as it was learned at a time. Versions are never
// overwritten; the template of one is learned again with the pages that are read
// with it until they are eight.
type Version struct {
	Parent     int       // index of the version it replaced; -1 for the first
	Reason     string    // why it was made
	Confidence float64   // 0 to 1: how sure it was that the region had been found again
	First      time.Time // seen
	Last       time.Time // seen
	Template   *Template // of the pages of this version

	tree     *bar.Tree // with the places of the parts in this version
	growth   growth
	rejected bool // a person rolled it back
}
