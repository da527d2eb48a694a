package experiment

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/lokman-crawler/lokman/crawl"
)

// A Visit is what became of one URL of a crawl: a line of its fetch order.
type Visit struct {
	N      int     `json:"n"` // 1 for the first
	URL    string  `json:"url"`
	Parent string  `json:"parent"` // the page that links or redirects here; "" for a seed
	Depth  int     `json:"depth"`  // links followed from a seed
	Status int     `json:"status"` // 0 if there was no answer
	Value  float64 `json:"value"`  // by the strategy
	Score  float64 `json:"score"`  // by its scorer
	Bytes  int     `json:"bytes"`  // of the body
	Why    string  `json:"why"`    // the explanation of the value

	LinkValue float64 `json:"link_value"`      // by which the URL was chosen among those queued; frontier.SeedValue for a seed
	Taken     string  `json:"taken,omitempty"` // the explanation of that, of strategies that keep one
}

func newVisit(n int, p *crawl.Page) Visit {
	v := Visit{
		N: n, URL: p.URL, Parent: p.Parent, Depth: p.Depth, Status: p.Status,
		Value: p.Value, Score: p.Score, Bytes: len(p.Body), Why: p.Explanation.String(),
		LinkValue: p.LinkValue, Taken: p.LinkExplanation.String(),
	}
	switch {
	case p.Err != nil:
		var e *crawl.Error
		cause := p.Err
		if errors.As(cause, &e) {
			cause = e.Err
		}
		v.Why = "failed: " + cause.Error()
	case p.Redirect != "":
		v.Why = "redirects to " + p.Redirect
	case v.Why == "":
		v.Why = "in the order of discovery"
	}
	return v
}

// writeVisit writes one line of a fetch order.
func writeVisit(w io.Writer, v Visit) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
