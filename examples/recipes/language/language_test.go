package language_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/examples/recipes/language"
)

func TestAdaptive(t *testing.T) {
	const (
		english = "<p>Beans that were roasted for a few minutes longer lose more of their acids, and what is left of the coffee tastes of chocolate and of nuts."
		german  = "<p>Bohnen, die einige Minuten länger geröstet wurden, verlieren mehr von ihren Säuren, und was vom Kaffee bleibt, schmeckt nach Schokolade und nach Nüssen."
	)
	page := func(path, body string) webs.Document {
		return webs.Document{URL: "http://a.test" + path, Type: "text/html; charset=utf-8", Body: []byte(body)}
	}
	web, err := webs.New([]webs.Document{
		page("/", "<a href=/en>Coffee</a> <a href=/de>Kaffee</a>"),
		page("/en", english+"<a href=/en/more>More coffee</a>"), page("/en/more", english),
		page("/de", german+"<a href=/de/mehr>Mehr Kaffee</a>"), page("/de/mehr", german),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := language.Adaptive{Adaptive: &strategy.Adaptive{Scorer: scorer{}}, Languages: []string{"en"}}
	c := crawl.Crawler{Transport: web, Delay: crawl.None, Strategy: s}
	var got []string
	for page, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		if language.In(page, "en") {
			got = append(got, strings.TrimPrefix(page.URL, "http://a.test"))
		} else if page.URL != "http://a.test/de" {
			t.Errorf("%s was fetched", page.URL)
		}
	}
	slices.Sort(got)
	if want := []string{"/", "/en", "/en/more"}; !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
}

type scorer struct{}

var _ classify.Scorer = scorer{}

func (scorer) Score(text string) float64 {
	return min(1, float64(strings.Count(text, "coffee")+strings.Count(text, "Kaffee")))
}
