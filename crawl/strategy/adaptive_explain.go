package strategy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// whyTaken says why a URL was fetched: what the value is made of that the frontier ranked it by. If
// it has got another since, from pages that other workers fetched, these are its parts and
// the difference. It is nil of a seed, which was fetched for being one, whatever links to it.
func (a *Adaptive) whyTaken(c *candidate, value float64) crawl.Explanation {
	why := c.why
	c.why = nil
	if value >= crawl.SeedValue {
		return nil
	}
	var parts crawl.Explanation
	switch why := why.(type) {
	case *change:
		parts = why.explain(func(feature int) string { return a.evidence(c, feature) })
	case atRandom:
		parts = why.Explanation()
	default:
		return nil
	}
	if sum := parts.Value(); sum != value {
		parts = append(parts, crawl.Part{Of: "valued otherwise when it was taken", Factor: 1, Score: value - sum})
	}
	return parts
}

// evidence says what a feature of a URL comes from: which words, pages and directory. The numbers
// beside it are those of the value; the pages that are known may be more by now.
func (a *Adaptive) evidence(c *candidate, feature int) string {
	name := featureNames[feature]
	known := func(of string, r record) string {
		return of + " (known: " + strconv.FormatFloat(r.pages, 'g', -1, 64) + ")"
	}
	switch feature {
	case featureDirectory:
		return known("directory "+directoryOf(c.url), *c.directory)
	case featureBlock:
		return known(name, a.sumOf(&c.blocks[0]))
	case featureOuterBlock:
		return known(name, a.sumOf(&c.blocks[1]))
	case featurePath:
		return known(name, a.sumOf(&c.paths))
	case featureBestSource:
		if len(c.sources) > 0 {
			best := slices.MaxFunc(c.sources, func(x, y *lesson) int { return cmp.Compare(x.worth, y.worth) })
			return name + " " + best.candidate.url
		}
	case featureText:
		if words := a.words.tell(c.caption); len(words) > 0 {
			return name + " (" + strings.Join(words, ", ") + ")"
		}
	}
	return name
}

const toldWords = 4

// tell returns the words of a link's text that bring it near to the examples, the most telling
// first. Words on commonWord of the pages tell nobody anything.
func (v *vocabulary) tell(caption string) []string {
	type word struct {
		text   string
		weight float32
	}
	var telling []word
	for w := range phrase.Words(caption) {
		number := v.number(placeOf(xxhash.Sum64(w.Text)))
		of := v.words[number]
		if weight := of.rarity * of.mean; weight > 0 && float64(v.with[number]) < commonWord*(v.texts+5) {
			telling = append(telling, word{string(w.Text), weight})
		}
	}
	slices.SortStableFunc(telling, func(x, y word) int { return cmp.Compare(y.weight, x.weight) })
	var told []string
	for _, w := range telling[:min(toldWords, len(telling))] {
		told = append(told, w.text)
	}
	return told
}
