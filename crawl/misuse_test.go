package crawl_test

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// endOf returns the error that a crawl ends with.
func endOf(t *testing.T, c *crawl.Crawler, seed string) (end error) {
	t.Helper()
	for _, err := range c.Crawl(t.Context(), seed) {
		end = err
	}
	return end
}

func TestRunWithoutSink(t *testing.T) {
	c := crawl.Crawler{Transport: testsite.New(testsite.Config{})}
	if err := c.Run(t.Context(), nil, "http://h0.test/"); err == nil || !strings.Contains(err.Error(), "sink") {
		t.Errorf("Run without a sink: %v, want an error that says so", err)
	}
}

// The error of a value that is no number names the page and who returned it.
func TestValuesAreFinite(t *testing.T) {
	for name, v := range map[string]crawl.Valuation{
		"score":      {Score: math.NaN()},
		"page value": {Explanation: crawl.Explanation{{Of: "page", Factor: 1, Score: math.Inf(1)}}},
		"http://h0.test/x": {Links: []frontier.Entry{
			{URL: "http://h0.test/y", Value: 1}, {URL: "http://h0.test/x", Value: math.NaN()},
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Set("/page", testsite.Page("page"))
			c := crawl.Crawler{Transport: web, Strategy: valuing(func(*crawl.Page) crawl.Valuation { return v })}
			err := endOf(t, &c, "http://h0.test/page")
			if err == nil {
				t.Fatalf("%s: the crawl went on", name)
			}
			for _, want := range []string{"http://h0.test/page", "the strategy returned", name, "finite"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: the crawl ends with %q, want %q in it", name, err, want)
				}
			}
		})
	}
}

type failingOddly struct{ crawl.BreadthFirst }

func (failingOddly) Failed(string, error) []frontier.Entry {
	return []frontier.Entry{{URL: "http://h0.test/x", Value: math.Inf(-1)}}
}

func (failingOddly) Refused(string, error) {}

func TestValuesAfterFailuresAreFinite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/gone", testsite.Failure(404, ""))
		c := crawl.Crawler{Transport: web, Strategy: failingOddly{}}
		err := endOf(t, &c, "http://h0.test/gone")
		if err == nil || !strings.Contains(err.Error(), "http://h0.test/gone") || !strings.Contains(err.Error(), "the strategy returned the value -Inf") {
			t.Errorf("the crawl ends with %v, want an error that names page and value", err)
		}
	})
}
