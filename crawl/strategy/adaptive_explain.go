package strategy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
)

// whyTaken says why a URL was fetched: what the value is made of that the frontier ranked it by. It
// is nil if that value is not the latest that was given.
func (a *Adaptive) whyTaken(c *candidate, value float64) crawl.Explanation {
	why := c.why
	c.why = nil
	if c.given != value {
		return nil
	}
	switch why := why.(type) {
	case *change:
		return why.explain(func(feature int) string { return a.evidence(c, feature) })
	case atRandom:
		return why.Explanation()
	}
	return nil
}

// evidence says what a feature of a URL comes from: which words, pages and directory. The numbers
// beside it are those of the value; the pages that are known may be more by now.
func (a *Adaptive) evidence(c *candidate, feature int) string {
	name := featureNames[feature]
	known := func(r record) string { return fmt.Sprintf("%s (known: %g)", name, r.pages) }
	switch feature {
	case featureDirectory:
		return fmt.Sprintf("directory %s (known: %g)", directoryOf(c.url), c.directory.pages)
	case featureBlock:
		return known(sumOf(c.blocks[0]))
	case featureOuterBlock:
		return known(sumOf(c.blocks[1]))
	case featurePath:
		return known(sumOf(c.paths))
	case featureBestSource:
		if len(c.sources) > 0 {
			best := slices.MaxFunc(c.sources, func(x, y *lesson) int { return cmp.Compare(x.worth, y.worth) })
			return name + " " + best.candidate.url
		}
	case featureText:
		return withWords(name, a.words.tell(c.text.words))
	case featureContext:
		return withWords(name, a.words.tell(c.context.words))
	}
	return name
}

func withWords(name string, words []string) string {
	if len(words) == 0 {
		return name
	}
	return name + " (" + strings.Join(words, ", ") + ")"
}

// spellings are the words of links by their numbers, each as it was first written; nil has none.
type spellings []string

func (s spellings) note(word uint32, text string) {
	if s != nil && s[word] == "" {
		s[word] = strings.ToLower(text)
	}
}

const toldWords = 4

// tell returns those of some words that bring them near to the examples, the most telling first.
func (v *vocabulary) tell(words []uint32) []string {
	weight := func(word uint32) float32 { return v.words[word].rarity * v.words[word].mean }
	var telling []uint32
	for _, w := range words {
		if weight(w) > 0 && v.spelled[w] != "" {
			telling = append(telling, w)
		}
	}
	slices.SortStableFunc(telling, func(x, y uint32) int { return cmp.Compare(weight(y), weight(x)) })
	var told []string
	for _, w := range telling[:min(toldWords, len(telling))] {
		told = append(told, v.spelled[w])
	}
	return told
}
