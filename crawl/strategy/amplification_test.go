package strategy_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// A strategy that has seen too much of a page to read it again says so by an observation
// that no frontier keeps.
func TestAmplificationOfObservations(t *testing.T) {
	s := &strategy.Adaptive{Scorer: classify.NewCosine("flu")}
	p := smallweb.Page("http://a.test/", `<meta charset=utf-8>flu <a href="/next">`+strings.Repeat("\xff", 8<<20))
	s.Value(p)
	amplification.Check(t, []amplification.Row{{
		Input: "a link of what is no UTF-8", Wire: len(p.Body), Peak: 24 * len(p.Body),
		Run: func() any {
			if n := len(s.Observation(p.URL)); n <= frontier.MaxObservation {
				t.Errorf("the observation has %d bytes, want more than a frontier keeps", n)
			}
			return nil
		},
	}})
}
