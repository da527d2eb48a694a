package constraint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The definition of Rules, against which the faster code is tested: each link
// is compared with each word, both cut into tokens for it.

func naiveElimination(c Rules, l dom.Link, pageURL string) (kept bool, evidence []string) {
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

func naiveClassify(c Rules, l dom.Link) verdict.Answer {
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

func naiveUnwanted(c Rules, l dom.Link, pageURL string) []string {
	if !c.Tokens {
		return naiveHaving(c, l, c.Eliminated)
	}
	own, href, text := units(dom.Link{Href: pageURL}, false), units(l, true), anchor.Tokens(anchor.CaptionOf(l))
	var found []string
	for _, w := range c.Eliminated {
		phrase := strings.Join(anchor.Tokens(w), " ")
		if slices.Contains(href, phrase) && !slices.Contains(own, phrase) || phrase != "" && strings.Join(text, " ") == phrase {
			found = append(found, w)
		}
	}
	return found
}

func naiveHaving(c Rules, l dom.Link, words []string) []string {
	caption := anchor.CaptionOf(l)
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
	href, text := units(l, false), anchor.Tokens(caption)
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

// links reads the links of a page without parsing it.
func links(src, pageURL string) []dom.Link {
	d := dom.Reader{}.Scan([]byte(src), pageURL)
	links := make([]dom.Link, len(d.Anchors))
	for i := range links {
		links[i] = d.Link(i, dom.ContextWords)
	}
	return links
}

func TestRulesAreAsDefined(t *testing.T) {
	word := rapid.SampledFrom([]string{"abstract", "Abstract", "full", "Full text", "pdf", "PDF", "home", "archive", "Literatur", "摘要", "Résumé", "résumé", "search", "a7b", "12", "ภาษา", "x"})
	sep := rapid.SampledFrom([]string{"/", ".", "-", "_", "?", "&", "=", "#", " ", "//", ":", "%20"})
	part := rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 5).Draw(t, "parts") {
			b.WriteString(word.Draw(t, "word"))
			b.WriteString(sep.Draw(t, "sep"))
		}
		return b.String()
	})
	rapid.Check(t, func(t *rapid.T) {
		page := rapid.SampledFrom([]string{"http://h.test/", "http://h.test/archive/x.html", "", "http://h.test/pdf/search"}).Draw(t, "page")
		var b strings.Builder
		for range rapid.IntRange(0, 30).Draw(t, "links") {
			fmt.Fprintf(&b, "<a href='%s%s' class=x>%s</a>", rapid.SampledFrom([]string{"", "/", "http://h.test/", "http://o.test/", "mailto:"}).Draw(t, "stem"), part.Draw(t, "href"), part.Draw(t, "text"))
		}
		links := links(b.String(), page)
		for _, c := range []Rules{
			{Sets: printed}, {Sets: Words(), Tokens: true}, {},
			{Sets: Sets{Elsewhere: true, PDF: []string{"", " ", "a b"}, Eliminated: []string{"", "-"}}, Tokens: true},
		} {
			for _, l := range links {
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
