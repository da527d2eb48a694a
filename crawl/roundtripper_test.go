package crawl_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
)

// lazy is a transport of somebody's own that always answers the same.
type lazy struct{ *http.Response }

func (a lazy) RoundTrip(*http.Request) (*http.Response, error) { return a.Response, nil }

// An answer without a body is an empty page, as http.Client has it; what is no answer says
// whose fault that is.
func TestTransportsOfOnesOwn(t *testing.T) {
	for name, c := range map[string]struct {
		answer *http.Response
		want   string // in the page's error
	}{
		"no answer and no error": {nil, "the Transport (crawl_test.lazy) returned neither an answer nor an error"},
		"no status":              {&http.Response{Body: http.NoBody}, "the Transport (crawl_test.lazy) returned an answer without a status"},
		"no body":                {&http.Response{StatusCode: http.StatusOK}, ""},
	} {
		crawler := crawl.Crawler{Transport: lazy{c.answer}, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Attempts: 1}}
		for p, err := range crawler.Crawl(t.Context(), "http://a.example/") {
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case c.want == "" && (p.Err != nil || !p.OK() || len(p.Body) != 0):
				t.Errorf("%s: status %d, %v", name, p.Status, p.Err)
			case c.want != "" && (p.Err == nil || !strings.Contains(p.Err.Error(), c.want)):
				t.Errorf("%s: status %d, %v, want %q", name, p.Status, p.Err, c.want)
			}
		}
	}
}
