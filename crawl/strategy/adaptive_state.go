package strategy

import (
	"errors"

	"github.com/lokman-crawler/lokman/crawl"
)

// Observation implements [crawl.Resumable]. What the strategy was told by Judge and
// Refused since the last one is in it.
func (a *Adaptive) Observation(url string) []byte {
	a.mu.Lock()
	if n := a.news[url]; n != nil {
		n.seen.also = append(n.seen.also, a.told...)
		a.told = nil
	}
	a.mu.Unlock()
	return a.observation(url, linkTexts|linkContexts|linkPlaces|pageText, a.tagged)
}

// Acknowledge implements [crawl.Acknowledger], as that of the other strategies does.
func (a *Adaptive) Acknowledge(url string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := a.news[url]; n != nil {
		if !n.observed {
			a.told = nil // nobody keeps it
		}
		a.spare = n.Valuation
	}
	delete(a.news, url)
}

// Observe implements [crawl.Resumable].
func (a *Adaptive) Observe(observation []byte) error {
	return a.observe(observation, a.tagged, a.learnAgain)
}

func (a *Adaptive) tagged() string {
	var model string
	if a.Model != nil {
		model = a.Model.fingerprint()
	}
	return tagOf("adaptive", 5,
		parameter{"Scorer", a.Scorer},
		parameter{"Query", a.Query},
		parameter{"Texts", a.Texts},
		parameter{"Relevant", a.Relevant},
		parameter{"Irrelevant", a.Irrelevant},
		parameter{"Explore", max(a.Explore, -1)}, // crawl.None is -1 in the frontiers of earlier crawls
		parameter{"Seed", a.Seed},
		parameter{"Without", a.Without},
		parameter{"Model", model},
	)
}

func (a *Adaptive) learnAgain(seen *sighting) {
	a.start()
	if c := a.known[seen.url]; c != nil && c.lesson != nil && !(c.lesson.failed && seen.kind == kindPage) {
		return
	}
	if seen.kind == kindPage {
		a.places = seen.places
		a.valuation(seen.page(), seen.doc)
		a.places = nil
	} else {
		a.failed(seen.url, seen.kind)
	}
	for _, told := range seen.also {
		if told == "" {
			continue
		}
		switch url := told[1:]; told[0] {
		case '-':
			a.refuse(url)
		case '>':
			a.redirect(seen.url, url)
		default:
			a.setJudgment(url, told[0] == 'y')
		}
	}
}

// failureKind says what became of a URL that gave no page.
func failureKind(why error) kind {
	switch {
	case errors.Is(why, crawl.ErrRedirected):
		return kindRedirected
	case errors.Is(why, crawl.ErrNotModified):
		return kindNotModified
	}
	switch crawl.Cause(why) {
	case "host limit", "robots unreachable", "connect", "dns", "refused address":
		return kindHostFailed
	}
	return kindFailed
}
