package adaptive

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// whyTaken says why a URL was fetched: what the value is made of that the frontier ranked it by. If
// more was known when it got the value, or less, these are the parts by what is known now and
// the difference. It is nil of a seed, which was fetched for being one, whatever links to it.
func (l *Learner) whyTaken(number uint32, value float64) crawl.Explanation {
	c := l.urls.at(number)
	if value >= frontier.SeedValue || !c.is(queued|moved) {
		return nil
	}
	var parts crawl.Explanation
	if c.is(raised) && value >= 1 {
		parts = atRandom{value - 1}.Explanation()
	} else {
		parts = l.valued(number).explain(func(feature int) string { return l.evidence(number, feature) })
	}
	if sum := parts.Value(); sum != value {
		parts = append(parts, crawl.Part{Of: "valued otherwise when it was taken", Factor: 1, Score: value - sum})
	}
	return parts
}

// evidence says what a feature of a URL comes from: which words, pages and directory.
func (l *Learner) evidence(number uint32, feature int) string {
	name := featureNames[feature]
	known := func(of string, t tally) string {
		return of + " (known: " + strconv.FormatFloat(t.pages, 'g', -1, 64) + ")"
	}
	c := l.urls.at(number)
	switch feature {
	case featureDirectory:
		return known("directory "+directoryOf(c.url), l.kinds.of(directoryKey(c.url)))
	case featureBlock:
		inner, _ := l.inBlocks(c)
		return known(name, inner)
	case featureOuterBlock:
		_, outer := l.inBlocks(c)
		return known(name, outer)
	case featurePath:
		return known(name, l.inPlaces(c, l.urls.list(c)))
	case featureBestSource:
		var best *fact
		l.urls.sources(c, func(s source) {
			if f := l.visits.facts.At(s.page); best == nil || f.worth > best.worth {
				best = f
			}
		})
		if best != nil {
			return name + " " + l.urls.at(best.url).url
		}
	case featureText:
		if words := l.words.telling(l.urls.open(c).text); len(words) > 0 {
			return name + " (" + strings.Join(words, ", ") + ")"
		}
	}
	return name
}

const tellingWords = 4

// telling returns those words of links that bring them near to the examples, the nearest
// first. Words on commonWord of the pages tell nobody anything.
func (v *vocabulary) telling(words []uint16) []string {
	type word struct {
		text   string
		weight float32
	}
	var all []word
	for _, number := range words {
		of := v.weights[number]
		if weight := of.rarity * of.mean; weight > 0 && float64(v.with[number]) < commonWord*(v.texts+5) {
			all = append(all, word{v.names[number], weight})
		}
	}
	slices.SortStableFunc(all, func(x, y word) int { return cmp.Compare(y.weight, x.weight) })
	var texts []string
	for _, w := range all[:min(tellingWords, len(all))] {
		texts = append(texts, w.text)
	}
	return texts
}
