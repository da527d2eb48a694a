package propose

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The definition of Groups, against which the faster code is tested: each group is looked
// at anew.

func naiveGroups(links []anchor.Link, pageURL string) []Group {
	captions := map[string]int{}
	for _, l := range links {
		captions[l.Shown()]++
	}
	byLook := map[string]*Group{}
	var looks []string
	for i, l := range links {
		look := lookOf(&l, pageURL)
		if caption := l.Shown(); captions[caption] > 1 && len(strings.Fields(caption)) <= anchor.LabelWords {
			look += anchor.Label(caption) // it says what the link is, not what it leads to
		}
		if byLook[look] == nil {
			byLook[look] = &Group{}
			looks = append(looks, look)
		}
		byLook[look].Links = append(byLook[look].Links, i)
	}
	clusters := make([]Group, 0, len(looks))
	for _, look := range looks {
		c := byLook[look]
		naiveJudge(c, links, pageURL)
		clusters = append(clusters, *c)
	}
	naiveConfine(clusters, links)
	naiveLongest(clusters, links, pageURL)
	slices.SortStableFunc(clusters, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Links), len(a.Links)))
	})
	return clusters
}

func naiveJudge(c *Group, links []anchor.Link, pageURL string) {
	words := constraint.Rules{Sets: constraint.Words(), Tokens: true}
	var titled, named, sited, unwanted int
	pages := map[string]bool{}
	for _, i := range c.Links {
		l := &links[i]
		caption := l.Shown()
		if anchor.IsTitle(caption) {
			titled++
		}
		if words.Classify(l).Class != verdict.Unfiled {
			named++
		}
		if kept, _ := words.Elimination(l, pageURL); kept {
			sited++
		} else if weburl.HostOf(l.URL) == weburl.HostOf(pageURL) {
			unwanted++
		}
		if l.URL != "" && l.URL != pageURL {
			pages[l.URL] = true
		}
	}
	c.Example = excerpt.Cut(links[c.Links[0]].Shown(), 80)
	c.rate(titled, named, sited, unwanted, len(pages))
}

// naiveLongest looks at the groups of each list anew.
func naiveLongest(groups []Group, links []anchor.Link, pageURL string) {
	words := constraint.Rules{Sets: constraint.Words(), Tokens: true}
	pages := func(likely bool, g Group, of map[string]bool) {
		for _, i := range g.Links {
			if kept, _ := words.Elimination(&links[i], pageURL); kept || likely {
				of[links[i].URL] = true
			}
		}
	}
	proposed := map[string]bool{}
	for _, g := range groups {
		if g.Likely == verdict.Article {
			pages(true, g, proposed)
		}
	}
	if len(proposed) >= 5 {
		return
	}
	list := func(g Group) string {
		to := map[string]bool{}
		if pages(false, g, to); len(to) == 0 || g.Likely == verdict.Article {
			return ""
		}
		l := &links[g.Links[0]]
		path, _ := l.PathAndHost()
		return anchor.Standing(l) + " " + anchor.Directory(anchor.WithoutIndex(path)) + anchor.Extension(path)
	}
	longest, most := "", 0
	for _, first := range groups {
		bytes, repeats := 0, false
		for _, g := range groups {
			if at := list(g); at == "" || at != list(first) {
				continue
			}
			for _, i := range g.Links {
				bytes += len(links[i].Shown())
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
			g.Likely, g.Score, g.Why = verdict.Article, max(g.Score, 0.7), append(g.Why, "in the longest list")
		}
	}
}

// naiveConfine compares each likely group with titles with each link of the list.
func naiveConfine(groups []Group, links []anchor.Link) {
	var titled []*Group
	bytes, list := map[string]int{}, ""
	for k := range groups {
		g, titles := &groups[k], 0
		for _, i := range g.Links {
			if anchor.IsTitle(links[i].Shown()) {
				titles++
			}
		}
		if g.Likely == verdict.Article && 2*titles > len(g.Links) {
			titled = append(titled, g)
		}
	}
	for _, g := range titled {
		for _, i := range g.Links {
			bytes[anchor.Standing(&links[i])] += len(links[i].Shown())
		}
		if at := anchor.Standing(&links[g.Links[0]]); bytes[at] > bytes[list] {
			list = at
		}
	}
	var listed []int
	for _, g := range titled {
		if anchor.Standing(&links[g.Links[0]]) == list {
			listed = append(listed, g.Links...)
		}
	}
	for _, g := range titled {
		belongs := func(i int) bool {
			return slices.ContainsFunc(listed, func(l int) bool { return folder(&links[i]) == folder(&links[l]) })
		}
		if !slices.ContainsFunc(g.Links, belongs) {
			g.Likely, g.Score = verdict.Other, min(g.Score, articleFrom)
			g.Why = append(g.Why, "beside the list")
		}
	}
}

func TestGroupsAreAsDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src, page := linktest.Draw(t)
		links := linktest.Scan(src, page)
		if diff := gocmp.Diff(naiveGroups(links, page), Groups(links, page)); diff != "" {
			t.Errorf("%s (-defined +found):\n%s", src, diff)
		}
	})
}
