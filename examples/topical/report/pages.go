package report

import (
	"math"
	"strconv"
)

// A pageLine is one page as it is listed.
type pageLine struct {
	N      int
	Kind   string // the class of the line, by which it can be picked out
	Mark   string // what became of it, in words; "" for a page fetched and not judged
	Title  string
	URL    link
	Parent link
	// ParentN is the parent's place in the list, 0 if it is not there.
	ParentN              int
	Why                  string
	Depth, Status, Bytes string
	Value, Score         string
}

// A filter picks out the lines of one kind.
type filter struct {
	Kind, Name, Count string
	First             bool
}

func filters(t totals, judged bool) []filter {
	all := t.fetched + t.redirects + t.failed
	f := []filter{{"all", "All", count(all), true}}
	if judged {
		f = append(f, filter{Kind: "relevant", Name: "Relevant", Count: count(t.relevant)},
			filter{Kind: "other", Name: "Not relevant", Count: count(t.fetched - t.relevant - t.unjudged)})
		if t.unjudged > 0 {
			f = append(f, filter{Kind: "unjudged", Name: "Not judged", Count: count(t.unjudged)})
		}
	} else {
		f = append(f, filter{Kind: "unjudged", Name: "Fetched", Count: count(t.fetched)})
	}
	return append(f, filter{Kind: "redirect", Name: "Redirects", Count: count(t.redirects)},
		filter{Kind: "failed", Name: "Failures", Count: count(t.failed)})
}

func pageLines(pages []Page, judged bool) []pageLine {
	at := make(map[string]int, len(pages))
	var value, score float64
	for _, p := range pages {
		if _, ok := at[p.URL]; !ok {
			at[p.URL] = p.N
		}
		value, score = larger(value, p.Value), larger(score, p.Score)
	}
	lines := make([]pageLine, len(pages))
	for i, p := range pages {
		l := pageLine{
			N:       p.N,
			Title:   plain(p.Title, maxTitle),
			URL:     newLink(p.URL),
			Parent:  newLink(p.Parent),
			ParentN: at[p.Parent],
			Why:     plain(p.Why, maxWhy),
			Depth:   strconv.Itoa(p.Depth),
			Status:  "none",
			Bytes:   size(p.Bytes),
			Value:   number(p.Value, decimals(value)),
			Score:   number(p.Score, decimals(score)),
		}
		if p.Status != 0 {
			l.Status = strconv.Itoa(p.Status)
		}
		l.Kind, l.Mark = p.mark(judged)
		if p.outcome() != fetched {
			l.Value, l.Score = "–", "–" // nobody read a page here
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

// larger returns the larger magnitude of the two; what is not finite has none.
func larger(a, b float64) float64 {
	if !finite(b) {
		return a
	}
	return max(a, math.Abs(b))
}
