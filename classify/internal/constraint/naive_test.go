package constraint

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The definition of Rules, against which the faster code is tested: each link
// is compared with each word, both cut into tokens for it.

func naiveElimination(c Rules, l *anchor.Link, pageURL string) (kept bool, evidence []string) {
	for _, word := range naiveUnwanted(c, l, pageURL) {
		evidence = append(evidence, "V: "+word)
	}
	if l.URL == "" {
		evidence = append(evidence, "leads to no web page")
	} else if !c.Elsewhere && weburl.HostOf(l.URL) != weburl.HostOf(pageURL) {
		evidence = append(evidence, "another server")
	}
	return len(evidence) == 0, evidence
}

func naiveClassify(c Rules, l *anchor.Link) verdict.Answer {
	var found verdict.Answer
	for _, set := range []struct {
		class string
		words []string
	}{{verdict.PDF, c.PDF}, {verdict.Abstract, c.Abstract}, {verdict.FullText, c.FullText}} {
		for _, word := range naiveHaving(c, l, set.words) {
			if found.Class == "" {
				found.Class, found.Confidence = set.class, 1
			}
			found.Evidence = append(found.Evidence, set.class+": "+word)
		}
	}
	if found.Class == "" {
		found.Class = verdict.Unfiled
	}
	return found
}

func naiveUnwanted(c Rules, l *anchor.Link, pageURL string) []string {
	if !c.Tokens {
		return naiveHaving(c, l, c.Eliminated)
	}
	own, href, text := units(pageURL, false), units(l.Href, true), anchor.Tokens(l.Shown())
	var found []string
	for _, w := range c.Eliminated {
		phrase := strings.Join(anchor.Tokens(w), " ")
		if slices.Contains(href, phrase) && !slices.Contains(own, phrase) || phrase != "" && strings.Join(text, " ") == phrase {
			found = append(found, w)
		}
	}
	return found
}

func naiveHaving(c Rules, l *anchor.Link, words []string) []string {
	caption := l.Shown()
	var found []string
	if !c.Tokens {
		href := excerpt.Cut(l.Href, anchor.MaxComponent)
		for _, w := range words {
			if w != "" && (strings.Contains(href, w) || caption == w) {
				found = append(found, w)
			}
		}
		return found
	}
	href, text := units(l.Href, false), anchor.Tokens(caption)
	for _, w := range words {
		phrase := anchor.Tokens(w)
		if len(phrase) > 0 && slices.Contains(href, strings.Join(phrase, " ")) || len(text) <= labelTokens+len(phrase) && contains(text, phrase) {
			found = append(found, w)
		}
	}
	return found
}

// printed are sets as the paper prints them.
var printed = Sets{
	Eliminated: []string{"home", "archive", "search"},
	Abstract:   []string{"abstract", "abs", "list", "[Abstract]", "Abstract"},
	FullText:   []string{"full", "Full Text", "Full text", "References"},
	PDF:        []string{"PDF", "pdf"},
}

func TestRulesAreAsDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, page := linktest.Draw(t)
		links := linktest.Scan(src, page)
		for _, c := range []Rules{
			{Sets: printed}, {Sets: Words(), Tokens: true}, {},
			{Sets: Sets{Elsewhere: true, PDF: []string{"", " ", "a b"}, Eliminated: []string{"", "-"}}, Tokens: true},
		} {
			for i := range links {
				l := &links[i]
				kept, why := c.Elimination(l, page)
				naiveKept, naiveWhy := naiveElimination(c, l, page)
				if diff := cmp.Diff(naiveWhy, why); diff != "" || kept != naiveKept {
					t.Errorf("elimination of %+v: %s", l, diff)
				}
				if diff := cmp.Diff(naiveClassify(c, l), c.Classify(l)); diff != "" {
					t.Errorf("class of %+v: %s", l, diff)
				}
			}
		}
	})
}
