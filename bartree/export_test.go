package bartree

// LearnListWith is LearnList with other choices of what was chosen by data.
func LearnListWith(page []byte, record Region, inline, run float64) (*List, error) {
	return learnList(page, record, tuning{inline, run})
}
