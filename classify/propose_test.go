package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The definition of Propose, against which the faster code is tested: each link
// is compared with each word, both cut into tokens for it.

func naivePropose(links []Link, pageURL string) []LinkGroup {
	captions := map[string]int{}
	for _, l := range links {
		captions[captionOf(l)]++
	}
	byLook := map[string]*LinkGroup{}
	var looks []string
	for i, l := range links {
		look := lookOf(l, pageURL)
		if caption := captionOf(l); captions[caption] > 1 && len(strings.Fields(caption)) <= labelWords {
			look += label(caption) // it says what the link is, not what it leads to
		}
		if byLook[look] == nil {
			byLook[look] = &LinkGroup{}
			looks = append(looks, look)
		}
		byLook[look].Links = append(byLook[look].Links, i)
	}
	clusters := make([]LinkGroup, 0, len(looks))
	for _, look := range looks {
		c := byLook[look]
		naiveJudge(c, links, pageURL)
		clusters = append(clusters, *c)
	}
	naiveConfine(clusters, links)
	naiveLongest(clusters, links, pageURL)
	slices.SortStableFunc(clusters, func(a, b LinkGroup) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Links), len(a.Links)))
	})
	return clusters
}

func naiveJudge(c *LinkGroup, links []Link, pageURL string) {
	words := TokenConstraints()
	var titled, named, sited, unwanted int
	pages := map[string]bool{}
	for _, i := range c.Links {
		l := links[i]
		caption := captionOf(l)
		if isTitle(caption) {
			titled++
		}
		if naiveClassify(words, l).Class != ClassUnfiled {
			named++
		}
		if kept, _ := naiveElimination(words, l, pageURL); kept {
			sited++
		} else if weburl.HostOf(l.URL) == weburl.HostOf(pageURL) {
			unwanted++
		}
		if l.URL != "" && l.URL != pageURL {
			pages[l.URL] = true
		}
	}
	c.Example = excerpt.Cut(captionOf(links[c.Links[0]]), 80)
	c.rate(titled, named, sited, unwanted, len(pages))
}

// naiveLongest looks at the groups of each list anew.
func naiveLongest(groups []LinkGroup, links []Link, pageURL string) {
	words := TokenConstraints()
	pages := func(likely bool, g LinkGroup, of map[string]bool) {
		for _, i := range g.Links {
			if kept, _ := naiveElimination(words, links[i], pageURL); kept || likely {
				of[links[i].URL] = true
			}
		}
	}
	proposed := map[string]bool{}
	for _, g := range groups {
		if g.Likely == ClassArticle {
			pages(true, g, proposed)
		}
	}
	if len(proposed) >= 5 {
		return
	}
	list := func(g LinkGroup) string {
		to := map[string]bool{}
		if pages(false, g, to); len(to) == 0 || g.Likely == ClassArticle {
			return ""
		}
		l := links[g.Links[0]]
		path, _ := pathAndHost(l, l.Href)
		return standing(l) + " " + directory(withoutIndex(path)) + extension(path)
	}
	longest, most := "", 0
	for _, first := range groups {
		bytes, repeats := 0, false
		for _, g := range groups {
			if at := list(g); at == "" || at != list(first) {
				continue
			}
			for _, i := range g.Links {
				bytes += len(captionOf(links[i]))
			}
			to := map[string]bool{}
			pages(false, g, to)
			repeats = repeats || len(to) >= 5
		}
		if repeats && bytes > most {
			longest, most = list(first), bytes
		}
	}
	for k := range groups {
		g := &groups[k]
		if at := list(*g); at != "" && at == longest {
			g.Likely, g.Score, g.Why = ClassArticle, max(g.Score, 0.7), append(g.Why, "in the longest list")
		}
	}
}

// naiveConfine compares each likely group with titles with each link of the list.
func naiveConfine(groups []LinkGroup, links []Link) {
	var titled []*LinkGroup
	bytes, list := map[string]int{}, ""
	for k := range groups {
		g, titles := &groups[k], 0
		for _, i := range g.Links {
			if isTitle(captionOf(links[i])) {
				titles++
			}
		}
		if g.Likely == ClassArticle && 2*titles > len(g.Links) {
			titled = append(titled, g)
		}
	}
	for _, g := range titled {
		for _, i := range g.Links {
			bytes[standing(links[i])] += len(captionOf(links[i]))
		}
		if at := standing(links[g.Links[0]]); bytes[at] > bytes[list] {
			list = at
		}
	}
	var listed []int
	for _, g := range titled {
		if standing(links[g.Links[0]]) == list {
			listed = append(listed, g.Links...)
		}
	}
	for _, g := range titled {
		belongs := func(i int) bool {
			return slices.ContainsFunc(listed, func(l int) bool { return folder(links[i]) == folder(links[l]) })
		}
		if !slices.ContainsFunc(g.Links, belongs) {
			g.Likely, g.Score = ClassOther, min(g.Score, articleFrom)
			g.Why = append(g.Why, "beside the list")
		}
	}
}

func naiveElimination(c Constraints, l Link, pageURL string) (kept bool, evidence []string) {
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

func naiveClassify(c Constraints, l Link) Classification {
	var found Classification
	for _, set := range []struct {
		class string
		words []string
	}{{ClassPDF, c.PDF}, {ClassAbstract, c.Abstract}, {ClassFullText, c.FullText}} {
		for _, word := range naiveHaving(c, l, set.words) {
			if found.Class == "" {
				found.Class, found.Confidence = set.class, 1
			}
			found.Evidence = append(found.Evidence, set.class+": "+word)
		}
	}
	if found.Class == "" {
		found.Class = ClassUnfiled
	}
	return found
}

func naiveUnwanted(c Constraints, l Link, pageURL string) []string {
	if !c.Tokens {
		return naiveHaving(c, l, c.Eliminated)
	}
	own, href, text := units(Link{Href: pageURL}, false), units(l, true), naiveTokens(captionOf(l))
	var found []string
	for _, w := range c.Eliminated {
		phrase := strings.Join(naiveTokens(w), " ")
		if slices.Contains(href, phrase) && !slices.Contains(own, phrase) || phrase != "" && strings.Join(text, " ") == phrase {
			found = append(found, w)
		}
	}
	return found
}

func naiveHaving(c Constraints, l Link, words []string) []string {
	caption := captionOf(l)
	var found []string
	if !c.Tokens {
		href := excerpt.Cut(l.Href, maxComponent)
		for _, w := range words {
			if w != "" && (strings.Contains(href, w) || caption == w) {
				found = append(found, w)
			}
		}
		return found
	}
	href, text := units(l, false), naiveTokens(caption)
	for _, w := range words {
		phrase := naiveTokens(w)
		if len(phrase) > 0 && slices.Contains(href, strings.Join(phrase, " ")) || len(text) <= labelTokens+len(phrase) && contains(text, phrase) {
			found = append(found, w)
		}
	}
	return found
}

func naiveTokens(text string) []string {
	var out []string
	start, kind := 0, 0
	for i, r := range text + " " {
		k := 0
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			k = 3 + i // never the kind of what is before
		case unicode.IsLetter(r) || unicode.IsMark(r):
			k = 1
		case unicode.IsDigit(r):
			k = 2
		}
		if k == kind {
			continue
		}
		if kind != 0 {
			out = append(out, strings.ToLower(text[start:i]))
		}
		start, kind = i, k
	}
	return out
}

func TestProposeIsAsDefined(t *testing.T) {
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
		links := ScanDocument([]byte(b.String()), page).Links
		if diff := gocmp.Diff(naivePropose(links, page), Propose(links, page)); diff != "" {
			t.Errorf("%s (-defined +found):\n%s", b.String(), diff)
		}
		for _, c := range []Constraints{PaperConstraints(), TokenConstraints(), {}, {Tokens: true, Elsewhere: true, PDF: []string{"", " ", "a b"}, Eliminated: []string{"", "-"}}} {
			for _, l := range links {
				kept, why := c.Elimination(l, page)
				naiveKept, naiveWhy := naiveElimination(c, l, page)
				if diff := gocmp.Diff(naiveWhy, why); diff != "" || kept != naiveKept {
					t.Errorf("elimination of %+v: %s", l, diff)
				}
				if diff := gocmp.Diff(naiveClassify(c, l), c.Classify(l)); diff != "" {
					t.Errorf("class of %+v: %s", l, diff)
				}
			}
		}
	})
}

func TestTokensAreAsDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if diff := gocmp.Diff(naiveTokens(text), tokens(text)); diff != "" {
			t.Errorf("%q (-defined +found):\n%s", text, diff)
		}
	})
}
