package lab

import (
	"hash/maphash"
	"sync"

	"github.com/lokman-crawler/lokman/classify"
)

// remembered is a scorer that many crawls share: a text that one of them has
// scored is not scored again.
type remembered struct {
	classify.Scorer
	seed   maphash.Seed
	scores *sync.Map // score by hash of the text
}

func remember(s classify.Scorer) remembered {
	return remembered{s, maphash.MakeSeed(), new(sync.Map)}
}

// worthIt is the length of a text, in bytes, from which looking it up is
// cheaper than scoring it.
const worthIt = 512

// Score implements [classify.Scorer].
func (r remembered) Score(text string) float64 {
	if len(text) < worthIt {
		return r.Scorer.Score(text)
	}
	key := maphash.String(r.seed, text)
	if score, ok := r.scores.Load(key); ok {
		return score.(float64)
	}
	score := r.Scorer.Score(text)
	r.scores.Store(key, score)
	return score
}
