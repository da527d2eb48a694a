package strategy_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// Without blocks, places of the layout and directories nothing distinguishes the lists.
func TestAdaptiveWithout(t *testing.T) {
	w := lists(4, 25, false)
	without := strategy.Blocks | strategy.Layout | strategy.Directories
	n := w.relevant(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Without: without}, 41)
	if all := w.relevant(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, 41); n >= all {
		t.Errorf("%d of 25 pages without blocks, %d with them", n, all)
	}
}
