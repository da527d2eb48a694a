package experiment

import (
	"errors"
	"reflect"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// HeldOut is a Judge by a scorer that no strategy uses: for example that of the
// editors' description of a topic, when the crawler has the topic's name. It judges the pages of a web, fetched or not.
type HeldOut struct {
	Scorer    classify.Scorer
	Threshold float64 // a page that scores at least this, and above 0, is relevant
	Web       *Web
}

// Relevant implements [Judge].
func (h HeldOut) Relevant(url string) bool {
	d, ok := h.Web.document(url)
	if !ok {
		return false
	}
	score := h.Scorer.Score(textOf(d))
	return score > 0 && score >= h.Threshold
}

// textOf returns the visible text of a document.
func textOf(d Document) string {
	p := crawl.Page{URL: d.URL, Status: d.Status, Header: d.header(), Body: d.Body}
	return p.Document().Text
}

// ErrSelfJudged is the error for an experiment that would judge a strategy by its
// own scorer.
var ErrSelfJudged = errors.New("experiment: the judge's scorer is the strategy's own")

// independent returns ErrSelfJudged if a field of the strategy is the judge's
// scorer.
func independent(s crawl.Strategy, j Judge) error {
	h, ok := j.(HeldOut)
	if !ok {
		return nil
	}
	v := reflect.Indirect(reflect.ValueOf(s))
	if v.Kind() != reflect.Struct {
		return nil
	}
	judge := reflect.ValueOf(h.Scorer)
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Interface {
			f = f.Elem()
		}
		if f.IsValid() && f.Type() == judge.Type() && f.Comparable() && judge.Comparable() && f.Equal(judge) {
			return ErrSelfJudged
		}
	}
	return nil
}
