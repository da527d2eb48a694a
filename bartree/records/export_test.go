package records

import "github.com/lokman-crawler/lokman/bartree"

// LearnWith is Learn with other choices of what was chosen by data.
func LearnWith(page []byte, record bartree.Region, inline, run float64) (*List, error) {
	return learn(page, record, tuning{inline, run})
}
