package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// A pageLine is one page as it is listed.
type pageLine struct {
	N      int
	Kind   string // the class of the line, by which it can be picked out
	Mark   string // what became of it, in words; "" for a page fetched and not judged
	Title  string
	URL    legible.Link
	Parent legible.Link
	// ParentN is the parent's place in the list, 0 if it is not there.
	ParentN              int
	Path                 path
	Why, Taken           string
	Depth, Status, Bytes string
	Value, Score         string
	Place                float64 // of the value between the least and the greatest, percent
	Sort                 *sortKey
	Host                 string
}

// A sortKey is what the script sorts a fetched page by.
type sortKey struct{ Value, Score float64 }

// A filter picks out the lines of one kind.
type filter struct {
	Kind, Name, Count string
	First             bool
}

func filters(t totals, judged bool) []filter {
	all := t.fetched + t.redirects + t.failed
	f := []filter{{"all", "All", legible.Count(all), true}}
	if judged {
		f = append(f, filter{Kind: "relevant", Name: "Relevant", Count: legible.Count(t.relevant)},
			filter{Kind: "other", Name: "Not relevant", Count: legible.Count(t.fetched - t.relevant - t.unjudged)})
		if t.unjudged > 0 {
			f = append(f, filter{Kind: "unjudged", Name: "Not judged", Count: legible.Count(t.unjudged)})
		}
	} else {
		f = append(f, filter{Kind: "unjudged", Name: "Fetched", Count: legible.Count(t.fetched)})
	}
	return append(f, filter{Kind: "redirect", Name: "Redirects", Count: legible.Count(t.redirects)},
		filter{Kind: "failed", Name: "Failures", Count: legible.Count(t.failed)})
}

func pageLines(pages []Page, judged bool) []pageLine {
	ways := newPaths(pages)
	var value, score float64
	for _, p := range pages {
		value, score = larger(value, p.Value), larger(score, p.Score)
	}
	least, most := valueRange(pages)
	lines := make([]pageLine, len(pages))
	for i, p := range pages {
		l := pageLine{
			N:      p.N,
			Title:  legible.Plain(p.Title, legible.MaxTitle),
			URL:    legible.NewLink(p.URL),
			Parent: legible.NewLink(p.Parent),
			Path:   ways.to(i),
			Host:   legible.Plain(p.host(), legible.MaxName),
			Why:    legible.Plain(p.Why, legible.MaxWhy),
			Taken:  legible.Plain(p.Taken, legible.MaxWhy),
			Depth:  strconv.Itoa(p.Depth),
			Status: "none",
			Bytes:  legible.Size(p.Bytes),
			Value:  legible.Number(p.Value, legible.Decimals(value)),
			Score:  legible.Number(p.Score, legible.Decimals(score)),
		}
		if p.Status != 0 {
			l.Status = strconv.Itoa(p.Status)
		}
		if at, ok := ways.at[p.Parent]; ok {
			l.ParentN = pages[at].N
		}
		l.Kind, l.Mark = p.mark(judged)
		if p.outcome() != fetched {
			l.Value, l.Score = "–", "–" // no page was read here
		} else {
			l.Sort = &sortKey{finiteOr(p.Value, -largest), finiteOr(p.Score, -largest)}
			if most > least {
				l.Place = legible.Tenth(100 * min(max((finiteOr(p.Value, least)-least)/(most-least), 0), 1))
			}
		}
		lines[i] = l
	}
	return lines
}

// mark says what became of the page: a class and words.
func (p Page) mark(judged bool) (kind, words string) {
	switch o := p.outcome(); {
	case o == failed:
		return "failed", "failed"
	case o == redirect:
		return "redirect", "redirect"
	case !judged:
		return "unjudged", ""
	case !p.Judged:
		return "unjudged", "not judged"
	case p.Relevant:
		return "relevant", "relevant"
	}
	return "other", "not relevant"
}

// finiteOr returns v if it is finite, and another number if it is not.
// valueRange returns the least and the greatest value of the fetched pages.
func valueRange(pages []Page) (least, most float64) {
	var values []float64
	for _, p := range pages {
		if p.outcome() == fetched && math.Abs(p.Value) < largest {
			values = append(values, p.Value)
		}
	}
	if len(values) == 0 {
		return 0, 0
	}
	return slices.Min(values), slices.Max(values)
}

func finiteOr(v, other float64) float64 {
	if !legible.Finite(v) {
		return other
	}
	return v
}

// larger returns the larger magnitude of the two; what is not finite has none.
func larger(a, b float64) float64 {
	if !legible.Finite(b) {
		return a
	}
	return max(a, math.Abs(b))
}
