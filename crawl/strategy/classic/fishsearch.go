package classic

import (
	"cmp"
	"strconv"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// FishSearch searches deeper around relevant pages and stops where it finds none
// (De Bra and Post 1994; thesis 2.4.4). Its list has three parts, which are
// values here as in Hersovici et al. 1998:
//
//	1    the first 1.5 x Width links of a relevant page
//	0.5  the first Width links of another page
//	0    all other links, and all links of a page that is Depth links away
//	     from the last relevant one
//
// Within a part the first found comes first. A URL that is found again keeps
// the greater value and the depth that goes with it.
type FishSearch struct {
	Scorer classify.Scorer // required

	// Threshold is the score above which a page is relevant: 0 unless set.
	Threshold float64

	// Depth and Width are parameters without a default in the paper. 0 means a
	// depth of 3, as in the study of Menczer et al. 2004, and a width of 5, which
	// is ours.
	Depth, Width int
}

// Valid reports a missing scorer.
func (f FishSearch) Valid() error { return scored.Need("FishSearch", f.Scorer) }

// Value implements [crawl.Strategy].
func (f FishSearch) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	scorer, err := scored.Ask(p.Context(), f.Scorer, doc, nil)
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	v := scored.Page(scorer, doc)
	part, width, children := f.listPart(v.Score > f.Threshold, f.depthOf(p))
	reason := crawl.Explanation{{Of: "part of the list", Factor: 1, Score: part}}
	rest := crawl.Explanation{{Of: "end of the list", Factor: 1, Score: 0}}
	note := strconv.Itoa(children)
	for l := range scored.Links(doc) {
		e := frontier.Entry{URL: l.URL, Value: part, Note: note, Reason: reason}
		if len(v.Links) >= width {
			e.Value, e.Reason = 0, rest
		}
		v.Links = append(v.Links, e)
	}
	return v
}

const (
	defaultWidth = 5
	defaultDepth = 3
)

// listPart returns the part of the list for the links of a page, how many of them
// go there, and their depth.
func (f FishSearch) listPart(relevant bool, depth int) (part float64, width, children int) {
	w := cmp.Or(f.Width, defaultWidth)
	switch {
	case depth == 0:
		return 0, 0, 0
	case relevant:
		return 1, w + w/2, f.depth()
	}
	return 0.5, w, depth - 1
}

// depthOf returns how many links further the search goes from a page that is
// not relevant. Seeds have the whole depth.
func (f FishSearch) depthOf(p *crawl.Page) int {
	depth, err := strconv.Atoi(p.Note)
	if err != nil {
		return f.depth()
	}
	return depth
}

func (f FishSearch) depth() int { return cmp.Or(f.Depth, defaultDepth) }
