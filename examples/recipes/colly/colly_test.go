package colly_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gocolly/colly/v2"

	recipe "github.com/lokman-crawler/lokman/examples/recipes/colly"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A site answers without a socket, so that a second takes no time.
type site struct{ http.Handler }

func (s site) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

func TestCrawl(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := colly.NewCollector()
		c.WithTransport(site{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if r.URL.Path == "/" {
				fmt.Fprint(w, `<a href=/soup>Soup</a> <a href="mailto:a@b.test">Mail</a> <a href=/flu>Flu season</a> <a href=/gone>flu flu</a>`)
			} else if r.URL.Path == "/gone" {
				http.NotFound(w, r)
			}
		})})
		var visited []string
		c.OnRequest(func(r *colly.Request) { visited = append(visited, r.URL.Path) })
		flu := ontology.NewScorer(ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}})
		var queue frontier.Memory
		if err := recipe.Crawl(t.Context(), c, &queue, flu, 10, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		if want := []string{"/", "/gone", "/flu", "/soup"}; !slices.Equal(visited, want) {
			t.Errorf("visited %s, want %s", strings.Join(visited, " "), strings.Join(want, " "))
		}
		if n, _ := queue.Stats(t.Context()); n.Done != 3 || n.Dead != 1 {
			t.Errorf("Stats = %+v", n)
		}
	})
}
