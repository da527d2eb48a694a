package classify

// usualShares are what share of a journal's other links and of its articles
// have a value of a clue, by clue and value.
type usualShares [clueCount]map[string]count

func (m *NearestNeighbor) usual() *usualShares {
	if m.shares != nil {
		return m.shares
	}
	return &usual
}
