package strategy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/pieces"
)

// Observation implements [crawl.Resumable]. What the strategy was told by Judge and
// Refused since the last one is in it.
func (a *Adaptive) Observation(url string) []byte {
	store := observed.Of(&a.memory)
	store.Lock()
	if p := store.Pending[url]; p != nil {
		p.Seen.Feedback = append(p.Seen.Feedback, a.feedback...)
		a.feedback = nil
	}
	store.Unlock()
	return store.Observation(url, observed.LinkTexts|observed.LinkContexts|observed.LinkPlaces|observed.PageText, a.tagged)
}

// Acknowledge does what [crawl.Strategy] says, as that of the other strategies does.
func (a *Adaptive) Acknowledge(url string) {
	store := observed.Of(&a.memory)
	store.Lock()
	defer store.Unlock()
	if p := store.Pending[url]; p != nil {
		if !p.Observed {
			a.feedback = nil // nobody keeps it
		}
		a.spare = p.Valuation
	}
	delete(store.Pending, url)
}

// Observe implements [crawl.Resumable].
func (a *Adaptive) Observe(ctx context.Context, observation []byte) error {
	store := observed.Of(&a.memory)
	scores := normalized.Scores{Scorer: a.Scorer}
	return store.Observe(observation, a.tagged, func(seen *observed.Facts) (err error) {
		store.Lock()
		learns := seen.Kind == observed.Page && !a.knows(seen)
		store.Unlock()
		if learns {
			scores, err = scores.Ask(ctx, seen.Doc)
		}
		return err
	}, func(seen *observed.Facts) { a.learnAgain(seen, scores) })
}

// Snapshot does what [crawl.Resumable] says.
func (a *Adaptive) Snapshot(more bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		store := observed.Of(&a.memory)
		head := store.Observation("", 0, a.tagged)
		store.Lock()
		defer store.Unlock()
		if more || yield(head) {
			told := slices.Clone(a.feedback)
			for _, url := range slices.Sorted(maps.Keys(store.Pending)) {
				told = append(append(told, feedbackOf+url), store.Pending[url].Seen.Feedback...)
			}
			a.started().Snapshot(more, strings.Join(told, "\n"), yield)
		}
	}
}

// Restore does what [crawl.Resumable] says.
func (a *Adaptive) Restore(all iter.Seq2[[]byte, error]) error {
	next, stop := iter.Pull2(all)
	defer stop()
	store := observed.Of(&a.memory)
	head, err, _ := next()
	if err == nil {
		err = store.Observe(head, a.tagged, nil, nil)
	}
	if err != nil {
		return err
	}
	store.Lock()
	defer store.Unlock()
	a.learner = nil
	told, err := a.started().Restore(func(yield func([]byte, error) bool) {
		for piece, err, ok := next(); ok && yield(piece, err); piece, err, ok = next() {
		}
	})
	if err != nil {
		a.learner = nil
		if errors.Is(err, pieces.ErrForeign) {
			err = fmt.Errorf("strategy: Adaptive: %w: %w", crawl.ErrDamaged, err)
		}
		return err
	}
	a.restored = make(map[string][]string)
	of := ""
	for told := range strings.SplitSeq(told, "\n") {
		if url, ok := strings.CutPrefix(told, feedbackOf); ok {
			of, told = url, ""
		}
		a.restored[of] = append(a.restored[of], told)
	}
	return nil
}

func (a *Adaptive) tagged() string {
	var model string
	if a.Model != nil {
		model = a.Model.fingerprint()
	}
	return observed.Tag("adaptive", 5,
		observed.Set("Scorer", a.Scorer),
		observed.Set("Query", a.Query),
		observed.Set("Texts", a.Texts),
		observed.Set("Relevant", a.Relevant),
		observed.Set("Irrelevant", a.Irrelevant),
		observed.Set("Explore", max(a.Explore, -1)), // crawl.None is -1 in the frontiers of earlier crawls
		observed.Set("Seed", a.Seed),
		observed.Set("Without", a.Without),
		observed.Set("Model", model),
	)
}

// knows reports whether the strategy has learned from a URL what is to be learned.
func (a *Adaptive) knows(seen *observed.Facts) bool {
	visited, failed := a.started().Visited(seen.URL)
	return visited && !(failed && seen.Kind == observed.Page)
}

// knew reports whether the snapshot has feedback that an observation of a URL has. It does so once.
func (a *Adaptive) knew(of, told string) bool {
	i := slices.Index(a.restored[of], told)
	if i < 0 {
		return false
	}
	a.restored[of] = slices.Delete(a.restored[of], i, i+1)
	return true
}

func (a *Adaptive) learnAgain(seen *observed.Facts, scores normalized.Scores) {
	defer delete(a.restored, seen.URL)
	switch {
	case a.knows(seen):
		if a.restored[seen.URL] == nil {
			return
		}
	case seen.Kind == observed.Page:
		a.by(scores).Page(seen.Page(), seen.Doc, seen.Places, crawl.Valuation{})
	default:
		a.failed(seen.URL, seen.Kind)
	}
	for _, told := range seen.Feedback {
		if told == "" || a.knew(seen.URL, told) || a.knew("", told) {
			continue
		}
		switch what, url := told[:1], told[1:]; what {
		case feedbackRefused:
			a.learner.Refused(url)
		case feedbackRedirected:
			a.learner.Redirected(seen.URL, url)
		default:
			a.learner.Judge(url, what == feedbackRelevant)
		}
	}
}
