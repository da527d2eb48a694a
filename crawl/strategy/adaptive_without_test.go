package strategy_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/internal/ablation"
	"github.com/lokman-crawler/lokman/ontology"
)

// Without directories nothing distinguishes the links of an archive.
func TestAdaptiveWithout(t *testing.T) {
	w := archive(100)
	n := relevant(t, w, without(&strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, ablation.Directories), 51)
	if all := relevant(t, w, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, 51); n >= all {
		t.Errorf("%d of 50 pages without directories, %d with them", n, all)
	}
}

// without leaves ingredients out.
func without(a *strategy.Adaptive, out ablation.Ingredients) *strategy.Adaptive {
	a.Without = out
	return a
}
