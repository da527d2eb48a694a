package adaptive

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// whyTaken says why a URL was fetched: what the value is made of that the frontier ranked it by. If
// it has got another since, from pages that other workers fetched, these are its parts and
// the difference. It is nil of a seed, which was fetched for being one, whatever links to it.
func (v *valuer) whyTaken(c *candidate, value float64) crawl.Explanation {
	why := c.reason
	c.reason = nil
	if value >= frontier.SeedValue {
		return nil
	}
	var parts crawl.Explanation
	switch why := why.(type) {
	case *change:
		parts = why.explain(func(feature int) string { return v.evidence(c, feature) })
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
func (v *valuer) evidence(c *candidate, feature int) string {
	name := featureNames[feature]
	known := func(of string, t tally) string {
		return of + " (known: " + strconv.FormatFloat(t.pages, 'g', -1, 64) + ")"
	}
	switch feature {
	case featureDirectory:
		return known("directory "+directoryOf(c.url), *c.directory)
	case featureBlock:
		return known(name, v.tallies.sum(&c.blocks[0]))
	case featureOuterBlock:
		return known(name, v.tallies.sum(&c.blocks[1]))
	case featurePath:
		return known(name, v.tallies.sum(&c.paths))
	case featureBestSource:
		if len(c.sources) > 0 {
			best := slices.MaxFunc(c.sources, func(x, y *visit) int { return cmp.Compare(x.worth, y.worth) })
			return name + " " + best.candidate.url
		}
	case featureText:
		if words := v.words.telling(c.caption); len(words) > 0 {
			return name + " (" + strings.Join(words, ", ") + ")"
		}
	}
	return name
}

const tellingWords = 4

// telling returns the words of a link's text that bring it near to the examples, the nearest
// first. Words on commonWord of the pages tell nobody anything.
func (v *vocabulary) telling(caption string) []string {
	type word struct {
		text   string
		weight float32
	}
	var all []word
	for w := range phrase.Words(caption) {
		number := v.number(slotOf(xxhash.Sum64(w.Text)))
		of := v.weights[number]
		if weight := of.rarity * of.mean; weight > 0 && float64(v.with[number]) < commonWord*(v.texts+5) {
			all = append(all, word{string(w.Text), weight})
		}
	}
	slices.SortStableFunc(all, func(x, y word) int { return cmp.Compare(y.weight, x.weight) })
	var texts []string
	for _, w := range all[:min(tellingWords, len(all))] {
		texts = append(texts, w.text)
	}
	return texts
}
