package bartree

import (
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Judge says whether pages, one or more that are thought to have the template, still
// have it. An error page or a log-in form in the place of one is a redesign: leave out
// answers whose status is not 2xx. Several pages get one answer: the median one of them
// decides, or what all of them have in common. If a region is marked, the path to it
// and its siblings count too. It is an error if there is no page or one holds no
// element, and if the template was not learned. The state beside an error is
// StateUnknown. Time is linear in the pages.
func (t *Template) Judge(pages ...[]byte) (Change, error) {
	if err := t.learned(); err != nil {
		return Change{}, err
	}
	read, err := markup.ReadPages(pages)
	if err != nil {
		return Change{}, err
	}
	return t.judge(read, true), nil
}

// judge judges pages; whether another element beside the path to the region is a
// change by itself, as Judge says, or left to the scores.
func (t *Template) judge(pages []*markup.Page, beside bool) Change {
	v := t.stats.Judge(pages)
	c := Change{Region: regions.ImpactNone.String(), State: State(v.State), Likeness: v.Likeness, Score: v.Score, Chance: v.Chance}
	t.judgeRegion(&c, pages, beside)
	if c.Alarm() && len(c.Where) == 0 {
		c.Where = spotsOn(t.stats.Outermost(v.Missing, v.Added, pages[v.Median]))
	}
	return c
}

// judgeRegion compares the path to the region on each page. A difference counts
// if more than half of the pages have one; one that is not sure is unknown, unless
// differences beside the path count too.
func (t *Template) judgeRegion(c *Change, pages []*markup.Page, beside bool) {
	if t.region == nil {
		return
	}
	differ, unsure := 0, 0
	var where []regions.Spot
	var impacts []regions.Impact
	for _, p := range pages {
		is, spots, words := t.region.ImpactOn(p.Outline)
		impacts = append(impacts, is)
		sure := !words || t.region.Pages >= stats.FewestKnown
		if !sure {
			unsure++
		}
		if len(spots) > 0 && (beside || is == regions.ImpactPath && sure) {
			differ++
			if where == nil {
				where = spots
			}
		}
	}
	slices.Sort(impacts)
	c.Region = impacts[(len(impacts)-1)/2].String()
	if 2*differ > len(pages) && c.State != StateOther {
		c.State = max(c.State, StateChanged)
		c.Where = spotsOf(where)
	}
	if 2*unsure > len(pages) && c.State < StateOther {
		c.State = StateUnknown
	}
}

func spotsOf(found []regions.Spot) []Spot {
	spots := make([]Spot, len(found))
	for i, s := range found {
		spots[i] = Spot(s)
	}
	return spots
}

// spotsOn returns differences that are not on the path to a region.
func spotsOn(removed, inserted []string) []Spot {
	var spots []Spot
	for _, path := range removed {
		spots = append(spots, Spot{Kind: "removed", Path: path, Side: "page"})
	}
	for _, path := range inserted {
		spots = append(spots, Spot{Kind: "inserted", Path: path, Side: "page"})
	}
	if len(spots) == 0 {
		spots = append(spots, Spot{Kind: "renamed", Path: "html", Side: "page"})
	}
	return spots
}
