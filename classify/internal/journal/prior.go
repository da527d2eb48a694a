package journal

import (
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// priorShares are what share of a journal's other links and of its articles
// have a value of a clue, by clue and value.
type priorShares [clueCount]map[string]verdict.Count
