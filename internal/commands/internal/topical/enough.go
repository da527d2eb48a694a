package topical

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/enough"
)

// Enough is what -enough asks for.
type Enough struct {
	Harvest, Recall float64
	Last, NewHost   int
	Score           float64 // of a relevant page where nobody judges; 0 for any above 0
}

// DefaultMost is how many pages a crawl fetches at most that ends when it has found enough.
const DefaultMost = 10_000

// ParseEnough reads rules such as recall=0.95,harvest=0.01/400.
func ParseEnough(s string) (e Enough, err error) {
	bad := errors.New("want some of recall=SHARE, harvest=SHARE or harvest=SHARE/PAGES, newhost=PAGES, score=SCORE, with commas between them")
	for rule := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(rule, "=")
		value, last, over := strings.Cut(value, "/")
		v, err := strconv.ParseFloat(value, 64)
		share := v > 0 && v <= 1
		switch {
		case err != nil || over && name != "harvest":
			return e, bad
		case name == "recall" && share:
			e.Recall = v
		case name == "harvest" && share:
			e.Harvest = v
			if over {
				if e.Last, err = strconv.Atoi(last); err != nil || e.Last < 1 {
					return e, bad
				}
			}
		case name == "newhost" && v >= 1 && v == float64(int(v)):
			e.NewHost = int(v)
		case name == "score" && v > 0 && v < 1e300:
			e.Score = v
		default:
			return e, bad
		}
	}
	if !e.asked() {
		return e, bad
	}
	return e, nil
}

// asked reports whether the crawl is to end by what it finds.
func (e Enough) asked() bool { return e.Harvest > 0 || e.Recall > 0 || e.NewHost > 0 }

// rule is what ends the crawl, and estimates how much it has found.
func (e Enough) rule(f queue) *enough.Rule {
	r := &enough.Rule{Harvest: e.Harvest, Last: e.Last, NewHost: e.NewHost, Recall: e.Recall}
	if c, ok := f.Frontier.(counter); ok {
		r.Frontier = c
	}
	return r
}

// relevant reports whether a page is relevant, to the judge or else by its score.
func (e Enough) relevant(r Record) bool {
	switch {
	case r.Relevant != nil:
		return *r.Relevant
	case e.Score > 0:
		return r.Score >= e.Score
	}
	return r.Score > 0
}

// hasEnough reports whether the crawl has found enough.
func (h *history) hasEnough(ctx context.Context) bool { return h.enough != nil && h.enough.Enough(ctx) }

// endedWith says why the crawl ended and how much it has found.
func (h *history) endedWith() string {
	if h.enough == nil {
		return h.ended
	}
	return h.ended + "; " + h.enough.Estimate().String()
}
